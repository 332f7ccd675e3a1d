"""pyramidion analyse: look at a game again with an engine's eye."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pyramidion.bots.analysis import Moment, analyse
from pyramidion.errors import PyramidionError, RecordError
from pyramidion.match import Match
from pyramidion.records import load
from pyramidion.terminal import progress


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "analyse",
        help="chances, better moves and turning points of a saved game",
        description="Look at every decision of a record: the chances of all seats, what would "
        "have been better, and where the game turned.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--seconds", type=float, default=0.5, metavar="S", help="for each decision (default: 0.5)"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for every decision")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    if not arguments.file.exists():
        raise RecordError(f"there is no file {arguments.file}")
    if not arguments.seconds > 0:
        raise PyramidionError(f"--seconds must be more than 0, not {arguments.seconds}")
    match = load(arguments.file)
    moments = []
    for moment in progress(analyse(match, arguments.seconds), match.ply, "moves"):
        moments.append(moment)
        if arguments.json:
            print(json.dumps(asdict(moment), ensure_ascii=False))
    if not arguments.json:
        print_moments(match, moments)
    return 0


def print_moments(match: Match, moments: list[Moment]) -> None:
    """A line for each decision, and where the game turned."""
    print(f"{match.face.title}: chances of the seats before each move")
    for moment in moments:
        chances = "  ".join(f"{chance:4.0%}" for chance in moment.chances)
        line = f"{moment.ply + 1:4}. seat {moment.actor + 1}  {moment.move or '?':<14} {chances}"
        if moment.better:
            better = ", ".join(f"{name} {value:.0%}" for name, value in moment.better)
            line += f"   {'?!' if moment.turned else '  '} −{moment.lost:.0%}; better: {better}"
        print(line)
    turns = [moment for moment in moments if moment.turned]
    if turns:
        worst = max(turns, key=lambda moment: moment.lost)
        moves = ", ".join(f"{moment.ply + 1} ({moment.move})" for moment in turns)
        print(f"The game turned at move {moves}; most at {worst.ply + 1}.")
    else:
        print("No single move turned the game.")
