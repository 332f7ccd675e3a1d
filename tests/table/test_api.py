"""A program at the table: the JSON API, and everything that can be sent wrongly."""

import concurrent.futures
import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pyramidion.table.app import create_app
from tests.table.helpers import bearer, look, move, set_up
from tests.table.live import settings, settings_for
from tests.table.postgres import Postgres


def test_two_programs_play_a_game_to_its_end(client: TestClient) -> None:
    made = set_up(client, quiet_limit=4)
    for _ in range(200):
        seen = look(client, made)
        seat = seen["view"]["actor"]
        if seat is None:
            break
        legal = client.get(f"/api/v1/tables/{made['id']}/legal", headers=bearer(made, seat)).json()
        assert move(client, made, seat, sorted(legal["moves"])[-1]).status_code == 200
    assert look(client, made)["view"]["result"] is not None
    assert move(client, made, 0, "a1").json()["code"] == "not_your_turn"


def test_legal_moves_are_given_to_the_seat_that_acts_and_to_nobody_else(
    client: TestClient,
) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/legal"
    assert client.get(path, headers=bearer(made, 0)).json()["moves"]["a3"] == ["a3"]
    assert client.get(path, headers=bearer(made, 1)).json()["moves"] == {}
    assert client.get(path).json()["moves"] == {}


def test_a_seat_needs_its_token(client: TestClient) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/moves"
    body = {"move": "a1", "number": 0}
    nobody = client.post(path, json=body)
    assert (nobody.status_code, nobody.json()["code"]) == (403, "not_your_seat")
    wrong = client.post(path, json=body, headers={"Authorization": "Bearer nonsense"})
    assert wrong.status_code == 403
    other = set_up(client)
    foreign = client.post(path, json=body, headers=bearer(other, 0))
    assert foreign.status_code == 403
    assert look(client, made)["log"] == []


def test_a_move_out_of_turn_is_refused(client: TestClient) -> None:
    made = set_up(client)
    answer = move(client, made, 1, "a1")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")
    assert look(client, made)["log"] == []


def test_a_stale_or_doubled_move_is_refused_and_changes_nothing(client: TestClient) -> None:
    made = set_up(client)
    assert move(client, made, 0, "a1", 0).json() == {"number": 1}
    twice = move(client, made, 0, "a1", 0)
    assert (twice.status_code, twice.json()["code"]) == (409, "stale")
    assert look(client, made)["log"] == ["a1"]


def test_of_many_that_want_the_same_number_exactly_one_wins(client: TestClient) -> None:
    made = set_up(client)
    with concurrent.futures.ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda n: move(client, made, 0, f"a{n}", 0), range(1, 9)))
    assert sorted(a.status_code for a in answers) == [200] + [409] * 7
    assert look(client, made)["number"] == 1


def test_a_refused_move_names_its_rule_in_both_languages(client: TestClient) -> None:
    made = set_up(client)
    answer = move(client, made, 0, "b1")
    assert answer.status_code == 422
    assert answer.json()["rule"] == "P6"
    assert answer.json()["message"]["en"] == "stones are placed on the base only"
    assert answer.json()["message"]["de"]
    assert look(client, made)["log"] == []


def test_why_a_touch_leads_nowhere(client: TestClient) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/why"
    answer = client.post(path, json={"keys": ["c2"]}, headers=bearer(made, 0))
    assert answer.json()["rule"] == "P6"
    assert client.post(path, json={"keys": ["c2"]}, headers=bearer(made, 1)).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"move": 3, "number": 0}',
        b'{"move": "a1"}',
        b'{"move": "a1", "number": -1}',
        b'{"move": "a1", "number": 1e99}',
        b'{"move": "a1", "number": 0, "more": 1}',
        json.dumps({"move": "a" * 300, "number": 0}).encode(),
    ],
)
def test_broken_bodies_get_a_400_in_words_and_change_nothing(
    client: TestClient, body: bytes
) -> None:
    made = set_up(client)
    answer = client.post(
        f"/api/v1/tables/{made['id']}/moves",
        content=body,
        headers={**bearer(made, 0), "Content-Type": "application/json"},
    )
    assert answer.status_code == 400
    assert answer.json()["message"]["en"].startswith("What was sent could not be understood")
    assert look(client, made)["log"] == []


def test_a_huge_body_is_refused(client: TestClient) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/moves"
    huge = b'{"move": "' + b"a" * 100_000 + b'", "number": 0}'
    declared = client.post(path, content=huge, headers=bearer(made, 0))
    assert declared.status_code == 413
    assert declared.json()["code"] == "too_large"

    def drip() -> "list[bytes]":
        return [huge[n : n + 1000] for n in range(0, len(huge), 1000)]

    dripped = client.post(path, content=iter(drip()), headers=bearer(made, 0))
    assert dripped.status_code == 413
    assert look(client, made)["log"] == []


