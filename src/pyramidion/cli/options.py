"""Arguments that several commands share."""

import argparse
import json
import os
from typing import Any

from pyramidion.errors import OptionError
from pyramidion.games import catalogue
from pyramidion.spread import LOCAL


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME, --players and --option."""
    parser.add_argument("game", metavar="GAME", help=", ".join(catalogue.names()))
    parser.add_argument("--players", type=int, metavar="K", help="number of players")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as often as needed (pyramidion rules GAME lists them)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """--seed."""
    parser.add_argument("--seed", type=whole, metavar="S", help="the same seed, the same games")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """--threads."""
    parser.add_argument(
        "--threads", type=positive, default=cores(), metavar="T", help="default: all cores"
    )


def add_ray(parser: argparse.ArgumentParser) -> None:
    """--ray."""
    parser.add_argument(
        "--ray",
        nargs="?",
        type=address,
        const=LOCAL,
        metavar="ADDRESS",
        help="play on a Ray cluster, or on Ray on this machine: the same games",
    )


def parse_options(given: list[str]) -> dict[str, Any]:
    """`["quiet_limit=50"]` → `{"quiet_limit": 50}`; values are JSON, other words are text."""
    options: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise OptionError(f"an option is NAME=VALUE, not {text!r}")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def address(text: str) -> str:
    """Where a cluster is, for argparse."""
    if not text:
        raise argparse.ArgumentTypeError("must be HOST:PORT, ray://HOST:PORT or auto")
    return text


def positive(text: str) -> int:
    """A whole number from 1, for argparse."""
    if (number := whole(text)) < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {text}")
    return number


def whole(text: str) -> int:
    """A whole number from 0, for argparse."""
    try:
        number = int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
    if not 0 <= number < 2**62:
        raise argparse.ArgumentTypeError(f"must be from 0 to 2**62, not {text}")
    return number


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
