"""Why a move is refused, with the rule that forbids it."""

import re
from collections.abc import Sequence
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.fields import field_name, field_of


def attempt(s: Any, keys: Sequence[str]) -> str:
    """The move that someone means who touches these things (see `Face.attempt`)."""
    *before, key = keys or [""]
    if key.startswith("value-"):
        return f"{_next_start(s)}:{key.removeprefix('value-')}" if s.arranging else key
    if "button-sandwich" in before:
        return f"{before[0]}={key}"
    if before:
        return f"{before[0]}-{key}"
    if s.lifted != rules.NONE:
        lifted = field_name(int(s.lifted))
        return f"lift {key}" if key == lifted else f"{lifted}-{key}"
    return f"{key}-{_ahead(s, key)}"


def _ahead(s: Any, name: str) -> str:
    """Where a pyramid on this field would go: forwards if it can, else sideways (S6)."""
    field = field_of(name)
    if field is None:
        return ""
    side = int(rules.SIDES[s.players, s.to_act])
    for direction in (side, side + 1 & 3, side + 3 & 3):
        if int(rules.CAN_STEP[direction]) >> field & 1:
            return field_name(field + int(rules.STEPS[direction]))
    raise AssertionError("every field has a neighbour sideways")


def refuse(s: Any, move: str) -> Refusal:
    """Why this text is no legal move here.

    Only what is uppermost is looked at, so nothing covered is told (S16).
    """
    if found := re.fullmatch(r"(\w\d+):(-?\d{1,9})", move):
        return _unknown(found[1]) or _refuse_value(s, found[1], int(found[2]))
    if found := re.fullmatch(r"lift (\w\d+)", move):
        return _unknown(found[1]) or _refuse_lift(s, found[1])
    if found := re.fullmatch(r"(\w\d+)[-=](\w\d+)", move):
        start, end = found.groups()
        return _unknown(start) or _unknown(end) or _refuse_move(s, start, end)
    return Refusal("", _how_to_write(s))


def _how_to_write(s: Any) -> Words:
    if s.arranging:
        return Words(
            "a pyramid is put with its field and its value (b1:4)",
            "eine Pyramide stellst du mit Feld und Wert auf (b1:4)",
        )
    if s.sandwich:
        return Words(
            "a move is two fields: b1-b2 for the top pyramid, b1=b2 for a sandwich",
            "ein Zug sind zwei Felder: b1-b2 für die oberste Pyramide, b1=b2 für ein Sandwich",
        )
    if s.memory:
        return Words(
            "a move is two fields (b1-b2), or lift and a field (lift b1)",
            "ein Zug sind zwei Felder (b1-b2), oder lift und ein Feld (lift b1)",
        )
    return Words("a move is two fields (b1-b2)", "ein Zug sind zwei Felder (b1-b2)")


def _unknown(name: str) -> Refusal | None:
    if field_of(name) is not None:
        return None
    return Refusal(
        "S1",
        Words(
            f"there is no field {name}; the fields are a1 to f6",
            f"ein Feld {name} gibt es nicht; die Felder sind a1 bis f6",
        ),
    )


def _next_start(s: Any) -> str:
    return field_name(int(rules.START[s.players, s.to_act, s.placed]))


def _refuse_value(s: Any, name: str, value: int) -> Refusal:
    if not s.points:
        return Refusal(
            "S18",
            Words(
                "pyramids have values in the points variant only",
                "Werte haben die Pyramiden nur in der Punkte-Variante",
            ),
        )
    if not s.arranging:
        return Refusal(
            "S19",
            Words("everything is arranged: move", "alles ist schon aufgestellt: Du ziehst jetzt"),
        )
    if name != _next_start(s):
        return Refusal(
            "S19",
            Words(
                f"the fields come in order: {_next_start(s)} is next",
                f"die Felder kommen der Reihe nach: {_next_start(s)} ist dran",
            ),
        )
    if not 1 <= value <= rules.VALUES:
        return Refusal("S18", Words("values are 1, 2, 3 and 4", "die Werte sind 1, 2, 3 und 4"))
    return Refusal(
        "S18",
        Words(
            f"you have put all your pyramids of value {value}",
            f"deine Pyramiden mit dem Wert {value} stehen schon alle",
        ),
    )


