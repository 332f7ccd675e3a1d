"""A sense of Pyramido: height counts, safe stones on the goal level most."""

from pyramidion.engine import count_bits
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.pyramido.rules import BASE, hanging, resting_on, rule

sensible = sense(rule)


@sensible
def worth(s, out):
    stones = s.stones[0] | s.stones[1]
    for seat in range(2):
        own = s.stones[seat]
        strength = 3.0 * count_bits(own & s.goal & resting_on(stones))
        for level in range(1, 5):
            strength += 0.1 * level * level * count_bits(own & BASE << 8 * level)
        out[seat] = strength - 0.5 * count_bits(hanging(s, seat))
    share_out(out)
