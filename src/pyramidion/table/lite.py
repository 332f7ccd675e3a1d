"""How the log is written to SQLite: two or three statements for a batch, over a line of its own.

The rows travel as one JSON text. Row by row the driver would let every other thread go first
after each, and a busy server has many. The statements are plain SQL because they are the same
every few milliseconds, and building them anew would cost more than running them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

import sqlalchemy as sa

from pyramidion.table.writer import Append

MOVES = """
INSERT INTO moves (match, number, move, seat, made)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]')
FROM json_each(?)
"""
TURNS = """
UPDATE matches SET changed = json_extract(value, '$[1]'), actor = json_extract(value, '$[2]'),
       due = json_extract(value, '$[3]')
FROM json_each(?) WHERE matches.id = json_extract(value, '$[0]')
"""
TIMES = """
UPDATE seats SET time_left = json_extract(value, '$[2]') FROM json_each(?)
WHERE seats.match = json_extract(value, '$[0]') AND seats.seat = json_extract(value, '$[1]')
"""


class LiteWriter:
    """Appends in one transaction, or not at all; used by one thread."""

    def __init__(self, engine: sa.Engine) -> None:
        self._line = engine.raw_connection()

    def write(self, appends: Sequence[Append]) -> None:
        """Raises IntegrityError if a number is taken."""
        moves = [
            (a.match, a.number + n, move, None if move[0] == "*" else a.seat, a.made)
            for a in appends
            for n, move in enumerate(a.entries)
        ]
        turns = [(a.match, a.made, a.actor, a.due) for a in appends]
        times = [(a.match, a.seat, a.time_left) for a in appends if a.time_left is not None]
        cursor = self._line.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute(MOVES, (json.dumps(moves),))
            cursor.execute(TURNS, (json.dumps(turns),))
            if times:
                cursor.execute(TIMES, (json.dumps(times),))
            cursor.execute("COMMIT")
        except BaseException as error:
            self._line.rollback()
            if isinstance(error, sqlite3.IntegrityError):
                raise sa.exc.IntegrityError(MOVES, None, error) from None
            raise

    def close(self) -> None:
        """Give the line back."""
        self._line.close()
