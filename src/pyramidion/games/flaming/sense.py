"""A sense of Flaming Pyramids: few tiles are good, and tiles that fit bring none back."""

import numpy as np

from pyramidion.engine import count_bits, helper
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.flaming.layout import SLOTS, fits, place
from pyramidion.games.flaming.rules import PLACE, PLACES, rule, tiles_of
from pyramidion.games.flaming.tiles import BIT, FIRE

sensible = sense(rule)

FITTING, FIRE_FITTING, REST = 8.0, 3.0, 0.5
DECISIONS = 60  # later turns tell little that the number of tiles does not tell

# The more players, the less a single turn decides, and the more lower levels overlook: by the
# number of players, what share of the usual
SMALL_TABLE = np.array([0.0, 0.0, 0.0, 0.4, 0.42])
CROWD = 1.5  # with five and six how much more than usual, the better players above all


@sensible
def weigh(s, actions, n, out):
    if s.phase != PLACE:
        out[:n] = 1.0
        return True
    for i in range(n):
        out[i] = weight_of_placing(s, (actions[i] - PLACES) // SLOTS, (actions[i] - PLACES) % SLOTS)
    return True


@helper
def weight_of_placing(s, tile, number):
    row, x = place(s, number)
    if row > 0:
        left = tile_at(s, row - 1, x)
        right = tile_at(s, row - 1, x + 1)
        if not fits(tile, left, right):
            return REST
    return FIRE_FITTING if BIT[tile] & FIRE else FITTING


@helper
def tile_at(s, row, x):
    """The tile on a cell where one lies: tiles are noted in looking order, the top row first."""
    number = count_bits(s.rows[row] & ((1 << x) - 1))
    for above in range(row + 1, s.height):
        number += count_bits(s.rows[above])
    return s.lying[number]


@sensible
def patience(s):
    return DECISIONS


@sensible
def worth(s, out):
    for seat in range(s.players):
        out[seat] = -0.45 * tiles_of(s, seat)
    share_out(out)


@sensible
def overlooked(s, usual):
    if s.players < len(SMALL_TABLE):
        return usual * SMALL_TABLE[s.players]
    return usual + CROWD * usual * (1.0 - usual) ** 6
