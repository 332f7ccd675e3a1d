"""Clocks: the server's time is the truth, it survives a restart, and nobody has to look."""

import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pyramidion.errors import PyramidionError
from pyramidion.table import clocks
from pyramidion.table.app import create_app
from pyramidion.table.clocks import DAY, RESERVE, Clock
from pyramidion.table.storage import Seat
from tests.table.helpers import Json, look, move
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


def test_who_comes_back_in_the_own_turn_has_time_again(client: TestClient) -> None:
    made = set_up(client, "game 5+0")
    room = tables_of(client).rooms.get(made["id"])
    tables_of(client).bots.close()  # so that the turn stays
    rush(client, made, 0)
    room.seats[1].time_left = 0.0
    assert move(client, made, 0, "a1").is_success
    assert room.turn.due is not None
    room.turn = type(room.turn)(room.turn.begun, time.time() - 1)
    room.run_out()
    assert (room.bots, room.turn.due) == ([1], None)
    assert act(client, made, 1, "return") == 200
    assert room.turn.due == pytest.approx(time.time() + RESERVE, abs=1)


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
    made = set_up(client, "game 5+3")
    time.sleep(0.05)
    assert act(client, made, 0, "stand-in", {"level": 1}) == 200
    assert 0 < look(client, made)["seats"][0]["time_left"] < 300  # what was used is used


def test_the_clock_starts_when_all_have_come(client: TestClient) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": "link", "clock": "move 60"}
    id = client.post("/new/pyramido", data=form).headers["location"].removeprefix("/t/")
    path = f"/api/v1/tables/{id}"
    link = client.post(f"{path}/seats/1/link").json()["path"]
    assert client.get(path).json()["turn"]["due"] is None
    client.post(link, data={"name": "Ann"})
    assert client.get(path).json()["turn"]["due"] == pytest.approx(time.time() + 60, abs=5)


def test_a_move_at_the_last_moment_counts(client: TestClient) -> None:
    """Another process moved for the seat: its clock is not stopped by what we last knew."""
    made = set_up(client, "move 30")
    room = tables_of(client).rooms.get(made["id"])
    room._storage.append(made["id"], 0, ["a1"], 0, 1)  # of which this process has not heard
    room.turn = type(room.turn)(room.turn.begun, time.time() - 1)
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
