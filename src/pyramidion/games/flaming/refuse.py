"""Why a move is refused in Flaming Pyramids, by rule."""

from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.flaming import layout, rules
from pyramidion.games.flaming.notation import (
    NUMBERS,
    place_names,
    pyramid,
    read_place,
    tiles_in,
)
from pyramidion.games.flaming.tiles import NAMES

CHOICES = ("left", "right")
ANSWERS = ("fine", "call")


def refuse(s: Any, move: str) -> Refusal:
    """`s` is what the acting seat knows; the move is not legal."""
    if s.phase == rules.CHECK:
        return Refusal(
            "F25",
            Words(
                "you are asked to check the pyramid: say fine or call",
                "du sollst die Pyramide prüfen: sag fine (in Ordnung) oder call (Chaos)",
            ),
        )
    if s.phase in (rules.HANGS, rules.COLLAPSES):
        name = NAMES[s.lying[s.falling]]
        return Refusal(
            "F12" if s.phase == rules.HANGS else "F13",
            Words(
                f"{name} falls first: say left or right",
                f"erst fällt {name}: sag left (links) oder right (rechts)",
            ),
        )
    if move in CHOICES:
        return Refusal(
            "F12", Words("nothing falls now; play a tile", "gerade fällt nichts; leg ein Plättchen")
        )
    if move in ANSWERS:
        return Refusal(
            "F25",
            Words("nothing is to be checked now", "gerade ist nichts zu prüfen"),
        )
    return _refuse_playing(s, move)


def _refuse_playing(s: Any, move: str) -> Refusal:
    name, _, where = move.partition(" ")
    hand = tiles_in(int(s.hand[s.active]))
    example = f"{hand[0]} {place_names(s)[0]}"
    if read_place(move) is not None:
        return Refusal(
            "F8",
            Words(
                "first choose the tile of your hand that you play",
                "wähle zuerst das Plättchen deiner Hand, das du legst",
            ),
        )
    if name not in NUMBERS:
        return Refusal(
            "F8",
            Words(
                f"a move is a tile of your hand and a place, like {example}",
                f"ein Zug ist ein Plättchen deiner Hand und ein Platz, etwa {example}",
            ),
        )
    if name not in hand:
        return Refusal(
            "F8",
            Words(
                f"{name} is not in your hand: {', '.join(hand)}",
                f"{name} ist nicht in deiner Hand: {', '.join(hand)}",
            ),
        )
    target = read_place(where)
    if target is None:
        return Refusal(
            "F5",
            Words(
                f"say where: a row and a column in half tiles, like {example}",
                f"sag wohin: Reihe und Spalte in halben Plättchen, etwa {example}",
            ),
        )
    return _refuse_place(s, *target)


def _refuse_place(s: Any, row: int, column: int) -> Refusal:
    occupied = {(r, c): tile for r, c, tile in pyramid(s)}
    allowed = ", ".join(place_names(s))
    name = f"{row}:{column}"
    if any(layout.open_slots(s, r) for r in range(int(s.height) + 1)):
        rule, en, de = "F6", f"the open slots are {allowed}", f"offen sind {allowed}"
    elif occupied:
        rule = "F7"
        en = f"no slot is open, so the base grows at {allowed}"
        de = f"kein Platz ist offen, also wächst die Basis bei {allowed}"
    else:
        rule, en, de = "F7", "the table is empty: play on 0:0", "der Tisch ist leer: leg auf 0:0"
    if (row, column) in occupied:
        lies = NAMES[occupied[row, column]]
        return Refusal(
            rule, Words(f"{lies} lies on {name}; {en}", f"auf {name} liegt {lies}; {de}")
        )
    if (row + column) % 2:
        return Refusal(
            "F5",
            Words(
                f"rows stand half a tile aside: {name} is no place; {en}",
                f"die Reihen sind um ein halbes Plättchen versetzt: {name} gibt es nicht; {de}",
            ),
        )
    if row > 0:
        bare = [c for c in (column - 1, column + 1) if (row - 1, c) not in occupied]
        if bare:
            return Refusal(
                rule,
                Words(
                    f"nothing lies on {row - 1}:{bare[0]}, under {name}; {en}",
                    f"auf {row - 1}:{bare[0]}, unter {name}, liegt nichts; {de}",
                ),
            )
    return Refusal(rule, Words(en, de))
