"""Bots' time is shared: nobody waits for all the tables of somebody else."""

import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pyramidion.match import Match
from pyramidion.table import bots
from pyramidion.table.app import create_app
from pyramidion.table.line import Line
from tests.table.helpers import look, move, set_up
from tests.table.live import settings
from tests.table.test_people import act, eventually, tables_of

THOUGHT = 0.05


def table(client: str, name: str = "") -> Any:
    return SimpleNamespace(client=client, name=name or client)


def names(line: Line, count: int) -> str:
    taken = [line.take() for _ in range(count)]
    return "".join(room.name for room in taken if room)  # type: ignore[attr-defined]


def test_clients_take_turns_and_each_ones_tables_in_the_order_in_which_they_came() -> None:
    line = Line(60)
    for n in range(4):
        line.put(table("many", str(n)))
    line.put(table("a"))
    line.put(table("b"))
    assert names(line, 3) == "0ab"
    line.put(table("a"))
    assert names(line, 4) == "1a23"


def test_who_has_used_up_the_time_waits_until_there_is_some_again() -> None:
    line = Line(6000)  # a hundred a second
    line.used("greedy", 6020)
    line.put(table("greedy", "g"))
    line.put(table("modest", "m"))
    begun = time.monotonic()
    assert names(line, 2) == "mg"
    assert 0.15 < time.monotonic() - begun < 5


def test_use_is_forgotten_when_it_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.table.line.CLIENTS", 10)
    line = Line(6e6)
    for n in range(50):
        line.used(f"c{n}", 0.0001)
    time.sleep(0.01)
    line.used("last", 1)
    assert len(line._left) < 12


def test_the_end_sends_those_away_who_wait() -> None:
    line, ended = Line(60), threading.Event()

    def wait() -> None:
        line.take()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    line.close()
    assert ended.wait(5)
    line.put(table("late"))
    assert line.take() is None


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games of which a bot thought, one after the other."""
    told: list[str] = []

    def slowly(match: Match, *_: object) -> str:
        told.append(match.game)
        time.sleep(THOUGHT)
        return match.legal[0]

    monkeypatch.setattr(bots, "consider", slowly)
    return told


def test_somebody_with_one_table_does_not_wait_for_the_hundreds_of_somebody_else(
    tmp_path: Path, thoughts: list[str]
) -> None:
    app = create_app(settings(tmp_path, bot_threads=1))
    with TestClient(app, client=("203.0.113.1", 1)) as greedy:
        for _ in range(100):
            set_up(greedy, "spitze", "bot", "bot")
        modest = TestClient(app, client=("203.0.113.2", 1))
        made = set_up(modest, "pyramido", "person", "bot")
        for number in range(5):
            legal = modest.get(
                f"/api/v1/tables/{made['id']}/legal",
                headers={"Authorization": f"Bearer {made['tokens']['0']}"},
            ).json()
            before = len(thoughts)
            assert move(modest, made, 0, next(iter(legal["moves"])), 2 * number).is_success
            eventually(lambda number=number: look(modest, made)["number"] == 2 * number + 2)  # type: ignore[misc]
            waited = thoughts[before : thoughts.index("pyramido", before)]
            assert len(waited) <= 2  # the one that was going on, and at most one before it


def test_a_bot_thinks_for_whoever_changed_something_last(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path))
    with TestClient(app, client=("203.0.113.1", 1)) as one:
        other = TestClient(app, client=("203.0.113.2", 1))
        made = set_up(one)
        room = tables_of(one).rooms.get(made["id"])
        assert room.client == "203.0.113.1"
        assert move(other, made, 0, "a1", 0).is_success  # the short way
        assert room.client == "203.0.113.2"
        assert act(one, made, 1, "stand-in", {"level": 1}) == 200
        assert room.client == "203.0.113.1"
        look(other, made, 0)
        other.post(f"/api/v1/tables/{made['id']}/why", json={"keys": []})  # who holds no seat
        assert room.client == "203.0.113.1"


def test_who_lets_bots_think_very_long_slows_down_and_others_do_not(
    tmp_path: Path, thoughts: list[str]
) -> None:
    app = create_app(settings(tmp_path, bot_threads=1, bot_seconds_per_minute=1.0))
    with TestClient(app, client=("203.0.113.1", 1)) as greedy:
        set_up(greedy, "spitze", "bot", "bot")
        eventually(lambda: len(thoughts) >= 0.9 / THOUGHT)
        time.sleep(1.0)
        assert len(thoughts) < 1.5 / THOUGHT
        modest = TestClient(app, client=("203.0.113.2", 1))
        made = set_up(modest, "pyramido", "bot", "person")
        eventually(lambda: look(modest, made)["number"] == 1, 5)
