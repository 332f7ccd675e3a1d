"""What is said at a table. It is kept beside the log, and records know nothing of it."""

from __future__ import annotations

from pyramidion.table import errors
from pyramidion.table.guard import Bucket
from pyramidion.table.rooms import Room
from pyramidion.table.storage import Line, Storage
from pyramidion.table.texts import TEXTS, filled
from pyramidion.table.typed import one_line

LENGTH = 300  # characters of a line
LINES = 200  # that a page gets, the latest


class Talk:
    """Says things, not too many at once."""

    def __init__(self, storage: Storage, lines_per_minute: float) -> None:
        self._storage = storage
        self._pace = Bucket(lines_per_minute / 60, lines_per_minute / 2)

    def say(self, room: Room, seat: int, key: str, said: str) -> int:
        """One more line, or why not."""
        if not room.house.chat:
            raise errors.TableError(409, "no_chat", TEXTS["chat_is_off"])
        line = one_line(said)
        if not 0 < len(line) <= LENGTH:
            raise errors.bad_request(filled("chat_bad", most=LENGTH))
        # a person has one limit at all seats, and a seat one for all its browsers
        if not (self._pace.take(f"{room.id} {seat}") and self._pace.take(key)):
            raise errors.too_many()
        number = self._storage.say(room.id, seat, line)
        room.heard(number)
        return number

    def lines(self, room: Room, after: int) -> list[Line]:
        """The latest lines after this number."""
        return self._storage.chat(room.id, after, LINES) if room.house.chat else []
