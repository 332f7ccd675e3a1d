"""Who waits for a bot: clients take turns, and the tables of each among themselves.

So somebody with one table waits for the thought that is going on and one of each other client,
however many tables these have. And nobody gets more seconds of thinking than so many a minute:
who has used them up waits until there are some again.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque

from pyramidion.table.rooms import Room

CLIENTS = 10_000  # whose use is remembered


class Line:
    """Filled by those who wait, emptied by the threads that think."""

    def __init__(self, seconds_per_minute: float) -> None:
        self._rate, self._most = seconds_per_minute / 60, seconds_per_minute
        self._waiting: OrderedDict[str, deque[Room]] = OrderedDict()  # by client, next ones first
        self._left: dict[str, tuple[float, float]] = {}  # seconds of thinking, and when it was so
        self._changed = threading.Condition()
        self._closing = False

    def put(self, room: Room) -> None:
        """A bot is to think at this table."""
        with self._changed:
            self._waiting.setdefault(room.client, deque()).append(room)
            self._changed.notify()

    def take(self) -> Room | None:
        """The next table, as soon as there is one; None at the end."""
        with self._changed:
            while not self._closing:
                now = time.monotonic()
                for client in self._waiting:
                    if self._left_to(client, now) > 0:
                        return self._next_of(client)
                debts = [-self._left_to(client, now) for client in self._waiting]
                self._changed.wait(min(debts) / self._rate + 0.001 if debts else None)
            return None

    def used(self, client: str, seconds: float) -> None:
        """A bot has thought so long for this client."""
        with self._changed:
            now = time.monotonic()
            self._left[client] = self._left_to(client, now) - seconds, now
            if len(self._left) > CLIENTS:
                self._left = {
                    known: entry
                    for known, entry in self._left.items()
                    if self._left_to(known, now) < self._most
                }

    def close(self) -> None:
        """Nobody gets anything any more."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def _next_of(self, client: str) -> Room:
        rooms = self._waiting.pop(client)
        room = rooms.popleft()
        if rooms:
            self._waiting[client] = rooms  # behind all others
        return room

    def _left_to(self, client: str, now: float) -> float:
        left, then = self._left.get(client, (self._most, now))
        return min(self._most, left + (now - then) * self._rate)
