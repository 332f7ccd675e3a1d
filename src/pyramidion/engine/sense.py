"""A sense of the game: what a bot may know beyond the rules.

Where plain random playouts are weak, a game's `sense.py` may say which moves a
sensible player would rather make, and what a position is worth when a playout is
cut off. Chosen by the state's type, like the verbs; rules stay free of it.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import overload

from pyramidion.engine.compiled import helper
from pyramidion.engine.verbs import Game, game_of_type, registered


def weigh(s: Any, actions: Any, n: int, out: Any) -> bool:
    """Write a positive weight for each of the n legal actions into out; False: no opinion."""
    return _opinion(registered(s.dtype), "weigh")(s, actions, n, out)  # type: ignore[no-any-return]


def patience(s: Any) -> int:
    """How many decisions a playout may go on from here before it is cut off."""
    return _opinion(registered(s.dtype), "patience")(s)  # type: ignore[no-any-return]


def worth(s: Any, out: Any) -> None:
    """Estimate the result of every seat; they add up to 1. Asked when a playout is cut off."""
    _opinion(registered(s.dtype), "worth")(s, out)


def overlooked(s: Any, usual: float) -> float:
    """What share of the moves a level overlooks here that overlooks so many where luck decides."""
    return _opinion(registered(s.dtype), "overlooked")(s, usual)  # type: ignore[no-any-return]


def simulated(s: Any, usual: int) -> int:
    """How many simulations a level makes here that makes so many as a rule."""
    return _opinion(registered(s.dtype), "simulated")(s, usual)  # type: ignore[no-any-return]


@helper
def share_out(strengths: Any) -> None:
    """Turn strengths of seats into results that add up to 1; one more means e times the odds."""
    highest = strengths.max()
    total = 0.0
    for seat in range(len(strengths)):
        strengths[seat] = np.exp(strengths[seat] - highest)
        total += strengths[seat]
    for seat in range(len(strengths)):
        strengths[seat] /= total


OPINIONS: dict[str, Callable[..., Any]] = {
    "weigh": weigh,
    "patience": patience,
    "worth": worth,
    "overlooked": overlooked,
    "simulated": simulated,
}


@helper
def _weigh_nothing(s: Any, actions: Any, n: int, out: Any) -> bool:
    return False


@helper
def _endless_patience(s: Any) -> int:
    return 1_000_000_000


@helper
def _all_alike(s: Any, out: Any) -> None:
    out[:] = 1.0 / len(out)


@helper
def _nothing_overlooked(s: Any, usual: float) -> float:
    return 0.0


@helper
def _as_usual(s: Any, usual: int) -> int:
    return usual


DEFAULTS: dict[str, Callable[..., Any]] = {
    "weigh": _weigh_nothing,
    "patience": _endless_patience,
    "worth": _all_alike,
    "overlooked": _nothing_overlooked,
    "simulated": _as_usual,
}

_opinions: dict[tuple[str, str], Callable[..., Any]] = {}


def sense(rules: Game) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark the functions of a game's sense: `sensible = sense(rule)`, then `@sensible`."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        opinion = OPINIONS.get(function.__name__)
        if opinion is None:
            raise TypeError(f"{function.__name__} is none of {', '.join(OPINIONS)}")
        wanted, given = (list(inspect.signature(f).parameters) for f in (opinion, function))
        if wanted != given:
            raise TypeError(f"{rules.name}: {function.__name__} takes {wanted}, not {given}")
        marked = helper(function)
        _opinions[rules.name, function.__name__] = marked
        return marked

    return register


def _opinion(rules: Game, name: str) -> Callable[..., Any]:
    return _opinions.get((rules.name, name), DEFAULTS[name])


def _choose_when_compiled(name: str) -> None:
    def choose(s: Any, *arguments: Any) -> Callable[..., Any] | None:
        rules = game_of_type(s) if isinstance(s, types.Record) else None
        return _opinion(rules, name) if rules else None

    overload(OPINIONS[name], strict=False)(choose)


for _name in OPINIONS:
    _choose_when_compiled(_name)
