"""The eight verbs, and the register of games that implement them.

`legal(s, out)` and its sisters choose the game by the type of `s`: compiled, the
choice is made by the compiler and costs nothing; interpreted, it is a look-up
in the same register.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from pyramidion.engine.compiled import helper
from pyramidion.engine.state import assign

CHANCE = -1  # what `actor` answers when a die, a card or a tile decides
OVER = -2  # what `actor` answers when the game is over
NOBODY = -1  # the seat of a spectator in `hide`: sees what everybody may see


def setup(s: Any) -> None:
    """The position before the first move. Options and players are in the record already."""
    _rule(s, "setup")(s)


def actor(s: Any) -> int:
    """The seat to act, CHANCE or OVER."""
    return _rule(s, "actor")(s)  # type: ignore[no-any-return]


def legal(s: Any, out: Any) -> int:
    """Write the legal actions, or the possible outcomes of chance, into out; how many."""
    return _rule(s, "legal")(s, out)  # type: ignore[no-any-return]


def odds(s: Any, out: Any) -> None:
    """At a chance node: write a whole-number weight for each outcome, in the order of `legal`."""
    _rule(s, "odds")(s, out)


def play(s: Any, action: int) -> None:
    """Make one legal action."""
    _rule(s, "play")(s, action)


def score(s: Any, out: Any) -> None:
    """At the end: the result of every seat: 1, 0, or 1/k for a win shared by k seats."""
    _rule(s, "score")(s, out)


def hide(s: Any, seat: int, out: Any) -> None:
    """Write what the seat knows into `out`, an all-zero record. An allow-list."""
    _rule(s, "hide")(s, seat, out)


def redeal(s: Any, seat: int, rng: Any) -> None:
    """Fill in what `hide` left out, as probable as it is given all that the seat has seen."""
    _rule(s, "redeal")(s, seat, rng)


def is_open(s: Any) -> bool:
    """Is nothing ever hidden in this game? Known when compiled: it costs nothing to ask."""
    return registered(s.dtype).is_open


VERBS: dict[str, Callable[..., Any]] = {
    verb.__name__: verb for verb in (setup, actor, legal, odds, play, score, hide, redeal)
}


class Game:
    """The rules of one game. Called with a function, it registers a verb: `@rule`."""

    def __init__(self, name: str, state: np.dtype[Any], actions: int, most: int) -> None:
        self.name = name
        self.state = state
        self.actions = actions
        self.most = most
        self.verbs: dict[str, Callable[..., Any]] = dict(DEFAULTS)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        verb = VERBS.get(function.__name__)
        if verb is None:
            raise TypeError(f"{function.__name__} is none of the verbs: {', '.join(VERBS)}")
        wanted, given = _arguments(verb), _arguments(function)
        if wanted != given:
            raise TypeError(f"{self.name}: {verb.__name__} takes {wanted}, not {given}")
        self.verbs[verb.__name__] = helper(function)
        return self.verbs[verb.__name__]

    @property
    def is_open(self) -> bool:
        """Whether nothing is ever hidden."""
        return self.verbs["hide"] is DEFAULTS["hide"]

    def __repr__(self) -> str:
        return f"<rules of {self.name}>"

    def sources(self) -> list[Path]:
        """The source files of these rules: the folder of the game, or its one file."""
        home = Path(inspect.getfile(self.verbs["play"]))
        if (home.parent / "__init__.py").exists():
            return sorted(home.parent.glob("*.py"))
        return [home]


def game(name: str, state: np.dtype[Any], *, actions: int, most: int) -> Game:
    """Register a game. Actions are numbered below `actions`; at most `most` are legal at once."""
    for other in _games.values():
        if other.state == state and other.name != name:
            raise TypeError(
                f"{name} and {other.name} have states of exactly the same fields: the state's type "
                "chooses the game, so give one of them another field name"
            )
    rules = Game(name, state, actions, most)
    _games[state] = rules
    _types[numba.from_dtype(state)] = rules
    return rules


def registered(state: np.dtype[Any]) -> Game:
    """The rules for this type of state."""
    return _games[state]


def game_of_type(kind: types.Record) -> Game | None:
    """The rules for a record as the compiler knows it."""
    return _types.get(kind)


_games: dict[np.dtype[Any], Game] = {}
_types: dict[types.Record, Game] = {}


def _rule(s: Any, verb: str) -> Callable[..., Any]:
    return _games[s.dtype].verbs[verb]


def _arguments(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


# What a game need not say: chance is even, nothing is hidden.


@helper
def _even_odds(s: Any, out: Any) -> None:
    out[:] = 1


@helper
def _hide_nothing(s: Any, seat: int, out: Any) -> None:
    assign(out, s)


@helper
def _redeal_nothing(s: Any, seat: int, rng: Any) -> None:
    pass


DEFAULTS: dict[str, Callable[..., Any]] = {
    "odds": _even_odds,
    "hide": _hide_nothing,
    "redeal": _redeal_nothing,
}


def _choose_when_compiled(verb: str) -> None:
    """Tell Numba to choose the implementation by the type of the state."""

    def choose(s: Any, *arguments: Any) -> Callable[..., Any] | None:
        rules = game_of_type(s) if isinstance(s, types.Record) else None
        return rules.verbs[verb] if rules else None

    overload(VERBS[verb], strict=False)(choose)


for _verb in VERBS:
    _choose_when_compiled(_verb)


@overload(is_open, strict=False)
def _is_open_compiled(s: Any) -> Any:
    rules = game_of_type(s) if isinstance(s, types.Record) else None
    if rules is None:
        return None
    return (lambda s: True) if rules.is_open else (lambda s: False)
