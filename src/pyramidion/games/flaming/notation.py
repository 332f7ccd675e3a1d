"""Flaming Pyramids in writing: tiles like `r60`, places like `1:3`."""

import re
from typing import Any

from pyramidion.engine import compiled, lowest_bit
from pyramidion.games.flaming import layout
from pyramidion.games.flaming.tiles import COAL, GAS, NAMES, STRAW, TILES, WOOD

place, places = compiled(layout.place), compiled(layout.places)

NUMBERS = {name: tile for tile, name in enumerate(NAMES)}
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "m": "every"}


def tiles_in(bits: int) -> list[str]:
    """The names of a set of tiles."""
    return [NAMES[tile] for tile in range(TILES) if bits >> tile & 1]


def material(tile: int) -> str:
    """What a tile is made of, or what kind of fire it is (F1, F2)."""
    for kind, name in ((STRAW, "straw"), (WOOD, "wood"), (COAL, "coal"), (GAS, "gas")):
        if kind >> tile & 1:
            return name
    return "millstone" if NAMES[tile] == "m200" else "stone"


def column(s: Any, row: int, x: int) -> int:
    """A cell's column: in half tiles from the left edge of the base as it is now."""
    return 2 * (x - _edge(s.rows[0])) + row


def place_name(s: Any, number: int) -> str:
    """One of the places for the next tile: `1:3`."""
    row, x = place(s, number)
    return f"{row}:{column(s, row, x)}"


def place_names(s: Any) -> list[str]:
    """The places for the next tile, by their numbers (F6, F7)."""
    return [place_name(s, number) for number in range(places(s))]


def pyramid(s: Any) -> list[tuple[int, int, int]]:
    """Row, column and tile of all that lies, in looking order."""
    found: list[tuple[int, int, int]] = []
    rows, lying = s.rows.tolist(), s.lying.tolist()
    edge = _edge(rows[0])
    for row in reversed(range(int(s.height))):
        for x in range(rows[row].bit_length()):
            if rows[row] >> x & 1:
                found.append((row, 2 * (x - edge) + row, lying[len(found)]))
    return found


def pile(s: Any, seat: int) -> list[str]:
    """The tiles that were put under a pile; the first comes up first (F19)."""
    found: list[str] = []
    tile, after = int(s.next_up[seat]), s.after.tolist()
    while len(found) < s.under[seat]:
        found.append(NAMES[tile])
        tile = after[tile]
    return found


def _edge(base: Any) -> int:
    """The left edge of the base; while there is none, of all that could fall there."""
    return lowest_bit(base) if base else 0


def read_place(text: str) -> tuple[int, int] | None:
    """Row and column of a written place, or None if it is none."""
    match = re.fullmatch(r"(\d{1,2}):(-?\d{1,2})", text, re.ASCII)
    return (int(match[1]), int(match[2])) if match else None
