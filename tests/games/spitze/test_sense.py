"""A sense of Einfach Spitze: how far a seat has to go, and what burying does to it."""

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.sense import worth
from pyramidion.games import catalogue
from pyramidion.games.spitze.sense import turns_to_go

catalogue.sensible("spitze")


def after(players: int, *moves: str) -> np.void:
    match = pyramidion.new("spitze", players=players)
    for move in moves:
        match.play(move)
    state: np.void = match.state
    return state


@pytest.mark.parametrize(("players", "turns"), [(2, 6 * 4), (4, 4 * 5)])
def test_at_the_start_the_foremost_pyramids_go_straight_ahead(players: int, turns: int) -> None:
    s = after(players)
    assert [turns_to_go(s, seat) for seat in range(players)] == [turns] * players


def test_a_step_forwards_is_a_turn_less_and_a_step_sideways_is_not() -> None:
    assert turns_to_go(after(4, "b1-b2"), 0) == 4 * 5 - 1
    assert turns_to_go(after(4, "b1-c1"), 0) >= 4 * 5


def test_who_is_buried_has_farther_to_go_and_smaller_chances() -> None:
    before = after(4, "b1-b2", "a4-a3", "b6-b5")
    buried = after(4, "b1-b2", "a2-b2", "b6-b5")  # seat 2 on the pyramid of seat 1
    assert turns_to_go(buried, 0) > turns_to_go(before, 0)
    chances = [np.zeros(4), np.zeros(4)]
    for s, out in zip((before, buried), chances, strict=True):
        worth(s, out)
    assert chances[1][0] < chances[0][0]
