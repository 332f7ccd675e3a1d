"""Three more functions, for games that can be searched to the end: what is the same position?

A game without chance and hidden information for two seats may provide them in a file
`symmetry.py` in its folder. They are chosen by the state's type, like the verbs:

    symmetry = symmetric(rules.rule)

    @symmetry
    def identity(s, flipped): ...
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from numba.core import types
from numba.extending import overload

from pyramidion.engine.compiled import helper
from pyramidion.engine.verbs import Game, game_of_type, registered


def identity(s: Any, flipped: int) -> int:
    """A number from 0 below 2**61 for the position seen from the mover; with `flipped`, mirrored.

    Two positions have the same number only if they are the same game for the mover:
    all that matters for who wins is in it.
    """
    return _functions[registered(s.dtype)]["identity"](s, flipped)  # type: ignore[no-any-return]


def flip(s: Any, action: int) -> int:
    """The action that is in the mirror what `action` is here; flipped twice it is itself."""
    return _functions[registered(s.dtype)]["flip"](s, action)  # type: ignore[no-any-return]


def restore(s: Any, number: int) -> None:
    """Write the position with this identity into a record that has the same options."""
    _functions[registered(s.dtype)]["restore"](s, number)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (identity, flip, restore)
}

_functions: dict[Game, dict[str, Callable[..., Any]]] = {}


def symmetric(game: Game) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the functions of a game: a decorator for `identity`, `flip` and `restore`."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if function.__name__ not in FUNCTIONS:
            raise TypeError(f"{function.__name__} is none of {', '.join(FUNCTIONS)}")
        helped = helper(function)
        _functions.setdefault(game, {})[function.__name__] = helped
        return helped

    return register


def find_symmetry(game: Game) -> None:
    """Load the game's `symmetry.py`; a TypeError says if it has none."""
    if game in _functions:
        return
    home = game.verbs["play"].__module__.rpartition(".")[0]
    try:
        import_module(f"{home}.symmetry")
    except ModuleNotFoundError:
        raise TypeError(f"{game.name} has no symmetry.py, so it cannot be solved") from None


def _choose_when_compiled(name: str) -> None:
    def choose(s: Any, *arguments: Any) -> Callable[..., Any] | None:
        game = game_of_type(s) if isinstance(s, types.Record) else None
        return _functions[game][name] if game in _functions else None

    overload(FUNCTIONS[name], strict=False)(choose)


for _name in FUNCTIONS:
    _choose_when_compiled(_name)
