"""Group commit: all appends that wait while the disk is busy go into the next transaction.

A transaction is as slow as the disk's flush, however much is in it. So while one is being
written the others gather, and whoever is next writes for all of them. Nobody is answered
before the transaction that holds their move is committed. There is no thread for it: a
lonely append is written by its own caller, at once, and with many the turn to write goes
from one caller to the next.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
    woken: threading.Event = field(default_factory=threading.Event)  # it is done, or its turn
    done: bool = False
    error: BaseException | None = None


class Writer:
    """Writes appends in groups; `write` is one transaction that holds all or fails."""

    def __init__(self, write: Callable[[Sequence[Append]], None]) -> None:
        self._write = write
        self._lock = threading.Lock()  # of the two below
        self._waiting: deque[Append] = deque()
        self._busy = False  # is somebody writing?

    def append(self, append: Append) -> None:
        """Return when it is committed, or raise what the database says against it."""
        with self._lock:
            self._waiting.append(append)
            wait, self._busy = self._busy, True
        if wait:
            append.woken.wait()
        if not append.done:
            self._write_for_all()
        if append.error is not None:
            raise append.error

    def _write_for_all(self) -> None:
        """Write everybody's who waits, then give the turn to the first who came meanwhile."""
        with self._lock:
            many = min(MOST, len(self._waiting))
            group = [self._waiting.popleft() for _ in range(many)]
        self._commit(group)
        with self._lock:
            if self._waiting:
                self._waiting[0].woken.set()
            else:
                self._busy = False

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
        except BaseException as error:  # nobody may be left waiting
            for append in group:
                append.error = error
        for append in group:
            append.done = True
            append.woken.set()
