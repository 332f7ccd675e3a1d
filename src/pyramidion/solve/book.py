"""A certificate as a book to play from: which positions are won and lost, and how to go on."""

from functools import cache
from typing import Any

import numpy as np

from pyramidion.engine import OVER, assign, compiled, helper
from pyramidion.engine.symmetry import restore
from pyramidion.engine.verbs import actor, legal, play, registered
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve import certificate
from pyramidion.solve.search import key_of
from pyramidion.solve.table import INFINITE, bucket_of, store

FOREVER = 255  # more work than any search does: the table keeps it


class Book:
    """The positions of a certificate, in its order, both sides to move, for either colour.

    A key is that of the position seen from its mover (see `search.key_of`).
    """

    def __init__(self, keys: Any, actions: Any) -> None:
        order = np.argsort(keys)
        self._won, self._actions = keys[order], actions[order]
        start = boards.start(rules.LEVELS, rules.STONES)
        spare = np.zeros(2, start.dtype)
        spare[:] = start
        room = np.zeros(registered(start.dtype).most, np.int64)
        self._left = np.zeros(len(keys), np.int64)
        after = np.zeros(len(keys), np.int64)
        read_book(keys, actions, self._won, self._left, after, spare, room)
        self._lost = np.unique(after[after >= 0])

    def move(self, key: int) -> int | None:
        """The winning action in the image of the position that has this key."""
        found = _find(self._won, key)
        return None if found < 0 else int(self._actions[found])

    def left(self, key: int) -> int | None:
        """How many moves, at most, the winner to move here needs to the end."""
        found = _find(self._won, key)
        return None if found < 0 else int(self._left[found])

    def value(self, key: int) -> int:
        """1 where the mover wins, -1 where the mover loses, 0 where the book says nothing."""
        return 1 if _find(self._won, key) >= 0 else -1 if _find(self._lost, key) >= 0 else 0

    def teach(self, table: Any) -> None:
        """Write all that is known into a solver's table; a small table will not hold it all."""
        fill(table, self._won, 0, INFINITE)
        fill(table, self._lost, INFINITE, 0)


@cache
def shipped_book() -> Book:
    """The book of the certificate that comes with the package."""
    _, keys, actions = certificate.decode(certificate.shipped())
    return Book(keys, actions)


def empty_book() -> Book:
    """A book without a position, for a search that has only itself."""
    return Book(np.zeros(0, np.int64), np.zeros(0, np.int64))


def _find(keys: Any, key: int) -> int:
    place = int(np.searchsorted(keys, key))
    return place if place < len(keys) and keys[place] == key else -1


@helper
def place_of(keys, key):
    """The index of a key that is in the sorted array."""
    low, high = 0, len(keys)
    while high - low > 1:
        middle = (low + high) >> 1
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


@compiled
def read_book(keys, actions, ordered, left, after, spare, room):
    """Find the key after each move, and how long each position lasts (for `ordered` keys).

    The entries are in the certificate's order: what follows was there before.
    """
    for n in range(len(keys)):
        s, reply = spare[0], spare[1]
        restore(s, keys[n])
        play(s, actions[n])
        longest = 1
        after[n] = -1
        if actor(s) != OVER:
            after[n] = key_of(s)
            for i in range(legal(s, room)):
                assign(reply, s)
                play(reply, room[i])
                longest = max(longest, 2)
                if actor(reply) != OVER:
                    longest = max(longest, 2 + left[place_of(ordered, key_of(reply))])
        left[place_of(ordered, keys[n])] = longest


@compiled
def fill(table, keys, phi, delta):
    """Write the same value for all keys."""
    for key in keys:
        store(table, bucket_of(table, key), key, phi, delta, FOREVER)
