"""The layout of Flaming Pyramids: which tile lies where, what touches, what is open (F5 to F11).

Every row is a number of bits, the base is row 0. Cell x of a row rests on the cells x
and x+1 of the row below, so `below | below >> 1` are the cells with something under them.
The tiles themselves stand in one list, in looking order: top row first, in a row from
left to right. So a tile of a row is found by counting the bits before it, and a set of
lying tiles is a number of bits too: bit i is the tile number i in looking order.

How large a layout can be. Whenever a tile is played nothing hangs in free air: tiles are
played onto two tiles or into the base, and when mayhem is over nothing hangs. So 45 tiles
have at most 45 rows, and falling only leads down.
The columns: take the shadow of a layout, the stretch of the base that its tiles can fall
to. Cell x of row r falls to one of x to x+r. Playing onto two tiles, filling a gap of the
base, falling and leaving never make the shadow longer; extending the base makes it longer
by one at most. The base is extended only when no slot is open (F7): then its n tiles have
no gap, and a full pyramid of n(n+1)/2 tiles stands on them. Another tile rests, by way of
others, on this pyramid, and each of those brings the shadow one cell farther to one side
at best. So with 44 tiles on the table the shadow is at most n + 44 - n(n+1)/2 <= 44 cells
long, and 45 after the extension. Counted from the left end of the shadow, x is below 45.
"""

from pyramidion.engine import count_bits, helper, lowest_bit
from pyramidion.games.flaming.tiles import BIT, MATES, TILES, WEIGHT

ROWS = TILES + 1  # the row above the highest one can be looked at too
SLOTS = 86  # more are never open at once: 43 on pairs of 44 tiles, 43 gaps between two base tiles


# Where a tile goes


@helper
def open_slots(s, row):
    """F6: the open slots of a row: on two tiles, or in a gap of the base."""
    if row > 0:
        below = s.rows[row - 1]
        return below & below >> 1 & ~s.rows[row]
    base = s.rows[0]
    reach = base | base >> 1
    reach |= reach >> 2
    reach |= reach >> 4
    reach |= reach >> 8
    reach |= reach >> 16
    reach |= reach >> 32  # every cell with a base tile in it or to its right
    return reach & -(base & -base) & ~base


@helper
def places(s):
    """How many places there are for the next tile: the open slots (F6) or the base's ends (F7)."""
    n = 0
    for row in range(s.height + 1):
        n += count_bits(open_slots(s, row))
    if n > 0:
        return n
    return 1 if s.rows[0] == 0 else 2


@helper
def place(s, number):
    """The row and the cell of one of the `places`, in looking order; cell -1 is left of cell 0."""
    rest = number
    for row in range(s.height, -1, -1):
        cells = open_slots(s, row)
        n = count_bits(cells)
        if rest < n:
            for _ in range(rest):
                cells &= cells - 1
            return row, lowest_bit(cells)
        rest -= n
    base = s.rows[0]
    if base == 0:
        return 0, 0
    if number == 0:
        return 0, lowest_bit(base) - 1
    return 0, lowest_bit(base) + count_bits(base)


# The tiles in looking order


@helper
def find(s, number):
    """A lying tile's row, its cell as a bit, and the number of the first tile of its row."""
    row = s.height - 1
    first = 0
    n = count_bits(s.rows[row])
    while first + n <= number:
        first += n
        row -= 1
        n = count_bits(s.rows[row])
    cells = s.rows[row]
    for _ in range(number - first):
        cells &= cells - 1
    return row, cells & -cells, first


@helper
def lay(s, tile, row, x):
    """Put a tile down; everything moves aside if it comes to lie left of the first cell."""
    if x < 0:
        for r in range(s.height):
            s.rows[r] <<= 1
        x = 0
    cell = 1 << x
    number = count_bits(s.rows[row] & (cell - 1))
    for r in range(row + 1, s.height):
        number += count_bits(s.rows[r])
    for i in range(count_bits(s.table), number, -1):
        s.lying[i] = s.lying[i - 1]
    s.lying[number] = tile
    s.rows[row] |= cell
    s.table |= BIT[tile]
    s.height = max(s.height, row + 1)


@helper
def drop(s, number, right):
    """A lying tile falls one row, to the lower left or to the lower right."""
    row, cell, _ = find(s, number)
    tile = s.lying[number]
    s.rows[row] ^= cell
    s.table ^= BIT[tile]
    for i in range(number, count_bits(s.table)):
        s.lying[i] = s.lying[i + 1]
    lower(s)
    lay(s, tile, row - 1, lowest_bit(cell) + right)


@helper
def lower(s):
    """Forget empty rows at the top."""
    while s.height > 0 and s.rows[s.height - 1] == 0:
        s.height -= 1


@helper
def anchor(s):
    """Count the cells from the left end of the shadow: equal layouts are equal bytes."""
    used = 0
    for row in range(s.height):
        used |= s.rows[row]
    if used & 1 == 0 and used != 0:
        shift = lowest_bit(used)
        for row in range(s.height):
            s.rows[row] >>= shift


# What touches, what fits


@helper
def numbered(cells, wanted, first):
    """The numbers in looking order, as bits, of the wanted cells of a row."""
    found = 0
    wanted &= cells
    while wanted:
        cell = wanted & -wanted
        wanted ^= cell
        found |= 1 << first + count_bits(cells & (cell - 1))
    return found


@helper
def touching(s, number):
    """F5: the neighbours of a lying tile, at most six."""
    row, cell, first = find(s, number)
    here, above = s.rows[row], s.rows[row + 1]
    found = numbered(above, cell | cell >> 1, first - count_bits(above))
    found |= numbered(here, cell << 1 | cell >> 1, first)
    if row > 0:
        found |= numbered(s.rows[row - 1], cell | cell << 1, first + count_bits(here))
    return found


@helper
def fits(tile, left, right):
    """F9, F10: does a tile fit on these two? One of them may be NO_TILE."""
    shares = MATES[tile] & (BIT[left] | BIT[right]) != 0
    return shares and WEIGHT[tile] <= WEIGHT[left] + WEIGHT[right]
