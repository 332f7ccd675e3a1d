"""People in different places: links, passing a seat on, bots that stand in, rematch, chat."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from pyramidion.table.app import create_app
from pyramidion.table.schema import KEYS
from pyramidion.table.seating import HOLDERS_PER_SEAT, LINKS_PER_SEAT
from pyramidion.table.tables import Tables
from tests.table.helpers import Json, bearer, look, move, set_up
from tests.table.live import settings
from tests.table.test_replay import play_out

BROWSER = "pyramidion"


def tables_of(client: TestClient) -> Tables:
    tables: Tables = client.app.state.tables  # type: ignore[attr-defined]
    return tables


def eventually(true: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def act(client: TestClient, made: Json, seat: int, what: str, body: Json | None = None) -> int:
    path = f"/api/v1/tables/{made['id']}/seats/{seat}/{what}"
    return client.post(path, json=body or {}, headers=bearer(made, seat)).status_code


def move_somehow(client: TestClient, made: Json, seat: int) -> bool:
    path = f"/api/v1/tables/{made['id']}/legal"
    legal = client.get(path, headers=bearer(made, seat)).json()["moves"]
    return bool(move(client, made, seat, next(iter(legal))).is_success)


def pass_on(client: TestClient, made: Json, seat: int) -> str:
    path = f"/api/v1/tables/{made['id']}/seats/{seat}/link"
    answer = client.post(path, json={"passes": True}, headers=bearer(made, seat))
    return str(answer.json()["path"])


# Links


def test_links_come_with_a_code_that_has_no_style_and_no_words(client: TestClient) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}"
    seat = client.post(f"{path}/seats/0/link", headers=bearer(made, 0)).json()
    watch = client.get(f"{path}/link").json()
    assert watch["path"] == made["url"]
    for link in (seat, watch):
        assert re.fullmatch(r'<svg viewBox="[\d ]+" class="qr"><path [^<>]*/></svg>', link["qr"])
        assert "style" not in link["qr"]
    assert seat["qr"] != watch["qr"]


def test_a_seat_that_is_passed_on_is_lost_when_it_is_taken_and_not_before(
    client: TestClient,
) -> None:
    made = set_up(client, "jaguar")
    link = pass_on(client, made, 0)
    assert "Seat 1 passes the seat on to you" in client.get(link).text
    assert look(client, made, 0)["yours"] == [0]
    assert client.post(link, data={"name": "Ann"}).status_code == 303
    assert look(client, made, 0)["yours"] == []  # the old token
    assert look(client, made, 0)["view"]["hand"] is None
    seen = client.get(f"/api/v1/tables/{made['id']}").json()  # the new browser
    assert seen["yours"] == [0]
    assert seen["seats"][0]["name"] == "Ann"
    client.cookies.clear()
    assert client.get(link).status_code == 404  # a link passes a seat on once
    assert client.post(link, data={"name": "Bob"}).status_code == 404


def link_to(client: TestClient, made: Json, seat: int) -> str:
    path = f"/api/v1/tables/{made['id']}/seats/{seat}/link"
    return str(client.post(path, headers=bearer(made, seat)).json()["path"])


def by_browser(client: TestClient, made: Json) -> list[int]:
    """The seats that the client's cookie holds."""
    yours: list[int] = client.get(f"/api/v1/tables/{made['id']}").json()["yours"]
    return yours


def test_when_a_seat_is_passed_on_every_other_key_to_it_is_worth_nothing(
    client: TestClient,
) -> None:
    made = set_up(client, "jaguar")
    assert client.post(link_to(client, made, 0), data={}).status_code == 303
    device = client.cookies["pyramidion"]
    plain, first, second = link_to(client, made, 0), *(pass_on(client, made, 0) for _ in "12")
    client.cookies.clear()
    assert client.post(first, data={"name": "Ann"}).status_code == 303
    assert by_browser(client, made) == [0]
    ann = client.cookies["pyramidion"]
    for link in (plain, second, f"/join/{made['tokens']['0']}"):
        client.cookies.clear()
        assert client.get(link).status_code == 404
        assert client.post(link, data={"name": "Bob"}).status_code == 404
    for key in (device, made["tokens"]["0"], *(link[6:] for link in (plain, first, second))):
        client.cookies.clear()
        client.cookies["pyramidion"] = key
        assert by_browser(client, made) == []
    client.cookies.clear()
    client.cookies["pyramidion"] = ann
    assert by_browser(client, made) == [0]
    assert client.post(first, data={"name": "x"}).status_code == 303  # who asks once more has it
    assert look(client, made)["seats"][0]["name"] == "Ann"


