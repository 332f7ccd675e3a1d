"""Five pyramid games: play them, let bots play them, study them. Unofficial.

Examples:
    >>> import pyramidion
    >>> m = pyramidion.new("pyramido")
    >>> m.play("a4")
    >>> m.legal[:4]
    ['a1', 'a2', 'a3', 'a5']
"""

from typing import Any

from pyramidion.batch import Batch
from pyramidion.engine import CHANCE
from pyramidion.errors import IllegalMove, OptionError, PyramidionError, RecordError, UnknownGame
from pyramidion.games import catalogue
from pyramidion.match import Match
from pyramidion.records import load, load_all, save

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Batch",
    "IllegalMove",
    "Match",
    "OptionError",
    "PyramidionError",
    "RecordError",
    "UnknownGame",
    "games",
    "load",
    "load_all",
    "new",
    "save",
]


def games() -> list[str]:
    """The names of the games."""
    return catalogue.names()


def new(
    game: str,
    *,
    players: int | None = None,
    seed: int | None = None,
    chance: str = "auto",
    **options: Any,
) -> Match:
    """A new match. With a seed it deals the same cards every time; with chance="manual" it waits
    for you to say what chance brings.
    """
    return Match(game, players, options, seed, chance)
