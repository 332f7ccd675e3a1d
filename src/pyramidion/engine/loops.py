"""Loops that play whole batches of games, compiled."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from pyramidion.engine.chance import below, pick, seed_stream
from pyramidion.engine.compiled import compiled, helper
from pyramidion.engine.state import assign, blank
from pyramidion.engine.verbs import (
    CHANCE,
    OVER,
    Game,
    actor,
    legal,
    odds,
    play,
    registered,
    score,
)

BLOCK = 1024  # games that one thread plays before it looks for more


@helper
def random_action(s, rng, actions, weights):
    """An action at random: by its odds at a chance node, each as likely at a decision.

    The legal actions are in `actions` afterwards. Returns who acts, the action and how
    many there were; nothing of 0 when the game is over.
    """
    who = actor(s)
    if who == OVER:
        return who, -1, 0
    n = legal(s, actions)
    if who == CHANCE:
        odds(s, weights)
        return who, actions[pick(rng, weights, n)], n
    return who, actions[below(rng, n)], n


@compiled
def play_games(start, s, seed, first, longest, actions, weights, games, results, uses):
    """Play random games number first, first+1, … from `start`, and note what happened.

    `s` is a record to play in. `games` gets a row for each game: moves, decisions,
    choices summed over decisions; `results` a row of results; `uses` counts every
    action. A game that does not end within `longest` moves is left with -1 moves.
    """
    rng = np.zeros(4, np.int64)
    for g in range(len(games)):
        seed_stream(rng, seed, first + g)
        assign(s, start)
        moves = 0
        decisions = 0
        choices = 0
        while moves <= longest:
            who, action, n = random_action(s, rng, actions, weights)
            if who == OVER:
                break
            if who != CHANCE:
                decisions += 1
                choices += n
            uses[action] += 1
            play(s, action)
            moves += 1
        games[g, 0] = moves
        games[g, 1] = decisions
        games[g, 2] = choices
        if moves > longest:
            games[g, 0] = -1
        else:
            score(s, results[g])


@compiled
def log_game(start, s, seed, number, actions, weights, log):
    """Play random game `number` again and write its actions into `log`; how many."""
    rng = np.zeros(4, np.int64)
    seed_stream(rng, seed, number)
    assign(s, start)
    moves = 0
    while moves < len(log):
        who, action, _ = random_action(s, rng, actions, weights)
        if who == OVER:
            break
        log[moves] = action
        play(s, action)
        moves += 1
    return moves


@dataclass
class Block:
    """What a block of random games came to; one row a game."""

    first: int
    moves: Any
    decisions: Any
    choices: Any
    results: Any
    uses: Any


def buffers(rules: Game) -> tuple[Any, Any]:
    """Room for the legal actions and their weights."""
    return np.zeros(rules.most, np.int64), np.zeros(rules.most, np.int64)


def random_block(
    start: Any, players: int, games: int, seed: int, first: int, longest: int = 1_000_000
) -> Block:
    """The block of random games that begins with game number `first` of `games`."""
    rules = registered(start.dtype)
    rows = np.zeros((min(BLOCK, games - first), 3), np.int64)
    results = np.zeros((len(rows), players), np.float64)
    uses = np.zeros(rules.actions, np.int64)
    play_games(
        start, blank(start.dtype), seed, first, longest, *buffers(rules), rows, results, uses
    )
    if rows[:, 0].min() < 0:
        number = first + int(rows[:, 0].argmin())
        raise RuntimeError(f"game {number} of seed {seed} did not end within {longest} moves")
    return Block(first, rows[:, 0], rows[:, 1], rows[:, 2], results, uses)


def random_games(
    start: Any, players: int, games: int, seed: int, threads: int = 1, longest: int = 1_000_000
) -> Iterator[Block]:
    """Play random games from a position; blocks come in order, whatever the number of threads."""

    def work(first: int) -> Block:
        return random_block(start, players, games, seed, first, longest)

    with ThreadPoolExecutor(threads) as pool:
        firsts = iter(range(0, games, BLOCK))
        waiting: list[Future[Block]] = [
            pool.submit(work, first) for first in islice(firsts, 2 * threads)
        ]
        while waiting:
            block = waiting.pop(0).result()
            for first in islice(firsts, 1):
                waiting.append(pool.submit(work, first))
            yield block


def logged_game(start: Any, seed: int, number: int, length: int) -> list[int]:
    """The actions of one random game of `length` moves, as `random_games` played it."""
    log = np.zeros(length, np.int64)
    rules = registered(start.dtype)
    moves = log_game(start, blank(start.dtype), seed, number, *buffers(rules), log)
    return [int(action) for action in log[:moves]]