def test_a_link_to_a_seat_that_is_taken_says_so(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": "link"}
    id = client.post("/new/pyramido", data=form).headers["location"].removeprefix("/t/")
    link = client.post(f"/api/v1/tables/{id}/seats/1/link").json()["path"]
    words = "Somebody sits here already"
    assert words not in client.get(link).text
    client.cookies.clear()
    assert client.post(link, data={"name": "Ann"}).status_code == 303
    assert words not in client.get(link).text  # it is her own seat
    client.cookies.clear()
    assert words in client.get(link).text


def test_a_new_browser_that_asks_twice_is_one(client: TestClient) -> None:
    """A double click: the first answer, with its cookie, never arrives."""
    made = set_up(client)
    link = pass_on(client, made, 0)
    assert client.get(link).status_code == 200
    known = dict(client.cookies)
    for _ in range(2):
        assert client.post(link, data={"name": "Ann"}).status_code == 303
        assert dict(client.cookies) == known
    assert by_browser(client, made) == [0]


def test_a_link_that_passes_a_seat_on_tells_nothing_of_the_hand_before_it_is_taken(
    client: TestClient,
) -> None:
    made = set_up(client, "jaguar")
    link = pass_on(client, made, 0)
    hand = look(client, made, 0)["view"]["hand"]
    assert hand
    client.cookies["pyramidion"] = link.removeprefix("/join/")  # as a cookie, and as a token
    as_token = {**made, "tokens": {"0": link.removeprefix("/join/")}}
    everybody = TestClient(client.app).get(made["url"].replace("/t/", "/api/v1/tables/")).json()
    assert client.get(f"/api/v1/tables/{made['id']}").json() == everybody
    assert look(client, as_token, 0) == everybody
    assert everybody["view"]["hand"] is None
    assert move(client, as_token, 0, "pass").status_code == 403
    for body in ({}, {"passes": True}):
        path = f"/api/v1/tables/{made['id']}/seats/0/link"
        assert client.post(path, json=body, headers=bearer(as_token, 0)).status_code == 403
    assert made["id"] not in client.get("/").text  # the list of one's own tables
    assert client.post(link, data={}).status_code == 404  # nor is it a browser
    assert look(client, made, 0)["yours"] == [0]
    page = TestClient(client.app).get(link).text
    assert "passes the seat on" in page
    assert 'class="hand' not in page


def test_who_makes_many_links_keeps_the_seat_and_only_the_newest_links_lead_there(
    client: TestClient,
) -> None:
    made = set_up(client)
    client.post(link_to(client, made, 0), data={})
    assert by_browser(client, made) == [0]
    links = [
        *(link_to(client, made, 0) for _ in range(LINKS_PER_SEAT)),
        *(pass_on(client, made, 0) for _ in range(3)),
    ]
    assert by_browser(client, made) == [0]
    assert look(client, made, 0)["yours"] == [0]
    open_still = [client.get(link).status_code == 200 for link in links]
    assert open_still == [False] * 3 + [True] * LINKS_PER_SEAT


def test_a_seat_has_not_more_browsers_than_so_many(client: TestClient) -> None:
    made = set_up(client)
    link = link_to(client, made, 0)
    for _ in range(HOLDERS_PER_SEAT + 3):
        client.cookies.clear()
        assert client.post(link, data={}).status_code == 303
    assert by_browser(client, made) == [0]
    with tables_of(client).storage.engine.connect() as c:
        holders = sa.select(KEYS).where(KEYS.c.seat == 0, KEYS.c.link.is_(False))
        assert len(c.execute(holders).all()) == HOLDERS_PER_SEAT


def test_a_link_that_passes_a_seat_on_does_so_in_the_rematch(client: TestClient) -> None:
    made = set_up(client, quiet_limit=4)
    link, plain = pass_on(client, made, 0), link_to(client, made, 1)
    play_out(client, made)
    path = f"/api/v1/tables/{made['id']}/again"
    again = {**made, "id": client.post(path, headers=bearer(made, 0)).json()["id"]}
    assert client.post(link, data={"name": "Ann"}).status_code == 303
    assert by_browser(client, again) == [1]
    assert look(client, again, 0)["yours"] == []
    client.cookies.clear()
    assert client.post(link, data={"name": "Bob"}).status_code == 404
    assert client.post(plain, data={"name": "Bob"}).status_code == 303
    assert by_browser(client, again) == [0]


def test_who_has_lost_a_seat_loses_its_stream_of_events(client: TestClient) -> None:
    made = set_up(client, "jaguar")
    room = tables_of(client).rooms.get(made["id"])
    passed = [seat.passed for seat in room.seats]
    client.post(pass_on(client, made, 1), data={})
    assert [seat.passed for seat in room.seats] == [passed[0], passed[1] + 1]


def test_only_who_holds_a_seat_may_pass_it_on_or_hand_it_to_a_bot(client: TestClient) -> None:
    made = set_up(client)
    base = f"/api/v1/tables/{made['id']}/seats/0"
    for headers in ({}, bearer(made, 1)):
        for what, body in (
            ("link", {"passes": True}), ("stand-in", {"level": 1}), ("return", {}),
        ):  # fmt: skip
            assert client.post(f"{base}/{what}", json=body, headers=headers).status_code == 403
    assert act(client, made, 0, "stand-in", {"level": 9}) == 400
    assert act(client, made, 0, "stand-in", {"level": 1}) == 200


# Bots that stand in


def test_a_bot_stands_in_until_the_person_is_back(client: TestClient) -> None:
    made = set_up(client)
    assert act(client, made, 0, "stand-in", {"level": 1}) == 200
    eventually(lambda: look(client, made)["number"] == 1)
    assert look(client, made)["seats"][0]["stand_in"] == 1
    assert act(client, made, 0, "return") == 200
    assert move_somehow(client, made, 1)
    time.sleep(0.3)  # the bot would have moved by now
    assert look(client, made)["number"] == 2


def test_who_moves_is_back(client: TestClient) -> None:
    made = set_up(client)
    assert act(client, made, 1, "stand-in", {"level": 1}) == 200
    assert move_somehow(client, made, 0)
    eventually(lambda: look(client, made)["number"] == 2)
    room = tables_of(client).rooms.get(made["id"])
    tables_of(client).bots.close()  # so that the person can be faster
    assert move_somehow(client, made, 0)
    assert room.bots == [1]
    assert move_somehow(client, made, 1)
    assert room.bots == []


def test_a_bot_plays_for_an_open_seat_until_somebody_comes(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "link", "seat-1": "here"}
    id = client.post("/new/pyramido", data=form).headers["location"].removeprefix("/t/")
    base = f"/api/v1/tables/{id}/seats/0"
    link = client.post(f"{base}/link").json()["path"]
    assert client.post(f"{base}/stand-in", json={"level": 1}).status_code == 200
    eventually(lambda: client.get(f"/api/v1/tables/{id}").json()["number"] == 1)
    client.cookies.clear()
    client.post(link, data={"name": "Ann"})
    assert tables_of(client).rooms.get(id).bots == []
    client.cookies.clear()
    assert client.post(f"{base}/stand-in", json={"level": 1}).status_code == 403


# Rematch


def test_the_same_people_play_again_a_seat_further_with_the_same_rights(
    client: TestClient,
) -> None:
    made = set_up(client, quiet_limit=4)
    path = f"/api/v1/tables/{made['id']}/again"
    assert client.post(path, headers=bearer(made, 0)).json()["code"] == "not_over"
    play_out(client, made)
    assert client.post(path).status_code == 403  # a spectator
    first = client.post(path, headers=bearer(made, 0)).json()
    second = client.post(path, headers=bearer(made, 1)).json()
    assert first == second  # whoever asks later is led to the same table
    assert look(client, made)["next"] == first["id"]
    again = {**made, "id": first["id"]}
    assert look(client, again, 0)["yours"] == [1]
    assert look(client, again, 1)["yours"] == [0]
    assert look(client, again)["view"]["quiet_limit"] == 4
    assert move(client, again, 1, "a1").is_success  # who was second begins


def test_playing_again_by_the_form_leads_to_the_new_table(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": "bot-1", "option-quiet_limit": "4"}
    path = client.post("/new/pyramido", data=form).headers["location"]
    id = path.removeprefix("/t/")
    while True:
        legal = client.get(f"/api/v1/tables/{id}/legal").json()
        if legal["moves"]:
            chosen = {"move": sorted(legal["moves"])[0], "number": legal["number"]}
            client.post(f"/api/v1/tables/{id}/moves", json=chosen)
        elif client.get(f"/api/v1/tables/{id}").json()["view"]["result"]:
            break
    again = client.post(f"{path}/again").headers["location"].removeprefix("/t/")
    assert client.get(f"/api/v1/tables/{again}").json()["yours"] == [1]
    client.cookies.clear()
    assert client.post(f"{path}/again").status_code == 403


def test_a_table_with_others_stays_first_in_the_list_however_many_are_with_bots(
    client: TestClient,
) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": "link"}
    waits = client.post("/new/jaguar", data=form).headers["location"]
    link = client.post(f"/api/v1/tables/{waits[3:]}/seats/1/link").json()["path"]
    mine = client.cookies["pyramidion"]
    client.cookies.clear()
    client.post(link, data={"name": "Ann"})
    client.cookies.clear()
    client.cookies["pyramidion"] = mine
    played = [client.post("/play/pyramido").headers["location"] for _ in range(31)]
    listed = re.findall(r'<a href="(/t/[^"]+)"', client.get("/").text)
    assert len(listed) == 30
    assert listed[0] == waits
    assert set(listed[1:]) < set(played)
    first, second = re.findall(r"<small>([^<]*)</small></span>", client.get("/").text)[:2]
    assert (first, second) == ("Ann", "Imhotep")


# Chat


def say(client: TestClient, made: Json, seat: int | None, said: str) -> int:
    headers = {} if seat is None else bearer(made, seat)
    path = f"/api/v1/tables/{made['id']}/chat"
    return client.post(path, json={"said": said}, headers=headers).status_code


def lines(client: TestClient, made: Json, after: int = 0) -> list[tuple[str, str]]:
    path = f"/api/v1/tables/{made['id']}/chat?after={after}"
    return [(line["name"], line["said"]) for line in client.get(path).json()["lines"]]


def test_seats_write_and_everybody_reads(client: TestClient) -> None:
    made = set_up(client)
    assert say(client, made, 0, "  Good\nluck\x00! ") == 201
    assert say(client, made, 1, "<b>You too</b>") == 201
    assert say(client, made, None, "me too") == 403
    assert lines(client, made) == [("Seat 1", "Good luck !"), ("Seat 2", "<b>You too</b>")]
    assert lines(client, made, after=1) == [("Seat 2", "<b>You too</b>")]
    assert look(client, made)["chat"] == 2
    assert "<b>You too" not in client.get(made["url"]).text


def test_what_was_said_stays_with_who_said_it(client: TestClient) -> None:
    made = set_up(client)
    assert say(client, made, 0, "one") == 201
    for name in ("Ann", "Bob"):
        assert client.post(pass_on(client, made, 0), data={"name": name}).status_code == 303
        made["tokens"]["0"] = client.cookies["pyramidion"]
        assert say(client, made, 0, f"I am {name}") == 201
        client.cookies.clear()
    assert lines(client, made) == [("Seat 1", "one"), ("Ann", "I am Ann"), ("Bob", "I am Bob")]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("👩\u200d🚀 👨\u200d👩\u200d👧 🏳️\u200d🌈", "👩\u200d🚀 👨\u200d👩\u200d👧 🏳️\u200d🌈"),
        ("\U0001fae8 \U0001fac6", "\U0001fae8 \U0001fac6"),  # newer than some Python's tables
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u202eb\u2066c\ue000\u2028\u00add", "a b c d"),  # nothing that turns or hides
        ("\u200dAnn \u200c\u200d", "Ann"),
    ],
)
def test_what_is_said_and_names_keep_their_signs(client: TestClient, typed: str, kept: str) -> None:
    made = set_up(client)
    assert client.post(link_to(client, made, 0), data={"name": typed}).status_code == 303
    assert say(client, made, 0, typed) == 201
    assert lines(client, made) == [(kept, kept)]


