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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from pyramidion.table import errors
from pyramidion.table.database import open_database, writing
from pyramidion.table.lite import LiteWriter
from pyramidion.table.schema import CHAT, JOBS, KEYS, MATCHES, MOVES, SEATS
from pyramidion.table.writer import Append, Done, Writer

HOST = -1  # the "seat" of whoever set the table up
CHANNEL = "pyramidion"  # of PostgreSQL's NOTIFY
REMEMBERED = 10_000  # tables
CLAIM = 10.0  # seconds; a bot thinks for two at most
MOVED = (
    MATCHES.update()
    .where(MATCHES.c.id == sa.bindparam("id_"))
    .values(changed=sa.bindparam("made_"), actor=sa.bindparam("actor_"), due=sa.bindparam("due_"))
)
TIMED = (
    SEATS.update()
    .where(SEATS.c.match == sa.bindparam("id_"), SEATS.c.seat == sa.bindparam("seat_"))
    .values(time_left=sa.bindparam("left_"))
)


@dataclass
class Seat:
    """One seat of a table."""

    kind: str  # "here", "link" or "bot"
    level: int = 3  # of the bot
    name: str = ""
    taken: bool = True  # has the person of a link come yet?
    stand_in: int = 0  # the level of a bot that plays until the person is back
    passed: int = 0  # how often the seat was passed on to somebody else
    time_left: float | None = None  # seconds; see `turns.left`

    @property
    def player(self) -> int:
        """The level of the bot that plays here now; 0: a person does."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(frozen=True)
class House:
    """What was chosen for a table beside the game's own options."""

    clock: str = ""  # as `clocks.read` reads it; none
    chat: bool = True


@dataclass(frozen=True)
class Turn:
    """Since when the time of who acts runs, and until when; None: nobody's time does."""

    begun: float = 0.0
    due: float | None = None


PLAIN = House()


@dataclass(frozen=True)
class Standing:
    """Who acts, since when, and who sits where: as the database has it at this moment."""

    actor: int | None
    turn: Turn
    seats: list[Seat]


# What becomes of a seat and of the turn; None: nothing has to change.
SeatChange = Callable[[Standing], tuple[Seat, Turn] | None]


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
    house: House = PLAIN
    turn: Turn = Turn()
    next: str | None = None  # where the same people play again
    said: int = 0  # lines of chat


@dataclass(frozen=True)
class Line:
    """One line of chat."""

    number: int
    seat: int
    said: str
    made: float
    name: str  # of who sat there then


@dataclass(frozen=True)
class Place:
    """Where a link leads."""

    match: str
    seat: int
    passes: bool  # do others lose the seat by it?
    taken_by: str | None  # who used it, then


