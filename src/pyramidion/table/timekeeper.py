"""Notices when somebody's time runs out, at the tables in memory.

Tables that nobody looks at are found by the patrol, which brings them into memory.
"""

from __future__ import annotations

import logging
import threading
import time

from pyramidion.table.rooms import Room

LONGEST = 3600.0  # seconds of sleep; a clock that was set is noticed after that

log = logging.getLogger(__name__)


class Timekeeper:
    """A thread that sleeps until the next time is up."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[float, Room]] = {}
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
        self._thread.start()

    def watch(self, room: Room) -> None:
        """This is how things are at a table now."""
        due = room.turn.due
        with self._changed:
            if due is None:
                self._rooms.pop(room.id, None)
            elif self._rooms.get(room.id) != (due, room):
                self._rooms[room.id] = (due, room)
                self._changed.notify()

    def close(self) -> None:
        """Stop at once; time runs on."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._closing:
                    return
                now = time.time()
                late = [room for due, room in self._rooms.values() if due <= now]
                for room in late:
                    del self._rooms[room.id]
                if not late:
                    first = min((due for due, _ in self._rooms.values()), default=now + LONGEST)
                    self._changed.wait(min(LONGEST, max(0.0, first - now)))
            for room in late:
                try:
                    room.run_out()
                except Exception:  # such as a database that is away: the patrol comes by later
                    log.exception("a clock could not be stopped")
