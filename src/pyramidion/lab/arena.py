"""The arena: bots against each other, seats rotated, with intervals and Elo differences.

Game number n of a seed is always the same game when bots think by simulations. The
file of records is the memory: an arena that was stopped goes on where it ended.
"""

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from pyramidion.bots import LEVELS, LevelBot
from pyramidion.bots.greedy import greedy_mover
from pyramidion.engine import calls, registered
from pyramidion.errors import PyramidionError
from pyramidion.lab.intervals import Interval, share
from pyramidion.match import Match
from pyramidion.spread import spread

LEVEL = re.compile(r"(\d)(?:@(\d+(?:\.\d+)?))?")  # a level, and perhaps seconds
Mover = Callable[[Any, int], int]  # what a seat knows, and the seat → an action


@dataclass(frozen=True)
class Contest:
    """Who plays what."""

    game: str
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int

    def seating(self, number: int) -> list[int]:
        """Which bot sits where in game `number`: bots alternate, and move on a seat each game."""
        return [(seat + number) % len(self.bots) for seat in range(self.players)]

    def play(self, number: int) -> Match:
        """Game number `number`, from its first move to its last."""
        match = Match(self.game, self.players, self.options, seed=self.seed + number)
        movers = [
            make_mover(self.bots[bot], match, self.seed + 1_000_003 * (number * 16 + seat))
            for seat, bot in enumerate(self.seating(number))
        ]
        while match.actor is not None:
            match.play_action(movers[match.actor](match.hidden(match.actor), match.actor))
        return match


def make_mover(word: str, match: Match, seed: int) -> Mover:
    """A player by name: `random`, `greedy`, a level, or a level with less time, as `5@0.5`."""
    if word == "random":
        return random_mover(seed)
    if word == "greedy":
        return greedy_mover(match.game, match.players, seed)
    named = LEVEL.fullmatch(word)
    if named and int(named[1]) in LEVELS and (named[2] is None or float(named[2]) > 0):
        number, seconds = int(named[1]), float(named[2]) if named[2] else None
        bot = LevelBot(match.game, match.players, number, clock=False, seconds=seconds)
        seeds = random.Random(seed)

        def think(known: Any, seat: int) -> int:
            return bot.think(known, seat, seed=seeds.getrandbits(60)).action

        return think
    raise PyramidionError(
        f"a bot is random, greedy, a level from {min(LEVELS)} to {max(LEVELS)}, or a level with "
        f"so many seconds for a move, for example 5@0.5; not {word!r}"
    )


def random_mover(seed: int | None = None) -> Mover:
    """Somebody who makes any legal move."""
    chooser = random.Random(seed)

    def move(known: Any, seat: int) -> int:
        room = np.zeros(registered(known.dtype).most, np.int64)
        n = calls.legal(known, room)
        return int(room[chooser.randrange(n)])

    return move


def play_games(
    contest: Contest, first: int, games: int, threads: int, ray: str | None = None
) -> Iterator[dict[str, Any]]:
    """The records of games number first to games-1, in order, from threads or a Ray cluster."""
    return spread(partial(play_record, contest), range(first, games), threads, ray)


def play_record(contest: Contest, number: int) -> dict[str, Any]:
    """The record of game number `number`."""
    return contest.play(number).record()


@dataclass(frozen=True)
class Standing:
    """How one bot did against the others."""

    bot: str
    games: int
    share: Interval  # of the wins, per game
    fair: float  # the share it would have if all were equal
    elo: Interval | None  # against the other, with two bots on two seats

    def times_fair(self) -> Interval:
        """Its share as a multiple of the fair one."""
        parts = (self.share.value, self.share.low, self.share.high)
        return Interval(*(part / self.fair for part in parts))


def standings(contest: Contest, records: list[dict[str, Any]]) -> list[Standing]:
    """What the results of games 0, 1, 2, … say."""
    table = []
    for bot, word in enumerate(contest.bots):
        wins, fair = 0.0, 0.0
        for number, record in enumerate(records):
            seats = [s for s, sitting in enumerate(contest.seating(number)) if sitting == bot]
            wins += float(sum(Fraction(record["result"][seat]) for seat in seats))
            fair += len(seats) / contest.players
        n = len(records)
        interval = share(wins, n)
        duel = len(contest.bots) == contest.players == 2
        table.append(
            Standing(word, n, interval, fair / max(n, 1), _elo(interval) if duel else None)
        )
    return table


def _elo(share: Interval) -> Interval:
    def elo(p: float) -> float:
        p = min(max(p, 1e-4), 1 - 1e-4)
        return 400 * math.log10(p / (1 - p))

    return Interval(elo(share.value), elo(share.low), elo(share.high))
