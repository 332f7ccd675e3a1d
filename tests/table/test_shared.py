"""Several servers on one PostgreSQL: each follows what the others do."""

import concurrent.futures
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import psycopg
import pytest
from fastapi.testclient import TestClient

from pyramidion.match import Match
from pyramidion.table import bots, news, patrol, rooms, storage
from pyramidion.table.app import create_app
from pyramidion.table.storage import Seat, Storage
from tests.table.helpers import Json, bearer, look, move, set_up
from tests.table.live import settings_for
from tests.table.postgres import Postgres
from tests.table.test_replay import play_out, played

PATIENCE = 30.0
ORIGIN = {"Origin": "http://testserver"}


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture
def pair(address: str) -> Iterator[list[TestClient]]:
    with ExitStack() as stack:
        clients = [
            stack.enter_context(
                TestClient(
                    create_app(settings_for(address)), headers=ORIGIN, follow_redirects=False
                )
            )
            for _ in range(2)
        ]
        for client in clients:  # FastAPI lays its routes out at the first request, and two
            client.get("/nowhere")  # servers in one process must not do that at the same moment
        yield clients


def eventually(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def table_in(client: TestClient, made: Json) -> storage.Kept | None:
    kept: storage.Kept | None = client.app.state.tables.storage.read(made["id"])  # type: ignore[attr-defined]
    return kept


def test_a_move_made_at_one_server_reaches_who_watches_at_the_other(
    pair: list[TestClient],
) -> None:
    made = set_up(pair[0])
    rung = threading.Event()
    look(pair[1], made)
    room = pair[1].app.state.tables.rooms.get(made["id"])  # type: ignore[attr-defined]
    leave = room.listen(rung.set, ())
    rung.clear()
    assert move(pair[0], made, 0, "a1").status_code == 200
    assert rung.wait(PATIENCE)
    assert room.match.moves == ["a1"]
    leave()


def test_a_move_acknowledged_by_one_server_is_known_to_the_other_at_once(
    pair: list[TestClient],
) -> None:
    """A balancer may send each move of a game elsewhere, faster than any news."""
    made = set_up(pair[0])
    for number in range(8):
        answer = move(pair[number % 2], made, number % 2, f"a{number + 1}", number)
        assert answer.json() == {"number": number + 1}
    kept = table_in(pair[0], made)
    assert kept is not None
    assert kept.entries == [f"a{n}" for n in range(1, 9)]


def test_who_sits_down_at_one_server_is_seen_at_the_other(pair: list[TestClient]) -> None:
    made = set_up(pair[0])
    assert look(pair[1], made)["seats"][1]["name"] != "Ada"
    token = made["tokens"]["1"]
    origin = {"Origin": "http://testserver"}
    pair[0].post(f"/join/{token}", data={"name": "Ada"}, headers=origin)
    eventually(lambda: bool(look(pair[1], made)["seats"][1]["name"] == "Ada"))


def at_once(*calls: Callable[[], int]) -> list[int]:
    """What these say, asked at the same moment."""
    begin = threading.Barrier(len(calls))

    def call(one: Callable[[], int]) -> int:
        begin.wait(10)
        return one()

    with concurrent.futures.ThreadPoolExecutor(len(calls)) as many:
        return list(many.map(call, calls))


def test_the_clock_starts_though_the_last_two_come_at_once_at_two_servers(
    pair: list[TestClient],
) -> None:
    form = {"players": "2", "seat-0": "link", "seat-1": "link", "clock": "move 60"}
    for _ in range(5):
        pair[0].cookies.clear()
        made = pair[0].post("/new/pyramido", data=form)
        path = f"/api/v1/tables/{made.headers['location'].removeprefix('/t/')}"
        links = [pair[0].post(f"{path}/seats/{seat}/link").json()["path"] for seat in range(2)]
        for client in pair:
            assert client.get(path).json()["turn"]["due"] is None

        def sit(n: int, links: list[str] = links) -> int:
            return pair[n].post(links[n]).status_code

        assert at_once(lambda: sit(0), lambda: sit(1)) == [303, 303]
        for client in pair:
            eventually(
                lambda path=path, client=client: client.get(path).json()["turn"]["due"] is not None  # type: ignore[misc]
            )


def test_a_move_kept_before_the_last_one_was_heard_of_does_not_stop_the_clock(
    pair: list[TestClient],
) -> None:
    seats = [{"kind": "person"}] * 2
    wanted = {"game": "pyramido", "seats": seats, "clock": "move 60"}
    made = pair[0].post("/api/v1/tables", json=wanted).json()
    look(pair[1], made)
    room = pair[1].app.state.tables.rooms.get(made["id"])  # type: ignore[attr-defined]
    room.seats = [room.seats[0], replace(room.seats[1], taken=False)]  # as it was a moment ago
    assert move(pair[1], made, 0, "a1").status_code == 200
    for client in pair:
        eventually(lambda client=client: look(client, made)["turn"]["due"] is not None)  # type: ignore[misc]


def test_of_a_move_and_taking_back_the_one_before_at_two_servers_one_is_done(
    pair: list[TestClient],
) -> None:
    for _ in range(5):
        made = set_up(pair[0])
        assert move(pair[0], made, 0, "a1").status_code == 200
        eventually(lambda made=made: look(pair[1], made)["number"] == 1)  # type: ignore[misc]

        def answer(made: Json = made) -> int:
            return int(move(pair[0], made, 1, "a2", 1).status_code)

        def back(made: Json = made) -> int:
            path = f"/api/v1/tables/{made['id']}/undo"
            return pair[1].post(path, json={"number": 1}, headers=bearer(made, 0)).status_code

        assert sorted(at_once(answer, back)) == [200, 409]
        kept = table_in(pair[0], made)
        assert kept is not None
        assert len(kept.entries) == 2


def test_a_record_and_its_analysis_may_be_asked_for_at_two_servers_at_once(
    pair: list[TestClient],
) -> None:
    for seed in range(5):
        record = played("pyramido", seed, quiet_limit=4).record()

        def bring(n: int, record: Json = record) -> int:
            return pair[n % 2].post("/api/v1/replays", json=record).status_code

        def analyse(n: int, record: Json = record) -> int:
            id = pair[0].post("/api/v1/replays", json=record).json()["id"]
            return pair[n % 2].post(f"/api/v1/replays/{id}/analysis").status_code

        assert at_once(*(lambda n=n: bring(n) for n in range(6))) == [201] * 6
        assert at_once(*(lambda n=n: analyse(n) for n in range(6))) == [202] * 6


def new_link(client: TestClient, made: Json, seat: int, passes: bool) -> str:
    path = f"/api/v1/tables/{made['id']}/seats/{seat}/link"
    answer = client.post(path, json={"passes": passes}, headers=bearer(made, seat))
    return str(answer.json().get("path"))


def test_a_seat_that_is_passed_on_is_taken_by_one_of_two_at_two_servers(
    pair: list[TestClient],
) -> None:
    for _ in range(5):
        made = set_up(pair[0])
        link = new_link(pair[0], made, 0, passes=True)
        for client in pair:
            client.cookies.clear()
            client.get(link)

        def take(n: int, link: str = link) -> int:
            answer = pair[n].post(link)
            return answer.status_code

        assert sorted(at_once(lambda: take(0), lambda: take(1))) == [303, 404]
        path = f"/api/v1/tables/{made['id']}"
        assert sorted(len(client.get(path).json()["yours"]) for client in pair) == [0, 1]


def test_who_loses_a_seat_at_one_server_makes_no_link_to_it_at_the_other(
    pair: list[TestClient],
) -> None:
    for _ in range(5):
        made = set_up(pair[0])
        link = new_link(pair[0], made, 0, passes=True)
        assert look(pair[1], made, 0)["yours"] == [0]  # remembered there
        kept: list[str] = []

        def take(link: str = link) -> int:
            return pair[0].post(link).status_code

        def cling(made: Json = made, kept: list[str] = kept) -> int:
            kept.append(new_link(pair[1], made, 0, passes=False))
            return 0

        assert at_once(take, cling)[0] == 303
        assert pair[1].get(kept[0]).status_code == 404


def test_a_rematch_asked_for_at_two_servers_at_once_is_one_table(pair: list[TestClient]) -> None:
    made = set_up(pair[0], quiet_limit=4)
    play_out(pair[0], made)
    for client in pair:
        look(client, made)
    urls: list[str] = []

    def again(n: int) -> int:
        path = f"/api/v1/tables/{made['id']}/again"
        answer = pair[n % 2].post(path, headers=bearer(made, n % 2))
        urls.append(answer.json()["id"])
        return answer.status_code

    assert at_once(*(lambda n=n: again(n) for n in range(6))) == [201] * 6
    assert len(set(urls)) == 1
    rematch = {**made, "id": urls[0]}
    assert [look(client, rematch, 0)["yours"] for client in pair] == [[1], [1]]


def test_people_at_another_server_are_not_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "EVERY", 0.05)
    monkeypatch.setattr(news, "TABLES", 1)
    monkeypatch.setattr(rooms, "ELSEWHERE", 0.5)
    monkeypatch.setattr(rooms, "GRACE", 0.1)
    with (
        TestClient(create_app(settings_for(address))) as one,
        TestClient(create_app(settings_for(address))) as other,
    ):
        tables = [set_up(one)["id"] for _ in range(2)]
        here = [one.app.state.tables.rooms.get(id) for id in tables]  # type: ignore[attr-defined]
        there = [other.app.state.tables.rooms.get(id) for id in tables]  # type: ignore[attr-defined]
        rung = threading.Event()
        there[0].listen(rung.set, ())
        leave = here[0].listen(lambda: None, (1,))
        here[1].listen(lambda: None, (0, 1))
        eventually(lambda: [room.present for room in there] == [{1}, {0, 1}])
        rung.clear()
        leave()
        assert rung.wait(PATIENCE)
        eventually(lambda: [room.present for room in there] == [set(), {0, 1}])


