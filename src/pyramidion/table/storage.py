"""What is kept: a match is its log, appended entry by entry with (match, number) unique.

An entry is a move, a chance outcome (`*…`), or `<12`: taken back to ply 12. So the log
only grows, its length says how new a page is, and two writers can never both win a number.
SQLite in one file by default; PostgreSQL by its address.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pyramidion.table import errors
from pyramidion.table.database import open_database, writing
from pyramidion.table.journal import Append, Done, Journal
from pyramidion.table.lite import LiteWriter
from pyramidion.table.schema import KEYS, MATCHES, MOVES, SEATS

HOST = -1  # the "seat" of whoever set the table up

TURNS = (
    MATCHES.update()
    .where(MATCHES.c.id == sa.bindparam("id_"))
    .values(changed=sa.bindparam("changed_"), actor=sa.bindparam("actor_"))
)


@dataclass
class Seat:
    """One seat of a table."""

    kind: str  # "here", "link" or "bot"
    level: int = 3  # of the bot
    name: str = ""
    taken: bool = True  # has the person of a link come yet?


@dataclass(frozen=True)
class Kept:
    """A match as it is kept."""

    id: str
    game: str
    version: int
    players: int
    options: dict[str, Any]
    seats: list[Seat]
    entries: list[str]


@dataclass(frozen=True)
class Brief:
    """A line in the list of somebody's tables."""

    id: str
    game: str
    actor: int | None
    changed: float
    seats: list[int]


