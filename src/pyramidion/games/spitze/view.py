"""The view as data: what a drawing of the board needs, and nothing that memory keeps (S16)."""

from typing import Any

from pyramidion.engine import OVER
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.fields import SIDES, field_name, field_names


def view(s: Any, seat: int) -> dict[str, Any]:
    """What the seat sees of the position."""
    players, seats = int(s.players), range(s.players)
    who = None if rules.actor(s) == OVER else int(s.to_act)
    return {
        "stacks": _stacks(s, seat),
        "arrived": [field_names(bits) for bits in s.arrived[:players].tolist()],
        "tops": [field_names(bits) for bits in s.tops[:players].tolist()],
        "goals": [field_names(bits) for bits in rules.GOALS[players, :players].tolist()],
        "starts": [_start(players, player) for player in seats],
        "sides": [SIDES[side] for side in rules.SIDES[players, :players]],
        "to_act": who,
        "arranging": _arranging(s) if s.arranging else None,
        "lifted": None if s.lifted == rules.NONE else field_name(int(s.lifted)),
        "groups": _groups(s) if s.sandwich and who is not None and not s.arranging else {},
        "memory": bool(s.memory),
        "quiet": int(s.quiet),
        "quiet_limit": int(s.quiet_limit),
        "match": _match(s) if s.points else None,
    }


def _stacks(s: Any, seat: int) -> dict[str, list[dict[str, Any] | None]]:
    """The pyramids on each field from the bottom to the top; None for one that is not shown."""
    colours, values, points = s.colours.tolist(), s.values.tolist(), bool(s.points)
    shown = _shown(s, seat)
    return {
        field_name(field): [
            {
                "seat": colours[field] >> 2 * depth & 3,
                "value": (values[field] >> 2 * depth & 3) + 1 if points else None,
            }
            if depth < shown[field]
            else None
            for depth in reversed(range(height))
        ]
        for field, height in enumerate(s.height.tolist())
        if height
    }


def _shown(s: Any, seat: int) -> list[int]:
    """How many pyramids of each stack the seat is shown, from the top."""
    shown: list[int] = s.height.tolist()
    if s.memory and rules.actor(s) != OVER:
        for field in range(rules.FIELDS):
            if rules.INNER >> field & 1:
                lifted_by_seat = field == s.lifted and seat == s.to_act  # S17
                shown[field] = 2 if lifted_by_seat else 1  # S16
    return shown


def _start(players: int, seat: int) -> list[str]:
    fields = rules.START[players, seat, : rules.PYRAMIDS[players]].tolist()
    return [field_name(field) for field in sorted(set(fields))]


def _arranging(s: Any) -> dict[str, Any]:
    return {
        "field": field_name(int(rules.START[s.players, s.to_act, s.placed])),
        "left": s.left.tolist(),  # how many of the values 1, 2, 3, 4
    }


def _groups(s: Any) -> dict[str, int]:
    """S14: the fields with a group that may move now, and its size."""
    sizes = {
        field: int(rules.group_size(s, s.to_act, field))
        for field in range(rules.FIELDS)
        if int(s.tops[s.to_act]) >> field & 1
    }
    return {field_name(field): size for field, size in sizes.items() if size}


def _match(s: Any) -> dict[str, Any]:
    players = int(s.players)
    return {
        "game": int(s.game),
        "match_limit": int(s.match_limit),
        "beginner": int(s.beginner),
        "total": s.total[:players].tolist(),
        "last_scores": s.scores[:players].tolist(),
        # what each seat would score if the game ended now (S21)
        "worth": [int(rules.worth(s, seat)) for seat in range(players)],
    }