def test_of_many_at_two_servers_exactly_one_wins_each_number(pair: list[TestClient]) -> None:
    made = set_up(pair[0])
    for number in range(4):
        with concurrent.futures.ThreadPoolExecutor(8) as many:
            answers = list(
                many.map(
                    lambda n, number=number: move(
                        pair[n % 2], made, number % 2, f"a{number + 1}", number
                    ),
                    range(8),
                )
            )
        won = [a for a in answers if a.status_code == 200]
        lost = [a.json()["code"] for a in answers if a.status_code != 200]
        assert len(won) == 1
        assert lost == ["stale"] * 7
    kept = table_in(pair[1], made)
    assert kept is not None
    assert len(kept.entries) == 4


def test_a_listener_that_was_cut_off_catches_up(pair: list[TestClient], address: str) -> None:
    made = set_up(pair[0])
    look(pair[1], made)
    room = pair[1].app.state.tables.rooms.get(made["id"])  # type: ignore[attr-defined]
    rung = threading.Event()
    leave = room.listen(rung.set, ())
    listening = "application_name = 'pyramidion news'"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}"
    with psycopg.connect(address, autocommit=True) as c:
        assert len(c.execute(cut.encode()).fetchall()) == 2
        rung.clear()
        move(pair[0], made, 0, "a1", 0)
        assert rung.wait(PATIENCE)
        assert room.match.moves == ["a1"]
        eventually(lambda: bool(pair[1].app.state.tables.rooms.is_current))  # type: ignore[attr-defined]
        rung.clear()
        move(pair[0], made, 1, "a2", 1)
        assert rung.wait(PATIENCE)
        assert room.match.moves == ["a1", "a2"]
    leave()


