"""What is kept: a match is its log, appended entry by entry with (match, number) unique.

An entry is a move, a chance outcome (`*…`), or `<12`: taken back to ply 12. So the log
only grows, its length says how new a page is, and two writers can never both win a number.
SQLite in one file by default, for one process; PostgreSQL by its address, and then any
number of processes share the tables: each tells the others what it changed (`news.py`).
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from pyramidion.table import errors
from pyramidion.table.database import open_database, writing
from pyramidion.table.lite import LiteWriter
from pyramidion.table.schema import JOBS, KEYS, MATCHES, MOVES, SEATS
from pyramidion.table.writer import Append, Done, Writer

HOST = -1  # the "seat" of whoever set the table up
CHANNEL = "pyramidion"  # of PostgreSQL's NOTIFY
REMEMBERED = 10_000  # tables
CLAIM = 10.0  # seconds; a bot thinks for two at most
MOVED = (
    MATCHES.update()
    .where(MATCHES.c.id == sa.bindparam("id_"))
    .values(changed=sa.bindparam("made_"), actor=sa.bindparam("actor_"))
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
        self.shared = self.engine.dialect.name == "postgresql"  # by several processes
        self.me = secrets.token_hex(8)  # how other processes know this one
        self._log = Writer(self._append)
        self._held: dict[str, dict[str, list[int]]] = {}  # by table and key
        self._changes = 0
        self._lock = threading.Lock()
        self.writer = writing(self.engine)  # `with self.writer.begin()` for what writes
        self._lite = None if self.shared else LiteWriter(self.engine)

    def close(self) -> None:
        """Write what waits, and let go of all connections."""
        self._log.close()
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
            if entries:
                c.execute(MOVES.insert(), _rows([Append(id, 0, entries, HOST, actor, now)]))
            for key, seat in keys:
                c.execute(KEYS.insert().values(hash=key, match=id, seat=seat, made=now))
        held = {key: sorted(seat for other, seat in keys if other == key) for key, _ in keys}
        with self._lock:
            self._held[id] = held

    @contextmanager
    def changing(self, id: str) -> Iterator[sa.Connection]:
        """A transaction that changes anything of a table but its log.

        When it is committed the other processes know, and nobody remembers who held what.
        """
        with self.writer.begin() as c:
            yield c
            self._tell(c, id)
        self.forget(id)

    def forget(self, id: str) -> None:
        """Who holds what at a table may have changed."""
        with self._lock:
            self._changes += 1
            self._held.pop(id, None)

    def _tell(self, c: sa.Connection, *ids: str) -> None:
        if self.shared:
            c.execute(sa.select(sa.func.pg_notify(CHANNEL, " ".join((self.me, *ids)))))

    def read(self, id: str) -> Kept | None:
        """A match, or None."""
        with self.engine.connect() as c:
            row = c.execute(sa.select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
            if row is None:
                return None
            return Kept(
                row.id, row.game, row.version, row.players,
                json.loads(row.options), _seats(c, id), _entries(c, id, 0),
            )  # fmt: skip

    def entries(self, id: str, after: int) -> list[str]:
        """What was appended from this number on."""
        with self.engine.connect() as c:
            return _entries(c, id, after)

    def news(self, id: str, after: int) -> tuple[list[Seat], list[str]]:
        """The seats as they are now, and what was appended from this number on."""
        with self.engine.connect() as c:
            return _seats(c, id), _entries(c, id, after)

    def append(
        self, id: str, number: int, entries: Sequence[str], seat: int, actor: int | None
    ) -> None:
        """Append a move and what chance answers, beginning at this number, or raise `stale`."""
        try:
            self._log.append(Append(id, number, entries, seat, actor, time.time()))
        except sa.exc.IntegrityError:
            raise errors.stale() from None

    def append_soon(self, append: Append, done: Done) -> None:
        """The same without waiting; `done` hears of it in another thread."""
        self._log.submit(append, done)

    def _append(self, appends: Sequence[Append]) -> None:
        if self._lite:
            self._lite.write(appends)
            return
        with self.writer.begin() as c:
            c.execute(MOVES.insert(), _rows(appends))
            c.execute(
                MOVED, [{"id_": a.match, "made_": a.made, "actor_": a.actor} for a in appends]
            )
            self._tell(c, *(a.match for a in appends))

    def change_seat(self, id: str, number: int, seat: Seat) -> None:
        """Another name, another kind."""
        with self.changing(id) as c:
            c.execute(
                SEATS.update()
                .where(SEATS.c.match == id, SEATS.c.seat == number)
                .values(kind=seat.kind, level=seat.level, name=seat.name, taken=seat.taken)
            )

    def give(self, key: str, id: str, seat: int, most: int | None = None) -> None:
        """Let a key hold a seat; with `most`, only the newest that many keep it."""
        with self.changing(id) as c:
            mine = (KEYS.c.match == id) & (KEYS.c.seat == seat)
            if c.execute(sa.select(KEYS).where(mine, KEYS.c.hash == key)).first():
                return
            c.execute(KEYS.insert().values(hash=key, match=id, seat=seat, made=time.time()))
            if most is not None:
                newest = sa.select(KEYS.c.hash).where(mine).order_by(KEYS.c.made.desc())
                old = [row.hash for row in c.execute(newest)][most:]
                c.execute(KEYS.delete().where(mine, KEYS.c.hash.in_(old)))

    def claim(self, id: str, number: int) -> bool:
        """May this process think for the bot that makes this move? One may, for a while.

        Processes that share a database ask this; the log would refuse a second move anyway,
        so a claim saves work and nothing depends on it.
        """
        if not self.shared:
            return True
        now = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
        wanted = postgresql.insert(JOBS).values(match=id, number=number, until=now + CLAIM)
        free = (JOBS.c.number != wanted.excluded.number) | (JOBS.c.until < now)
        claimed = wanted.on_conflict_do_update(
            index_elements=[JOBS.c.match],
            set_={"number": wanted.excluded.number, "until": wanted.excluded.until},
            where=free,
        ).returning(JOBS.c.number)
        with self.writer.begin() as c:
            return c.execute(claimed).first() is not None

    def waiting(self, seconds: float, most: int = 100) -> list[str]:
        """Tables where a bot should have moved so long ago."""
        late = (
            sa.select(MATCHES.c.id)
            .join(SEATS, (SEATS.c.match == MATCHES.c.id) & (SEATS.c.seat == MATCHES.c.actor))
            .where(SEATS.c.kind == "bot", MATCHES.c.changed < time.time() - seconds)
            .order_by(MATCHES.c.changed)
            .limit(most)
        )
        with self.engine.connect() as c:
            return list(c.execute(late).scalars())

    def held(self, key: str, id: str) -> list[int]:
        """The seats that a key holds at a table (HOST among them for who set it up).

        Asked with every request, so what was found is remembered until something changes.
        """
        if (known := self.remembered(key, id)) is not None:
            return known
        changes = self._changes
        with self.engine.connect() as c:
            wanted = sa.select(KEYS.c.seat).where(KEYS.c.hash == key, KEYS.c.match == id)
            found = sorted(c.execute(wanted).scalars())
        with self._lock:
            if found and changes == self._changes:
                if len(self._held) > REMEMBERED:
                    self._held.clear()
                self._held.setdefault(id, {})[key] = found
        return found

    def remembered(self, key: str, id: str) -> list[int] | None:
        """The same where it need not be asked of the database."""
        return self._held.get(id, {}).get(key)

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


def _rows(appends: Sequence[Append]) -> list[dict[str, Any]]:
    return [
        {"match": a.match, "number": a.number + n, "move": move, "made": a.made,
         "seat": None if move.startswith("*") else a.seat}
        for a in appends
        for n, move in enumerate(a.entries)
    ]  # fmt: skip


def _seats(c: sa.Connection, id: str) -> list[Seat]:
    found = c.execute(sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat))
    return [Seat(row.kind, row.level, row.name, row.taken) for row in found]


def _entries(c: sa.Connection, id: str, after: int) -> list[str]:
    found = (
        sa.select(MOVES.c.move)
        .where(MOVES.c.match == id, MOVES.c.number >= after)
        .order_by(MOVES.c.number)
    )
    return list(c.execute(found).scalars())
