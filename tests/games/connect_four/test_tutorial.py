"""The game of the tutorial: its rules, and its positions counted beside OpenSpiel's."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from pyramidion.engine import OVER, blank, calls, clone
from pyramidion.match import Match
from pyramidion.tutorial.connect_four import rules
from tests.games.connect_four import cases

rule = pytest.mark.rule

TUTORIAL = Path(__file__).parents[3] / "docs" / "add-a-game.md"
DEPTH = 8


def after(moves: str) -> Match:
    m = Match(cases.CASES[0].game)
    for move in moves:
        m.play(move)
    return m


def our_positions() -> list[int]:
    """How many different positions there are after 1, 2, … moves."""
    level: dict[bytes, Any] = {b"": blank(rules.State)}
    room, counts = np.zeros(7, np.int64), []
    for _ in range(DEPTH):
        below: dict[bytes, Any] = {}
        for s in level.values():
            if calls.actor(s) != OVER:
                for action in room[: calls.legal(s, room)]:
                    child = clone(s)
                    calls.play(child, action)
                    below.setdefault(child.tobytes(), child)
        level = below
        counts.append(len(level))
    return counts


def positions_in_openspiel() -> list[int]:
    level = {"": pyspiel.load_game("connect_four").new_initial_state()}
    counts = []
    for _ in range(DEPTH):
        below: dict[str, Any] = {}
        for state in level.values():
            if not state.is_terminal():
                for action in state.legal_actions():
                    child = state.child(action)
                    below.setdefault(str(child), child)
        level = below
        counts.append(len(level))
    return counts


def test_there_are_as_many_positions_at_depths_1_to_8_as_in_openspiel() -> None:
    assert our_positions() == positions_in_openspiel()


def test_the_tutorial_shows_the_rules_as_they_are_in_at_most_60_lines() -> None:
    source = Path(rules.__file__).read_text(encoding="utf-8")
    page = TUTORIAL.read_text(encoding="utf-8")
    shown = [block.split("```")[0].strip() for block in page.split("```python\n")[1:]]
    code = "\n".join(shown)
    for part in source.split("\n\n\n"):
        assert part.strip() in code
    assert sum(1 for line in source.splitlines() if line.strip()) <= 60


@rule("C1", "C2")
def test_a_disc_falls_to_the_lowest_free_field_until_its_column_is_full() -> None:
    m = after("dddddd")
    assert m.view()["columns"][3] == [0, 1, 0, 1, 0, 1]
    assert m.legal == ["a", "b", "c", "e", "f", "g"]
    with pytest.raises(ValueError, match="C2"):
        m.play("d")


@rule("C3")
@pytest.mark.parametrize("moves", ["abababa", "aabbccd", "abbccdcddgd", "gffeededdad"])
def test_four_in_a_row_win(moves: str) -> None:
    assert after(moves[:-1]).result is None
    assert after(moves).result == ["1", "0"]


@rule("C4")
def test_a_full_board_without_a_winner_is_a_draw() -> None:
    m = after("abababbababacdcdcddcdcdcefefeffefefe" + "gggggg")
    assert m.result == ["1/2", "1/2"]