@pytest.mark.parametrize("path", ["", "/legal", "/moves", "/undo", "/why", "/hint", "/events"])
def test_an_unknown_table_is_a_404_in_words(client: TestClient, path: str) -> None:
    body = {"moves": {"move": "a1", "number": 0}, "undo": {"number": 0}, "why": {"keys": []},
            "hint": {}}.get(path[1:])  # fmt: skip
    url = f"/api/v1/tables/nowhere{path}"
    answer = client.get(url) if body is None else client.post(url, json=body)
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown_table"


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess", "seats": [{"kind": "bot"}]},
        {"game": "pyramido", "seats": [{"kind": "bot"}] * 3},
        {"game": "pyramido", "seats": []},
        {"game": "pyramido", "seats": [{"kind": "cat"}] * 2},
        {"game": "pyramido", "seats": [{"kind": "bot", "level": 9}] * 2},
        {"game": "pyramido", "seats": [{"kind": "bot"}] * 2, "options": {"quiet_limit": "x"}},
        {"game": "pyramido", "seats": [{"kind": "bot"}] * 2, "options": {"unknown": 1}},
    ],
)
def test_an_impossible_table_is_refused(client: TestClient, wanted: object) -> None:
    answer = client.post("/api/v1/tables", json=wanted)
    assert answer.status_code == 400
    assert answer.json()["message"]["de"]


def test_another_site_cannot_make_changes(client: TestClient) -> None:
    made = set_up(client)
    path, body = f"/api/v1/tables/{made['id']}/moves", {"move": "a1", "number": 0}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
    ):
        answer = client.post(path, json=body, headers={**bearer(made, 0), **headers})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    del client.headers["Origin"]
    with_cookie = client.post(path, json=body, headers={"Cookie": "pyramidion=x"})
    assert with_cookie.json()["code"] == "foreign_origin"
    assert look(client, made)["log"] == []


def test_who_is_too_fast_has_to_wait(tmp_path: Path) -> None:
    slow = settings(tmp_path, changes_per_second=0.01, changes_at_once=5)
    with TestClient(create_app(slow)) as client:
        statuses = [client.post("/api/v1/tables", json={}).status_code for _ in range(7)]
    assert statuses == [400] * 5 + [429] * 2


def test_tables_and_moves_outlive_the_server(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path))) as client:
        made = set_up(client)
        move(client, made, 0, "a1")
        move(client, made, 1, "a2")
        before = look(client, made, 0)
    with TestClient(create_app(settings(tmp_path))) as client:
        assert look(client, made, 0) == before
        assert move(client, made, 0, "a3").status_code == 200


def test_two_servers_on_one_database_never_both_win_a_number(postgres: Postgres) -> None:
    database = postgres.database()
    with (
        TestClient(create_app(settings_for(database))) as one,
        TestClient(create_app(settings_for(database))) as other,
    ):
        made = set_up(one)
        assert look(other, made)["number"] == 0
        assert move(one, made, 0, "a1", 0).status_code == 200
        late = move(other, made, 0, "a2", 0)  # it has not seen the first move yet
        assert (late.status_code, late.json()["code"]) == (409, "stale")
        assert look(other, made)["log"] == ["a1"]
        assert move(other, made, 1, "a2", 1).status_code == 200


def test_the_database_holds_no_token(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path))) as client:
        made = set_up(client)
        client.post(f"/api/v1/tables/{made['id']}/seats/0/link", headers=bearer(made, 0))
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in made["tokens"].values():
        assert len(token) >= 43  # 256 bits
        assert token.encode() not in kept


def test_the_api_describes_itself(client: TestClient) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    for path in ("/tables", "/tables/{id}", "/tables/{id}/legal", "/tables/{id}/moves",
                 "/tables/{id}/events"):  # fmt: skip
        assert f"/api/v1{path}" in paths


def test_a_hint_is_a_legal_move_with_what_to_touch(client: TestClient) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/hint"
    hint = client.post(path, headers=bearer(made, 0)).json()
    assert hint["move"] in look(client, made, 0)["view"]["legal"]
    assert hint["keys"] == [hint["move"]]
    assert client.post(path, headers=bearer(made, 1)).status_code == 409


def test_a_hint_says_what_is_proved_where_a_game_is_known_exactly(client: TestClient) -> None:
    for game, said in (
        ("pyramido", "Proved: against perfect play every move loses"),
        ("spitze", ""),
    ):
        made = set_up(client, game, "person", "person")
        path = f"/api/v1/tables/{made['id']}/hint"
        assert client.post(path, headers=bearer(made, 0)).json()["proved"] == said
