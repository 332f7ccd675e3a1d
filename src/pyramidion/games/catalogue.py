"""The catalogue of games: one folder each, found by its name. A new game is a new folder."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from pyramidion.engine import Game
from pyramidion.errors import UnknownGame
from pyramidion.games.face import Face

FOLDER = Path(__file__).parent

_added: dict[str, Face] = {}


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules([str(FOLDER)]) if module.ispkg))


def names() -> list[str]:
    """The games that can be played."""
    return sorted({*_names(), *_added})


def face(name: str) -> Face:
    """The face of a game, by its name."""
    if name in _added:
        return _added[name]
    if name not in _names():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    found: Face = import_module(f"pyramidion.games.{name}.face").FACE
    return found


def sensible(name: str) -> Game:
    """The rules of a game, with its sense (if it has one) ready for a search."""
    rules = face(name).game
    package = type(face(name)).__module__.rsplit(".", 1)[0]
    if find_spec(f"{package}.sense"):
        import_module(f"{package}.sense")
    return rules


def add(face: Face) -> None:
    """Add a game of your own, so that everything here can play it."""
    _added[face.key] = face
