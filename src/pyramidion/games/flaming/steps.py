"""What happens in Flaming Pyramids, one step at a time; and what would happen."""

from collections.abc import Iterator
from typing import Any

from pyramidion.engine import clone, compiled
from pyramidion.games.flaming import layout, mayhem, rules

_act, _trouble, _happen = rules.act, mayhem.trouble, mayhem.happen
_lay, _place = layout.lay, layout.place

touching = compiled(layout.touching)

Trouble = tuple[int, int, int, int]  # as `mayhem.trouble` has it


@compiled
def act(s: Any, action: int) -> None:
    """An action without what follows by itself."""
    _act(s, action)


@compiled
def trouble(s: Any) -> Any:
    """The first trouble in the layout."""
    return _trouble(s)


@compiled
def happen(s: Any) -> Any:
    """Let it happen."""
    return _happen(s)


@compiled
def try_tile(s: Any, tile: int, number: int) -> Any:
    """The first trouble that a tile would cause in this place; changes the record."""
    row, x = _place(s, number)
    _lay(s, tile, row, x)
    return _trouble(s)


@compiled
def try_fall(s: Any, action: int) -> Any:
    """The first trouble after a fall to this side; changes the record."""
    _act(s, action)
    return _trouble(s)


def events(s: Any) -> Iterator[tuple[Any, Any, Trouble]]:
    """Event after event, up to the next choice: the record before and after it, and the trouble.

    `s` goes along.
    """
    kind = mayhem.EXPLOSION
    while kind > mayhem.COLLAPSE:
        before, found = clone(s), trouble(s)
        kind = happen(s)
        if kind != mayhem.NONE:
            yield before, s, found
