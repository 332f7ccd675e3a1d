"""Bots at the table: they think in threads of their own and never delay a page."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from pyramidion.table.errors import TableError
from pyramidion.table.rooms import Room

LEVELS = (1, 2, 3, 4, 5)
HINT_LEVEL = 4

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Idea:
    """What a bot would do: a move in notation."""

    move: str


def consider(room: Room, seat: int, level: int) -> Idea:
    """What a bot of that level would do in this seat. It gets the hidden record only."""
    match = room.match
    known = match.hidden(seat)
    names = match.legal
    try:
        from pyramidion.bots import think  # type: ignore[attr-defined]
    except ImportError:
        return Idea(secrets.choice(names))
    thought: Any = think(known, seat, level)
    return Idea(match.face.name(known, thought.action))


class Bots:
    """Plays the seats of bots."""

    def __init__(self, threads: int, pause: float) -> None:
        self._pause = pause
        self._workers = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._busy: set[str] = set()  # tables where a bot is at work
        self._lock = threading.Lock()
        self._closed = False

    def look(self, room: Room) -> None:
        """If a bot is to act at this table, let it."""
        with self._lock:
            if self._closed or room.id in self._busy or room.match.actor not in room.bots:
                return
            self._busy.add(room.id)
        self._workers.submit(self._act, room)

    def close(self) -> None:
        """Stop after what is being thought now."""
        self._closed = True
        self._workers.shutdown(wait=True, cancel_futures=True)

    def _act(self, room: Room) -> None:
        begun = time.monotonic()
        try:
            with room.lock:
                number, seat = room.number, room.match.actor
            if seat in room.bots and seat is not None:
                idea = consider(room, seat, room.seats[seat].level)
                while (left := self._pause - (time.monotonic() - begun)) > 0 and not self._closed:
                    time.sleep(min(left, 0.05))
                if not self._closed:
                    room.play(idea.move, number, (seat,))
        except TableError:
            pass  # somebody took a move back meanwhile: look again below
        except Exception:
            log.exception("a bot could not move")
            return
        finally:
            with self._lock:
                self._busy.discard(room.id)
        self.look(room)
