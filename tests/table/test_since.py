"""What happened since the own last move: everything, in order, and no more than one may know."""

import random
import re

import pytest

from pyramidion.match import Match
from pyramidion.table.show import Painter, Viewer
from tests.table.test_secrets import room_of

painter = Painter()


def after(game: str, moves: int, seed: int = 5, **options: object) -> Match:
    """A game of random moves, so far."""
    match = Match(game, options=options, seed=seed)
    chooser = random.Random(seed)
    while match.actor is not None and match.ply < moves:
        match.play(chooser.choice(match.legal))
    return match


def test_it_begins_after_the_own_last_move_and_has_every_move_since() -> None:
    room = room_of(after("pyramido", 7))  # seat 1 moved last, at ply 5
    told = [step["prompt"] for step in painter.since(room, Viewer((1,)), None)]
    assert len(told) == 1
    assert "Seat 1" in told[0]
    told = [step["prompt"] for step in painter.since(room, Viewer((1,)), 3)]
    assert len(told) == 4  # since somebody who has seen three entries was here
    assert painter.since(room, Viewer((0,)), None) == []  # seat 0 moved last


def test_nobody_looks_back_who_was_there_or_watches_or_plays_a_game_of_memory() -> None:
    room = room_of(after("pyramido", 7))
    assert painter.since(room, Viewer(()), None) == []
    assert painter.since(room, Viewer((0, 1)), None) == []
    memory = room_of(after("spitze", 7, memory=True))
    assert all(painter.since(memory, Viewer((seat,)), 0) == [] for seat in (0, 1))


@pytest.mark.parametrize("seed", range(4))
def test_no_step_shows_a_card_that_the_seat_did_not_hold(seed: int) -> None:
    match = after("jaguar", 90, seed)
    for seat in (0, 1):
        views = [match.at(ply).view(seat) for ply in range(30, match.ply + 1)]
        held = {card for view in views for card in view["hand"]}
        for step in painter.since(room_of(match), Viewer((seat,)), 30):
            drawn = set(map(int, re.findall(r'data-key="hand-(\d+)"', step["panel"])))
            assert drawn <= held
            assert "lit" not in step["board"]
