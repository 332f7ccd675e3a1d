"""A sense of Jaguar: the lead on the path, fields filled, and room for what is to come.

Only what lies open is used to weigh moves.
"""

import numpy as np

from pyramidion.engine import count_bits, helper
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.jaguar.material import CARDS, LAST, OFFER, PLACE, TAKE, WIDTH, rule
from pyramidion.games.jaguar.rules import gap

sensible = sense(rule)

DECISIONS = 20  # later rounds are played by luck more than by what is done now

# How gladly a card is offered that fits in the own pyramid, and one that does not in the other;
# and how gladly a card is laid over another, or the round is lost
FITS_HERE, MISSES_THERE = 4.0, 1.5
COVER, LOSE = 0.15, 0.01

FEW = 0.06  # of the moves are overlooked at least, but for the master


@sensible
def weigh(s, actions, n, out):
    places = s.phase == TAKE or s.phase == PLACE or s.phase == LAST
    for i in range(n):
        chosen = actions[i] - s.phase
        out[i] = 1.0
        if s.phase == OFFER:
            out[i] = weight_of_offering(s, chosen // (CARDS + 1))
            out[i] *= weight_of_offering(s, chosen % (CARDS + 1))
        elif places and chosen >= WIDTH:
            out[i] = weight_of_place(s, chosen // WIDTH, chosen % WIDTH)
    return True


@helper
def weight_of_offering(s, card):
    """J5, J6: of two cards one remains, so both should fit here and neither there."""
    weight = FITS_HERE if fits(s, s.turn, card) else 1.0
    return weight if fits(s, 1 - s.turn, card) else MISSES_THERE * weight


@helper
def fits(s, seat, card):
    """J7: is there an empty field for this card?"""
    lower, upper = gap(s, seat, card)
    return upper - lower > 1


@helper
def weight_of_place(s, card, field):
    """Values should rise evenly, so that what comes finds room between them (J7)."""
    me = s.to_act
    if field == 0:  # J10
        return LOSE
    if s.filled[me] >> field & 1:  # J8
        return COVER
    lower, upper = gap(s, me, card)
    low = s.pyramid[me, lower] if lower > 0 else 0
    high = s.pyramid[me, upper] if upper < WIDTH else CARDS + 1
    even = lower + (upper - lower) * (card - low) / (high - low)
    return np.exp(-abs(field - even))


@sensible
def patience(s):
    return DECISIONS


@sensible
def worth(s, out):
    for seat in range(2):
        filled, stones = count_bits(s.filled[seat]), count_bits(s.stones[seat])
        out[seat] = 0.25 * s.explorer[seat] + 0.2 * filled - 0.15 * stones
    share_out(out)


@sensible
def overlooked(s, usual):
    return max(min(FEW, usual), 0.4 * usual**1.5)  # to weigh moves makes even a glance strong
