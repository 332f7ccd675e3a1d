"""Group commit: whatever waits to be written shares one transaction and one wait for the disk.

A disk takes a few milliseconds to promise that something will still be there after a power
cut, however much it is. So one thread writes: it takes all that has come while it wrote last,
writes it in one transaction, and only then answers each. Nobody waits longer than for the
transaction before the own one, and hundreds of tables share what one would have cost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Append:
    """Entries that are to follow the log of a match, from this number on."""

    match: str
    number: int
    entries: Sequence[str]
    seat: int
    actor: int | None  # who acts then
    made: float


Done = Callable[[Exception | None], None]  # called when it is kept, or with what is wrong
Write = Callable[[list[Append]], Sequence[Exception | None]]


class Journal:
    """Writes what many threads want to append, together; `write` is one transaction."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[tuple[Append, Done]] = []
        self._more = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, append: Append, done: Done) -> None:
        """Append soon; `done` is called from the journal's thread."""
        with self._more:
            if self._closing:
                raise RuntimeError("the journal is closed")
            self._waiting.append((append, done))
            self._more.notify()

    def append(self, append: Append) -> None:
        """Append, and return when it is kept; raises what is wrong with it."""
        kept: Future[None] = Future()

        def done(error: Exception | None) -> None:
            kept.set_exception(error) if error else kept.set_result(None)

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
                batch, self._waiting = self._waiting, []
            if not batch:
                return
            outcomes: Sequence[Exception | None]
            try:
                outcomes = self._write([append for append, _ in batch])
            except Exception as error:  # the database is out of reach: nothing was kept
                outcomes = [error] * len(batch)
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                done(outcome)
