"""Records on disk: JSON, one per file or one per line. A bad one loads nothing and says why."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError, RecordError
from pyramidion.games import catalogue
from pyramidion.match import FORMAT, Match, replay

Source = str | os.PathLike[str] | Mapping[str, Any]

REQUIRED = {"format", "game", "options", "players", "moves", "result"}
ALLOWED = REQUIRED | {"points", "version"}
SHAPE = (
    ("game", str, "a name"),
    ("options", Mapping, "an object"),
    ("players", int, "a whole number"),
    ("moves", list, "a list"),
)


def load(source: Source, *, chance: str = "manual", seed: int | None = None) -> Match:
    """The match of a record: a dict, or a file that holds one record.

    It waits for chance outcomes; with chance="auto" it deals them itself from here on.
    """
    if isinstance(source, Mapping):
        return match_of(source, chance=chance, seed=seed)
    found = list(load_all(source, chance=chance, seed=seed))
    if len(found) != 1:
        raise RecordError(f"{source} holds {len(found)} records; load_all reads them all")
    return found[0]


def load_all(
    path: str | os.PathLike[str], *, chance: str = "manual", seed: int | None = None
) -> Iterator[Match]:
    """The matches of a file with one record, or with one record on each line."""
    for where, record in _read(Path(path)):
        try:
            yield match_of(record, chance=chance, seed=seed)
        except RecordError as error:
            raise RecordError(f"{where}: {error}", error.move) from None


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write one record; the file appears whole or not at all."""
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    draft.write_text(json.dumps(match.record()) + "\n", encoding="utf-8")
    draft.replace(path)


def match_of(record: Any, *, chance: str = "manual", seed: int | None = None) -> Match:
    """Check a record and play it through."""
    _check_shape(record)
    number = 0

    def count(match: Match) -> None:
        nonlocal number
        number += 1

    try:
        match = replay(record, chance, seed, count)
    except PyramidionError as error:
        if number == 0:
            raise RecordError(f"no such game can be: {error}") from None
        raise RecordError(f"move {number}: {error}", number) from None
    _check_end(record, match)
    return match


def _read(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no text file") from None
    try:
        yield str(path), json.loads(text)
        return
    except json.JSONDecodeError as error:
        whole_file = error
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:
        raise RecordError(f"{path} is no JSON, or cut off: {whole_file}")
    for n, line in lines:
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise RecordError(f"{path}, line {n} is no JSON, or cut off: {error}") from None
        yield f"{path}, line {n}", record


def _check_shape(record: Any) -> None:
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if missing := sorted(REQUIRED - set(record)):
        raise RecordError(f"the record lacks {', '.join(missing)}")
    if foreign := sorted(set(record) - ALLOWED):
        raise RecordError(f"a record has no {', '.join(map(repr, foreign))}")
    if record["format"] != FORMAT or isinstance(record["format"], bool):
        raise RecordError(f"format {record['format']!r} is not known here, only {FORMAT}")
    for part, kind, what in SHAPE:
        if not isinstance(record[part], kind):
            raise RecordError(f"{part} must be {what}, not {record[part]!r}")
    for number, move in enumerate(record["moves"], 1):
        if not isinstance(move, str):
            raise RecordError(f"move {number}: {move!r} is no text", number)
    try:
        known = catalogue.face(record["game"]).version
    except PyramidionError as error:
        raise RecordError(str(error)) from None
    if record.get("version", 1) != known:
        raise RecordError(
            f"the record is of version {record.get('version', 1)} of the rules; here is {known}"
        )


def _check_end(record: Mapping[str, Any], match: Match) -> None:
    last = len(record["moves"])
    if record["result"] != match.result:
        said, is_ = json.dumps(record["result"]), json.dumps(match.result)
        raise RecordError(f"after the last move, {last}, the result is {is_}, not {said}", last)
    if record.get("points", match.points) != match.points:
        raise RecordError(
            f"after the last move, {last}, the points are {match.points}, not {record['points']}",
            last,
        )
