"""pyramidion export and import: everything that is kept, as one file and back."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyramidion.errors import PyramidionError
from pyramidion.terminal import progress

if TYPE_CHECKING:
    import sqlalchemy as sa

    from pyramidion.table.transfer import Count


def add_export(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "export",
        help="write all tables into one file",
        description="Write all matches of a database, with who holds which seat, into one file "
        "(JSON lines) that pyramidion import reads. Servers may go on meanwhile. The file tells "
        "hidden cards of games that are still played: keep it to yourself.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    _add_database(parser)
    parser.set_defaults(run=run_export)


def add_import(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "import",
        help="read tables from such a file",
        description="Read a file of pyramidion export into a database. Every log is played "
        "through first; all is taken or nothing is. Matches that are there already are left as "
        "they are. A server that uses the same SQLite file must be stopped first.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    _add_database(parser)
    parser.add_argument(
        "--leave-out-broken",
        action="store_true",
        help="take the others when the log of a match cannot be replayed by the rules here",
    )
    parser.set_defaults(run=run_import)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=os.environ.get("PYRAMIDION_DATABASE"),
        help="sqlite:///file or postgresql://… (the table's file in your data folder)",
    )


def _address(arguments: argparse.Namespace) -> str:
    from pyramidion.table.settings import default_database

    return arguments.database or default_database()


def _database(arguments: argparse.Namespace, there: bool) -> sa.Engine:
    """The database that was asked for; with `there` it must exist already."""
    from pyramidion.table.database import open_database

    return open_database(_address(arguments), there)


def run_export(arguments: argparse.Namespace) -> int:
    """Carry the export out."""
    from pyramidion.table.transfer import count, export

    if arguments.file.exists():
        raise PyramidionError(f"{arguments.file} is there already; choose another name")
    if not arguments.file.parent.is_dir():
        raise PyramidionError(f"there is no folder {arguments.file.parent}")
    engine = _database(arguments, there=True)
    done = _watch(export(engine, arguments.file), count(engine))
    engine.dispose()
    print(
        f"{done.matches} matches with {done.entries} entries and {done.others} other rows "
        f"are in {arguments.file}."
    )
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    """Carry the import out."""
    from pyramidion.table.alone import Alone
    from pyramidion.table.transfer import bring

    if not arguments.file.is_file():
        raise PyramidionError(f"there is no file {arguments.file}")
    with arguments.file.open("rb") as file:
        total = max(0, sum(1 for _ in file) - 2)  # without head and end
    with Alone(_address(arguments)):  # a server could keep no move until all is in
        engine = _database(arguments, there=False)
        done = _watch(bring(engine, arguments.file, arguments.leave_out_broken), total)
        engine.dispose()
    for problem in done.left_out:
        print(f"left out: {problem}", file=sys.stderr)
    print(
        f"{done.matches} matches with {done.entries} entries and {done.others} other rows were "
        f"imported; {done.present} matches were there already, {len(done.left_out)} were left out."
    )
    return 0


def _watch(steps: Iterator[Count], total: int) -> Count:
    from pyramidion.table.transfer import Count

    last = Count()
    for last in progress(steps, total, "matches"):  # noqa: B007 - the last one has it all
        pass
    return last
