"""The form for a game's options, made from what the game's face says about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyramidion.games.face import Face, Option, Words
from pyramidion.table.errors import bad_request
from pyramidion.table.texts import TEXTS


@dataclass(frozen=True)
class Field:
    """One field of the form."""

    name: str
    kind: str  # "flag", "choice", "number" or "data"
    about: Words
    allowed: Words
    value: str
    choices: tuple[str, ...] = ()


def fields(face: Face) -> list[Field]:
    """The fields of a game, in the order of its face."""
    return [_field(name, option) for name, option in face.options.items()]


def _field(name: str, option: Option) -> Field:
    kind = "data"  # whatever is none of the others is typed as JSON
    choices: tuple[str, ...] = ()
    value = "" if option.default is None else json.dumps(option.default)
    if _accepts(option, True):
        kind = "flag"
    elif isinstance(option.default, str):
        kind, choices, value = "choice", tuple(option.allowed.en.split(" / ")), option.default
    elif isinstance(option.default, int) or (option.default is None and _accepts(option, 10**6)):
        kind = "number"
    return Field(name, kind, option.about, option.allowed, value, choices)


def _accepts(option: Option, value: Any) -> bool:
    try:
        option.check(value)
    except (ValueError, TypeError):
        return False
    return True


def read(face: Face, form: Mapping[str, str]) -> dict[str, Any]:
    """The options that the form changes; a bad one is refused in words."""
    given: dict[str, Any] = {}
    for field in fields(face):
        typed = form.get(f"option-{field.name}", field.value).strip()
        if typed == field.value:
            continue  # as usual
        option = face.options[field.name]
        try:
            value = None if typed == "" else _value(typed, field)
            given[field.name] = option.check(value)
        except (ValueError, TypeError, RecursionError):
            texts = TEXTS["bad_option"]
            raise bad_request(
                Words(
                    texts.en.format(option=field.name, allowed=option.allowed.en),
                    texts.de.format(option=field.name, allowed=option.allowed.de),
                )
            ) from None
    return given


def _value(typed: str, field: Field) -> Any:
    return typed if field.kind == "choice" else json.loads(typed)
