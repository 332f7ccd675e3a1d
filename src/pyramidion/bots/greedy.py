"""A greedy player: makes the move after which the game's sense likes the position best.

It looks one move ahead and no further: what a bot must be better than.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from pyramidion.engine import (
    CHANCE,
    OVER,
    actor,
    assign,
    blank,
    calls,
    compiled,
    generator,
    play,
    redeal,
    score,
)
from pyramidion.engine.loops import buffers, random_action
from pyramidion.engine.sense import worth
from pyramidion.games import catalogue

DEALS = 8  # of what the seat does not know, for every move


@compiled
def value_moves(
    root: Any,
    seat: int,
    s: Any,
    rng: Any,
    choices: Any,
    actions: Any,
    weights: Any,
    results: Any,
    values: Any,
) -> None:
    """The mean worth for the seat of the position after each choice, over several deals."""
    for _ in range(DEALS):
        for i in range(len(choices)):
            assign(s, root)
            redeal(s, seat, rng)
            play(s, choices[i])
            while actor(s) == CHANCE:
                action, _ = random_action(s, rng, actions, weights)
                play(s, action)
            if actor(s) == OVER:
                score(s, results)
            else:
                worth(s, results)
            values[i] += results[seat]


def greedy_mover(game: str, players: int, seed: int) -> Callable[[Any, int], int]:
    """Somebody who takes what looks best now."""
    rules = catalogue.sensible(game)
    rng = generator(seed)

    def move(known: Any, seat: int) -> int:
        room, weights = buffers(rules)
        choices = room[: calls.legal(known, room)].copy()
        values = np.zeros(len(choices), np.float64)
        results = np.zeros(players, np.float64)
        value_moves(known, seat, blank(known.dtype), rng, choices, room, weights, results, values)
        return int(choices[int(values.argmax())])

    return move
