"""Positions made by hand."""

import re
from typing import Any

import pytest

import pyramidion
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.fields import field_of
from pyramidion.match import Match


def position(players: int, to_act: int = 0, *, set_up: Any = None, **given: Any) -> Match:
    """A position in which the seat is to move.

    Stacks are written from the bottom to the top, with the sides' letters and values where there
    are any: b3="s4n1w" ends with West's pyramid on top; with a ! it has arrived. What is no field
    is an option. `set_up` may change the record further.
    """
    stacks = {name: text for name, text in given.items() if field_of(name) is not None}
    m = pyramidion.new(
        "spitze",
        players=players,
        **{name: value for name, value in given.items() if name not in stacks},
    )
    s = m._s
    for part in (s.colours, s.values, s.height, s.tops, s.left):
        part[:] = 0
    s.arranging = s.placed = 0
    for name, text in stacks.items():
        pyramids = re.findall("([swne])([1-4]?)", text)
        assert "".join(side + value for side, value in pyramids) == text.rstrip("!")
        field = field_of(name)
        assert field is not None
        for side, value in pyramids:
            seat = ("sn" if players == 2 else "swne").index(side)
            s.tops[:] &= ~(1 << field)
            rules.put(s, field, seat, int(value or 1) - 1)
        if text.endswith("!"):
            s.tops[seat] ^= 1 << field
            s.arrived[seat] |= 1 << field
    s.to_act = to_act
    if set_up is not None:
        set_up(s)
    m._look()
    return m


def stacks(m: Match, seat: int | None = None) -> dict[str, str]:
    """The stacks as `position` takes them, arrival left out; ? for a pyramid that is not shown."""
    view = m.view(seat)
    return {
        name: "".join(
            view["sides"][one["seat"]][0] + str(one["value"] or "") if one else "?" for one in stack
        )
        for name, stack in view["stacks"].items()
    }


def refused(m: Match, move: str) -> str:
    """The rule that forbids this move."""
    before = m.state.tobytes()
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    assert m.state.tobytes() == before
    return error.value.rule


def play(m: Match, moves: str) -> Match:
    for move in moves.split():
        m.play(move)
    return m


def moves_from(m: Match, field: str) -> set[str]:
    return {move for move in m.legal if move.startswith(field)}
