"""Random ways through a game, and what the engine says on the way."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from pyramidion.engine import OVER, blank, calls, clone, generator, loops, verbs
from pyramidion.engine.compiled import compiled
from pyramidion.engine.loops import buffers, random_games
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


def moments(case: Case, seed: int, count: int, chance: str = "auto") -> Iterator[Match]:
    """So many moments of a random game (or all, if it has no more), from its start to its end."""
    last = sum(1 for _ in walk(case, seed, chance)) - 1
    wanted = {round(number * last / (count - 1)) for number in range(count)}
    for ply, m in enumerate(walk(case, seed, chance)):
        if ply in wanted:
            yield m


def positions(case: Case, seed: int, count: int, games: int = 12) -> Iterator[Any]:
    """About so many positions from all parts of random games, chance nodes included."""
    lengths = next(iter(random_games(case.start(), case.players, games, seed))).moves
    share = count / float(lengths.sum())
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
