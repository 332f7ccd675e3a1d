"""Mayhem in Flaming Pyramids as pictures: what is seen at each event before it is over."""

from typing import Any

from pyramidion.engine import clone
from pyramidion.games.face import Scene
from pyramidion.games.flaming import mayhem, rules, words
from pyramidion.games.flaming.steps import Trouble, act, events, touching
from pyramidion.games.flaming.tiles import TILES
from pyramidion.games.flaming.view import OUTCOMES, view_of

# by kind: what happens to the tiles that leave the pyramid, and to the fire that leaves the game
LEAVING = {
    mayhem.COLLAPSE: "crushed",
    mayhem.EXPLOSION: "blasted",
    mayhem.WOOD_FIRE: "burns",
    mayhem.STRAW_FIRE: "burns",
    mayhem.CURSE: "cursed",
}
SPENT = {
    mayhem.EXPLOSION: "explodes",
    mayhem.WOOD_FIRE: "kindles",
    mayhem.STRAW_FIRE: "kindles",
}


def scenes(s: Any, action: int, seat: int) -> list[Scene]:
    """First the action alone, then every event by which tiles leave; `s` is what the seat knew.

    A tile that only hangs is not a scene: the view shows it and asks where it falls.
    """
    twin = clone(s)
    act(twin, action)
    if twin.phase != rules.MAYHEM:
        return []
    found = [Scene(words.done(s, action, seat), view_of(twin, seat))]
    for before, after, trouble in events(twin):
        if trouble[0] != mayhem.FREE_AIR:
            told = words.event(before, after, *trouble)
            found.append(Scene(told, _picture(before, seat, trouble)))
    return found if len(found) > 1 else []


def _picture(s: Any, seat: int, trouble: Trouble) -> dict[str, Any]:
    """The view with a mark on every tile that the event concerns."""
    view = view_of(s, seat)
    kind, falling, leaving, spent = trouble
    waves = _waves(s, leaving, spent)
    for number, brick in enumerate(view["pyramid"]):
        if leaving >> number & 1:
            brick.update(mark=LEAVING[kind], wave=waves.get(number, 0))
        elif spent >> number & 1:
            brick["mark"] = SPENT[kind]
        elif kind == mayhem.COLLAPSE and number == falling:
            brick["mark"] = "breaks"
    return {**view, "event": OUTCOMES[kind]}


def _waves(s: Any, leaving: int, spent: int) -> dict[int, int]:
    """How far every burning tile is from the fire, in steps from tile to tile (F15)."""
    waves: dict[int, int] = {}
    front, wave = int(spent), 0
    while front:
        near = 0
        for number in range(TILES):
            if front >> number & 1:
                near |= int(touching(s, number))
        wave += 1
        front = near & int(leaving) & ~sum(1 << number for number in waves)
        waves |= {number: wave for number in range(TILES) if front >> number & 1}
    return waves
