"""A sense of Jaguar: the lead on the path, fields filled, and room for what is to come."""

from pyramidion.engine import count_bits
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.jaguar.material import rule

sensible = sense(rule)

DECISIONS = 20  # later rounds are played by luck more than by what is done now


@sensible
def patience(s):
    return DECISIONS


@sensible
def worth(s, out):
    for seat in range(2):
        filled, stones = count_bits(s.filled[seat]), count_bits(s.stones[seat])
        out[seat] = 0.25 * s.explorer[seat] + 0.2 * filled - 0.15 * stones
    share_out(out)
