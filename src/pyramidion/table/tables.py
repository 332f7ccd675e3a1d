"""Setting tables up, and everything that belongs to them."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from typing import Any

from starlette.types import Scope

from pyramidion.bots import LEVELS
from pyramidion.errors import OptionError
from pyramidion.games import catalogue
from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.table import clocks, errors, turns
from pyramidion.table.analyses import Analyses
from pyramidion.table.bots import Bots
from pyramidion.table.guard import Bucket, address_of
from pyramidion.table.keys import hashed, new_secret, new_table
from pyramidion.table.line import Line
from pyramidion.table.patrol import Patrol
from pyramidion.table.prepare import Preparation
from pyramidion.table.replays import Replays
from pyramidion.table.rooms import Room, Rooms
from pyramidion.table.seating import Seating, clean
from pyramidion.table.settings import Settings
from pyramidion.table.shelf import Shelf
from pyramidion.table.storage import HOST, PLAIN, House, Seat, Storage
from pyramidion.table.talk import Talk
from pyramidion.table.texts import TEXTS
from pyramidion.table.timekeeper import Timekeeper

KINDS = ("here", "link", "bot")


class Tables:
    """All tables of this server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.leaving = threading.Event()  # nobody new should be sent here
        self.closing = threading.Event()  # streams end, bots stop
        self.storage = Storage(settings.database)
        self.bots = Bots(
            settings.bot_threads,
            settings.bot_pause,
            Line(settings.bot_seconds_per_minute),
            self.storage.claim,
        )
        self.timekeeper = Timekeeper()
        self.rooms = Rooms(self.storage, settings.rooms, self._heed)
        self.seating = Seating(self.storage, self.rooms)
        self.talk = Talk(self.storage, settings.lines_per_minute)
        self.shelf = Shelf(self.storage.engine)
        self.replays = Replays(self.shelf, self.rooms)
        self.analyses = Analyses(self.shelf, settings)
        self.patrol = Patrol(self.storage, self.rooms, self.bots)
        self.preparation = Preparation(catalogue.names() if settings.prepare else [])
        self._hints = Bucket(settings.hints_per_minute / 60, settings.hints_per_minute)
        self._new_tables = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)

    def _heed(self, room: Room) -> None:
        """Something is new at a table."""
        self.timekeeper.watch(room)
        self.bots.look(room)

    def hang_up(self) -> None:
        """End all streams of events, so that the server need not wait for them."""
        self.closing.set()
        for room in self.rooms.all():
            room.tell()

    def close(self) -> None:
        """Stop; everything that was answered is kept already."""
        self.patrol.close()
        self.timekeeper.close()
        self.rooms.close()
        self.bots.close()
        self.analyses.close()
        self.storage.close()

    def limit(self, scope: Scope) -> str:
        """Nobody needs to set up very many tables; returns who wants to."""
        client = address_of(scope)
        if not self._new_tables.take(client):
            raise errors.too_many()
        return client

    def limit_hints(self, scope: Scope) -> None:
        """A hint is a bot's time, which others wait for."""
        if not self._hints.take(address_of(scope)):
            raise errors.too_many()

    def set_up(
        self,
        game: str,
        options: dict[str, Any],
        seats: Sequence[Seat],
        holder: str | None,
        house: House = PLAIN,
        client: str = "",
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
        clocks.read(house.clock)  # a bad one is refused before anything is made
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
        id = self._add(match, seats, keys, house)
        self.rooms.get(id, client)  # somebody will look at it now
        return id, links

    def play_now(self, game: str, players: int, level: int, holder: str, client: str = "") -> str:
        """A table against bots; who begins is decided by lot."""
        seats = [Seat("bot", level) for _ in range(players)]
        if seats:
            seats[secrets.randbelow(players)] = Seat("here")
        return self.set_up(game, {}, seats, holder, client=client)[0]

    def again(self, room: Room, client: str = "") -> str:
        """The same people once more, each a seat further; whoever held a seat holds it again.

        Whoever asks first makes the new table, and everybody else is told where it is.
        """
        if room.match.actor is not None:
            raise errors.not_over()
        if room.next is None:
            old = [*room.seats[1:], room.seats[0]]
            seats = [Seat(s.kind, s.level, s.name, s.taken, s.stand_in) for s in old]
            match = Match(room.match.game, len(seats), room.match.options)
            room.follow_on(self._add(match, seats, (), room.house, room.id))
        assert room.next is not None
        self.rooms.get(room.next, client)
        return room.next

    def _add(
        self,
        match: Match,
        seats: Sequence[Seat],
        keys: Sequence[tuple[str, int]],
        house: House,
        after: str | None = None,
    ) -> str:
        clock = clocks.read(house.clock)
        for seat in seats:
            seat.time_left = None if clock is None else clock.start()
        due = turns.due(clock, match.actor, list(seats), time.time())
        return self.storage.add(
            new_table(), match.game, match.face.version, match.options, seats, match.moves,
            match.actor, keys, house, due, after,
        )  # fmt: skip


def _check(seat: Seat) -> None:
    if seat.kind not in KINDS or seat.level not in LEVELS:
        raise errors.bad_request(TEXTS["bad_seats"])
    seat.name = clean(seat.name)
