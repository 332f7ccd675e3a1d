"""Everything in a database as one file, and back: from SQLite to PostgreSQL, to a new machine.

The file is JSON lines: a head, one line for each match with all that belongs to it, one for
each row of other tables, and an end with the counts and a checksum. It is streamed both ways.
What a table of the database with a column `match` holds belongs to that match; a new table
needs nothing here.

An import is one transaction: every line is checked, every log is played through, and all is
taken or nothing is. What is there already is left as it is.

Clocks stand still meanwhile: the head says when the file was written, and what runs then is
shifted by the time since. In a file that is older than this (without that moment) clocks run on.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import sqlalchemy as sa

from pyramidion.errors import PyramidionError
from pyramidion.games import catalogue
from pyramidion.table.database import writing
from pyramidion.table.migrations import VERSION
from pyramidion.table.rooms import replayed
from pyramidion.table.schema import JOBS, MATCHES, META, SCHEMA
from pyramidion.table.storage import Kept

FORMAT = 1
MANY = 100  # matches at a time
NOT_CARRIED = {SCHEMA.name, JOBS.name}  # the version, and what a process is doing right now
PARTS = {
    table.name: table
    for table in META.sorted_tables
    if table.name not in NOT_CARRIED and "match" in table.c
}
OTHERS = {
    table.name: table
    for table in META.sorted_tables
    if table.name not in {*NOT_CARRIED, *PARTS, MATCHES.name}
}

Row = dict[str, Any]


class TransferError(PyramidionError):
    """A file that cannot be imported: at which line, and why."""


class BrokenLog(PyramidionError):
    """A match that cannot be played through by the rules that are here."""


@dataclass
class Count:
    """How much was carried."""

    matches: int = 0
    entries: int = 0
    others: int = 0  # rows of tables that belong to no match
    present: int = 0  # were there already
    left_out: list[str] = field(default_factory=list)  # broken ones that were to be left out


def count(engine: sa.Engine) -> int:
    """How many matches there are."""
    with engine.connect() as c:
        return c.execute(sa.select(sa.func.count()).select_from(MATCHES)).scalar_one()


def export(engine: sa.Engine, path: Path) -> Iterator[Count]:
    """Write everything; yields after every match. The file appears whole or not at all."""
    draft = path.with_name(path.name + ".part")
    # only for its owner: it tells hidden cards of games that are still played
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        yield from _write(engine, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _write(engine: sa.Engine, file: TextIO) -> Iterator[Count]:
    done, digest = Count(), hashlib.sha256()

    def put(line: Row) -> None:
        text = json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n"
        digest.update(text.encode())
        file.write(text)

    put({"pyramidion": "export", "format": FORMAT, "version": VERSION, "made": time.time()})
    for line in _everything(engine):
        put(line)
        done.matches += "match" in line
        done.entries += len(line.get("moves", ()))
        done.others += "row" in line
        yield done
    put({"end": {**_sizes(done), "sha256": digest.hexdigest()}})


def _sizes(done: Count) -> dict[str, int]:
    return {"matches": done.matches, "entries": done.entries, "others": done.others}


def _everything(engine: sa.Engine) -> Iterator[Row]:
    """All lines as they are at one moment, while others go on playing."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as c:
        for some in _rows(c, MATCHES):
            lines: dict[str, Row] = {row["id"]: {"match": row} for row in some}
            for name, table in PARTS.items():
                for line in lines.values():
                    line[name] = []
                belonging = sa.select(table).where(table.c.match.in_(lines))
                for row in c.execute(belonging.order_by(*table.primary_key.columns)):
                    part = row._asdict()
                    lines[part.pop("match")][name].append(part)
            yield from lines.values()
        for name, table in OTHERS.items():
            for some in _rows(c, table):
                yield from ({"table": name, "row": row} for row in some)


def _rows(c: sa.Connection, table: sa.Table) -> Iterator[list[Row]]:
    """All rows of a table with an id, some at a time."""
    last: Any = ""
    while True:
        some = sa.select(table).where(table.c.id > last).order_by(table.c.id).limit(MANY)
        rows = [row._asdict() for row in c.execute(some)]
        if not rows:
            return
        yield rows
        last = rows[-1]["id"]


def bring(engine: sa.Engine, path: Path, leave_out: bool = False) -> Iterator[Count]:
    """Read a file in; yields after every match. Raises `TransferError` and changes nothing.

    With `leave_out`, matches whose log cannot be played through are not taken; otherwise
    one of them is reason enough to take nothing.
    """
    done = Count()
    with path.open("rb") as file, writing(engine).begin() as c:
        matches: list[Row] = []
        others: list[Row] = []
        away = 0.0
        for number, line in _lines(file):
            if number == 1:
                away = max(0.0, time.time() - line.get("made", time.time()))
                continue
            try:
                _check(line)
            except PyramidionError as error:
                problem = f"line {number}: {error}"
                if not (leave_out and isinstance(error, BrokenLog)):
                    raise TransferError(f"{problem}. Nothing was imported") from None
                done.left_out.append(problem)
            else:
                if "match" in line:
                    _shift(line["match"], away)
                (others if "row" in line else matches).append(line)
            if len(matches) + len(others) >= MANY:
                _take(c, matches, others, done)
            yield done
        _take(c, matches, others, done)