@dataclass(frozen=True)
class Brief:
    """A line in the list of somebody's tables."""

    id: str
    game: str
    actor: int | None
    due: float | None
    everybody: list[Seat]
    mine: list[int]  # which of these seats are somebody's own

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """In play before over, with others before with bots alone, and one's own turn first."""
        own = [seat.kind == "bot" or n in self.mine for n, seat in enumerate(self.everybody)]
        return self.actor is None, all(own), self.actor not in self.mine


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
        house: House = PLAIN,
        due: float | None = None,
        after: str | None = None,
    ) -> str:
        """A new table with what chance dealt before the first move, and who holds what.

        The first rematch `after` a table is the only one: its address is returned. In it all
        sit a seat further, and links that are still open lead there.
        """
        now = time.time()
        with self.writer.begin() as c:
            if after is not None:
                first = (MATCHES.c.id == after) & MATCHES.c.next.is_(None)
                if not c.execute(MATCHES.update().where(first).values(next=id)).rowcount:
                    known = sa.select(MATCHES.c.next).where(MATCHES.c.id == after)
                    return str(c.execute(known).scalar_one())
                self._tell(c, after)
            c.execute(
                MATCHES.insert().values(
                    id=id, game=game, version=version, players=len(seats),
                    options=json.dumps(options), made=now, changed=now, actor=actor,
                    clock=house.clock, chat=house.chat, due=due,
                )
            )  # fmt: skip
            c.execute(
                SEATS.insert(),
                [
                    {"match": id, "seat": n, "kind": seat.kind, "level": seat.level,
                     "name": seat.name, "taken": seat.taken, "stand_in": seat.stand_in,
                     "time_left": seat.time_left}
                    for n, seat in enumerate(seats)
                ],
            )  # fmt: skip
            if entries:
                c.execute(MOVES.insert(), _rows([Append(id, 0, entries, HOST, actor, now)]))
            rows = [_key(key, id, seat) for key, seat in keys]
            if after is not None:
                rows += _seat_further(c, after, id, len(seats))
            if rows:
                c.execute(KEYS.insert(), rows)
        holding = [(row["hash"], row["seat"]) for row in rows if not row["passes"]]
        held = {key: sorted(n for other, n in holding if other == key) for key, _ in holding}
        with self._lock:
            self._held[id] = held
        return id

    @contextmanager
    def changing(self, id: str) -> Iterator[sa.Connection]:
        """A transaction that changes anything of a table but its log; one at a time for each.

        When it is committed the other processes know, and nobody remembers who held what.
        """
        with self.writer.begin() as c:
            if self.shared:  # in SQLite, who writes is alone
                row = sa.select(MATCHES.c.id).where(MATCHES.c.id == id)
                c.execute(row.with_for_update(key_share=True))
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

    def read(self, id: str, after: int = 0) -> Kept | None:
        """A match with its entries from this number on, or None."""
        with self.engine.connect() as c:
            row = c.execute(sa.select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
            if row is None:
                return None
            said = sa.select(sa.func.max(CHAT.c.number)).where(CHAT.c.match == id)
            return Kept(
                row.id, row.game, row.version, row.players,
                json.loads(row.options), _seats(c, id), _entries(c, id, after),
                House(row.clock, row.chat), Turn(row.changed, row.due), row.next,
                c.execute(said).scalar() or 0,
            )  # fmt: skip

    def entries(self, id: str, after: int) -> list[str]:
        """What was appended from this number on."""
        with self.engine.connect() as c:
            return _entries(c, id, after)

    def append(
        self,
        id: str,
        number: int,
        entries: Sequence[str],
        seat: int,
        actor: int | None,
        turn: Turn | None = None,
        time_left: float | None = None,
    ) -> None:
        """Append a move and what chance answers, beginning at this number, or raise `stale`.

        `turn` is the one that begins with it, `time_left` what who moved has left of a game's.
        """
        turn = turn or Turn(time.time())
        try:
            self._log.append(
                Append(id, number, entries, seat, actor, turn.begun, turn.due, time_left)
            )
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
                MOVED,
                [
                    {"id_": a.match, "made_": a.made, "actor_": a.actor, "due_": a.due}
                    for a in appends
                ],
            )
            timed = [
                {"id_": a.match, "seat_": a.seat, "left_": a.time_left}
                for a in appends
                if a.time_left is not None
            ]
            if timed:
                c.execute(TIMED, timed)
            self._tell(c, *(a.match for a in appends))

    def change_seat(self, id: str, number: int, change: SeatChange) -> None:
        """Another name, another kind, another player: as `change` says, which sees how it is.

        It is asked when no other process can change the table, so it decides on the truth.
        """
        with self.changing(id) as c:
            _change_seat(c, id, number, change)

    def give_link(
        self, key: str, id: str, seat: int, by: str, most: int, passes: bool = False
    ) -> bool:
        """A new link to a seat, for who holds it, or for the host while nobody has come.

        The newest `most` links of a seat lead there; browsers and tokens are none of them.
        False if `by` may not give it (any more).
        """
        with self.changing(id) as c:
            held = _held(c, by, id)
            taken = sa.select(SEATS.c.taken).where(SEATS.c.match == id, SEATS.c.seat == seat)
            if seat not in held and (HOST not in held or c.execute(taken).scalar()):
                return False
            _trim(c, id, seat, KEYS.c.link.is_(True), most - 1)
            c.execute(KEYS.insert().values(_key(key, id, seat, passes=passes, link=True)))
            return True

    def sit(
        self, link: str, browser: str, id: str, seat: int, most: int, change: SeatChange
    ) -> bool:
        """Let a browser hold the seat of a link; False if the link leads there no more.

        By one that passes the seat on, all others lose it: who held it, and every other link.
        Otherwise the newest `most` browsers and tokens hold it.
        """
        with self.changing(id) as c:
            mine = (KEYS.c.match == id) & (KEYS.c.seat == seat)
            found = c.execute(sa.select(KEYS).where(mine, KEYS.c.hash == link)).one_or_none()
            if found is None or (found.passes and browser == link):
                return False
            if found.taken_by is not None:
                return bool(found.taken_by == browser)
            if found.passes:
                c.execute(KEYS.delete().where(mine | (KEYS.c.hash == link)))
                used = _key(link, id, seat, passes=True, link=True, taken_by=browser)
                c.execute(KEYS.insert(), [_key(browser, id, seat), used])
            elif seat not in _held(c, browser, id):
                _trim(c, id, seat, KEYS.c.link.is_(False), most - 1)
                c.execute(KEYS.insert().values(_key(browser, id, seat)))
            _change_seat(c, id, seat, change)
            return True

    def say(self, id: str, seat: int, said: str) -> int:
        """One more line of chat; its number, from 1."""
        last = sa.select(sa.func.max(CHAT.c.number)).where(CHAT.c.match == id)
        name = sa.select(SEATS.c.name).where(SEATS.c.match == id, SEATS.c.seat == seat)
        while True:
            try:
                with self.changing(id) as c:
                    number = (c.execute(last).scalar() or 0) + 1
                    c.execute(
                        CHAT.insert().values(
                            match=id,
                            number=number,
                            seat=seat,
                            said=said,
                            made=time.time(),
                            name=name.scalar_subquery(),
                        )
                    )
                return number
            except sa.exc.IntegrityError:  # somebody spoke at the same moment
                continue

    def chat(self, id: str, after: int, most: int) -> list[Line]:
        """The latest lines after this number."""
        found = sa.select(CHAT).where(CHAT.c.match == id, CHAT.c.number > after)
        with self.engine.connect() as c:
            rows = c.execute(found.order_by(CHAT.c.number.desc()).limit(most)).all()
        return [Line(row.number, row.seat, row.said, row.made, row.name) for row in reversed(rows)]

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
            .where(
                (SEATS.c.kind == "bot") | (SEATS.c.stand_in > 0),
                MATCHES.c.changed < time.time() - seconds,
            )
            .order_by(MATCHES.c.changed.desc())  # somebody may still sit there
            .limit(most)
        )
        with self.engine.connect() as c:
            return list(c.execute(late).scalars())

    def overdue(self, most: int = 100) -> list[str]:
        """Tables where somebody's time has run out, and no bot stands in yet."""
        acting = (SEATS.c.match == MATCHES.c.id) & (SEATS.c.seat == MATCHES.c.actor)
        late = (
            sa.select(MATCHES.c.id)
            .join(SEATS, acting)
            .where(MATCHES.c.due < time.time(), SEATS.c.stand_in == 0)
        )
        with self.engine.connect() as c:
            return list(c.execute(late.order_by(MATCHES.c.due).limit(most)).scalars())

    def held(self, key: str, id: str) -> list[int]:
        """The seats that a key holds at a table (HOST among them for who set it up).

        Asked with every request, so what was found is remembered until something changes.
        """
        if (known := self.remembered(key, id)) is not None:
            return known
        changes = self._changes
        with self.engine.connect() as c:
            found = _held(c, key, id)
        with self._lock:
            if found and changes == self._changes:
                if len(self._held) > REMEMBERED:
                    self._held.clear()
                self._held.setdefault(id, {})[key] = found
        return found

    def remembered(self, key: str, id: str) -> list[int] | None:
        """The same where it need not be asked of the database."""
        return self._held.get(id, {}).get(key)

    def place_of(self, key: str) -> Place | None:
        """Where a link leads: to the newest table, if it was carried into a rematch."""
        with self.engine.connect() as c:
            found = sa.select(KEYS).where(KEYS.c.hash == key).order_by(KEYS.c.made.desc())
            row = c.execute(found).first()
            return Place(row.match, row.seat, row.passes, row.taken_by) if row else None

    def tables_of(self, key: str, most: int = 30) -> list[Brief]:
        """The tables where a key holds something, by their rank, then the latest change first."""
        holds = (KEYS.c.hash == key) & KEYS.c.passes.is_(False)
        mine = (
            sa.select(MATCHES, KEYS.c.seat)
            .join(KEYS, KEYS.c.match == MATCHES.c.id)
            .where(holds)
            .order_by(MATCHES.c.changed.desc())
        )
        there = sa.select(SEATS).where(SEATS.c.match.in_(sa.select(KEYS.c.match).where(holds)))
        found: dict[str, Brief] = {}
        with self.engine.connect() as c:
            for row in c.execute(mine):
                brief = found.setdefault(
                    row.id, Brief(row.id, row.game, row.actor, row.due, [], [])
                )
                if row.seat != HOST:
                    brief.mine.append(row.seat)
            for row in c.execute(there.order_by(SEATS.c.match, SEATS.c.seat)):
                if row.match in found:  # else it was taken a moment ago
                    found[row.match].everybody.append(_seat(row))
        return sorted(found.values(), key=lambda brief: brief.rank)[:most]


