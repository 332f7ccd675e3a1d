"""Connect Four: two players drop discs into seven columns; four in a row win.

A column is seven bits, the lowest row lowest; the seventh bit stays empty, so that
lines do not run over from one column into the next.
"""

import numpy as np

from pyramidion.engine import OVER, game, helper, record

State = record(
    ("discs", np.int64, 2),
    ("height", np.int8, 7),
    ("moves", np.int8),
    ("winner", np.int8),  # a seat plus 1; 0 while nobody has won
)

rule = game("connect_four", State, actions=7, most=7)


@rule
def setup(s):
    pass  # the board is empty, the first player begins


@rule
def actor(s):
    return OVER if s.winner or s.moves == 42 else s.moves & 1


@rule
def legal(s, out):
    n = 0
    for column in range(7):
        if s.height[column] < 6:
            out[n] = column
            n += 1
    return n


@rule
def play(s, action):
    me = s.moves & 1
    s.discs[me] |= 1 << (7 * action + s.height[action])
    s.height[action] += 1
    s.moves += 1
    if four_in_a_row(s.discs[me]):
        s.winner = me + 1


@helper
def four_in_a_row(discs):
    for step in (1, 6, 7, 8):  # up, and the three ways across
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@rule
def score(s, out):
    out[:2] = 0.5
    if s.winner:
        out[s.winner - 1] = 1.0
        out[2 - s.winner] = 0.0
