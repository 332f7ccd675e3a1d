"""Small boards with their winners, random positions, and certificates made for tests."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from pyramidion.engine import OVER, calls
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve import certificate
from pyramidion.solve.prover import Prover
from pyramidion.solve.strategy import Extraction

Levels = tuple[int, ...]
FIRST, SECOND = 0, 1
SMALL: list[tuple[Levels, int, int]] = [
    ((4, 3, 2), 4, FIRST),
    ((5, 4, 3), 5, FIRST),
    ((5, 4, 3, 2), 6, FIRST),
    ((6, 5, 4), 6, FIRST),
    ((6, 5, 4, 3), 7, SECOND),
    ((6, 5, 4, 3), 8, FIRST),
    ((6, 5, 4, 3, 2), 9, SECOND),
    ((7, 6, 5, 4), 10, FIRST),
]


def solved(levels: Levels, stones: int, strict: int = 0, memory: int = 64 << 20) -> Prover:
    prover = Prover(boards.start(levels, stones, strict), memory)
    while prover.winner is None:
        prover.advance()
    return prover


@cache
def certified(levels: Levels, stones: int, strict: int = 0) -> bytes:
    prover = solved(levels, stones, strict)
    assert prover.winner is not None
    strategy = Extraction(prover, prover.start, prover.winner).run()
    return certificate.encode(strategy, levels, stones)


def header_of(data: bytes) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(data.partition(b"\n")[0])
    return header


def legal(s: Any) -> list[int]:
    room = np.zeros(rules.rule.most, np.int64)
    return [int(action) for action in room[: calls.legal(s, room)]]


def random_positions(levels: Levels, stones: int, games: int, seed: int) -> Iterator[Any]:
    """All positions of random games, with the same record changed again and again."""
    choose = random.Random(seed)
    for _ in range(games):
        s = boards.start(levels, stones)
        for _ in range(200):
            yield s
            if calls.actor(s) == OVER:
                break
            calls.play(s, choose.choice(legal(s)))
