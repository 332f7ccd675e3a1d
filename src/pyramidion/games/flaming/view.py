"""What a seat sees of Flaming Pyramids, as data."""

from typing import Any

from pyramidion.engine import clone, count_bits
from pyramidion.games.flaming import mayhem, rules
from pyramidion.games.flaming.notation import (
    COLOUR_NAMES,
    material,
    pile,
    place_names,
    pyramid,
    tiles_in,
)
from pyramidion.games.flaming.steps import Trouble, try_fall, try_tile
from pyramidion.games.flaming.tiles import NAMES, TILES, WEIGHT

PHASES = ("base", "deal", "draw", "place", "hangs", "collapses", "check", "mayhem", "end")
OUTCOMES = ("fits", "free air", "collapse", "explosion", "wood fire", "straw fire", "curse")


def view_of(s: Any, seat: int) -> dict[str, Any]:
    """The whole view; `s` is what the seat knows."""
    phase = int(s.phase)
    falls = phase in (rules.HANGS, rules.COLLAPSES)
    return {
        "phase": PHASES[phase],
        "active": None if phase in (rules.BASE, rules.END) else int(s.active),
        "asked": int(s.asked) if phase == rules.CHECK else None,
        "pyramid": [
            {**about(tile), "row": row, "column": at, "falls": bool(falls and number == s.falling)}
            for number, (row, at, tile) in enumerate(pyramid(s))
        ],
        "slots": _slots(s) if phase == rules.PLACE else [],
        "falls": _falls(s) if falls else [],
        "receiver": _receiver(s) if falls else None,
        "hand": _hand(s, seat) if seat >= 0 else None,
        "seats": [
            {
                "hand": int(s.held[other]),
                "dealt": int(s.dealt[other]),
                "under": pile(s, other),
                "known": tiles_in(int(s.seen[other])),
                "tiles": int(rules.tiles_of(s, other)),
            }
            for other in range(s.players)
        ],
        "gone": tiles_in(int(s.gone)),
        "turns": int(s.turns),
        "turn_limit": int(s.turn_limit) or None,
        "curse": bool(s.curse),
    }


def about(tile: int) -> dict[str, Any]:
    """A tile as data."""
    name = NAMES[tile]
    return {
        "tile": name,
        "colour": COLOUR_NAMES[name[0]],
        "weight": int(WEIGHT[tile]),
        "material": material(tile),
    }


def _slots(s: Any) -> list[dict[str, Any]]:
    found = []
    for name in place_names(s):
        row, column = name.split(":")
        found.append({"place": name, "row": int(row), "column": int(column)})
    return found


def _falls(s: Any) -> list[dict[str, Any]]:
    """The two places that the falling tile can drop to, with what would happen first."""
    row, column, _ = pyramid(s)[s.falling]
    found = []
    for action, side, aside in ((rules.LEFT, "left", -1), (rules.RIGHT, "right", 1)):
        there = {"side": side, "row": row - 1, "column": column + aside}
        found.append({**there, **_forecast(try_fall(clone(s), action))})
    return found


def _forecast(trouble: Trouble) -> dict[str, Any]:
    """What would happen first, and how many tiles it would bring under a pile."""
    kind, _, leaving, _ = trouble
    return {"outcome": OUTCOMES[kind], "leaving": int(count_bits(int(leaving)))}


def _receiver(s: Any) -> Any:
    """Who gets the tiles that leave in this mayhem: a seat, or nobody."""
    return "out of the game" if s.receiver == mayhem.OUT_OF_THE_GAME else int(s.receiver)


def _hand(s: Any, seat: int) -> list[dict[str, Any]]:
    """The own tiles, each with what would happen first in every place, and how many tiles
    it would bring under a pile.

    Where the players check for themselves they are told nothing (F25).
    """
    hand = int(s.hand[seat])
    tiles = [tile for tile in range(TILES) if hand >> tile & 1]
    if s.phase != rules.PLACE or s.checked_by_players:
        return [about(tile) for tile in tiles]
    places = list(enumerate(place_names(s)))
    found = []
    for tile in tiles:
        there = {name: _forecast(try_tile(clone(s), tile, n)) for n, name in places}
        outcomes = {name: each["outcome"] for name, each in there.items()}
        leaving = {name: each["leaving"] for name, each in there.items()}
        found.append({**about(tile), "outcomes": outcomes, "leaving": leaving})
    return found
