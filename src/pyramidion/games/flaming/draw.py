"""The text board of Flaming Pyramids."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from pyramidion.terminal import Ink

WIDTH = 100
HALF = 4  # a tile is eight characters wide
SYMBOLS = {"straw": "∴", "wood": "≡", "stone": "■", "coal": "✶", "gas": "▲", "millstone": "◎"}
LEGEND = "∴ straw  ≡ wood  ■ stone  ◎ millstone  ✶ coal fire  ▲ gas burner  ‹ › open"
STYLES = {
    "red": ("red",),
    "yellow": ("yellow",),
    "green": ("green",),
    "blue": ("blue",),
    "every": ("bold", "magenta"),
}
FIRES = ("coal", "gas")


def draw(view: Mapping[str, Any], ink: Ink) -> str:
    """Pyramid, seats and hand, one under the other."""
    parts = [_pyramid(view, ink), _seats(view)]
    if view["gone"]:
        text = f"  out of the game: {' '.join(view['gone'])}"
        parts.append(wrap(text, WIDTH, subsequent_indent=" " * 19))
    if view["hand"]:
        parts.append([_hand_line(tile, ink) for tile in view["hand"]])
    return "\n\n".join("\n".join(part) for part in [*parts, [ink(LEGEND, "faint")]])


def _pyramid(view: Mapping[str, Any], ink: Ink) -> list[str]:
    """Every row of bricks and open slots, the top row first."""
    cells = [(brick["row"], brick["column"], _brick(brick, ink)) for brick in view["pyramid"]]
    for slot in view["slots"]:
        text = f"‹{slot['place']:^{2 * HALF - 2}}›"
        cells.append((slot["row"], slot["column"], ink(text, "faint")))
    if not cells:
        return ["  (the table is empty)"]
    left = min(column for _, column, _ in cells)
    right = max(column for _, column, _ in cells)
    lines = []
    for row in range(max(row for row, _, _ in cells), -1, -1):
        line, at = f"{row:>3} ", left
        for _, column, text in sorted(cell for cell in cells if cell[0] == row):
            line += " " * HALF * (column - at) + text
            at = column + 2
        lines.append(line.rstrip())
    return [*lines, "    " + "▔" * HALF * (right - left + 2)]


def _brick(brick: Mapping[str, Any], ink: Ink) -> str:
    ends = "↓↓" if brick["falls"] else "[]"
    text = f"{ends[0]}{brick['tile']:^5}{SYMBOLS[brick['material']]}{ends[1]}"
    return ink(text, *_style(brick))


def _style(tile: Mapping[str, Any]) -> tuple[str, ...]:
    style = STYLES[tile["colour"]]
    return ("bold", "inverse", *style) if tile["material"] in FIRES else style


def _seats(view: Mapping[str, Any]) -> list[str]:
    lines = []
    acts = view["active"] if view["asked"] is None else view["asked"]
    for number, seat in enumerate(view["seats"]):
        pile = [f"{seat['dealt']} as dealt"] if seat["dealt"] else []
        if seat["under"]:
            pile.append(" ".join(seat["under"]))
        text = (
            f"{'>' if acts == number else ' '} seat {number + 1}  {seat['tiles']:>2} tiles: "
            f"{seat['hand']} in hand, pile {', then '.join(pile) or 'empty'}"
        )
        lines += wrap(text, WIDTH, subsequent_indent=" " * 30)
    return lines


def _hand_line(tile: Mapping[str, Any], ink: Ink) -> str:
    """A tile of the own hand, and what it would do in each open place."""
    name = ink(f"{tile['tile']:>6} {SYMBOLS[tile['material']]}", *_style(tile))
    places: dict[str, list[str]] = {}
    for place, outcome in sorted(tile.get("outcomes", {}).items()):
        places.setdefault(outcome, []).append(place)
    told = [f"{outcome} {', '.join(places[outcome])}" for outcome in sorted(places, key=_rank)]
    return f"{name}  {' · '.join(told)}".rstrip()


def _rank(outcome: str) -> tuple[bool, str]:
    return outcome != "fits", outcome