class Storage:
    """The database. Every method is one transaction."""

    def __init__(self, url: str) -> None:
        self.engine = open_database(url)
        self.writer = writing(self.engine)  # `with self.writer.begin()` for what writes
        self._lite = LiteWriter(self.engine) if self.alone else None
        self.journal = Journal(self._append_all)

    @property
    def alone(self) -> bool:
        """Is the database for this process only?"""
        return self.engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Let go of all connections, after what waits to be written."""
        self.journal.close()
        if self._lite:
            self._lite.close()
        self.engine.dispose()

    def add(
        self,
        id: str,
        game: str,
        version: int,
        options: dict[str, Any],
        seats: Sequence[Seat],
        entries: Sequence[str],
        actor: int | None,
        keys: Sequence[tuple[str, int]],
    ) -> None:
        """A new table with what chance dealt before the first move, and who holds what."""
        now = time.time()
        with self.writer.begin() as c:
            c.execute(
                MATCHES.insert().values(
                    id=id, game=game, version=version, players=len(seats),
                    options=json.dumps(options), made=now, changed=now, actor=actor,
                )
            )  # fmt: skip
            c.execute(
                SEATS.insert(),
                [
                    {"match": id, "seat": n, "kind": seat.kind, "level": seat.level,
                     "name": seat.name, "taken": seat.taken}
                    for n, seat in enumerate(seats)
                ],
            )  # fmt: skip
            _insert(c, id, 0, entries, None, now)
            for key, seat in keys:
                c.execute(KEYS.insert().values(hash=key, match=id, seat=seat, made=now))

    def read(self, id: str) -> Kept | None:
        """A match, or None."""
        with self.engine.connect() as c:
            row = c.execute(sa.select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
            if row is None:
                return None
            seats = c.execute(sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat))
            found = [Seat(s.kind, s.level, s.name, s.taken) for s in seats]
            return Kept(
                row.id, row.game, row.version, row.players,
                json.loads(row.options), found, _entries(c, id, 0),
            )  # fmt: skip

    def entries(self, id: str, after: int) -> list[str]:
        """What was appended from this number on."""
        with self.engine.connect() as c:
            return _entries(c, id, after)

    def append(
        self, id: str, number: int, entries: Sequence[str], seat: int, actor: int | None
    ) -> None:
        """Append a move and what chance answers, beginning at this number, or raise `stale`."""
        self.journal.append(Append(id, number, entries, seat, actor, time.time()))

    def append_soon(self, append: Append, done: Done) -> None:
        """The same without waiting: `done` is called, in another thread, when it is kept."""
        self.journal.submit(append, done)

    def _append_all(self, appends: list[Append]) -> list[Exception | None]:
        """All of them in one transaction; whoever comes second to a number gets `stale`."""
        ordered = sorted(appends, key=lambda a: a.match)  # so that processes never deadlock
        try:
            if self._lite:
                self._lite.write(ordered)
            else:
                with self.writer.begin() as c:
                    _append(c, ordered)
            return [None] * len(appends)
        except (sa.exc.IntegrityError, sqlite3.IntegrityError):
            refused = self._append_each(ordered)
            return [errors.stale() if id(append) in refused else None for append in appends]

    def _append_each(self, appends: list[Append]) -> set[int]:
        """Still one transaction, but those that cannot be are left out: the ids of these."""
        refused = set()
        with self.writer.begin() as c:
            for append in appends:
                try:
                    with c.begin_nested():
                        _append(c, [append])
                except sa.exc.IntegrityError:
                    refused.add(id(append))
        return refused

    def change_seat(self, id: str, number: int, seat: Seat) -> None:
        """Another name, another kind."""
        with self.writer.begin() as c:
            c.execute(
                SEATS.update()
                .where(SEATS.c.match == id, SEATS.c.seat == number)
                .values(kind=seat.kind, level=seat.level, name=seat.name, taken=seat.taken)
            )

    def give(self, key: str, id: str, seat: int, most: int | None = None) -> None:
        """Let a key hold a seat; with `most`, only the newest that many keep it."""
        with self.writer.begin() as c:
            mine = (KEYS.c.match == id) & (KEYS.c.seat == seat)
            if c.execute(sa.select(KEYS).where(mine, KEYS.c.hash == key)).first():
                return
            c.execute(KEYS.insert().values(hash=key, match=id, seat=seat, made=time.time()))
            if most is not None:
                newest = sa.select(KEYS.c.hash).where(mine).order_by(KEYS.c.made.desc())
                old = [row.hash for row in c.execute(newest)][most:]
                c.execute(KEYS.delete().where(mine, KEYS.c.hash.in_(old)))

    def held(self, key: str, id: str) -> list[int]:
        """The seats that a key holds at a table (HOST among them for who set it up)."""
        with self.engine.connect() as c:
            found = sa.select(KEYS.c.seat).where(KEYS.c.hash == key, KEYS.c.match == id)
            return sorted(c.execute(found).scalars())

    def keys_of(self, id: str) -> list[tuple[str, int]]:
        """Who holds what at a table."""
        with self.engine.connect() as c:
            found = sa.select(KEYS.c.hash, KEYS.c.seat).where(KEYS.c.match == id)
            return [(row.hash, row.seat) for row in c.execute(found)]

    def place_of(self, key: str) -> tuple[str, int] | None:
        """The table and seat that a link leads to."""
        with self.engine.connect() as c:
            row = c.execute(
                sa.select(KEYS).where(KEYS.c.hash == key).order_by(KEYS.c.made.desc())
            ).first()
            return (row.match, row.seat) if row else None

    def tables_of(self, key: str, most: int = 30) -> list[Brief]:
        """The tables where a key holds something, the latest change first."""
        mine = (
            sa.select(MATCHES, KEYS.c.seat)
            .join(KEYS, KEYS.c.match == MATCHES.c.id)
            .where(KEYS.c.hash == key)
            .order_by(MATCHES.c.changed.desc())
        )
        found: dict[str, Brief] = {}
        with self.engine.connect() as c:
            for row in c.execute(mine):
                brief = found.setdefault(
                    row.id, Brief(row.id, row.game, row.actor, row.changed, [])
                )
                if row.seat != HOST:
                    brief.seats.append(row.seat)
        return list(found.values())[:most]


def _append(c: sa.Connection, appends: list[Append]) -> None:
    for a in appends:
        _insert(c, a.match, a.number, a.entries, a.seat, a.made)
    c.execute(TURNS, [{"id_": a.match, "changed_": a.made, "actor_": a.actor} for a in appends])


def _insert(
    c: sa.Connection, id: str, number: int, entries: Sequence[str], seat: int | None, now: float
) -> None:
    rows = [
        {"match": id, "number": number + n, "move": move, "made": now,
         "seat": None if move.startswith("*") else seat}
        for n, move in enumerate(entries)
    ]  # fmt: skip
    if rows:
        c.execute(MOVES.insert(), rows)


def _entries(c: sa.Connection, id: str, after: int) -> list[str]:
    found = (
        sa.select(MOVES.c.move)
        .where(MOVES.c.match == id, MOVES.c.number >= after)
        .order_by(MOVES.c.number)
    )
    return list(c.execute(found).scalars())
