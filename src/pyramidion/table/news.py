"""News between processes that share a PostgreSQL: which table has changed.

A change and its NOTIFY are one transaction, so news is never of something that is not
there, and nothing is there without news. What changed is not in the message: whoever has
the table in memory reads it. One connection per process listens. While it is broken, every
table is looked up before it is used, and when it is back all tables are.

Who has a table open is told too, again and again while it is so, and kept nowhere: when a
process is killed, its people are soon seen as away.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from typing import Protocol

import psycopg
import sqlalchemy as sa

from pyramidion.table.storage import CHANNEL

HERE = "pyramidion_here"  # who has which table open at a process
EVERY = 3.0  # seconds between two times that this is told
TABLES = 100  # in one message, which may have 8000 bytes
AGAIN = 0.5  # seconds until a broken connection is tried again

log = logging.getLogger(__name__)


class Heed(Protocol):
    """Whoever has the tables in memory."""

    def changed(self, id: str) -> None:
        """Another process has changed a table."""

    def missed(self) -> None:
        """Any table may have been changed."""

    def elsewhere(self, process: str, present: dict[str, list[int]]) -> None:
        """These seats of these tables have their people at another process."""

    def present(self) -> dict[str, list[int]]:
        """Those that have them here; asked every few seconds."""


class News:
    """Listens in a thread and tells `heed` what it hears."""

    def __init__(self, engine: sa.Engine, me: str, heed: Heed) -> None:
        url = engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._me, self._heed = me, heed
        self._wake, self._waker = socket.socketpair()
        self._closing = False
        self.current = False  # is everything heard?
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closing = True
        self._waker.send(b"!")
        self._thread.join()
        self._wake.close()
        self._waker.close()

    def _run(self) -> None:
        while not self._closing:
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("no news from the database, trying again: %s", error)
            except Exception:
                log.exception("news could not be followed")
            self.current = False
            if not self._closing:
                select.select([self._wake], [], [], AGAIN)

    def _listen(self) -> None:
        name = {"application_name": "pyramidion news", "connect_timeout": 5}
        with psycopg.connect(self._address, autocommit=True, **name) as c:  # type: ignore[arg-type]
            c.execute(f"LISTEN {CHANNEL}")
            c.execute(f"LISTEN {HERE}")
            self._heed.missed()
            self.current = True
            told = 0.0
            while not self._closing:
                if time.monotonic() - told >= EVERY:
                    self._tell(c)
                    told = time.monotonic()
                lines: list[int] = [c.fileno(), self._wake.fileno()]
                select.select(lines, [], [], max(0.0, told + EVERY - time.monotonic()))
                self._hear(list(c.notifies(timeout=0)))

    def _tell(self, c: psycopg.Connection) -> None:
        """Who is here; also if nobody is, because a broken line is noticed by it."""
        tables = self._heed.present().items()
        present = [f"{id}:{','.join(map(str, seats))}" for id, seats in tables]
        for n in range(0, max(1, len(present)), TABLES):
            payload = " ".join((self._me, *present[n : n + TABLES]))
            c.execute("SELECT pg_notify(%s, %s)", (HERE, payload))

    def _hear(self, notices: list[psycopg.Notify]) -> None:
        tables: dict[str, None] = {}  # several changes of one table are one piece of news
        for notice in notices:
            sender, *rest = notice.payload.split()
            if sender == self._me:
                continue
            if notice.channel == HERE:
                pairs = [table.split(":") for table in rest]
                seats = {id: [int(seat) for seat in text.split(",")] for id, text in pairs}
                self._heed.elsewhere(sender, seats)
            else:
                tables.update(dict.fromkeys(rest))
        for id in tables:
            self._heed.changed(id)
