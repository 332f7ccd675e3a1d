"""Einfach Spitze: hollow pyramids race across the board and are put over each other.

The 36 fields are numbered in the order of their names: 6 * file + rank, both from 0 (S1).
A set of fields is a number of 36 bits. A stack is two numbers, its colours (the owners'
seats) and its values: two bits for each pyramid, the uppermost lowest. So a pyramid is put
over a stack by a shift, and all 32 pyramids could lie in one stack.
"""

import numpy as np

from pyramidion.engine import OVER, count_bits, game, helper, lowest_bit, record

FIELDS = 36
BOARD = (1 << FIELDS) - 1
VALUES = 4  # S18: written 1 to 4, here 0 to 3
PYRAMIDS = np.array([0, 0, 12, 0, 8])  # S4: how many each player has, by the number of players
QUIET_LIMIT = 200  # S13
MATCH_LIMIT = 20  # S22
ENOUGH = 30  # S22: points that win a match
NONE = -1  # no pyramid is lifted

State = record(
    ("colours", np.int64, FIELDS),  # the stack on each field: whose its pyramids are
    ("values", np.int64, FIELDS),  # and their values (S18); 0 without points
    ("tops", np.int64, 4),  # by seat: fields where its pyramid is uppermost and has not arrived
    ("arrived", np.int64, 4),  # by seat: fields where its pyramid has arrived (S9)
    ("total", np.int64, 4),  # points from the games that are over (S22)
    ("scores", np.int64, 4),  # what each seat scored in the game before (S21)
    ("quiet", np.int64),  # turns in a row without an arrival (S13)
    ("quiet_limit", np.int64),  # option
    ("game", np.int64),  # its number in the match, from 1 (S22)
    ("match_limit", np.int64),  # option
    ("lifted", np.int64),  # the field of the lifted pyramid, or NONE (S17)
    ("winners", np.int64),  # a bit for each seat; 0 until all is over
    ("height", np.int8, FIELDS),
    ("left", np.int8, VALUES),  # while arranging: pyramids of each value still to be put (S19)
    ("placed", np.int8),  # while arranging: how many the seat has put on the board
    ("arranging", np.int8),
    ("beginner", np.int8),  # who has the first turn of this game
    ("to_act", np.int8),
    ("players", np.int8),
    ("sandwich", np.int8),  # options
    ("memory", np.int8),
    ("points", np.int8),
)

# Directions go round clockwise, like the sides South, West, North, East (S2): side d looks in
# direction d, so that its player moves to d (forwards), d + 1 and d + 3 (sideways), never d + 2.
STEPS = np.array([1, 6, -1, -6])  # from field to field: up, right, down, left
SIDES = np.array([[0] * 4, [0] * 4, [0, 2, 0, 0], [0] * 4, [0, 1, 2, 3]])  # S3: [players, seat]

# An action is a move of the uppermost pyramid (4 * its field + direction), the same of a
# sandwich group, a lift (the field), or the value of the next pyramid to be arranged.
GROUPS = 4 * FIELDS
LIFTS = 2 * GROUPS
ARRANGING = LIFTS + FIELDS

# A pyramid moves alone from the top, or is the lowest of a group, never both: so at most 12 times
# three directions. And at most 12 can be lifted.
rule = game("spitze", State, actions=ARRANGING + VALUES, most=48)


def edge(side, corners):
    """The fields of one edge of the board, in the order of their names (S2)."""
    along = range(6) if corners else range(1, 5)
    across = 0 if side < 2 else 5
    return [6 * i + across if side % 2 == 0 else 6 * across + i for i in along]


def as_bits(fields):
    return sum(1 << field for field in fields)


GOALS = np.zeros((5, 4), np.int64)  # S5: [players, seat], the fields to arrive on
START = np.zeros((5, 4, 12), np.int64)  # S4: [players, seat], a field for each pyramid
for _seat in range(2):
    GOALS[2, _seat] = as_bits(edge(2 - 2 * _seat, corners=True))
    START[2, _seat] = [6 * file + rank + 4 * _seat for file in range(6) for rank in range(2)]
for _seat in range(4):
    GOALS[4, _seat] = as_bits(edge((_seat + 2) % 4, corners=False))
    START[4, _seat, :8] = sorted(2 * edge(_seat, corners=False))
INNER = as_bits(6 * file + rank for file in range(1, 5) for rank in range(1, 5))  # S16


