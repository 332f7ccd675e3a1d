"""Group commit: all appends that wait while the disk is busy go into the next transaction.

A transaction is as slow as the disk's flush, however much is in it. So one thread writes: it
takes all that has come while it wrote last, writes it in one transaction, and only then
answers each. Nobody is answered before the transaction that holds their move is committed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import sqlalchemy as sa

from pyramidion.table import metrics

MOST = 200  # appends in one transaction


@dataclass(eq=False, slots=True)
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


Done = Callable[[Exception | None], None]  # called when it is committed, or with what is wrong


class Writer:
    """Writes appends in groups; `write` is one transaction that holds all or fails."""

    def __init__(self, write: Callable[[Sequence[Append]], None]) -> None:
        self._write = write
        self._waiting: deque[tuple[Append, Done]] = deque()
        self._more = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append, done: Done) -> None:
        """Append soon; `done` is called in the writer's thread."""
        with self._more:
            if self._closing:
                raise RuntimeError("the database is closed")
            self._waiting.append((append, done))
            self._more.notify()

    def append(self, append: Append) -> None:
        """Return when it is committed, or raise what the database says against it."""
        kept: Future[None] = Future()

        def done(error: Exception | None) -> None:
            if error is None:
                kept.set_result(None)
            else:
                kept.set_exception(error)

        self.submit(append, done)
        kept.result()

    def close(self) -> None:
        """Write what still waits, then end."""
        with self._more:
            self._closing = True
            self._more.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._more:
                while not self._waiting and not self._closing:
                    self._more.wait()
                many = min(MOST, len(self._waiting))
                group = [self._waiting.popleft() for _ in range(many)]
            if not group:
                return
            # The same order in every process: they may wait for each other, never in a circle.
            group.sort(key=lambda pair: pair[0].match)
            self._commit(group)

    def _commit(self, group: list[tuple[Append, Done]]) -> None:
        error: Exception | None = None
        try:
            with metrics.COMMIT.time():
                self._write([append for append, _ in group])
            metrics.MOVES.inc(len(group))
        except sa.exc.IntegrityError as refused:
            if len(group) > 1:  # one of them: each for itself, so that the others are kept
                for pair in group:
                    self._commit([pair])
                return
            error = refused
        except Exception as fault:  # the database is out of reach: nothing was kept
            error = fault
        for _, done in group:
            done(error)
