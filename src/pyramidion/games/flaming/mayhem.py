"""Mayhem in Flaming Pyramids: the trouble that is looked for, and what it does (F12 to F19)."""

from pyramidion.engine import count_bits, helper, lowest_bit
from pyramidion.games.flaming.layout import fits, lower, touching
from pyramidion.games.flaming.tiles import BIT, COAL, FIRE, GAS, NO_TILE, STRAW, WEIGHT, WOOD

# The kinds of trouble, in the order in which they are looked for.
NONE, FREE_AIR, COLLAPSE, EXPLOSION, WOOD_FIRE, STRAW_FIRE, CURSE = range(7)

OUT_OF_THE_GAME = 6  # in place of a seat: who gets the tiles that leave the pyramid


@helper
def trouble(s):
    """The first trouble in the layout.

    Its kind, the number of the tile that falls, the tiles that leave the pyramid, and the
    fire tiles that leave the game; tiles are numbered in looking order.
    """
    falling = hanging(s)
    if falling >= 0:
        return FREE_AIR, falling, 0, 0
    falling, under = look(s, False)
    if falling >= 0:
        return COLLAPSE, falling, under, 0
    if s.table & FIRE:
        leaving, spent = explosion(s)
        if spent:
            return EXPLOSION, 0, leaving, spent
        leaving, spent = blaze(s, GAS, STRAW | WOOD)
        if spent:
            return WOOD_FIRE, 0, leaving, spent
        leaving, spent = blaze(s, COAL, STRAW)
        if spent:
            return STRAW_FIRE, 0, leaving, spent
    if s.curse:
        top, under = look(s, True)
        if top >= 0:
            return CURSE, 0, 1 << top | under, 0
    return NONE, 0, 0, 0


@helper
def happen(s):
    """Let the first trouble happen, but for the fall that the active player directs; its kind."""
    kind, falling, leaving, spent = trouble(s)
    if kind == CURSE and not s.overlooked:
        s.receiver = (s.active + s.players - 1) % s.players  # F18
    if leaving | spent:
        remove(s, leaving, spent)
    s.falling = falling
    return kind


@helper
def hanging(s):
    """F12: the first tile in free air, or -1."""
    number = 0
    for row in range(s.height - 1, 0, -1):
        cells, below = s.rows[row], s.rows[row - 1]
        free = cells & ~(below | below >> 1)
        if free:
            return number + count_bits(cells & ((free & -free) - 1))
        number += count_bits(cells)
    return -1


@helper
def look(s, curse):
    """F13: the first tile that does not fit; or F18: the first on two of its weight.

    Returns its number, or -1, and the one or two tiles under it. Nothing hangs.
    """
    first = 0
    for row in range(s.height - 1, 0, -1):
        cells, below = s.rows[row], s.rows[row - 1]
        number = first
        first += count_bits(cells)
        while cells:
            cell = cells & -cells
            cells ^= cell
            tile, left, right = s.lying[number], NO_TILE, NO_TILE
            under = first + count_bits(below & (cell - 1))
            n = 0
            if below & cell:
                left = s.lying[under]
                n = 1
            if below & cell << 1:
                right = s.lying[under + n]
                n += 1
            if curse:
                found = WEIGHT[left] == WEIGHT[tile] and WEIGHT[right] == WEIGHT[tile]
            else:
                found = not fits(tile, left, right)
            if found:
                return number, ((1 << n) - 1) << under
            number += 1
    return -1, 0


@helper
def explosion(s):
    """F14: the tiles that touch the first two fire tiles that touch each other, and these two."""
    fires = lying(s, FIRE)
    rest = fires
    while rest:
        one = lowest_bit(rest)
        rest &= rest - 1
        others = touching(s, one) & fires
        if others:
            pair = 1 << one | (others & -others)
            return (touching(s, one) | touching(s, lowest_bit(others))) & ~pair, pair
    return 0, 0


@helper
def blaze(s, kind, fuel):
    """F15, F16: all that burns by the first fire tile of this kind that touches fuel, and it."""
    fires = lying(s, kind)
    fuels = lying(s, fuel) if fires else 0
    while fires:
        fire = lowest_bit(fires)
        fires &= fires - 1
        burning = touching(s, fire) & fuels
        spreading = burning
        while spreading:
            fresh = touching(s, lowest_bit(spreading)) & fuels & ~burning
            burning |= fresh
            spreading = spreading & (spreading - 1) | fresh
        if burning:
            return burning, 1 << fire
    return 0, 0


@helper
def lying(s, kinds):
    """The lying tiles of these kinds."""
    found = 0
    if s.table & kinds:
        for number in range(count_bits(s.table)):
            if BIT[s.lying[number]] & kinds:
                found |= 1 << number
    return found


@helper
def remove(s, leaving, spent):
    """Take tiles out of the pyramid: under a pile in looking order (F19), or out of the game."""
    number = 0
    kept = 0
    for row in range(s.height - 1, -1, -1):
        cells = s.rows[row]
        while cells:
            cell = cells & -cells
            cells ^= cell
            tile = s.lying[number]
            if (leaving | spent) >> number & 1 == 0:
                s.lying[kept] = tile
                kept += 1
            else:
                s.rows[row] ^= cell
                s.table ^= BIT[tile]
                if spent >> number & 1 or s.receiver == OUT_OF_THE_GAME:
                    s.gone |= BIT[tile]
                else:
                    put_under(s, tile, s.receiver)
            number += 1
    for i in range(kept, number):
        s.lying[i] = 0
    lower(s)


@helper
def put_under(s, tile, seat):
    """A tile goes under a pile: it comes up after all that went there before it (F19)."""
    if s.under[seat] == 0:
        s.next_up[seat] = tile
    else:
        s.after[s.last_up[seat]] = tile
    s.last_up[seat] = tile
    s.under[seat] += 1


@helper
def take_up(s, seat):
    """Take the next of the tiles that were put under a pile."""
    tile = s.next_up[seat]
    s.next_up[seat] = s.after[tile]
    s.after[tile] = 0
    s.under[seat] -= 1
    if s.under[seat] == 0:
        s.last_up[seat] = 0
    return tile
