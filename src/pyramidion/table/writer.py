"""Group commit: all appends that wait while the disk is busy go into the next transaction.

A transaction is as slow as the disk's flush, however much is in it. So while one is being
written the others gather, and whoever is next writes for all of them. Nobody is answered
before the transaction that holds their move is committed. There is no thread for it: a
lonely append is written by its own caller, at once.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

MOST = 200  # appends in one transaction


@dataclass(eq=False)
class Append:
    """A move and what chance answers, for the end of a match's log."""

    match: str
    number: int
    entries: Sequence[str]
    seat: int
    actor: int | None  # who acts then
    made: float
    due: float | None = None  # when the time of who acts then runs out
    time_left: float | None = None  # of who moved, where a game's time is counted
    done: bool = False
    error: Exception | None = None


class Writer:
    """Writes appends in groups; `write` is one transaction that holds all or fails."""

    def __init__(self, write: Callable[[Sequence[Append]], None]) -> None:
        self._write = write
        self._turn = threading.Lock()  # who holds it writes
        self._waiting: deque[Append] = deque()

    def append(self, append: Append) -> None:
        """Return when it is committed, or raise what the database says against it."""
        self._waiting.append(append)
        with self._turn:
            while not append.done:
                many = min(MOST, len(self._waiting))
                self._commit([self._waiting.popleft() for _ in range(many)])
        if append.error is not None:
            raise append.error

    def _commit(self, group: list[Append]) -> None:
        # The same order in every process: they may wait for each other, but never in a circle.
        group.sort(key=lambda append: append.match)
        try:
            self._write(group)
        except sa.exc.DBAPIError as error:
            if len(group) == 1:
                group[0].error = error
            else:  # one of them is refused: each for itself, so that the others are not
                for append in group:
                    self._commit([append])
        except Exception as error:
            for append in group:
                append.error = error
        for append in group:
            append.done = True
