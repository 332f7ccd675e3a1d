"""News between processes that share a PostgreSQL: which table has changed.

A change and its NOTIFY are one transaction, so news is never of something that is not
there, and nothing is there without news. What changed is not in the message: whoever has
the table in memory reads it. One connection per process listens. While it is broken, every
table is looked up before it is used, and when it is back all tables are.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from pyramidion.table.storage import CHANNEL

AGAIN = 0.5  # seconds until a broken connection is tried again
SILENCE = 10.0  # seconds without news until the connection is checked

log = logging.getLogger(__name__)


class News:
    """Listens in a thread: `changed(id)` for each table, `missed()` when news may have been."""

    def __init__(
        self, engine: sa.Engine, me: str, changed: Callable[[str], None], missed: Callable[[], None]
    ) -> None:
        url = engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._me, self._changed, self._missed = me, changed, missed
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
        with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as c:
            c.execute(f"LISTEN {CHANNEL}")
            self._missed()
            self.current = True
            while not self._closing:
                lines: list[int] = [c.fileno(), self._wake.fileno()]
                ready, _, _ = select.select(lines, [], [], SILENCE)
                if not ready:
                    c.execute("SELECT 1")  # raises if nobody is there any more
                # several changes of one table are one piece of news
                heard = [notice.payload.split() for notice in c.notifies(timeout=0)]
                tables = [id for sender, *ids in heard if sender != self._me for id in ids]
                for id in dict.fromkeys(tables):
                    self._changed(id)