def _rows(appends: Sequence[Append]) -> list[dict[str, Any]]:
    return [
        {"match": a.match, "number": a.number + n, "move": move, "made": a.made,
         "seat": None if move.startswith("*") else a.seat}
        for a in appends
        for n, move in enumerate(a.entries)
    ]  # fmt: skip


def _seats(c: sa.Connection, id: str) -> list[Seat]:
    found = c.execute(sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat))
    return [_seat(row) for row in found]


def _seat(row: Any) -> Seat:
    return Seat(row.kind, row.level, row.name, row.taken, row.stand_in, row.passed, row.time_left)


def _key(
    key: str,
    id: str,
    seat: int,
    passes: bool = False,
    link: bool = False,
    taken_by: str | None = None,
) -> dict[str, Any]:
    return {"hash": key, "match": id, "seat": seat, "made": time.time(), "passes": passes,
            "link": link, "taken_by": taken_by}  # fmt: skip


def _held(c: sa.Connection, key: str, id: str) -> list[int]:
    """A link that passes a seat on holds nothing: who has it does not see the hand yet."""
    mine = (KEYS.c.hash == key) & (KEYS.c.match == id) & KEYS.c.passes.is_(False)
    return sorted(c.execute(sa.select(KEYS.c.seat).where(mine)).scalars())


