"""Looks after bots that should have moved: their process was killed, or all were, or the time
of a person ran out whom nobody waits for.

A claim on a bot's move runs out after a while, but somebody must notice. At the start and
from then on every half a minute the database is asked for such tables; those in memory,
where people wait, are looked at more often.
"""

from __future__ import annotations

import logging
import threading

from pyramidion.errors import PyramidionError
from pyramidion.table.bots import Bots
from pyramidion.table.rooms import Rooms
from pyramidion.table.storage import CLAIM, Storage

ROUND = 3.0  # seconds between looks at the tables in memory
ROUNDS = 10  # between looks into the database

log = logging.getLogger(__name__)


class Patrol:
    """A thread that goes its rounds until it is closed."""

    def __init__(self, storage: Storage, rooms: Rooms, bots: Bots) -> None:
        self._storage, self._rooms, self._bots = storage, rooms, bots
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="patrol", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop at once."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        turn = 0
        while not self._closing.is_set():
            try:
                for room in self._rooms.all():
                    self._bots.look(room)
                if turn % ROUNDS == 0:
                    self._wake()
            except Exception:  # such as a database that is away for a moment
                log.exception("the patrol met something unexpected")
            turn += 1
            self._closing.wait(ROUND)

    def _wake(self) -> None:
        for id in [*self._storage.waiting(CLAIM), *self._storage.overdue()]:
            if self._closing.is_set():
                return
            try:
                room = self._rooms.get(id)
                room.run_out()
                self._bots.look(room)
            except PyramidionError as error:  # a game that is not installed here any more
                log.warning("a table where a bot should move cannot be opened: %s", error)
