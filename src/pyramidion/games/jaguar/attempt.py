"""What someone means who touches things that lead to no legal move, in notation."""

from collections.abc import Sequence
from typing import Any

from pyramidion.games.jaguar import material


def attempt(s: Any, keys: Sequence[str]) -> str:
    """The move that `refuse` is to explain; what is none at all names the rule of this step."""
    card, field = _card(s, keys), _field(s, keys)
    if s.phase == material.EVENT:  # "event draw" where it is not legal tells what may be done
        return f"event {field}" if field else "event draw"
    if s.phase == material.BID:
        return f"bid {card}"
    if s.phase == material.LAST and card:
        return f"place {card} @{field}" if field else f"place {card} lose"
    if s.phase in (material.TAKE, material.PLACE) and card and field:
        return f"{'take' if s.phase == material.TAKE else 'place'} {card} @{field}"
    return ""


def _card(s: Any, keys: Sequence[str]) -> str:
    """The card that was touched; the one that is left need not be."""
    kind = "offered-" if s.phase == material.TAKE else "hand-"
    if s.phase == material.PLACE:
        return str(s.offered[0])
    return next((key.removeprefix(kind) for key in keys if key.startswith(kind)), "")


def _field(s: Any, keys: Sequence[str]) -> str:
    """The field that was touched last, if it is in the pyramid that matters now."""
    other = s.phase == material.EVENT and s.event == material.OTHER
    pyramid = f"pyramid-{(1 - s.to_act if other else s.to_act) + 1}-"
    last = keys[-1] if keys else ""
    return last.removeprefix(pyramid) if last.startswith(pyramid) else ""
