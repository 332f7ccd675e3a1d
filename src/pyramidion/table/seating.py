"""Who may sit where: links to seats, seats passed on, bots that stand in."""

from __future__ import annotations

from collections.abc import Sequence

from pyramidion.bots import LEVELS
from pyramidion.table import errors
from pyramidion.table.keys import hashed, new_secret
from pyramidion.table.rooms import Room, Rooms
from pyramidion.table.storage import HOST, Storage
from pyramidion.table.texts import TEXTS
from pyramidion.table.typed import one_line

NAME_LENGTH = 24
LINKS_PER_SEAT = 8  # that lead there, the newest
HOLDERS_PER_SEAT = 32  # browsers and tokens, the newest


class Seating:
    """The seats of all tables."""

    def __init__(self, storage: Storage, rooms: Rooms) -> None:
        self._storage, self._rooms = storage, rooms

    def held(self, secret: str | None, id: str) -> list[int]:
        """The seats that a secret holds at a table."""
        return self._storage.held(hashed(secret), id) if secret else []

    def link(self, room: Room, seat: int, secret: str | None, passes: bool) -> str:
        """A new link to a seat, for who holds it, or for the host while nobody has come.

        By a link that passes the seat on, whoever held it loses it when it is taken.
        """
        held = self.held(secret, room.id)
        self._check(room, seat, held)
        if passes and seat not in held:
            raise errors.not_your_seat()  # nobody has it yet who could lose it
        new, by = new_secret(), hashed(secret or "")
        if not self._storage.give_link(hashed(new), room.id, seat, by, LINKS_PER_SEAT, passes):
            raise errors.not_your_seat()  # lost at this moment, at another server
        return new

    def place(self, secret: str, browser: str = "") -> tuple[Room, int, bool]:
        """Where a link leads, and whether the seat is passed on by it.

        One that has passed a seat on leads nowhere, but for the browser that took it.
        """
        found = self._storage.place_of(hashed(secret))
        if found is None or found.seat == HOST or found.taken_by not in (None, hashed(browser)):
            raise errors.no_link()
        return self._rooms.get(found.match), found.seat, found.passes

    def sit(self, secret: str, browser: str, name: str) -> Room:
        """Take the seat of a link, in this browser."""
        room, seat, passes = self.place(secret, browser)
        keys = hashed(secret), hashed(browser)
        if not room.sit(seat, clean(name), *keys, passes, HOLDERS_PER_SEAT):
            raise errors.no_link()
        return room

    def stand_in(self, room: Room, seat: int, held: Sequence[int], level: int) -> None:
        """Let a bot play for a seat until its person comes, or comes back."""
        self._check(room, seat, held)
        if level not in LEVELS:
            raise errors.bad_request(TEXTS["bad_seats"])
        room.stand_in(seat, level)

    def come_back(self, room: Room, seat: int, held: Sequence[int]) -> None:
        """Play oneself again."""
        self._check(room, seat, held)
        room.come_back(seat)

    def _check(self, room: Room, seat: int, held: Sequence[int]) -> None:
        if seat not in range(len(room.seats)) or room.seats[seat].kind == "bot":
            raise errors.not_your_seat()
        if seat not in held and not (HOST in held and not room.seats[seat].taken):
            raise errors.not_your_seat()


def clean(name: str) -> str:
    """A name as it may stand on a page: not long."""
    return one_line(name)[:NAME_LENGTH]
