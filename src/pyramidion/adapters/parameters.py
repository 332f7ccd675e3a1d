"""Options of a game as the plain parameters that other ecosystems know: numbers and texts."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from pyramidion.games.face import Face, Option

Plain = int | bool | str
NONE = -1  # where an option may be none, or is to be as another one says


def parameters(face: Face) -> dict[str, Plain]:
    """The parameters of a game and their defaults; an empty text means: as the game says."""
    found: dict[str, Plain] = {"players": face.players[0]}
    for name, option in face.options.items():
        default = NONE if option.default is None else option.default
        found[name] = default if isinstance(default, bool | int) else ""
    return found


def options_of(face: Face, given: Mapping[str, Plain]) -> tuple[int | None, dict[str, Any]]:
    """The number of players and the options that parameters stand for.

    Structured options are JSON, which may be percent-encoded; other texts are taken as they are.
    """
    options: dict[str, Any] = {}
    players = None
    for name, value in given.items():
        option = face.options.get(name)
        if name == "players":
            players = int(value)
        elif isinstance(value, str):
            if value:
                options[name] = _read(value)
        elif option is not None and value == NONE and option.default is None:
            pass
        elif option is not None and value == NONE and _allows(option, None):
            options[name] = None
        elif option is not None and _is_flag_or_none(option) and value in (0, 1):
            options[name] = bool(value)
        else:
            options[name] = value
    return players, options


def _is_flag_or_none(option: Option) -> bool:
    return option.default is None and _allows(option, True)


def _allows(option: Option, value: Any) -> bool:
    try:
        option.check(value)
    except ValueError:
        return False
    return True


def encode(value: Any, option: Option | None) -> Plain:
    """A value as a parameter, without a character that a game string gives a meaning to."""
    if value is None:
        return NONE
    if isinstance(value, bool) and option is not None and _is_flag_or_none(option):
        return int(value)  # its parameter is a number, because it may be none
    if isinstance(value, bool | int):
        return value
    return quote(value if isinstance(value, str) else json.dumps(value, separators=(",", ":")))


def _read(text: str) -> Any:
    try:
        return json.loads(unquote(text))
    except json.JSONDecodeError:
        return text
