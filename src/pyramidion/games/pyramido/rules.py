"""Pyramido: two players climb one pyramid; the first with two safe stones on the goal level wins.

The board is a number of 40 bits, eight to a level, the base lowest (P1, P2): field
i of a level (counted from 0) rests on the fields i and i+1 of the level below (P3),
which are the bits 8 and 7 lower. So `bits << 8 | bits << 7` is all that rests on `bits`.
"""

import numpy as np

from pyramidion.engine import OVER, count_bits, game, helper, lowest_bit, record

LEVELS = (8, 7, 6, 5, 4)  # P1
STONES = 13  # P4
QUIET_LIMIT = 100  # P15
DRAW = 2

State = record(
    ("stones", np.int64, 2),  # the fields that each player's stones stand on
    ("board", np.int64),  # the fields that exist
    ("goal", np.int64),  # the fields of the goal level
    ("quiet", np.int64),  # turns in a row without a stone placed (P15)
    ("quiet_limit", np.int64),  # option
    ("strict", np.int64),  # the solver's: seats (bit by bit) that cannot win while a stone hangs
    ("reserve", np.int8, 2),  # stones not yet placed
    ("to_act", np.int8),
    ("over", np.int8),
    ("winner", np.int8),  # a seat, or DRAW; once the game is over
)

# An action is a placing (the field, 0 to 7) or MOVES + 4 * the stone's field + a direction.
MOVES = 8
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = 0, 1, 2, 3
STEPS = np.array([7, 8, -8, -7])  # from field to field, by direction

rule = game("pyramido", State, actions=MOVES + 4 * 40, most=48)

BASE = 0xFF


def fields(levels):
    """The fields of a board with these levels, and those of its goal level."""
    board = sum((1 << width) - 1 << 8 * level for level, width in enumerate(levels))
    return board, board & BASE << 8 * (len(levels) - 1)


BOARD, GOAL = fields(LEVELS)


@rule
def setup(s):
    if s.board == 0:  # the solver also studies smaller boards
        s.board = BOARD
        s.goal = GOAL
        s.reserve[:] = STONES


@rule
def actor(s):
    return OVER if s.over else s.to_act


@helper
def resting_on(bits):
    return bits << 8 | bits << 7


@helper
def hanging(s, seat):
    """P8: raised stones with no stone on either field under them."""
    stones = s.stones[0] | s.stones[1]
    return s.stones[seat] & ~BASE & ~resting_on(stones)


@helper
def open_targets(s):
    """P7: empty raised fields with stones on both fields under them."""
    stones = s.stones[0] | s.stones[1]
    return s.board & ~BASE & ~stones & (stones << 8) & (stones << 7)


@helper
def open_base(s, seat):
    """P6: empty base fields, while the reserve lasts."""
    return s.board & BASE & ~(s.stones[0] | s.stones[1]) if s.reserve[seat] > 0 else 0


@rule
def legal(s, out):
    me = s.to_act
    n = 0
    falling = hanging(s, me)
    if falling:  # P9: who hangs must fall, to either side (P10); the supported never fall (P11)
        while falling:
            field = lowest_bit(falling)
            falling &= falling - 1
            out[n] = MOVES + 4 * field + DOWN_LEFT
            out[n + 1] = MOVES + 4 * field + DOWN_RIGHT
            n += 2
        return n
    placing = open_base(s, me)
    while placing:
        out[n] = lowest_bit(placing)
        placing &= placing - 1
        n += 1
    targets = open_targets(s)
    for direction in (UP_LEFT, UP_RIGHT):
        climbing = s.stones[me] & (targets >> STEPS[direction])
        while climbing:
            out[n] = MOVES + 4 * lowest_bit(climbing) + direction
            climbing &= climbing - 1
            n += 1
    return n


@rule
def play(s, action):
    me = s.to_act
    if action < MOVES:
        s.stones[me] |= 1 << action
        s.reserve[me] -= 1
        s.quiet = 0
    else:
        field = (action - MOVES) >> 2
        s.stones[me] ^= 1 << field | 1 << field + STEPS[action & 3]
        s.quiet += 1
    s.to_act = 1 - me
    begin_turn(s)


@helper
def begin_turn(s):
    """The three ways to end are looked at when a turn begins, in this order."""
    me = s.to_act
    safe = s.stones[me] & s.goal & resting_on(s.stones[0] | s.stones[1])
    if count_bits(safe) >= 2 and not (s.strict >> me & 1 and hanging(s, me)):  # P14
        s.over = 1
        s.winner = me
    elif not can_move(s):  # P13
        s.over = 1
        s.winner = 1 - me
    elif s.quiet >= s.quiet_limit:  # P15
        s.over = 1
        s.winner = DRAW


@helper
def can_move(s):
    me = s.to_act
    return (
        open_base(s, me) != 0
        or s.stones[me] & (open_targets(s) >> 8 | open_targets(s) >> 7) != 0
        or hanging(s, me) != 0
    )


@rule
def score(s, out):
    if s.winner == DRAW:
        out[:2] = 0.5
    else:
        out[s.winner] = 1.0
        out[1 - s.winner] = 0.0
