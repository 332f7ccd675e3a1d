"""Other boards than the one in the box: smaller pyramids, for study and for tests."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pyramidion.engine import blank
from pyramidion.errors import OptionError
from pyramidion.games.pyramido import rules

ENDLESS = 1 << 60  # a limit of quiet turns (P15) that no game reaches


def start(levels: Sequence[int], stones: int, strict: int = 0) -> Any:
    """The empty board with these levels, without a limit of quiet turns.

    `strict` has a bit for each seat that cannot win by P14 while any stone of its own hangs.
    """
    check(levels, stones)
    s = blank(rules.State)
    s.board, s.goal = rules.fields(levels)
    s.reserve[:] = stones
    s.quiet_limit = ENDLESS
    s.strict = strict
    rules.setup(s)
    return s


def check(levels: Sequence[int], stones: int) -> None:
    """Raise OptionError for what is no pyramid."""
    shown = "-".join(map(str, levels))
    if not 2 <= len(levels) <= len(rules.LEVELS) or not levels[0] <= rules.LEVELS[0]:
        raise OptionError(f"a pyramid has 2 to 5 levels, the base at most 8 wide, not {shown}")
    if any(above != below - 1 for below, above in pairwise(levels)):
        raise OptionError(f"each level is one field narrower than the one below (P3), not {shown}")
    if levels[-1] < 2:
        raise OptionError(f"the goal level needs at least 2 fields (P14), not {levels[-1]}")
    if not 1 <= stones <= 100:
        raise OptionError(f"each player has 1 to 100 stones, not {stones}")
