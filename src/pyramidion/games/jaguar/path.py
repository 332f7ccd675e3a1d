"""The jungle path: one table, which the option `path` replaces (J22)."""

import re
from typing import Any

from pyramidion.games.jaguar import material

EVENTS = {
    "stone": material.STONE,
    "own": material.OWN,
    "other": material.OTHER,
    "hand": material.HAND,
}
EVENT_NAMES = {number: name for name, number in EVENTS.items()}

PATH: dict[str, Any] = {
    "numbers": [None] * 16 + list(range(16, 36)) + ["end"] * 5,
    "events": {
        "3": "hand", "6": "other", "9": "stone", "12": "hand", "15": "own", "18": "other",
        "21": "stone", "24": "hand", "27": "own", "30": "other", "33": "stone",
    },
}  # fmt: skip


def check_path(value: Any) -> dict[str, Any]:
    """The path as given; a ValueError names the field that is wrong."""
    if not isinstance(value, dict):
        raise ValueError("it is an object with numbers and events")
    if missing := [key for key in ("numbers", "events") if key not in value]:
        raise ValueError(f"{' and '.join(missing)} missing")
    if foreign := [key for key in value if key not in ("numbers", "events")]:
        raise ValueError(f"it has no {foreign[0]!r}")
    _check_numbers(value["numbers"])
    _check_events(value["events"], len(value["numbers"]) - 1)
    return value


def _check_numbers(numbers: Any) -> None:
    if not isinstance(numbers, list):
        raise ValueError("numbers is a list with an entry for each field")
    if not 2 <= len(numbers) <= material.MOST_FIELDS:
        raise ValueError(f"a path has 2 to {material.MOST_FIELDS} fields, not {len(numbers)}")
    before = material.NEVER
    for field, number in enumerate(numbers):
        value = _value_of(number)
        if value is None:
            raise ValueError(
                f'field {field} has {number!r}; it may be null, a number 1 to 41 or "end"'
            )
        if value < before:
            raise ValueError(
                f"field {field} has {_json(number)} after {_json(numbers[field - 1])}; "
                'first come fields with null, then numbers that never fall, then "end"'
            )
        before = value
    if before != material.ALWAYS:
        raise ValueError(f'field {len(numbers) - 1}, the last, must be "end"')


def _check_events(events: Any, last: int) -> None:
    if not isinstance(events, dict):
        raise ValueError("events is an object: field to event")
    for field, event in events.items():
        if not isinstance(field, str) or not re.fullmatch("0|[1-9][0-9]{0,8}", field):
            raise ValueError(f'events: {field!r} is no field; write it like "3"')
        if int(field) > last:
            raise ValueError(f"events: there is no field {field}, the last is {last}")
        if int(field) in (0, last):
            raise ValueError(f"field {field} can have no event: it is the first or the last")
        if not isinstance(event, str) or event not in EVENTS:
            raise ValueError(f"field {field} has event {event!r}; events are {', '.join(EVENTS)}")


def _value_of(number: Any) -> int | None:
    """As a record keeps it, or None for what cannot stand on a field."""
    if number is None:
        return material.NEVER
    if number == "end" and isinstance(number, str):
        return material.ALWAYS
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= 41:
        return number
    return None


def _json(number: Any) -> str:
    return "null" if number is None else str(number)


def write_path(s: Any, path: dict[str, Any]) -> None:
    """Put a checked path into a record."""
    s.last_field = len(path["numbers"]) - 1
    for field, number in enumerate(path["numbers"]):
        s.number[field] = _value_of(number)
    for field, event in path["events"].items():
        s.event_on[int(field)] = EVENTS[event]


def read_path(s: Any) -> dict[str, Any]:
    """The path of a record, in the form of the option."""
    fields = range(int(s.last_field) + 1)
    numbers = [int(s.number[field]) for field in fields]
    return {
        "numbers": [
            None if n == material.NEVER else "end" if n == material.ALWAYS else n for n in numbers
        ],
        "events": {
            str(field): EVENT_NAMES[int(s.event_on[field])] for field in fields if s.event_on[field]
        },
    }
