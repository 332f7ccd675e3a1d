"""Taking back: own moves, while nothing was shown and nobody else has acted since."""

import time

from fastapi.testclient import TestClient

import pyramidion
from pyramidion.table.undo import last_decision
from tests.table.helpers import Json, bearer, look, move, set_up


def undo(client: TestClient, made: Json, seat: int) -> int:
    number = look(client, made)["number"]
    path = f"/api/v1/tables/{made['id']}/undo"
    return client.post(path, json={"number": number}, headers=bearer(made, seat)).status_code


def test_an_own_move_is_taken_back_until_somebody_else_acts(client: TestClient) -> None:
    made = set_up(client)
    move(client, made, 0, "a1")
    assert undo(client, made, 1) == 422
    assert undo(client, made, 0) == 200
    assert look(client, made)["log"] == []
    move(client, made, 0, "a2")
    move(client, made, 1, "a3")
    assert undo(client, made, 0) == 422
    assert look(client, made)["log"] == ["a2", "a3"]


def test_what_was_taken_back_stays_in_the_log_and_numbers_only_grow(client: TestClient) -> None:
    made = set_up(client)
    move(client, made, 0, "a1")
    undo(client, made, 0)
    assert look(client, made)["number"] == 2
    assert move(client, made, 0, "a1", 0).status_code == 409
    assert move(client, made, 0, "a4", 2).status_code == 200


def test_a_bots_answer_is_taken_back_with_the_own_move(client: TestClient) -> None:
    made = set_up(client, "pyramido", "person", "bot")
    move(client, made, 0, "a1")
    deadline = time.monotonic() + 20
    while look(client, made)["number"] < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert undo(client, made, 0) == 200
    assert look(client, made)["log"] == []


def test_a_spectator_cannot_take_anything_back(client: TestClient) -> None:
    made = set_up(client)
    move(client, made, 0, "a1")
    path = f"/api/v1/tables/{made['id']}/undo"
    assert client.post(path, json={"number": 1}).status_code == 403


def test_at_one_screen_every_move_goes_back_one_by_one() -> None:
    m = pyramidion.new("pyramido")
    m.play("a1")
    m.play("a2")
    assert last_decision(m, (0, 1), ()) == 1
    assert last_decision(m, (0,), ()) is None
    assert last_decision(m, (0,), (1,)) == 0
    assert last_decision(pyramidion.new("pyramido"), (0, 1), ()) is None


def test_in_a_game_of_memory_nothing_is_taken_back() -> None:
    """A lift shows what lies below; a move may uncover it."""
    for options, ply in (({}, 0), ({"memory": True}, None)):
        m = pyramidion.new("spitze", **options)  # type: ignore[arg-type]
        m.play("a2-a3")
        assert last_decision(m, (0, 1), ()) == ply
    m.play("lift a5")
    assert last_decision(m, (0, 1), ()) is None
