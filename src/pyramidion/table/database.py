"""Opening a database: SQLite in one file, or PostgreSQL by its address."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from pyramidion.errors import PyramidionError
from pyramidion.table.migrations import migrate


class DatabaseError(PyramidionError):
    """A database that cannot be used, and why."""


def open_database(url: str, there: bool = False) -> sa.Engine:
    """An engine for this address, its tables made or brought up to date.

    With `there`, an SQLite file is not made if there is none.
    """
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        raise DatabaseError(
            "A database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    file = parsed.database if parsed.get_backend_name() == "sqlite" else None
    if there and file and not Path(file).exists():
        raise DatabaseError(f"There is no database {file}")
    engine = _engine(parsed)
    try:
        migrate(engine)
    except sa.exc.DBAPIError as error:
        engine.dispose()
        where = parsed.render_as_string(hide_password=True)
        raise DatabaseError(f"The database {where} cannot be opened: {error.orig}") from None
    except PyramidionError:
        engine.dispose()
        raise
    return engine


def _engine(url: URL) -> sa.Engine:
    kind = url.get_backend_name()
    if kind == "postgresql":
        # of two that want one number the second fails, as it should; no reason for a warning
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        try:
            # one that was restarted meanwhile is noticed before a request meets it
            return sa.create_engine(
                url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True
            )
        except ModuleNotFoundError:
            raise DatabaseError(
                "PostgreSQL needs psycopg: install pyramidion[postgresql]"
            ) from None
    if kind != "sqlite":
        raise DatabaseError(f"A database is sqlite:///… or postgresql://…, not {kind}")
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # as many connections as the server has threads: opening one costs more than a move
    engine = sa.create_engine(url, connect_args={"timeout": 30}, pool_size=40, hide_parameters=True)

    @sa.event.listens_for(engine, "connect")
    def _open(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, tables included
        # A move is on the disk before it is answered; readers never wait for a writer.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begin(c: sa.Connection) -> None:
        # A writer waits for its turn at the beginning: one that has read before cannot wait.
        writes = c.get_execution_options().get("writes", False)
        c.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def writing(engine: sa.Engine) -> sa.Engine:
    """The same engine for transactions that write."""
    return engine.execution_options(writes=True)
