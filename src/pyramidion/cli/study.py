"""pyramidion study: how fair, how long, how tense is a game, and what does a house rule change?"""

import argparse
import re
import secrets
from itertools import product
from pathlib import Path
from typing import Any

from pyramidion.bots.levels import level as level_of
from pyramidion.cli.options import (
    add_ray,
    add_seed,
    add_threads,
    parse_options,
    positive,
    whole,
)
from pyramidion.games import catalogue
from pyramidion.study.data import need_parquet, write_json, write_parquet
from pyramidion.study.game import Setting
from pyramidion.study.metrics import Difference, compare, metrics
from pyramidion.study.page import name_of, page
from pyramidion.study.plan import Memory, Study, carry_out, rows_of
from pyramidion.terminal import progress


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "study",
        help="study a game or a house rule, with plots",
        description="Play many games and write a page with plots (index.html) and the data "
        "(study.json, games.parquet): seats, length, choice, tension, endings, moves, events, all "
        "with 95% intervals. A study that was stopped goes on where it ended.",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(catalogue.names()))
    parser.add_argument(
        "--players", type=numbers, metavar="K", help="for example 2,3,4; default: the fewest"
    )
    parser.add_argument(
        "--level",
        type=numbers,
        default=[0],
        metavar="L",
        help="0 (at random, the default) to 5, or several: 0,1,2",
    )
    parser.add_argument(
        "--games", type=several, default=1000, metavar="N", help="of each setting (default: 1000)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=VALUE,…",
        help="a house rule to compare with; as often as needed",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="default: study-GAME")
    add_seed(parser)
    add_threads(parser)
    add_ray(parser)
    parser.set_defaults(run=run)


def numbers(text: str) -> list[int]:
    """`2,3,4`, for argparse."""
    return [whole(part) for part in text.split(",")]


def several(text: str) -> int:
    """A number of games, for argparse."""
    if (number := positive(text)) < 2:
        raise argparse.ArgumentTypeError("an interval needs at least 2 games")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    need_parquet()
    out = arguments.out or Path(f"study-{arguments.game}")
    study = plan(arguments, remembered_seed(out, arguments.seed))
    memory = Memory(out, study)
    missing = len(study.settings) * study.games - len(memory.rows)
    played = carry_out(study, memory, arguments.threads, arguments.ray)
    for _ in progress(played, missing, "games"):
        pass
    figures = [metrics(rows_of(study, memory, n)) for n in range(len(study.settings))]
    base = 0
    changes: list[list[Difference] | None] = []
    for number, change in enumerate(study.changes):
        base = base if change else number
        changes.append(compare(figures[base], figures[number]) if change else None)
    write_json(out / "study.json", study, figures, changes)
    write_parquet(out / "games.parquet", study, memory.rows)
    (out / "index.html").write_text(page(study, figures, changes), encoding="utf-8")
    for number, found in enumerate(figures):
        print(f"{name_of(study, number)}, {study.games} games, seed {study.seed}")
        for metric in found:
            if metric.group in ("Seats", "Length", "Choice", "Tension"):
                print(f"  {metric.label:<38}{metric.text()}")
    print(out / "index.html")
    return 0


def plan(arguments: argparse.Namespace, seed: int) -> Study:
    """Every number of players with every level, and after each what it is compared with."""
    face = catalogue.face(arguments.game)
    options = parse_options(arguments.option)
    settings, names = [], []
    for players, level in product(arguments.players or face.players[:1], arguments.level):
        if level:
            level_of(level)
        for change in (None, *arguments.compare):
            parts = [] if change is None else re.split(r",(?=\w+=)", change)
            setting = Setting(face.key, players, level, {**options, **parse_options(parts)})
            setting.start()  # says what is wrong before the first game
            settings.append(setting)
            names.append(change or "")
    return Study(tuple(settings), tuple(names), arguments.games, seed)


def remembered_seed(out: Path, given: int | None) -> int:
    """The seed that was given, or that of the study that was begun in this folder, or any."""
    if given is not None:
        return given
    begun = out / "rows.jsonl"
    if begun.exists():
        with begun.open("rb") as file:  # whatever it may be
            found = re.search(rb'"seed": (\d+)}', file.readline())
        if found:
            return int(found[1])
    return secrets.randbits(32)
