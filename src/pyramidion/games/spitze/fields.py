"""The names of fields and sides."""

import re

from pyramidion.games.spitze import rules

SIDES = ("south", "west", "north", "east")  # S2, clockwise


def field_name(field: int) -> str:
    """S1: the file's letter and the rank's number."""
    return f"{'abcdef'[field // 6]}{field % 6 + 1}"


def field_names(bits: int) -> list[str]:
    """The names of a set of fields, in order."""
    return [field_name(field) for field in range(rules.FIELDS) if bits >> field & 1]


def field_of(name: str) -> int | None:
    """The field of that name, or None if the board has none."""
    if not re.fullmatch("[a-f][1-6]", name):
        return None
    return 6 * "abcdef".index(name[0]) + int(name[1]) - 1
