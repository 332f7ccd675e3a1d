"""Replays: who may see what of which game, and what a bad record is told."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import pyramidion
from pyramidion.games import catalogue
from pyramidion.match import Match
from pyramidion.records import match_of
from pyramidion.table.app import create_app
from pyramidion.table.shelf import STALE, Shelf
from pyramidion.table.turning import told
from tests.table.helpers import Json, bearer, look, move, set_up
from tests.table.live import settings


def played(game: str, seed: int = 3, **options: Any) -> Match:
    """A game of random moves, to its end."""
    match = Match(game, options=options, seed=seed)
    chooser = random.Random(seed)
    while match.actor is not None:
        match.play(chooser.choice(match.legal))
    return match


def brought(client: TestClient, record: Any) -> str:
    answer = client.post("/api/v1/replays", content=json.dumps(record))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def play_out(client: TestClient, made: Json) -> None:
    """Both seats move at random until the table is finished."""
    chooser = random.Random(1)
    while (actor := look(client, made)["view"]["actor"]) is not None:
        path = f"/api/v1/tables/{made['id']}/legal"
        legal = client.get(path, headers=bearer(made, actor)).json()
        assert move(client, made, actor, chooser.choice(sorted(legal["moves"]))).status_code == 200


def test_a_running_game_has_no_replay_in_any_form(client: TestClient) -> None:
    made = set_up(client, "jaguar")
    for headers in ({}, bearer(made, 0)):
        for path in (
            f"/replay/{made['id']}",
            f"/replay/{made['id']}?as=1",
            f"/replay/{made['id']}/position?at=3",
            f"/api/v1/replays/{made['id']}/record",
            f"/api/v1/replays/{made['id']}/analysis",
        ):
            assert client.get(path, headers=headers).status_code == 409, path
        asked = client.post(f"/api/v1/replays/{made['id']}/analysis", headers=headers)
        assert asked.json()["code"] == "still_running"


def test_a_finished_table_is_replayed_by_everybody_who_has_its_address(client: TestClient) -> None:
    made = set_up(client, quiet_limit=4)
    play_out(client, made)
    page = client.get(f"/replay/{made['id']}?at=1")
    assert page.status_code == 200
    assert "Seat 1 places on" in page.text
    record = client.get(f"/api/v1/replays/{made['id']}/record")
    assert "attachment" in record.headers["content-disposition"]
    assert match_of(record.json()).result == look(client, made)["view"]["result"]


@pytest.mark.parametrize("game", catalogue.names())
def test_every_step_of_every_game_can_be_shown_through_all_eyes(
    client: TestClient, game: str
) -> None:
    match = played(game)
    id = brought(client, match.record())
    steps = random.Random(2).sample(range(match.ply + 1), 12)
    for at in steps:
        for eyes in ("", *(f"&as={n + 1}" for n in range(match.players))):
            answer = client.get(f"/replay/{id}/position?at={at}{eyes}")
            assert answer.status_code == 200, answer.text
            assert answer.json()["at"] == at
    for language in ("en", "de"):
        assert client.get(f"/replay/{id}", headers={"Accept-Language": language}).is_success


def test_all_hands_or_as_one_seat_saw_it(client: TestClient) -> None:
    match = played("jaguar")
    at = next(p for p in range(match.ply) if match.at(p).actor == 0 and p > 20)
    hands = [match.at(at).view(seat)["hand"] for seat in (0, 1)]
    assert all(hands)
    id = brought(client, match.record())

    def shown(eyes: str) -> list[bool]:
        page = client.get(f"/replay/{id}/position?at={at}{eyes}").json()
        drawn = page["board"] + page["hands"]
        return [all(f'data-key="hand-{card}"' in drawn for card in hand) for hand in hands]

    assert shown("") == [True, True]
    assert shown("&as=1") == [True, False]
    assert shown("&as=2") == [False, True]


def test_a_record_comes_back_as_it_was_brought(client: TestClient) -> None:
    record = played("flaming").record()
    id = brought(client, record)
    assert client.get(f"/api/v1/replays/{id}/record").json() == record
    shuffled = dict(reversed(list(record.items())))
    assert brought(client, shuffled) == id


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_corrupt_record_says_at_which_move(client: TestClient, language: str) -> None:
    record = played("pyramido").record()
    record["moves"][6] = "c2"
    text = json.dumps(record)
    page = client.post("/replay", data={"record": text}, headers={"Accept-Language": language})
    assert page.status_code == 400
    assert {"en": "at move 7, c2: stones", "de": "ab Zug 7 nicht, c2: eingesetzt"}[
        language
    ] in page.text
    assert "&#34;moves&#34;" in page.text  # what was pasted is not lost


@pytest.mark.parametrize(
    "text",
    ["", "no", "[]", "{}", "null", '{"format": 1}', "[" * 15_000, '"x"', "1e999"],
)
def test_what_is_no_record_is_refused_in_words(client: TestClient, text: str) -> None:
    answer = client.post("/api/v1/replays", content=text)
    assert answer.status_code == 400
    assert set(answer.json()["message"]) == {"en", "de"}
    assert client.post("/replay", data={"record": text}).status_code == 400


def test_a_record_too_long_or_no_text_is_refused(client: TestClient) -> None:
    record = {**played("pyramido").record(), "moves": ["a1"] * 5000}
    assert client.post("/api/v1/replays", content=json.dumps(record)).status_code == 400
    assert client.post("/api/v1/replays", content=b"\xff\xfe").status_code == 400
    assert client.post("/api/v1/replays", content=b"x" * 70_000).status_code == 413


@pytest.mark.parametrize("query", ["at=9999", "as=3", "at=-1", "as=0", "at=x"])
def test_a_position_that_is_not_there_is_said_to_be_none(client: TestClient, query: str) -> None:
    id = brought(client, played("pyramido").record())
    for path in (f"/replay/{id}", f"/replay/{id}/position"):
        assert client.get(f"{path}?{query}").status_code in (400, 404)
    assert client.get("/replay/record-nothing").status_code == 404
    assert client.get("/replay/nothing").status_code == 404


def test_an_analysis_is_made_beside_the_pages_and_kept(tmp_path: Path) -> None:
    match = played("pyramido", quiet_limit=6)
    quick = settings(tmp_path, analysis_seconds=0.5)
    with TestClient(create_app(quick)) as client:
        id = brought(client, match.record())
        path = f"/api/v1/replays/{id}/analysis"
        assert client.get(path).json()["state"] == "none"
        assert client.post(path).json()["state"] in ("working", "ready")
        until = time.monotonic() + 60
        while (found := client.get(path).json())["state"] != "ready":
            assert time.monotonic() < until
            time.sleep(0.05)
    assert len(found["moments"]) == match.ply
    with TestClient(create_app(quick)) as client:  # after a restart
        assert client.get(path).json() == found
        page = client.get(f"/replay/{id}").text
    assert page.count("<polyline") == match.players
    for moment in found["moments"]:
        assert (f'data-at="{moment["ply"]}" aria-label' in page) == moment["turned"]


@pytest.mark.parametrize(
    ("language", "deed", "cost"),
    [
        (
            "en",
            "Move 6: Seat 2 climbs from a6 to b6",
            "Seat 2’s chance to win fell from 62 % to 31 %; "
            "better: places on a3 (62 %), places on a8 (50 %).",
        ),
        (
            "de",
            "Zug 6: Platz 2 steigt von a6 nach b6 auf",
            "Die Siegchance von Platz 2 fiel von 62 % auf 31 %; "
            "besser: setzt auf a3 ein (62 %), setzt auf a8 ein (50 %).",
        ),
    ],
)
def test_turning_points_are_said_in_words(
    client: TestClient, language: str, deed: str, cost: str
) -> None:
    match = played("pyramido")
    id = brought(client, match.record())
    shelf: Shelf = client.app.state.tables.shelf  # type: ignore[attr-defined]
    turn = {
        "ply": 5, "actor": 1, "move": "a6-b6", "best": "a3", "value": 0.62, "lost": 0.31,
        "chances": [0.38, 0.62], "better": [["a3", 0.62], ["a8", 0.5]], "turned": True,
    }  # fmt: skip
    shelf.note(id, 1, 1, [turn])
    page = client.get(f"/replay/{id}?at=0", headers={"Accept-Language": language}).text
    words = " ".join(page.split())  # no-break spaces, too
    assert f'<li><a href="/replay/{id}?at=5" data-at="5">{deed}</a> <span>{cost}</span>' in words
    assert f'data-at="5" aria-label="{deed}"' in words


@pytest.mark.parametrize("game", catalogue.names())
def test_every_move_that_might_turn_a_game_has_words(game: str) -> None:
    match = played(game)
    for ply in random.Random(1).sample(range(match.ply), 8):
        seen = match.at(ply)
        if seen.actor is None or match.moves[ply].startswith("*"):
            continue
        better = [[move, 0.5] for move in seen.legal[:3]]
        moment = {"ply": ply, "actor": seen.actor, "move": match.moves[ply], "value": 0.5,
                  "lost": 0.2, "better": better}  # fmt: skip
        names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo"]
        for language in ("en", "de"):
            words = told(match, moment, names, language)
            assert names[seen.actor] in words["deed"] + words["fell"]
            assert "{" not in "".join(words.values())


def test_nobody_may_ask_for_very_many_analyses(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path, analyses_per_hour=1))) as client:
        first, second = (
            brought(client, played("pyramido", seed, quiet_limit=4).record()) for seed in (1, 2)
        )
        for _ in range(2):  # asking twice for one game is one analysis
            assert client.post(f"/api/v1/replays/{first}/analysis").status_code == 202
        assert client.post(f"/api/v1/replays/{second}/analysis").status_code == 429


def test_an_analysis_whose_worker_died_may_be_asked_for_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf: Shelf = client.app.state.tables.shelf  # type: ignore[attr-defined]
    shelf.note("x", 1, 9)
    assert shelf.progress("x").state == "working"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + STALE + 1)
    assert shelf.progress("x").state == "none"


def test_a_match_can_be_seen_as_it_was() -> None:
    match = played("jaguar")
    again = pyramidion.load({**match.record(), "moves": [], "result": None, "points": None})
    for ply, name in enumerate(match.moves):
        earlier = match.at(ply)
        assert (earlier.moves, earlier.legal) == (again.moves, again.legal)
        assert earlier.state.tobytes() == again.state.tobytes()
        again.play(name)
