"""From a finished proof to the winner's strategy: one move for every position that can come up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pyramidion.engine import OVER, assign, calls, clone, compiled
from pyramidion.engine.symmetry import flip, identity
from pyramidion.engine.verbs import actor, legal, play, registered
from pyramidion.solve.prover import Prover
from pyramidion.solve.search import Desk, first_numbers, key_of
from pyramidion.solve.table import WORK, bucket_of, delta_of, phi_of, probe

WON, LOST, OPEN, ENDED = 1, -1, 0, 2  # for the mover of a child; ENDED: the game is over there


@dataclass
class Strategy:
    """The winner's moves, in an order in which a position comes after all that it leads to.

    A key is `identity` of the position or of its mirror image, whichever is less; the
    action is the one to play in that image.
    """

    winner: int
    keys: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)  # moves from here to the end, at most
    longest: int = 0  # moves from the start to the end of the game


class CircularStrategy(Exception):
    """The moves chosen could lead back to a position on the way. Never met in practice."""


class Unproved(Exception):
    """What the table had forgotten of the proof could not be proved again within the budget."""


@compiled
def look(s, table, spare, room, shares, out):
    """Write action, key, value, work, phi and delta of every child; how many they are."""
    actions = out[0]
    n = legal(s, actions)
    child = spare[0]
    for i in range(n):
        assign(child, s)
        play(child, actions[i])
        out[2, i], out[3, i] = OPEN, 0
        if actor(child) == OVER:
            out[1, i], out[2, i] = -1, ENDED
            continue
        out[1, i] = key_of(child)
        word = probe(table, bucket_of(table, out[1, i]), out[1, i])
        if word != 0:
            phi, delta = phi_of(word), delta_of(word)
            out[3, i] = word >> WORK
        else:
            phi, delta = first_numbers(child, spare[1], room, shares)
        out[4, i], out[5, i] = phi, delta
        if phi == 0:
            out[2, i] = WON
        elif delta == 0:
            out[2, i] = LOST
    return n


@compiled
def upright(s, action):
    """The key of a position, and the action in the image that has this key."""
    key = identity(s, 0)
    mirrored = identity(s, 1)
    return (key, action) if key <= mirrored else (mirrored, flip(s, action))


class Extraction:
    """Walks the winner's moves and all replies, and proves again what the table has lost.

    `told` hears now and then how many positions there are; it may raise to end the walk.
    `known` has the positions that need no entry any more, with the moves to their end.
    `budget` limits the nodes to prove one forgotten position again.
    """

    def __init__(
        self,
        prover: Prover,
        start: Any,
        winner: int,
        told: Callable[[int], None] = lambda positions: None,
        known: Callable[[int], int | None] = lambda key: None,
        budget: int = 1 << 62,
    ) -> None:
        self.prover = prover
        self.start = start
        self.told = told
        self.known = known
        self.budget = budget
        self.strategy = Strategy(winner)
        self._left: dict[int, int | None] = {}  # moves to the end from here; None on the path
        self._used: set[int] = set()  # positions that the winner has moved to
        self._desk = Desk(start)
        self._out = np.zeros((6, registered(start.dtype).most), np.int64)

    def run(self) -> Strategy:
        """The whole strategy from the start."""
        if actor(self.start) == self.strategy.winner:
            self.strategy.longest = self._visit(self.start)
        else:
            self.strategy.longest = self._answer_all(self.start)
        return self.strategy

    def _visit(self, s: Any) -> int:
        """Note the winner's move here and in all that follows; the moves to the end, at most."""
        key, _ = upright(s, 0)
        if key in self._left:
            left = self._left[key]
            if left is None:
                raise CircularStrategy
            return left
        if (left := self.known(key)) is not None:
            return left
        self._left[key] = None
        action = self._choose(s)
        then = after(s, action)
        left = 1 if actor(then) == OVER else 1 + self._answer_all(then)
        self._left[key] = left
        self.strategy.keys.append(key)
        self.strategy.actions.append(int(upright(s, action)[1]))
        self.strategy.left.append(left)
        if len(self.strategy.keys) % 256 == 0:
            self.told(len(self.strategy.keys))
        return left

    def _answer_all(self, s: Any) -> int:
        """Visit what follows after every move of the loser."""
        longest = 1
        for action, key, value, *_ in self._children(s):
            if value == ENDED:
                assert self._wins(after(s, action))
                continue
            left = self._left.get(key) or self._visit(after(s, action))
            longest = max(longest, 1 + left)
        return longest

    def _choose(self, s: Any) -> int:
        """A winning move: one that ends the game, else where we have been, else the easiest."""
        for _ in range(2):
            winning = []
            for action, key, value, work, *_ in self._children(s):
                if value == ENDED and self._wins(after(s, action)):
                    return action
                if value == LOST:
                    winning.append((key not in self._used, work, action, key))
            if winning:
                _, _, action, key = min(winning)
                self._used.add(key)
                return action
            self.told(len(self.strategy.keys))
            self.prover.prove(s, self.budget)
        raise Unproved

    def _children(self, s: Any) -> list[list[int]]:
        desk = self._desk
        n = look(s, self.prover.table, desk.spare, desk.room, desk.shares, self._out)
        children: list[list[int]] = self._out[:, :n].T.tolist()
        return children

    def _wins(self, s: Any) -> bool:
        calls.score(s, self._desk.shares)
        return bool(self._desk.shares[self.strategy.winner] == 1.0)


def after(s: Any, action: int) -> Any:
    """The position after an action."""
    then = clone(s)
    calls.play(then, action)
    return then
