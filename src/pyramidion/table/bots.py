"""Bots at the table: they think in threads of their own and never delay a page."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from pyramidion.bots import think
from pyramidion.match import Match
from pyramidion.table import metrics
from pyramidion.table.errors import TableError
from pyramidion.table.line import Line
from pyramidion.table.rooms import Room

HINT_LEVEL = 5  # lower ones overlook moves

log = logging.getLogger(__name__)


def consider(match: Match, seat: int, level: int, stop: threading.Event | None = None) -> str:
    """What a bot of that level would do in this seat. It gets the hidden record only."""
    known = match.hidden(seat)
    with metrics.THOUGHT.time():
        action = think(known, seat, level, stop=stop).action
    return match.face.name(known, action)


class Bots:
    """Plays the seats of bots; of several processes, the one that may `claim` a move thinks."""

    def __init__(
        self, threads: int, pause: float, line: Line, claim: Callable[[str, int], bool]
    ) -> None:
        self._pause = pause
        self._claim = claim
        self._line = line
        self._busy: set[str] = set()  # tables where a bot is at work
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._workers = [
            threading.Thread(target=self._work, name=f"bot {n}", daemon=True)
            for n in range(threads)
        ]
        for worker in self._workers:
            worker.start()

    def look(self, room: Room) -> None:
        """If a bot is to act at this table, let it."""
        with self._lock:
            if self._closing.is_set() or room.id in self._busy or room.match.actor not in room.bots:
                return
            self._busy.add(room.id)
        self._line.put(room)

    @property
    def busy(self) -> int:
        """At how many tables a bot thinks or waits to."""
        return len(self._busy)

    def close(self) -> None:
        """Stop thinking."""
        self._closing.set()
        self._line.close()
        for worker in self._workers:
            worker.join()

    def _work(self) -> None:
        while (room := self._line.take()) is not None:
            self._act(room)

    def _act(self, room: Room) -> None:
        begun = time.monotonic()
        try:
            with room.lock:
                number, match = room.number, room.match
            seat = match.actor
            level = 0 if seat is None else room.seats[seat].player
            if seat is not None and level:
                if not self._claim(room.id, number):
                    return  # another process thinks; we hear of its move
                client, thinking = room.client, time.monotonic()
                move = consider(match, seat, level, self._closing)
                self._line.used(client, time.monotonic() - thinking)
                if not self._closing.wait(max(0.0, self._pause - (time.monotonic() - begun))):
                    room.play(move, number, (seat,), bot=True)
        except TableError:
            pass  # somebody took a move back meanwhile: look again below
        except Exception:
            log.exception("a bot could not move")
            return
        finally:
            with self._lock:
                self._busy.discard(room.id)
        self.look(room)