def _lines(file: BinaryIO) -> Iterator[tuple[int, Row]]:
    """The head and the matches with their line numbers; checks head, end and checksum."""
    digest, found, number = hashlib.sha256(), Count(), 0
    end: Row | None = None

    def fail(what: str) -> TransferError:
        return TransferError(f"line {number}: {what}. Nothing was imported")

    for text in file:
        number += 1
        if end is not None:
            raise fail("there is something after the end")
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise fail(f"no JSON, or cut off: {error}") from None
        if not isinstance(line, dict):
            raise fail("every line is a JSON object")
        if number == 1:
            _check_head(line, fail)
            yield number, line
        elif "end" in line:
            end = line["end"]
            sizes = {**_sizes(found), "sha256": digest.hexdigest()}
            if end != sizes:
                raise fail(f"the end says {end}, but the lines before it are {sizes}")
        else:
            yield number, line
            found.matches += "match" in line
            found.entries += len(line.get("moves", ()))
            found.others += "row" in line
        digest.update(text)
    if end is None:
        number += 1
        raise fail("the end is missing; the file was cut off")


def _check_head(line: Row, fail: Callable[[str], TransferError]) -> None:
    if line.get("pyramidion") != "export" or line.get("format") != FORMAT:
        raise fail(f"this is no export of Pyramidion in format {FORMAT}")
    version = line.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise fail(
            f"the file is of version {version}, and this program knows versions up to {VERSION}"
        )
    made = line.get("made", 0.0)
    if not isinstance(made, int | float) or isinstance(made, bool):
        raise fail(f"the moment when it was made cannot be {made!r}")


def _check(line: Row) -> None:
    """Is it a match with all its parts, and does its log play through? Or another row?"""
    if "row" in line:
        if set(line) != {"table", "row"} or line["table"] not in OTHERS:
            raise PyramidionError(f"unknown table {line.get('table')!r}")
        _check_row(line["row"], OTHERS[line["table"]], line["table"])
        return
    if foreign := set(line) - {"match", *PARTS}:
        raise PyramidionError(f"unknown parts {', '.join(sorted(foreign))}")
    _check_row(line.get("match"), MATCHES, "match")
    for name, table in PARTS.items():
        rows = line.setdefault(name, [])  # a file may be older than this part
        if not isinstance(rows, list):
            raise PyramidionError(f"{name} is a list")
        for row in rows:
            _check_row(row, table, name)
    match, moves = line["match"], line["moves"]
    if [row["number"] for row in moves] != list(range(len(moves))):
        raise PyramidionError("the numbers of the moves are not 0, 1, 2 and so on")
    if [row["seat"] for row in line["seats"]] != list(range(match["players"])):
        raise PyramidionError(f"there are not {match['players']} seats from 0 on")
    _replay(match, [row["move"] for row in moves])


def _replay(match: Row, entries: list[str]) -> None:
    try:
        options = json.loads(match["options"])
        known = catalogue.face(match["game"]).version
        if known != match["version"]:
            raise PyramidionError(f"version {match['version']} of its rules, here is {known}")
        after = replayed(Kept(match["id"], match["game"], known, match["players"], options,
                              [], entries))  # fmt: skip
    except (ValueError, TypeError) as error:  # every error of ours is a ValueError
        raise BrokenLog(f"{match['game']!r} {match['id']} cannot be replayed: {error}") from None
    if after.actor != match["actor"]:
        raise BrokenLog(f"after the log of {match['id']} seat {after.actor} acts, "
                        f"not {match['actor']}")  # fmt: skip


def _shift(match: Row, away: float) -> None:
    """A clock that runs goes on where it stood when the file was written."""
    if match["actor"] is not None and match.get("clock"):
        match["changed"] += away  # since when who acts has thought
        if match.get("due") is not None:
            match["due"] += away


def _check_row(row: object, table: sa.Table, name: str) -> None:
    if not isinstance(row, dict):
        raise PyramidionError(f"{name} is an object")
    columns = {column.name: column for column in table.columns if column.name != "match"}
    if foreign := set(row) - set(columns):
        raise PyramidionError(f"{name} has no {', '.join(sorted(foreign))}")
    for column in columns.values():
        given = row.get(column.name)
        if given is None and not column.nullable and column.server_default is None:
            raise PyramidionError(f"{name} lacks {column.name}")
        kind = column.type.python_type
        fits = isinstance(given, (int, float) if kind is float else kind)
        if given is not None and not (fits and isinstance(given, bool) == (kind is bool)):
            raise PyramidionError(f"{name}.{column.name} cannot be {given!r}")


def _take(c: sa.Connection, matches: list[Row], others: list[Row], done: Count) -> None:
    """Insert those that are not there yet, and empty the lists."""
    new = _new(c, MATCHES, {line["match"]["id"]: line for line in matches})
    _insert(c, MATCHES, [line["match"] for line in new.values()])
    for name, table in PARTS.items():
        _insert(c, table, [{**row, "match": id} for id, line in new.items() for row in line[name]])
    done.matches += len(new)
    done.entries += sum(len(line["moves"]) for line in new.values())
    done.present += len(matches) - len(new)
    for name, table in OTHERS.items():
        rows = {line["row"]["id"]: line["row"] for line in others if line["table"] == name}
        rows = _new(c, table, rows)
        _insert(c, table, list(rows.values()))
        done.others += len(rows)
    matches.clear()
    others.clear()


def _new(c: sa.Connection, table: sa.Table, lines: dict[str, Row]) -> dict[str, Row]:
    """Those whose id is not in the table."""
    there = set(c.execute(sa.select(table.c.id).where(table.c.id.in_(lines))).scalars())
    return {id: line for id, line in lines.items() if id not in there}


def _insert(c: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """Columns that a row lacks, because its file is older than they are, get their default."""
    alike: dict[frozenset[str], list[Row]] = {}
    for row in rows:
        alike.setdefault(frozenset(row), []).append(row)
    for group in alike.values():
        c.execute(table.insert(), group)
