"""pyramidion replay: look at a record."""

import argparse
import json
from pathlib import Path
from typing import Any

from pyramidion.engine import CHANCE
from pyramidion.errors import RecordError
from pyramidion.match import Match
from pyramidion.records import load_all


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "replay",
        help="check a record and show the game",
        description="Check the records of a file (one per file, or one per line) and show the "
        "games, move by move.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--trace",
        action="store_true",
        help="one line of JSON for every position: ply, actor, legal, odds, move",
    )
    parser.add_argument("--boards", action="store_true", help="draw the board after every move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    if not arguments.file.exists():
        raise RecordError(f"there is no file {arguments.file}")
    for match in load_all(arguments.file):
        if arguments.trace:
            trace(match)
        else:
            show(match, arguments.boards)
    return 0


def trace(match: Match) -> None:
    """Print every position of the game as a line of JSON."""
    again = match.fresh()
    for ply, move in enumerate([*match.moves, None]):
        actor = "chance" if again.actor == CHANCE else again.actor
        line = {
            "ply": ply,
            "actor": actor + 1 if isinstance(actor, int) else actor,
            "legal": again.legal,
            "odds": {name: str(odd) for name, odd in again.odds.items()} or None,
            "move": move,
        }
        print(json.dumps(line, ensure_ascii=False))
        if move is not None:
            again.play(move)


def show(match: Match, boards: bool) -> None:
    """Print the game in words, and its last position."""
    seats = [f"seat {number + 1}" for number in range(match.players)]
    again = match.fresh()
    print(f"{match.face.title}, {match.players} players")
    for ply, move in enumerate(match.moves):
        story = "; ".join(words.en.format(*seats) for words in match.story(ply))
        print(f"{ply + 1:4}. {move:<16} {story}")
        again.play(move)
        if boards and not move.startswith("*"):
            print(again, end="\n\n")
    if not boards:
        print(match)
    print(f"result: {', '.join(match.result)}" if match.result else "not finished")
