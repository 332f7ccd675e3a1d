"""pyramidion simulate: random games at full speed."""

import argparse
import secrets
import time
from pathlib import Path
from typing import Any

from pyramidion.cli.options import add_game, add_ray, add_seed, add_threads, parse_options, positive
from pyramidion.engine.loops import random_games
from pyramidion.lab.simulation import Summary, blocks_on_ray, warm_up, write_records
from pyramidion.match import Match
from pyramidion.terminal import progress


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "simulate",
        help="play random games at full speed and say what came of them",
        description="Play random games at full speed: length, branching and results of the seats, "
        "with 95% confidence intervals.",
    )
    add_game(parser)
    parser.add_argument("--games", type=positive, default=10_000, metavar="N", help="how many")
    add_seed(parser)
    add_threads(parser)
    add_ray(parser)
    parser.add_argument(
        "--records", type=Path, metavar="FILE", help="write every game as one line of JSON"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    options = parse_options(arguments.option)
    match = Match(arguments.game, arguments.players, options, chance="manual")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if arguments.records:
        arguments.records.write_text("", encoding="utf-8")
    warm_up(match)
    begun = time.monotonic()
    summary = Summary(match.players)
    games, threads = arguments.games, arguments.threads
    if arguments.ray:
        blocks = blocks_on_ray(match, games, seed, threads, arguments.ray)
    else:
        blocks = random_games(match.state, match.players, games, seed, threads)
    for block in progress(blocks, arguments.games, "games", lambda block: len(block.moves)):
        summary.add(block)
        if arguments.records:
            write_records(match, block, seed, arguments.records)
    seconds = time.monotonic() - begun
    rows = [*lines(match.face, summary), ("seed", str(seed))]
    if arguments.records:
        rows.append(("records", str(arguments.records)))
    else:
        rows.append(("speed", f"{summary.moves / seconds / 1e6:.1f} million moves a second"))
    width = max(len(label) for label, _ in rows) + 2
    for label, value in rows:
        print(f"{label:<{width}}{value}")
    return 0


def lines(face: Any, summary: Summary) -> list[tuple[str, str]]:
    """What is printed, as label and value."""
    return [
        ("game", f"{face.title}, {summary.players} players"),
        ("games", f"{summary.games:,}"),
        ("moves in a game", f"{summary.length()}  (from {summary.shortest} to {summary.longest})"),
        ("choices at a decision", f"{summary.branching():.1f}"),
        *(
            (f"share of seat {seat + 1}", summary.seat(seat).percent())
            for seat in range(summary.players)
        ),
        ("without one winner", summary.shared().percent()),
        *face.statistics(summary.uses, summary.games),
    ]
