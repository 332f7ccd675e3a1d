"""Clocks: the server's time is the truth, it survives a restart, and nobody has to look."""

import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pyramidion.errors import PyramidionError
from pyramidion.table import clocks, turns
from pyramidion.table.app import create_app
from pyramidion.table.clocks import DAY, RESERVE, Clock
from pyramidion.table.schema import MATCHES
from pyramidion.table.storage import Seat, Turn
from tests.table.helpers import Json, bearer, look, move
from tests.table.live import settings
from tests.table.test_people import act, eventually, move_somehow, pass_on, tables_of


def set_up(client: TestClient, clock: str) -> Json:
    """Two persons, both there, against time."""
    wanted = {"game": "pyramido", "seats": [{"kind": "person"}] * 2, "clock": clock}
    answer = client.post("/api/v1/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


def rush(client: TestClient, made: Json, seconds: float) -> None:
    """Let the time of who acts run out in so many seconds."""
    tables = tables_of(client)
    room = tables.rooms.get(made["id"])
    assert room.clock is not None
    room.clock = Clock(room.clock.kind, seconds, room.clock.increment)


def test_what_a_clock_is() -> None:
    assert clocks.read("") is None
    assert clocks.read("move 30") == Clock("move", 30)
    assert clocks.read("game 10+5") == Clock("game", 600, 5)
    assert clocks.read("days 2") == Clock("days", 2 * DAY)
    for choice in clocks.CHOICES:
        clocks.read(choice)


@pytest.mark.parametrize(
    "text", ["move", "move 4", "move 9999", "game 10", "game 0+5", "game 5+999", "days 0",
             "days 99", "30", "move -5", "move 30 ", "move ٣٠", "days 2\n"]
)  # fmt: skip
def test_what_is_no_clock_is_refused_in_words(client: TestClient, text: str) -> None:
    with pytest.raises(PyramidionError):
        clocks.read(text)
    wanted = {"game": "pyramido", "seats": [{"kind": "person"}] * 2, "clock": text}
    answer = client.post("/api/v1/tables", json=wanted)
    assert answer.status_code == 400
    form = {"players": "2", "seat-0": "here", "seat-1": "bot-1", "clock": text}
    assert client.post("/new/pyramido", data=form).status_code == 400


def test_a_games_time_is_counted_and_everybody_has_a_reserve() -> None:
    clock = Clock("game", 600, 5)
    seat = Seat("link", time_left=600)
    assert clock.allowed(seat) == 600
    assert clock.after(seat, 20) == 585
    assert clock.after(Seat("link", time_left=3), 10) == 5
    assert clock.allowed(Seat("link", time_left=5)) == RESERVE
    assert Clock("move", 30).after(seat, 20) is None


def test_each_turn_has_its_due_time_and_the_game_its_rest(client: TestClient) -> None:
    made = set_up(client, "game 10+5")
    begun = look(client, made)["turn"]
    assert begun["due"] == pytest.approx(begun["begun"] + 600, abs=0.5)
    assert move(client, made, 0, "a1").is_success
    seen = look(client, made)
    assert seen["turn"]["due"] == pytest.approx(seen["turn"]["begun"] + 600, abs=0.5)
    spent = seen["turn"]["begun"] - begun["begun"]
    assert seen["seats"][0]["time_left"] == pytest.approx(605 - spent, abs=0.01)
    assert move(client, made, 1, "a2").is_success
    turn = look(client, made)["turn"]
    assert turn["due"] == pytest.approx(turn["begun"] + 605 - spent, abs=0.01)


def test_when_time_runs_out_a_bot_moves_until_the_person_is_back(client: TestClient) -> None:
    made = set_up(client, "move 30")
    rush(client, made, 0.2)
    assert move(client, made, 0, "a1").is_success
    eventually(lambda: look(client, made)["number"] == 2)  # nobody has the page open
    seen = look(client, made)
    assert [seat["stand_in"] for seat in seen["seats"]] == [0, clocks.LEVEL]
    rush(client, made, 30)
    assert move_somehow(client, made, 0)
    eventually(lambda: look(client, made)["number"] >= 4)
    assert act(client, made, 1, "return") == 200
    rush(client, made, 30)
    assert move_somehow(client, made, 0)
    turn = look(client, made)["turn"]
    assert turn["due"] == pytest.approx(turn["begun"] + 30, abs=0.5)  # the clock runs again
    assert move_somehow(client, made, 1)


def turn_of(client: TestClient, made: Json) -> tuple[float, float]:
    turn = look(client, made)["turn"]
    return turn["begun"], turn["due"]


def take_back(client: TestClient, made: Json, seat: int) -> int:
    body = {"number": look(client, made)["number"]}
    path = f"/api/v1/tables/{made['id']}/undo"
    return client.post(path, json=body, headers=bearer(made, seat)).status_code


def set_due(client: TestClient, made: Json, due: float) -> None:
    """As if the turn had begun long ago."""
    tables = tables_of(client)
    with tables.storage.changing(made["id"]) as c:
        c.execute(MATCHES.update().where(MATCHES.c.id == made["id"]).values(due=due))
    tables.rooms.get(made["id"]).catch_up()


@pytest.mark.parametrize("clock", ["move 30", "game 5+3", "days 2"])
def test_a_bot_that_stands_in_gives_no_time(client: TestClient, clock: str) -> None:
    made = set_up(client, clock)
    tables_of(client).bots.close()  # so that the turn stays
    before = turn_of(client, made)
    for _ in range(3):
        assert act(client, made, 0, "stand-in", {"level": 1}) == 200
        assert act(client, made, 0, "return") == 200
        link = client.post(f"/api/v1/tables/{made['id']}/seats/0/link", headers=bearer(made, 0))
        assert client.post(link.json()["path"], data={"name": "Ann"}).status_code == 303
        assert client.post(pass_on(client, made, 1), data={"name": "Bob"}).status_code == 303
        made["tokens"]["1"] = client.cookies["pyramidion"]
    assert turn_of(client, made) == before
    if clock == "game 5+3":
        assert [seat["time_left"] for seat in look(client, made)["seats"]] == [300, 300]


@pytest.mark.parametrize("clock", ["move 30", "game 5+3", "days 2"])
def test_who_lets_a_bot_begin_the_turn_has_its_time_from_its_beginning(
    client: TestClient, clock: str
) -> None:
    made = set_up(client, clock)
    tables_of(client).bots.close()
    assert act(client, made, 1, "stand-in", {"level": 1}) == 200
    assert move(client, made, 0, "a1").is_success
    turn = look(client, made)["turn"]
    assert turn["due"] is None  # nobody waits for a person
    time.sleep(0.1)
    assert act(client, made, 1, "return") == 200
    begun, due = turn_of(client, made)
    assert begun == turn["begun"]
    room = tables_of(client).rooms.get(made["id"])
    assert room.clock is not None
    assert due == pytest.approx(begun + room.clock.allowed(room.seats[1]), abs=0.001)


@pytest.mark.parametrize("clock", ["move 30", "game 5+3", "days 2"])
def test_a_turn_whose_time_is_used_up_is_the_bots(client: TestClient, clock: str) -> None:
    """Else whoever comes back again and again would keep the bot from moving."""
    made = set_up(client, clock)
    tables_of(client).bots.close()
    set_due(client, made, time.time() - 1)
    room = tables_of(client).rooms.get(made["id"])
    room.run_out()
    assert room.bots == [0]
    due = room.turn.due
    path = f"/api/v1/tables/{made['id']}/seats/0/return"
    answer = client.post(path, headers=bearer(made, 0))
    assert (answer.status_code, answer.json()["code"]) == (409, "time_is_up")
    assert client.post(pass_on(client, made, 0), data={"name": "Ann"}).status_code == 303
    assert (room.bots, room.turn.due) == ([0], due)  # the new person waits for it, too
    made["tokens"]["0"] = client.cookies["pyramidion"]
    assert move(client, made, 0, "a1").is_success  # who is faster than the bot is back
    assert room.bots == []
    assert tables_of(client).storage.overdue() == []


def test_a_bot_that_stands_in_earns_no_increment(client: TestClient) -> None:
    made = set_up(client, "game 5+60")
    time.sleep(0.05)
    assert act(client, made, 0, "stand-in", {"level": 1}) == 200
    eventually(lambda: look(client, made)["number"] == 1)
    assert 290 < look(client, made)["seats"][0]["time_left"] < 300  # what was used is used


def test_a_move_that_is_taken_back_gives_no_time(client: TestClient) -> None:
    made = set_up(client, "days 2")
    soon = time.time() + 100
    set_due(client, made, soon)
    for square in ("a1", "a2", "a3"):
        assert move(client, made, 0, square).is_success
        assert turn_of(client, made)[1] == pytest.approx(time.time() + 2 * DAY, abs=10)
        assert take_back(client, made, 0) == 200
        assert turn_of(client, made)[1] < soon + 10
    assert look(client, made)["seats"][0]["time_left"] is None
    assert move(client, made, 0, "a1").is_success
    assert move(client, made, 1, "a2").is_success  # now it is another turn
    assert turn_of(client, made)[1] == pytest.approx(time.time() + 2 * DAY, abs=10)


def test_of_two_own_moves_in_a_row_neither_gives_the_other_time(client: TestClient) -> None:
    """Back and forth between several decisions of one's own is no way to wait."""
    seats = [{"kind": "person"}] * 2
    wanted = {"game": "flaming", "seats": seats, "clock": "days 2"}
    made: Json = client.post("/api/v1/tables", json=wanted).json()
    room = tables_of(client).rooms.get(made["id"])
    while (mover := room.match.actor) is not None:
        assert move_somehow(client, made, mover)
        if room.match.actor == mover and room.can_go_back([mover]) == room.match.ply - 1:
            break
    assert mover is not None
    soon = time.time() + 100
    set_due(client, made, soon)  # of the second decision
    for _ in range(3):
        assert take_back(client, made, mover) == 200
        assert turn_of(client, made)[1] < soon + 10
        assert move_somehow(client, made, mover)
        assert room.match.actor == mover
        assert turn_of(client, made)[1] < soon + 10


def test_a_move_that_a_bot_made_late_gives_no_time_when_it_is_taken_back(
    client: TestClient,
) -> None:
    made = set_up(client, "days 2")
    set_due(client, made, time.time() - 1)
    room = tables_of(client).rooms.get(made["id"])
    room.run_out()
    eventually(lambda: room.number >= 1)
    tables_of(client).bots.close()
    assert take_back(client, made, 0) == 200
    assert act(client, made, 0, "return") == 409
    assert turns.is_late(room.turn, time.time())


def test_time_runs_while_the_server_does_not(tmp_path: Path) -> None:
    here = settings(tmp_path)
    with TestClient(create_app(here)) as client:
        made = set_up(client, "move 30")
        rush(client, made, 0.5)
        assert move(client, made, 0, "a1").is_success
        assert look(client, made)["turn"]["due"] is not None
    time.sleep(0.5)
    with TestClient(create_app(here)) as client:  # nobody asks for the table
        storage = tables_of(client).storage
        eventually(lambda: len(storage.entries(made["id"], 0)) == 2)
        assert look(client, made)["seats"][1]["stand_in"] == clocks.LEVEL


def test_a_seat_that_is_passed_on_keeps_its_time(client: TestClient) -> None:
    made = set_up(client, "move 30")
    due = look(client, made)["turn"]["due"]
    client.post(pass_on(client, made, 0), data={"name": "Ann"})
    assert look(client, made)["turn"]["due"] == due


def test_the_clock_starts_when_all_have_come(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": "link", "clock": "move 60"}
    id = client.post("/new/pyramido", data=form).headers["location"].removeprefix("/t/")
    path = f"/api/v1/tables/{id}"
    link = client.post(f"{path}/seats/1/link").json()["path"]
    assert client.get(path).json()["turn"]["due"] is None
    client.post(link, data={"name": "Ann"})
    assert client.get(path).json()["turn"]["due"] == pytest.approx(time.time() + 60, abs=5)


def test_a_seat_that_a_bot_keeps_for_somebody_stops_no_clock(client: TestClient) -> None:
    """Else a friend who never comes would let everybody else think for ever."""
    form = {"players": "3", "seat-0": "here", "seat-1": "link", "seat-2": "link",
            "clock": "move 60"}  # fmt: skip
    id = client.post("/new/pharao", data=form).headers["location"].removeprefix("/t/")
    path = f"/api/v1/tables/{id}"
    links = [client.post(f"{path}/seats/{seat}/link").json()["path"] for seat in (1, 2)]
    assert client.post(f"{path}/seats/2/stand-in", json={"level": 1}).status_code == 200
    assert client.get(path).json()["turn"]["due"] is None  # seat 2 waits still
    host = client.cookies["pyramidion"]
    for link in links:
        client.cookies.clear()
        assert client.post(link, data={"name": "Ann"}).status_code == 303
        turn = client.get(path).json()["turn"]
        assert turn["due"] == pytest.approx(turn["begun"] + 60)
        assert links[0] != link or (first := turn)
    assert turn == first  # who comes later starts nothing anew
    client.cookies.clear()
    client.cookies["pyramidion"] = host
    again = client.post("/new/pharao", data=form).headers["location"].removeprefix("/t/")
    path = f"/api/v1/tables/{again}"
    for seat in (1, 2):
        assert client.get(path).json()["turn"]["due"] is None
        assert client.post(f"{path}/seats/{seat}/stand-in", json={"level": 1}).status_code == 200
    assert client.get(path).json()["turn"]["due"] == pytest.approx(time.time() + 60, abs=5)


def test_who_comes_while_a_bot_thinks_for_the_seat_has_the_whole_time(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "link", "seat-1": "here", "clock": "move 60"}
    id = client.post("/new/pyramido", data=form).headers["location"].removeprefix("/t/")
    path = f"/api/v1/tables/{id}"
    link = client.post(f"{path}/seats/0/link").json()["path"]
    tables_of(client).bots.close()
    assert client.post(f"{path}/seats/0/stand-in", json={"level": 1}).status_code == 200
    assert client.get(path).json()["turn"]["due"] is None
    client.cookies.clear()
    assert client.post(link, data={"name": "Ann"}).status_code == 303
    assert client.get(path).json()["turn"]["due"] == pytest.approx(time.time() + 60, abs=5)


def test_a_move_at_the_last_moment_counts(client: TestClient) -> None:
    """Another process moved for the seat: its clock is not stopped by what we last knew."""
    made = set_up(client, "move 30")
    room = tables_of(client).rooms.get(made["id"])
    room._storage.append(made["id"], 0, ["a1"], 0, 1)  # of which this process has not heard
    room.turn = Turn(room.turn.begun, time.time() - 1)
    room.run_out()
    assert room.number == 1
    assert room.bots == []


def test_who_plays_against_time_lets_moves_stand(client: TestClient) -> None:
    for clock, undone in (("move 30", 422), ("days 2", 200), ("", 200)):
        made = set_up(client, clock)
        assert move(client, made, 0, "a1").is_success
        path = f"/api/v1/tables/{made['id']}/undo"
        headers = {"Authorization": f"Bearer {made['tokens']['0']}"}
        answer = client.post(path, json={"number": 1}, headers=headers)
        assert answer.status_code == undone, clock
