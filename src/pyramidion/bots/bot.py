"""A bot: thinks about what its seat knows, within a budget, and answers with a move and why."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyramidion.bots.search import look_up, simulate
from pyramidion.bots.tree import clear, plant
from pyramidion.engine import CHANCE, blank, calls, generator, pick
from pyramidion.engine.loops import buffers
from pyramidion.errors import PyramidionError
from pyramidion.games import catalogue

ENTRIES, EDGES = 1 << 18, 1 << 21  # of a tree at most: about 60 MB
EXPLORATION = 1.0  # of UCB1, for results between 0 and 1
SLICE = 0.01  # seconds of simulation between two looks at the clock
LINE_TRIES = 8  # a line is shown as long as it was tried so often
DEALS = 8  # of what a seat does not know, where one of its moves is looked at
GLANCE = 256  # simulations between two looks whether the choice is made already


class BudgetError(PyramidionError):
    """A budget with which nobody can think."""


@dataclass(frozen=True)
class Choice:
    """One legal action as the search sees it."""

    action: int
    tries: int
    value: float  # the expected result of the acting seat


@dataclass(frozen=True)
class Thought:
    """What a bot came to."""

    action: int
    value: float  # the expected result of the acting seat: 1 a win, 0 a loss
    chances: list[float]  # of every seat to win
    line: list[int]  # the most visited way on, chance included, beginning with the action
    choices: list[Choice]  # all legal actions, the most visited first
    simulations: int
    seconds: float


class Bot:
    """One search with a memory: what it saw for one move helps it with the next.

    A bot is for one game and used by one caller at a time.
    """

    def __init__(self, game: str, players: int, threads: int = 1, entries: int = ENTRIES) -> None:
        if threads < 1:
            raise BudgetError(f"a bot needs at least one thread, not {threads}")
        self.rules = catalogue.sensible(game)
        self.players = players
        edges = min(EDGES, entries * self.rules.most)
        self._trees = [plant(entries, edges) for _ in range(threads)]

    def think(
        self,
        known: Any,
        seat: int,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int | None = None,
        stop: threading.Event | None = None,
        no_longer_than_needed: bool = False,
    ) -> Thought:
        """Think about the seat's move. `known` is what it knows: `match.hidden(seat)`.

        The budget is time or simulations or both; thinking ends when the first is used
        up, or when `stop` is set, or (if wanted) when what is left of the budget cannot
        change the choice any more. With a seed, simulations and one thread the answer is
        always the same.
        """
        self._check(known, seat, seconds, simulations)
        self._simulate(0, known, seat, generator(0), 0, np.zeros(self.players))  # compile first
        begun = time.monotonic()
        seed = secrets.randbits(62) if seed is None else seed
        for tree in self._trees:
            if 4 * tree.used[0] > len(tree.keys) or 2 * tree.used[1] > len(tree.cells):
                clear(tree)
        budget = _Budget(seconds, simulations, stop, len(self._trees))
        # several trees are added up only at the end, so none of them knows the choice
        glance = no_longer_than_needed and len(self._trees) == 1

        def run(number: int) -> tuple[Any, int]:
            return self._run(number, known, seat, generator(seed, number), budget, glance)

        if len(self._trees) == 1:
            runs = [run(0)]
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                runs = list(pool.map(run, range(len(self._trees))))
        totals = np.sum([totals for totals, _ in runs], axis=0)
        done = sum(count for _, count in runs)
        choices = self._choices(known, seat)
        best = choices[0]
        return Thought(
            best.action,
            best.value,
            [float(total / max(done, 1)) for total in totals],
            self._line(known, seat, best.action, generator(seed, len(self._trees))),
            choices,
            done,
            time.monotonic() - begun,
        )

    def value_of(
        self, known: Any, seat: int, action: int, simulations: int, seed: int = 0
    ) -> float:
        """What the seat may expect of one of its moves, also of one that a search leaves alone."""
        rng, totals = generator(seed), np.zeros(self.players, np.float64)
        each = max(1, simulations // DEALS)
        for _ in range(DEALS):  # a move may show something that the seat did not know
            s = np.array(known, known.dtype).copy()[()]
            calls.redeal(s, seat, rng)
            calls.play(s, action)
            after = blank(known.dtype)
            calls.hide(s, seat, after)
            self._simulate(0, after, seat, rng, each, totals)
        return float(totals[seat]) / (each * DEALS)

    def _check(self, known: Any, seat: int, seconds: float | None, simulations: int | None) -> None:
        if seconds is None and simulations is None:
            raise BudgetError("a bot needs a budget: seconds, simulations, or both")
        if seconds is not None and not seconds > 0:
            raise BudgetError(f"a bot needs more than {seconds} seconds")
        if simulations is not None and simulations < 1:
            raise BudgetError(f"a bot needs at least one simulation, not {simulations}")
        who = calls.actor(known)
        if who != seat:
            state = "the game is over" if who < CHANCE else f"seat {seat + 1} is not to act"
            raise PyramidionError(f"there is nothing to think about: {state}")

    def _run(
        self, number: int, known: Any, seat: int, rng: Any, budget: _Budget, glance: bool
    ) -> tuple[Any, int]:
        totals = np.zeros(self.players, np.float64)
        done = 0
        for count in budget.slices(GLANCE if glance else 0):
            self._simulate(number, known, seat, rng, count, totals)
            done += count
            if glance and done % GLANCE == 0 and self._decided(known, seat, budget.left(done)):
                break
        return totals, done

    def _decided(self, known: Any, seat: int, left: float) -> bool:
        """Is the most visited choice ahead by more than the simulations that are left?"""
        first, *others = self._choices(known, seat)
        return not others or first.tries - others[0].tries > left

    def _simulate(
        self, number: int, known: Any, seat: int, rng: Any, count: int, totals: Any
    ) -> None:
        room = [blank(known.dtype) for _ in range(4)]
        tree = self._trees[number]
        simulate(known, seat, *room, rng, count, EXPLORATION, tree, *buffers(self.rules), totals)

    def _look(self, s: Any, who: int, seat: int) -> dict[int, tuple[int, float]]:
        """Action → tries and wins of the acting seat `who`, as `seat` found, over all trees."""
        found: dict[int, tuple[int, float]] = {}
        room = np.zeros(self.rules.most, np.int64), np.zeros(self.rules.most, np.int64)
        wins = np.zeros(self.rules.most, np.float64)
        records = [blank(s.dtype) for _ in range(3)]
        for tree in self._trees:
            n = look_up(s, who, seat, *records, tree, *room, wins)
            for action, tries, won in zip(room[0][:n], room[1][:n], wins[:n], strict=True):
                before = found.get(int(action), (0, 0.0))
                found[int(action)] = before[0] + int(tries), before[1] + float(won)
        return found

    def _choices(self, known: Any, seat: int) -> list[Choice]:
        room, _ = buffers(self.rules)
        actions = room[: calls.legal(known, room)]
        seen = self._look(known, seat, seat)
        choices = []
        for action in map(int, actions):
            tries, wins = seen.get(action, (0, 0.0))
            choices.append(Choice(action, tries, wins / tries if tries else 0.5))
        return sorted(choices, key=lambda choice: (-choice.tries, -choice.value))

    def _line(self, known: Any, seat: int, action: int, rng: Any) -> list[int]:
        s = np.array(known, known.dtype).copy()[()]
        calls.redeal(s, seat, rng)
        line = [action]
        calls.play(s, action)
        while len(line) < 40:
            who = calls.actor(s)
            if who == CHANCE:
                room, weights = buffers(self.rules)
                n = calls.legal(s, room)
                calls.odds(s, weights)
                action = int(room[pick(rng, weights, n)])
            else:
                seen = self._look(s, who, seat) if who >= 0 else {}
                if not seen or max(tries for tries, _ in seen.values()) < LINE_TRIES:
                    break
                action = max(seen, key=lambda a: seen[a][0])
            line.append(action)
            calls.play(s, action)
        return line


class _Budget:
    """Shares simulations out in slices, until time or number is used up."""

    def __init__(
        self,
        seconds: float | None,
        simulations: int | None,
        stop: threading.Event | None,
        threads: int,
    ) -> None:
        self.begun = time.monotonic()
        self.until = None if seconds is None else self.begun + seconds
        self.each = None if simulations is None else -(-simulations // threads)
        self.stop = stop

    def left(self, done: int) -> float:
        """About how many simulations are left; exact when their number is the budget."""
        if self.each is not None:  # never by time: the same seed, the same answer
            return self.each - done
        if self.until is None:
            return math.inf
        now = time.monotonic()
        return done * (self.until - now) / max(now - self.begun, 1e-6)

    def slices(self, round_to: int = 0) -> Iterator[int]:
        """How many simulations to do next; no slice goes beyond a multiple of `round_to`."""
        left, count, done = self.each, 8, 0
        while (left is None or left > 0) and not (self.stop and self.stop.is_set()):
            now = time.monotonic()
            if self.until is not None and now >= self.until and count > 8:
                return
            size = count if left is None else min(count, left)
            if round_to:
                size = min(size, round_to - done % round_to)
            yield size
            done += size
            left = None if left is None else left - size
            if self.until is not None or self.stop is not None:
                spent = max(time.monotonic() - now, 1e-6)
                rest = SLICE if self.until is None else min(SLICE, self.until - now - spent)
                count = max(9, min(4 * count, int(size * max(rest, 0.0) / spent)))
            else:
                count = 1 << 12
