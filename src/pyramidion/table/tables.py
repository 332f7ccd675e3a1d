"""Setting tables up, sitting down, and who may act for which seat."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from typing import Any

from starlette.types import Scope

from pyramidion.bots import LEVELS
from pyramidion.errors import OptionError
from pyramidion.games import catalogue
from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.table import errors
from pyramidion.table.bots import Bots
from pyramidion.table.guard import Bucket, address_of
from pyramidion.table.keys import hashed, new_secret, new_table
from pyramidion.table.patrol import Patrol
from pyramidion.table.prepare import Preparation
from pyramidion.table.rooms import Room, Rooms
from pyramidion.table.settings import Settings
from pyramidion.table.storage import HOST, Kept, Seat, Storage
from pyramidion.table.texts import TEXTS

NAME_LENGTH = 24
LINKS_PER_SEAT = 8  # the newest links and browsers that hold a seat
KINDS = ("here", "link", "bot")


class Tables:
    """All tables of this server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.leaving = threading.Event()  # nobody new should be sent here
        self.closing = threading.Event()  # streams end, bots stop
        self.storage = Storage(settings.database)
        self.bots = Bots(settings.bot_threads, settings.bot_pause, self.storage.claim)
        self.rooms = Rooms(self.storage, settings.rooms, self.bots.look)
        self.patrol = Patrol(self.storage, self.rooms, self.bots)
        self.preparation = Preparation(catalogue.names() if settings.prepare else [])
        self._hints = Bucket(settings.hints_per_minute / 60, settings.hints_per_minute)
        self._new_tables = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)

    def hang_up(self) -> None:
        """End all streams of events, so that the server need not wait for them."""
        self.closing.set()
        for room in self.rooms.all():
            room.tell()

    def close(self) -> None:
        """Stop; everything that was answered is kept already."""
        self.patrol.close()
        self.rooms.close()
        self.bots.close()
        self.storage.close()

    def limit(self, scope: Scope) -> None:
        """Nobody needs to set up very many tables."""
        if not self._new_tables.take(address_of(scope)):
            raise errors.too_many()

    def limit_hints(self, scope: Scope) -> None:
        """A hint is a bot's time, which others wait for."""
        if not self._hints.take(address_of(scope)):
            raise errors.too_many()

    def set_up(
        self, game: str, options: dict[str, Any], seats: Sequence[Seat], holder: str | None
    ) -> tuple[str, dict[int, str]]:
        """A new table; its address and a secret for every seat of a person by link.

        The holder (a browser's secret) gets the seats of persons here.
        """
        if game not in catalogue.names():
            raise errors.bad_request(TEXTS["no_game"])
        for seat in seats:
            _check(seat)
        try:
            match = Match(game, len(seats), options)
        except OptionError as error:
            raise errors.bad_request(Words(str(error), str(error))) from None
        id = new_table()
        keys: list[tuple[str, int]] = []
        links: dict[int, str] = {}
        for number, seat in enumerate(seats):
            if seat.kind == "link":
                links[number] = new_secret()
                keys.append((hashed(links[number]), number))
            elif seat.kind == "here" and holder:
                keys.append((hashed(holder), number))
        if holder:
            keys.append((hashed(holder), HOST))
        self.storage.add(
            id, game, match.face.version, options, seats, match.moves, match.actor, keys
        )
        version, players = match.face.version, len(seats)
        self.rooms.open(Kept(id, game, version, players, options, [*seats], match.moves))
        return id, links

    def play_now(self, game: str, players: int, level: int, holder: str) -> str:
        """A table against bots; who begins is decided by lot."""
        seats = [Seat("bot", level) for _ in range(players)]
        if seats:
            seats[secrets.randbelow(players)] = Seat("here")
        return self.set_up(game, {}, seats, holder)[0]

    def again(self, room: Room, holder: str) -> str:
        """The same people once more, each a seat further; whoever held a seat holds it again."""
        seats = [Seat(s.kind, s.level, s.name, s.taken) for s in room.seats]
        seats = [*seats[1:], seats[0]]
        id, _ = self.set_up(room.match.game, room.match.options, seats, None)
        for key, seat in self.storage.keys_of(room.id):
            new = seat if seat == HOST else (seat - 1) % len(seats)
            self.storage.give(key, id, new)
        self.storage.give(hashed(holder), id, HOST)
        return id

    def held(self, secret: str | None, id: str) -> list[int]:
        """The seats that a secret holds at a table."""
        return self.storage.held(hashed(secret), id) if secret else []

    def link(self, room: Room, seat: int, held: Sequence[int]) -> str:
        """A new link to a seat, for who holds it, or for the host while nobody has come."""
        if seat not in range(len(room.seats)) or room.seats[seat].kind == "bot":
            raise errors.not_your_seat()
        if seat not in held and not (HOST in held and not room.seats[seat].taken):
            raise errors.not_your_seat()
        secret = new_secret()
        self.storage.give(hashed(secret), room.id, seat, LINKS_PER_SEAT)
        return secret

    def place(self, secret: str) -> tuple[Room, int]:
        """Where a link leads."""
        found = self.storage.place_of(hashed(secret))
        if found is None or found[1] == HOST:
            raise errors.no_link()
        return self.rooms.get(found[0]), found[1]

    def sit(self, secret: str, browser: str, name: str) -> Room:
        """Take the seat of a link, in this browser."""
        room, seat = self.place(secret)
        self.storage.give(hashed(browser), room.id, seat)
        old = room.seats[seat]
        room.change_seat(seat, Seat("link", old.level, clean(name) or old.name, True))
        return room


def clean(name: str) -> str:
    """A name as it may stand on a page: one line, not long."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME_LENGTH]


def _check(seat: Seat) -> None:
    if seat.kind not in KINDS or seat.level not in LEVELS:
        raise errors.bad_request(TEXTS["bad_seats"])
    seat.name = clean(seat.name)