# Before the first turn


@rule
def setup(s):
    s.game = 1
    begin_game(s)


@helper
def begin_game(s):
    s.colours[:] = 0
    s.values[:] = 0
    s.height[:] = 0
    s.tops[:] = 0
    s.arrived[:] = 0
    s.quiet = 0
    s.lifted = NONE
    if s.points:
        s.arranging = 1
        begin_arranging(s, 0)
    else:
        for seat in range(s.players):
            for number in range(PYRAMIDS[s.players]):
                put(s, START[s.players, seat, number], seat, 0)
        s.to_act = s.beginner


@helper
def begin_arranging(s, seat):
    s.to_act = seat
    s.placed = 0
    s.left[:] = PYRAMIDS[s.players] // VALUES  # S18


@helper
def arrange(s, value):
    """S19: put the next pyramid, with this value, on the next of the own start fields."""
    me = s.to_act
    put(s, START[s.players, me, s.placed], me, value)
    s.left[value] -= 1
    s.placed += 1
    if s.placed < PYRAMIDS[s.players]:
        return
    if me + 1 < s.players:
        begin_arranging(s, me + 1)
    else:
        s.arranging = 0
        s.placed = 0
        s.to_act = s.beginner


@helper
def put(s, field, seat, value):
    s.colours[field] = s.colours[field] << 2 | seat
    s.values[field] = s.values[field] << 2 | value
    s.height[field] += 1
    s.tops[seat] |= 1 << field


# A turn


@rule
def actor(s):
    return OVER if s.winners else s.to_act


@helper
def open_fields(s):
    """S7: all but those with an arrived pyramid."""
    return BOARD & ~(s.arrived[0] | s.arrived[1] | s.arrived[2] | s.arrived[3])


# A step is a shift; what would leave the board must not start.
SHIFT_LEFT = np.array([0, 0, 1, 6])
SHIFT_RIGHT = np.array([1, 6, 0, 0])
CAN_STEP = np.array([BOARD & ~as_bits(edge((side + 2) % 4, corners=True)) for side in range(4)])


@helper
def stepping_onto(fields, direction):
    """The fields from which a step in this direction leads to one of these fields."""
    return fields << SHIFT_LEFT[direction] >> SHIFT_RIGHT[direction] & CAN_STEP[direction]


@helper
def movable(s, seat):
    """S6, S7: the fields from which the seat's uppermost pyramid can move."""
    side = SIDES[s.players, seat]
    targets = open_fields(s)
    return s.tops[seat] & (
        stepping_onto(targets, side)
        | stepping_onto(targets, side + 1 & 3)
        | stepping_onto(targets, side + 3 & 3)
    )


PAIRS = 0x5555_5555_5555_5555  # the lower bit of every pair
COLOURED = np.array([0, PAIRS, ~PAIRS, -1])  # a stack of nothing but this seat's pyramids
WITHIN = np.array([0, *(PAIRS >> 64 - 2 * height for height in range(1, 33))])


@helper
def group_size(s, seat, field):
    """S14: the pyramids in the group that the seat may move from this field; 0 if there is none.

    The seat's pyramid is on top. The group reaches down to its next one, if others lie between.
    """
    other = s.colours[field] ^ COLOURED[seat]  # a pair is 00 where the pyramid is the seat's
    own = ~(other | other >> 1) & WITHIN[s.height[field]] & ~1  # the top one aside
    if own == 0:
        return 0
    next_own = lowest_bit(own) >> 1
    return next_own + 1 if next_own > 1 else 0


@helper
def groups(s, seat):
    """S14: the fields with a sandwich group that the seat may move."""
    found = 0
    tops = s.tops[seat]
    while tops:
        field = lowest_bit(tops)
        tops &= tops - 1
        if s.height[field] > 2 and group_size(s, seat, field):
            found |= 1 << field
    return found


@rule
def legal(s, out):
    if s.arranging:
        return legal_values(s, out)
    me = s.to_act
    side = SIDES[s.players, me]
    targets = open_fields(s)
    tops = s.tops[me] if s.lifted == NONE else 1 << s.lifted  # S17: the lifted one must move
    n = 0
    for turn in range(3, 6):  # sideways, forwards, sideways (S6)
        direction = side + turn & 3
        n = write(out, n, tops & stepping_onto(targets, direction), direction)
    if s.sandwich:
        targets &= ~GOALS[s.players, me]  # S15
        tops = groups(s, me)
        for turn in range(3, 6):
            direction = side + turn & 3
            n = write(out, n, tops & stepping_onto(targets, direction), GROUPS + direction)
    if s.memory and s.lifted == NONE:  # S17
        lifts = movable(s, me)
        while lifts:
            out[n] = LIFTS + lowest_bit(lifts)
            lifts &= lifts - 1
            n += 1
    return n


