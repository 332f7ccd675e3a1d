"""Random ways through a game, and what the engine says on the way."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from pyramidion.engine import OVER, blank, calls, clone, generator, loops, verbs
from pyramidion.engine.compiled import compiled
from pyramidion.engine.loops import buffers
from pyramidion.match import Match
from tests.cases import Case

random_action = compiled(loops.random_action)


def walk(case: Case, seed: int, chance: str = "auto") -> Iterator[Match]:
    """A random game through the Python API, position by position."""
    choose = random.Random(seed)
    m = case.match(seed, chance)
    yield m
    while m.actor is not None:
        m.play(choose.choice(m.legal))
        yield m


def positions(case: Case, seed: int, games: int, share: float) -> Iterator[Any]:
    """A share of the positions of random games, chance nodes included."""
    rng, choose = generator(seed), random.Random(seed)
    for _ in range(games):
        s = case.start()
        while True:
            if choose.random() < share:
                yield clone(s)
            who, action, _ = random_action(s, rng, *buffers(case.face.game))
            if who == OVER:
                break
            calls.play(s, action)


def legal(s: Any) -> list[int]:
    """The legal actions; the room is larger than a game may need, to see if it needs more."""
    most = verbs.registered(s.dtype).most
    room = np.full(4 * most + 64, -1, np.int64)
    n = calls.legal(s, room)
    assert n <= most
    assert (room[most:] == -1).all()
    return [int(action) for action in room[:n]]


def hidden(s: Any, seat: int) -> Any:
    known = blank(s.dtype)
    calls.hide(s, seat, known)
    return known
