"""A sense of Einfach Spitze: pyramids that have arrived, and how far the free ones have come."""

from pyramidion.engine import count_bits, lowest_bit
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.spitze.rules import SIDES, rule

sensible = sense(rule)


@sensible
def worth(s, out):
    for seat in range(s.players):
        side = SIDES[s.players, seat]
        strength = 1.5 * count_bits(s.arrived[seat])
        tops = s.tops[seat]
        while tops:  # the uppermost can move; rows walked towards the goal side count
            field = lowest_bit(tops)
            tops &= tops - 1
            along = field % 6 if side % 2 == 0 else field // 6
            strength += 0.12 * (along if side < 2 else 5 - along)
        out[seat] = strength + 0.1 * s.total[seat]
    share_out(out)
