"""When two positions of Pyramido are the same: for the solver.

The stones that a player has left follow from those on the board, as no stone ever leaves
it (P4). So a position is the mover's stones and the other's, 30 bits each: the fields in
the order of P2, a1 lowest, always numbered as on the full board. The turns without
placing (P15) are left out: what is proved here holds under any rule for repetitions.

Where P14 is strict for one seat only, it matters which seat moves; one more bit says so.
"""

from pyramidion.engine import count_bits, helper
from pyramidion.engine.symmetry import symmetric
from pyramidion.games.pyramido.rules import BASE, MOVES, begin_turn, rule

SIDE = 30  # bits of one player's stones
symmetry = symmetric(rule)


@helper
def pack(stones):
    """From eight bits a level to 8, 7, 6, 5 and 4 bits."""
    return (
        stones & 0xFF
        | stones >> 8 - 8 & 0x7F << 8
        | stones >> 16 - 15 & 0x3F << 15
        | stones >> 24 - 21 & 0x1F << 21
        | stones >> 32 - 26 & 0x0F << 26
    )


@helper
def unpack(bits):
    """Back to eight bits a level."""
    return (
        bits & 0xFF
        | bits & 0x7F << 8
        | (bits & 0x3F << 15) << 1
        | (bits & 0x1F << 21) << 3
        | (bits & 0x0F << 26) << 6
    )


@helper
def pack_mirrored(stones, width):
    """The same of the mirror image, on a board with a base of this width."""
    bits = (stones & 0x5555555555) << 1 | stones >> 1 & 0x5555555555
    bits = (bits & 0x3333333333) << 2 | bits >> 2 & 0x3333333333
    bits = (bits & 0x0F0F0F0F0F) << 4 | bits >> 4 & 0x0F0F0F0F0F
    # Every level is now reversed in its byte; on the board of eight, level n is n bits too high.
    mirrored = (
        bits & 0xFF
        | bits >> 1 & 0x7F << 8
        | bits >> 3 & 0x3F << 15
        | bits >> 6 & 0x1F << 21
        | bits >> 10 & 0x0F << 26
    )
    return mirrored >> 8 - width


@symmetry
def identity(s, flipped):
    mine = s.stones[s.to_act]
    theirs = s.stones[1 - s.to_act]
    if flipped:
        width = count_bits(s.board & BASE)
        stones = pack_mirrored(mine, width) | pack_mirrored(theirs, width) << SIDE
    else:
        stones = pack(mine) | pack(theirs) << SIDE
    return stones | (s.strict >> s.to_act & 1) << 2 * SIDE


@symmetry
def flip(s, action):
    field = action if action < MOVES else (action - MOVES) >> 2
    width = count_bits(s.board & BASE)
    level = field >> 3
    mirrored = 8 * level + width - level - 1 - (field & 7)
    if action < MOVES:
        return mirrored
    return MOVES + 4 * mirrored + (action & 3 ^ 1)


@symmetry
def restore(s, number):
    stones = count_bits(s.stones[0]) + s.reserve[0]  # a player's number of stones never changes
    s.to_act = 0
    s.stones[0] = unpack(number & (1 << SIDE) - 1)
    s.stones[1] = unpack(number >> SIDE & (1 << SIDE) - 1)
    s.reserve[0] = stones - count_bits(s.stones[0])
    s.reserve[1] = stones - count_bits(s.stones[1])
    s.over = 0
    s.winner = 0
    s.quiet = 0
    begin_turn(s)
