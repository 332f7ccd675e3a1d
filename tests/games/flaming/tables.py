"""Positions made by hand."""

from typing import Any

import pytest

import pyramidion
from pyramidion.engine import blank
from pyramidion.games.flaming import layout, mayhem, rules
from pyramidion.games.flaming.notation import NUMBERS
from pyramidion.games.flaming.tiles import ALL_REGULAR, ALL_TILES
from pyramidion.match import Match


def table(
    *rows: str,
    hand: str | None = None,
    others: str = "",
    under: str = "",
    dealt: int = 4,
    players: int = 2,
    **options: Any,
) -> Match:
    """Seat 1 is to play onto these rows, the base first; `.` is an empty cell.

    The first tile of a row rests on the first two of the row below. `hand` (or any five tiles)
    and `under` are seat 1's; the others hold `others`, or two tiles each; every pile has `dealt`
    tiles as dealt, the rest is out of the game.
    """
    m = pyramidion.new("flaming", players=players, chance="manual", **options)
    face, s = m.face, blank(m.face.game.state)
    face.configure(s, *face.check(players, options))
    rest = [t for t in range(45) if (ALL_REGULAR if s.intro else ALL_TILES) >> t & 1]

    def tiles(names: str) -> list[int]:
        found = [NUMBERS[name] for name in names.split()]
        for tile in found:
            rest.remove(tile)
        return found

    for row, names in enumerate(rows):
        for x, name in enumerate(names.split()):
            if name != ".":
                layout.lay(s, tiles(name)[0], row, x)
    for tile in tiles(under):
        mayhem.put_under(s, tile, 0)
    given = tiles(others)
    mine = [rest.pop(0) for _ in range(5)] if hand is None else tiles(hand)
    hands = [mine, *([] for _ in range(players - 1))]
    for seat in range(1, players):
        hands[seat] = [(given or rest).pop() for _ in range(2)]
    hands[-1] += given
    for seat, held in enumerate(hands):
        s.hand[seat] = sum(1 << tile for tile in held)
        s.held[seat] = len(held)
        s.dealt[seat] = min(dealt, len(rest))
        s.pool = int(s.pool) | sum(1 << rest.pop() for _ in range(s.dealt[seat]))
    s.gone = sum(1 << tile for tile in rest)
    s.phase = rules.PLACE
    layout.anchor(s)
    m._s = s
    m._look()
    return m


def shaken(*rows: str, **more: Any) -> Match:
    """Mayhem in these rows, as if seat 1 had just played one of the tiles."""
    m = table(*rows, **more)
    m._s.receiver = m._s.active
    m._s.phase = rules.MAYHEM
    rules.go_on(m._s)
    if m._s.phase == rules.DRAW:
        rules.draw_up(m._s)
    m._look()
    return m


def pyramid(m: Match) -> str:
    """The bricks in looking order: `y10 1:1 · r4 0:0 · b4 0:2`."""
    bricks = m.view()["pyramid"]
    return " · ".join(f"{brick['tile']} {brick['row']}:{brick['column']}" for brick in bricks)


def pile(m: Match, seat: int = 0) -> str:
    """What was put under a pile, the first to come up first."""
    return " ".join(m.view()["seats"][seat]["under"])


def falling(m: Match) -> str:
    return " ".join(brick["tile"] for brick in m.view()["pyramid"] if brick["falls"])


def deal(m: Match) -> None:
    """Let chance draw whatever comes first until somebody is to act."""
    while m.actor == pyramidion.CHANCE:
        m.play(m.legal[0])


def refused(m: Match, move: str) -> str:
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    return error.value.rule


def out(m: Match, names: str) -> bool:
    """Are these tiles out of the game?"""
    return set(names.split()) <= set(m.view()["gone"])