def _arrange_first(s: Any) -> Refusal | None:
    if not s.arranging:
        return None
    return Refusal(
        "S19",
        Words(
            f"first arrange your pyramids: a value for {_next_start(s)}",
            f"stell zuerst deine Pyramiden auf: einen Wert für {_next_start(s)}",
        ),
    )


def _not_yours(s: Any, name: str) -> Refusal | None:
    """S6, S9: the pyramid on top must be one's own and not have arrived."""
    field = field_of(name)
    assert field is not None
    if s.height[field] == 0:
        return Refusal("S6", Words(f"{name} is empty", f"{name} ist leer"))
    if any(int(arrived) >> field & 1 for arrived in s.arrived):
        return Refusal(
            "S9",
            Words(
                f"the pyramid on {name} has arrived and stays",
                f"die Pyramide auf {name} ist am Ziel und bleibt stehen",
            ),
        )
    if not int(s.tops[s.to_act]) >> field & 1:
        return Refusal(
            "S6",
            Words(
                f"the uppermost pyramid on {name} is not yours",
                f"die oberste Pyramide auf {name} gehört nicht dir",
            ),
        )
    return None


def _refuse_lift(s: Any, name: str) -> Refusal:
    if not s.memory:
        return Refusal(
            "S17",
            Words(
                "lifting belongs to the memory variant only",
                "Anheben gibt es nur in der Gedächtnis-Variante",
            ),
        )
    if refusal := _arrange_first(s) or _lifted_other(s, "") or _not_yours(s, name):
        return refusal
    return Refusal(
        "S17",
        Words(
            f"the pyramid on {name} cannot move, so it stays where it is",
            f"die Pyramide auf {name} kann nicht ziehen, also bleibt sie stehen",
        ),
    )


def _lifted_other(s: Any, name: str) -> Refusal | None:
    """S17: what was lifted must be moved."""
    if s.lifted == rules.NONE or field_name(int(s.lifted)) == name:
        return None
    lifted = field_name(int(s.lifted))
    return Refusal(
        "S17",
        Words(
            f"you lifted the pyramid on {lifted} and must move it",
            f"du hast die Pyramide auf {lifted} angehoben und musst sie ziehen",
        ),
    )


def _refuse_move(s: Any, start: str, end: str) -> Refusal:
    if refusal := _arrange_first(s) or _lifted_other(s, start) or _not_yours(s, start):
        return refusal
    return _refuse_step(s, start, end) or _refuse_target(s, end) or _refuse_group(s, start)


def _refuse_step(s: Any, start: str, end: str) -> Refusal | None:
    """S6: one field, forwards or sideways."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    if abs(files) + abs(ranks) != 1:
        return Refusal(
            "S6",
            Words(
                f"{end} is not next to {start}: a pyramid moves one field, never diagonally",
                f"{end} liegt nicht neben {start}: Gezogen wird ein Feld weit, nie schräg",
            ),
        )
    backwards = int(rules.STEPS[rules.SIDES[s.players, s.to_act] ^ 2])
    if 6 * files + ranks == backwards:
        return Refusal(
            "S6",
            Words(
                f"from {start} to {end} is backwards for you",
                f"von {start} nach {end} geht es für dich rückwärts",
            ),
        )
    return None


def _refuse_target(s: Any, end: str) -> Refusal | None:
    field = field_of(end)
    assert field is not None
    if int(rules.open_fields(s)) >> field & 1:
        return None
    return Refusal(
        "S7",
        Words(
            f"on {end} stands an arrived pyramid; nothing is put over it",
            f"auf {end} steht eine angekommene Pyramide; sie wird nicht überdeckt",
        ),
    )


def _refuse_group(s: Any, start: str) -> Refusal:
    """S14, S15: the top pyramid alone could go there."""
    field = field_of(start)
    if not s.sandwich:
        return Refusal(
            "S14",
            Words(
                "groups move in the sandwich variant only",
                "Gruppen ziehen nur in der Sandwich-Variante",
            ),
        )
    if not rules.group_size(s, s.to_act, field):
        return Refusal(
            "S14",
            Words(
                f"no sandwich is on {start}: your top pyramid, then others', then one of yours",
                f"auf {start} ist kein Sandwich: oben deine, darunter fremde, dann wieder deine",
            ),
        )
    return Refusal(
        "S15",
        Words(
            "a group may not move onto your goal; the top pyramid alone may",
            "eine Gruppe darf nicht auf dein Ziel; die oberste Pyramide allein darf es",
        ),
    )
