"""pyramidion rules: the rules of a game, to read."""

import argparse
import re
from typing import Any

from pyramidion.errors import PyramidionError
from pyramidion.games import catalogue
from pyramidion.games.face import Face


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "rules",
        help="read the rules of a game, or one of them",
        description="The rules of a game and its options; with a number (P7) that rule alone.",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(catalogue.names()))
    parser.add_argument("number", nargs="?", metavar="NUMBER", help="the number of one rule")
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    face = catalogue.face(arguments.game)
    if arguments.number:
        print(one_rule(face, arguments.number, arguments.language))
        return 0
    print(face.rules_page(arguments.language))
    print(f"\nPlayers: {', '.join(map(str, face.players))}")
    for name, option in face.options.items():
        about, allowed = (
            getattr(words, arguments.language) for words in (option.about, option.allowed)
        )
        print(f"Option {name}: {about}. Allowed: {allowed}. Default: {option.default!r}.")
    return 0


def one_rule(face: Face, number: str, language: str = "en") -> str:
    """The text of one rule, without its marks."""
    wanted = number.upper()
    for line in face.rules_page(language).splitlines():
        if found := re.match(rf"(?:[-*] )?\*\*{re.escape(wanted)}\*\* (.*)", line):
            return f"{wanted} {found[1].replace('*', '').replace('`', '')}"
    raise PyramidionError(f"{face.title} has no rule {number!r}")