@pytest.mark.parametrize("said", ["", " \n ", "\u200d", "\u202e", "x" * 301, "x" * 5000])
def test_a_line_that_is_empty_or_too_long_is_refused(client: TestClient, said: str) -> None:
    made = set_up(client)
    assert say(client, made, 0, said) == 400
    assert lines(client, made) == []


def test_chat_is_limited_for_each_person(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path, lines_per_minute=6))) as client:
        made = set_up(client)
        assert [say(client, made, 0, "x") for _ in range(4)] == [201, 201, 201, 429]
        assert say(client, made, 1, "y") == 201


def test_several_links_to_one_seat_do_not_multiply_the_limit_of_chat(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path, lines_per_minute=6))) as client:
        client.headers["Origin"] = "http://testserver"
        made = set_up(client)
        told = []
        for _ in range(4):
            token = link_to(client, made, 0).removeprefix("/join/")
            told.append(say(client, {**made, "tokens": {"0": token}}, 0, "x"))
        assert told == [201, 201, 201, 429]
        assert say(client, made, 1, "y") == 201


def test_chat_is_off_by_a_switch_and_never_in_a_record(client: TestClient) -> None:
    seats = [{"kind": "person"}] * 2
    wanted = {"game": "pyramido", "seats": seats, "chat": False, "options": {"quiet_limit": 4}}
    made = client.post("/api/v1/tables", json=wanted).json()
    assert say(client, made, 0, "hello") == 409
    assert 'id="chat"' not in client.get(made["url"]).text
    spoken = set_up(client, quiet_limit=4)
    assert 'id="chat"' in client.get(spoken["url"]).text
    say(client, spoken, 0, "a secret word")
    play_out(client, spoken)
    assert "secret" not in client.get(f"/api/v1/replays/{spoken['id']}/record").text
    assert "secret" not in client.get(f"/replay/{spoken['id']}").text
