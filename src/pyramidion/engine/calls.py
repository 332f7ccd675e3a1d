"""The verbs for callers in Python: the same names, compiled.

From Python, `verbs.legal` runs the rules interpreted; `calls.legal` runs them
compiled. Both are the same source and give the same bytes.
"""

from typing import Any

from pyramidion.engine import verbs
from pyramidion.engine.compiled import brief

# A compiled function refers to the verb by a global name.
_setup, _actor, _legal, _odds = verbs.setup, verbs.actor, verbs.legal, verbs.odds
_play, _score, _hide, _redeal = verbs.play, verbs.score, verbs.hide, verbs.redeal


@brief
def setup(s: Any) -> None:
    _setup(s)


@brief
def actor(s: Any) -> int:
    return _actor(s)


@brief
def legal(s: Any, out: Any) -> int:
    return _legal(s, out)


@brief
def odds(s: Any, out: Any) -> None:
    _odds(s, out)


@brief
def play(s: Any, action: int) -> None:
    _play(s, action)


@brief
def score(s: Any, out: Any) -> None:
    _score(s, out)


@brief
def hide(s: Any, seat: int, out: Any) -> None:
    _hide(s, seat, out)


@brief
def redeal(s: Any, seat: int, rng: Any) -> None:
    _redeal(s, seat, rng)