@helper
def write(out, n, fields, kind):
    while fields:
        out[n] = 4 * lowest_bit(fields) + kind
        fields &= fields - 1
        n += 1
    return n


@helper
def legal_values(s, out):
    n = 0
    for value in range(VALUES):
        if s.left[value] > 0:
            out[n] = ARRANGING + value
            n += 1
    return n


@rule
def play(s, action):
    if action >= ARRANGING:
        arrange(s, action - ARRANGING)
    elif action >= LIFTS:
        s.lifted = action - LIFTS
    elif action >= GROUPS:
        field = action - GROUPS >> 2
        move(s, field, action & 3, group_size(s, s.to_act, field))
    else:
        move(s, action >> 2, action & 3, 1)


@helper
def move(s, field, direction, size):
    me = s.to_act
    target = field + STEPS[direction]
    here, there = 1 << field, 1 << target
    carry(s.colours, field, target, 2 * size)
    if s.points:
        carry(s.values, field, target, 2 * size)
    s.height[field] -= size
    s.height[target] += size
    for seat in range(4):
        s.tops[seat] &= ~(here | there)
    if s.height[field] > 0:
        s.tops[s.colours[field] & 3] |= here
    s.lifted = NONE
    if there & GOALS[s.players, me]:  # S9; a group does not get here (S15)
        s.arrived[me] |= there
        s.quiet = 0
    else:
        s.tops[me] |= there
        s.quiet += 1
    next_turn(s)


@helper
def carry(stacks, field, target, bits):
    """Take so many bits off the top of one stack and put them over another, in their order."""
    taken = stacks[field] & (1 << bits) - 1
    stacks[field] = stacks[field] >> bits & (1 << 64 - bits) - 1
    stacks[target] = stacks[target] << bits | taken


@helper
def next_turn(s):
    """The next seat that can move is to act; the others are skipped (S10)."""
    me = s.to_act
    if s.arrived[me] == GOALS[s.players, me] or s.quiet >= s.quiet_limit:  # S11, S13
        end_game(s)
        return
    seat = me
    for _ in range(s.players):
        seat = seat + 1 if seat + 1 < s.players else 0
        if movable(s, seat):
            s.to_act = seat
            return
    end_game(s)  # S12


# The end


@helper
def end_game(s):
    """Most arrived pyramids win: who has them on all goal fields (S11), or by S12 and S13."""
    if s.points:
        end_game_with_points(s)
        return
    most = 0
    for seat in range(s.players):
        most = max(most, count_bits(s.arrived[seat]))
    for seat in range(s.players):
        if count_bits(s.arrived[seat]) == most:
            s.winners |= 1 << seat


@helper
def end_game_with_points(s):
    """S22: the match is won, or its next game begins."""
    for seat in range(s.players):
        s.scores[seat] = worth(s, seat)
        s.total[seat] += s.scores[seat]
    most = s.total[: s.players].max()
    if most >= ENOUGH or s.game == s.match_limit:
        for seat in range(s.players):
            if s.total[seat] == most:
                s.winners |= 1 << seat
        return
    best = s.scores[: s.players].max()
    while s.scores[s.beginner] != best:  # counted from the one who began
        s.beginner = s.beginner + 1 if s.beginner + 1 < s.players else 0
    s.game += 1
    begin_game(s)


@helper
def worth(s, seat):
    """S21: the values of what has arrived, less those of what is uppermost elsewhere."""
    return sum_of_tops(s, s.arrived[seat]) - sum_of_tops(s, s.tops[seat])


@helper
def sum_of_tops(s, fields):
    """The values of the uppermost pyramids on these fields."""
    total = 0
    while fields:
        total += 1 + (s.values[lowest_bit(fields)] & 3)
        fields &= fields - 1
    return total


@rule
def score(s, out):
    share = 1.0 / count_bits(s.winners)
    for seat in range(s.players):
        out[seat] = share if s.winners >> seat & 1 else 0.0