def _trim(c: sa.Connection, id: str, seat: int, which: sa.ColumnElement[bool], most: int) -> None:
    """Keep the newest so many of these keys of a seat."""
    mine = (KEYS.c.match == id) & (KEYS.c.seat == seat) & which
    newest = sa.select(KEYS.c.hash).where(mine).order_by(KEYS.c.made.desc())
    old = list(c.execute(newest).scalars())[most:]
    c.execute(KEYS.delete().where(mine, KEYS.c.hash.in_(old)))


def _seat_further(c: sa.Connection, id: str, new: str, seats: int) -> list[dict[str, Any]]:
    """Whoever held a seat, and every link that is open, at the table where all play again."""
    open_still = sa.select(KEYS).where(KEYS.c.match == id, KEYS.c.taken_by.is_(None))
    return [
        _key(row.hash, new, row.seat if row.seat == HOST else (row.seat - 1) % seats,
             row.passes, row.link)
        for row in c.execute(open_still)
    ]  # fmt: skip


def _change_seat(c: sa.Connection, id: str, number: int, change: SeatChange) -> None:
    row = c.execute(sa.select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
    if row is None:
        raise errors.no_table()
    before = Standing(row.actor, Turn(row.changed, row.due), _seats(c, id))
    changed = change(before)
    if changed is None:
        return
    seat, turn = changed
    c.execute(
        SEATS.update()
        .where(SEATS.c.match == id, SEATS.c.seat == number)
        .values(
            kind=seat.kind, level=seat.level, name=seat.name, taken=seat.taken,
            stand_in=seat.stand_in, passed=seat.passed,
        )
    )  # fmt: skip
    if turn != before.turn:
        which = MATCHES.update().where(MATCHES.c.id == id)
        c.execute(which.values(changed=turn.begun, due=turn.due))


def _entries(c: sa.Connection, id: str, after: int) -> list[str]:
    found = (
        sa.select(MOVES.c.move)
        .where(MOVES.c.match == id, MOVES.c.number >= after)
        .order_by(MOVES.c.number)
    )
    return list(c.execute(found).scalars())
