"""What is kept beside the tables: records that somebody brought, and games looked at again."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pyramidion.table.database import writing
from pyramidion.table.schema import ANALYSES, RECORDS

STALE = 20.0  # seconds without progress after which nobody is at work any more


@dataclass(frozen=True)
class Progress:
    """How far the analysis of a game is."""

    done: int = 0
    total: int = 0
    moments: list[dict[str, Any]] | None = None
    working: bool = False

    @property
    def state(self) -> str:
        """In one word, for programs."""
        if self.moments is not None:
            return "ready"
        return "working" if self.working else "none"


class Shelf:
    """The rows themselves. Every method is one transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._writer = writing(engine)

    def keep(self, id: str, record: str) -> None:
        """Keep a record; one that is there already stays."""
        with suppress(sa.exc.IntegrityError), self._writer.begin() as c:  # it is there by now
            if not c.execute(sa.select(RECORDS.c.id).where(RECORDS.c.id == id)).first():
                c.execute(RECORDS.insert().values(id=id, record=record, made=time.time()))

    def record(self, id: str) -> Any:
        """A record, or None."""
        with self._engine.connect() as c:
            found = c.execute(sa.select(RECORDS.c.record).where(RECORDS.c.id == id)).scalar()
            return None if found is None else json.loads(found)

    def progress(self, id: str) -> Progress:
        """How far an analysis is; a worker that died left one that may be asked for again."""
        with self._engine.connect() as c:
            row = c.execute(sa.select(ANALYSES).where(ANALYSES.c.id == id)).one_or_none()
        if row is None:
            return Progress()
        moments = None if row.moments is None else json.loads(row.moments)
        working = moments is None and time.time() - row.changed < STALE
        return Progress(row.done, row.total, moments, working)

    def note(
        self, id: str, done: int, total: int, moments: list[dict[str, Any]] | None = None
    ) -> None:
        """How far it is now, or what came of it."""
        text = None if moments is None else json.dumps(moments, ensure_ascii=False)
        values = {"changed": time.time(), "done": done, "total": total, "moments": text}
        change = ANALYSES.update().where(ANALYSES.c.id == id).values(**values)
        try:
            with self._writer.begin() as c:
                if not c.execute(change).rowcount:
                    c.execute(ANALYSES.insert().values(id=id, **values))
        except sa.exc.IntegrityError:  # another process noted it first
            with self._writer.begin() as c:
                c.execute(change)
