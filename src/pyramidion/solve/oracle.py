"""Says of a Pyramido position "won", "lost" or "open" for the side to move, with the line.

It knows the shipped certificate by heart and searches for the rest, with a table of its own
that already holds all positions of the certificate. "Won" and "lost" are proved, not guessed,
for play without a limit of quiet turns (P15); when that limit is near, it says "open".
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyramidion.engine import OVER, calls, clone, count_bits
from pyramidion.engine.verbs import registered
from pyramidion.errors import PyramidionError
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve.book import Book, shipped_book
from pyramidion.solve.prover import Prover
from pyramidion.solve.search import Desk
from pyramidion.solve.strategy import (
    ENDED,
    LOST,
    WON,
    CircularStrategy,
    Extraction,
    Unproved,
    after,
    look,
    upright,
)

MEMORY = 128 << 20
SLICE = 30_000  # nodes between two looks at the clock: some hundredths of a second
NEAR = 60  # with fewer quiet turns left than this, P15 could spoil a win
WORDS = {1: "won", -1: "lost", 0: "open"}


@dataclass(frozen=True)
class Judgement:
    """What is known of a position, for the side to move."""

    verdict: str  # "won", "lost" or "open"
    best_action: int
    line: tuple[int, ...]  # how it goes on if both play their best, as far as it is known
    values: dict[int, str]  # for every legal action: is it won, lost or open to play it?
    length: int | None = None  # moves to the end, at most, where the win is worked out


@dataclass
class Choice:
    """A legal action and what is known of it."""

    action: int
    key: int  # of the position after it; -1 when the game is over there
    value: int  # for who plays it: 1 won, -1 lost, 0 open
    work: int  # that the proof took
    hope: float  # how near the proof of a win is: the less the nearer


class TimeIsUp(Exception):
    """Ends a walk through a strategy."""


class Oracle:
    """Judges positions of Pyramido; what it has learned it keeps. Threads may share it."""

    def __init__(
        self,
        memory: int = MEMORY,
        book: Book | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.book = shipped_book() if book is None else book
        start = boards.start(rules.LEVELS, rules.STONES)
        self._prover = Prover(start, memory)
        self.book.teach(self._prover.table)
        self._plan: dict[int, tuple[int, int]] = {}  # key → winning action, moves to the end
        self._desk = Desk(start)
        self._out = np.zeros((6, registered(start.dtype).most), np.int64)
        self._clock = clock
        self._deadline = 0.0
        self._lock = threading.Lock()

    def judge(
        self, state: Any, seconds: float = 1.0, stop: Any = None, every_move: bool = True
    ) -> Judgement:
        """Judge a position within so many seconds; at once when `stop[0]` is set meanwhile.

        With `every_move` the time that is left goes into the values of the other moves.
        """
        s = _checked(state)
        with self._lock:
            self._prover.stop = np.zeros(1, np.uint8) if stop is None else stop
            self._deadline = self._clock() + seconds
            value = self._decide(s)
            if value == 1:
                self._make_plan(s)
            if every_move and value != -1:
                self._value_every_move(s)
            best = self._best(s, value)
            choices = self._choices(s)
            if state.quiet_limit - state.quiet < NEAR:
                return Judgement("open", best, (), {c.action: "open" for c in choices})
            return Judgement(
                WORDS[value],
                best,
                self._line(s, best) if value else (),
                {choice.action: WORDS[choice.value] for choice in choices},
                self._length(s, value, choices),
            )

    def _time_is_up(self) -> bool:
        return bool(self._prover.stop[0]) or self._clock() > self._deadline

    def _decide(self, s: Any) -> int:
        """The value of the position, from what is known or by searching."""
        while True:
            values = [choice.value for choice in self._choices(s)]
            if 1 in values or self._known_move(s) is not None:
                return 1
            if all(value == -1 for value in values):
                return -1
            if self._time_is_up():
                return 0
            self._prover.prove(s, SLICE)

    def _value_every_move(self, s: Any) -> None:
        """Search after every move that is open, in turns, as long as there is time."""
        while not self._time_is_up():
            undecided = [choice for choice in self._choices(s) if choice.value == 0]
            if not undecided:
                return
            for choice in undecided:
                if not self._time_is_up():
                    self._prover.prove(after(s, choice.action), SLICE)

    def _make_plan(self, s: Any) -> None:
        """Work the win out to the end, so that playing it can never run in a circle.

        A plan is closed: what follows after its moves is in it, in an older one or in the book,
        with fewer moves to the end each time.
        """
        if self._known_move(s) is None:
            self._extract(s, int(s.to_act), 0.5)

    def _extract(self, s: Any, winner: int, share: float) -> int | None:
        """The moves that a proved win lasts at most, if a share of the time left is enough."""
        now = self._clock()
        until = now + share * (self._deadline - now)

        def told(positions: int) -> None:
            if self._time_is_up() or self._clock() > until:
                raise TimeIsUp

        try:
            walk = Extraction(self._prover, s, winner, told, self._left, SLICE)
            strategy = walk.run()
        except (TimeIsUp, Unproved, CircularStrategy):
            return None
        for key, action, left in zip(
            strategy.keys, strategy.actions, strategy.left, strict=True
        ):  # an older plan stays as it is
            self._plan.setdefault(key, (action, left))
        return strategy.longest

    def _best(self, s: Any, value: int) -> int:
        choices = self._choices(s)
        if value == 1:
            known = self._known_move(s)
            return known if known is not None else _easiest(choices).action
        if value == -1:
            shares = range(len(choices), 0, -1)  # an equal part of the time for each
            return max(
                (self._resistance(s, choice, 1 / share), choice.action)
                for choice, share in zip(choices, shares, strict=True)
            )[1]
        return min(choices, key=lambda choice: (choice.value == -1, choice.hope)).action

    def _resistance(self, s: Any, choice: Choice, share: float) -> tuple[int, int]:
        """How long a lost move lasts; a win that takes too long to work out lasts longer."""
        if choice.key < 0:
            return 0, 0
        left = self._left(choice.key)
        if left is None:
            left = self._extract(after(s, choice.action), int(1 - s.to_act), share)
        return (left, 0) if left is not None else (1 << 20, choice.work)

    def _length(self, s: Any, value: int, choices: list[Choice]) -> int | None:
        if value == 1:
            return self._left(int(upright(s, 0)[0]))
        lefts = [0 if choice.key < 0 else self._left(choice.key) for choice in choices]
        known = [left for left in lefts if left is not None]
        return 1 + max(known) if value == -1 and len(known) == len(lefts) else None

    def _line(self, s: Any, first: int) -> tuple[int, ...]:
        """The best moves of both sides, as far as they are proved."""
        line = [first]
        s = after(s, first)
        while calls.actor(s) != OVER:
            choices = self._choices(s)
            known = self._known_move(s)
            if known is not None:
                line.append(known)
            elif any(choice.value == 1 for choice in choices):
                line.append(_easiest(choices).action)
            elif all(choice.value == -1 for choice in choices):
                line.append(max(choices, key=lambda c: (self._left(c.key) or 0, c.work)).action)
            else:
                break
            s = after(s, line[-1])
            if len(line) >= rules.QUIET_LIMIT:
                break
        return tuple(line)

    def _known_move(self, s: Any) -> int | None:
        """The winning move of the book or of a plan."""
        key, _ = upright(s, 0)
        action = self.book.move(key)
        if action is None and key in self._plan:
            action = self._plan[key][0]
        return None if action is None else int(upright(s, action)[1])

    def _left(self, key: int) -> int | None:
        """How many moves a position of the book or of a plan lasts, at most."""
        left = self.book.left(key)
        return self._plan[key][1] if left is None and key in self._plan else left

    def _value_by_heart(self, key: int) -> int:
        """What book and plans say of a move to this position that the table does not know."""
        return -1 if key in self._plan else -self.book.value(key)

    def _choices(self, s: Any) -> list[Choice]:
        desk = self._desk
        n = look(s, self._prover.table, desk.spare, desk.room, desk.shares, self._out)
        known = self._known_move(s)
        choices = []
        for action, key, value, work, phi, delta in self._out[:, :n].T.tolist():
            if value == ENDED:
                won = after(s, action).winner == s.to_act
                choices.append(Choice(action, key, 1 if won else -1, 0, 0.0))
            else:
                for_player = {WON: -1, LOST: 1}.get(value) or self._value_by_heart(key)
                for_player = 1 if action == known else for_player
                choices.append(Choice(action, key, for_player, work, delta / (phi + 1)))
        return choices


def _easiest(choices: list[Choice]) -> Choice:
    return min((choice for choice in choices if choice.value == 1), key=lambda choice: choice.work)


def _checked(state: Any) -> Any:
    """A copy without a limit of quiet turns; an error if it is no position of the real game."""
    stones = [int(count_bits(int(state.stones[p]))) + int(state.reserve[p]) for p in (0, 1)]
    if state.board != rules.BOARD or stones != [rules.STONES] * 2 or state.strict:
        raise PyramidionError("the oracle knows Pyramido on the full board with 13 stones each")
    if calls.actor(state) == OVER:
        raise PyramidionError("the game is over")
    s = clone(state)
    s.quiet, s.quiet_limit = 0, boards.ENDLESS
    return s