def test_of_two_servers_one_thinks_for_each_move_of_a_bot(
    pair: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: Counter[tuple[int, str]] = Counter()
    think = bots.consider

    def counted(match: Match, *rest: object) -> str:
        thoughts[match.ply, str(match.moves)] += 1
        time.sleep(0.02)  # long enough for the other server to hear that a bot is to act
        return think(match, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "consider", counted)
    seats = [{"kind": "bot", "level": 1}] * 2
    wanted = {"game": "pyramido", "seats": seats, "options": {"quiet_limit": 4}}
    made = pair[0].post("/api/v1/tables", json=wanted).json()
    eventually(lambda: all(look(client, made)["view"]["result"] is not None for client in pair))
    assert len(thoughts) > 4
    assert set(thoughts.values()) == {1}


def test_a_bots_move_claimed_by_a_killed_server_is_taken_over(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "CLAIM", 1.0)
    monkeypatch.setattr(patrol, "CLAIM", 1.0)
    monkeypatch.setattr(patrol, "ROUND", 0.1)
    killed = Storage(address)
    seats = [Seat("bot", 1), Seat("link")]
    killed.add("t", "pyramido", 1, {}, seats, [], 0, [])
    assert killed.claim("t", 0)
    assert not killed.claim("t", 0)
    killed.close()
    with TestClient(create_app(settings_for(address))) as client:
        eventually(lambda: bool(client.get("/api/v1/tables/t").json()["number"] == 1))


def test_a_waiting_bot_moves_after_a_restart_though_nobody_looks(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patrol, "CLAIM", 0.0)
    before = Storage(database)
    before.add("t", "pyramido", 1, {}, [Seat("bot", 1), Seat("link")], [], 0, [])
    with TestClient(create_app(settings_for(database))):
        eventually(lambda: len(before.entries("t", 0)) == 1)
    before.close()


def test_a_token_works_at_every_server(pair: list[TestClient]) -> None:
    made = set_up(pair[0])
    path = f"/api/v1/tables/{made['id']}/legal"
    for client in pair:
        assert client.get(path, headers=bearer(made, 0)).json()["moves"]
        assert not client.get(path, headers=bearer(made, 1)).json()["moves"]


def test_a_database_that_was_away_is_found_again_and_has_everything(
    postgres: Postgres, address: str
) -> None:
    application = create_app(settings_for(address))
    with TestClient(application, raise_server_exceptions=False) as client:
        made = set_up(client)
        assert move(client, made, 0, "a1", 0).status_code == 200
        postgres.stop("immediate")
        try:
            assert move(client, made, 1, "a2", 1).status_code == 503
        finally:
            postgres.start()
        eventually(lambda: bool(move(client, made, 1, "a2", 1).status_code == 200))
        kept = table_in(client, made)
        assert kept is not None
        assert kept.entries == ["a1", "a2"]
        tables = application.state.tables
        eventually(lambda: bool(tables.rooms.is_current))
