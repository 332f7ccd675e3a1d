"""A sense of Connect Four: discs near the middle take part in more lines."""

from pyramidion.engine import count_bits
from pyramidion.engine.sense import sense, share_out
from pyramidion.tutorial.connect_four.rules import rule

sensible = sense(rule)


@sensible
def worth(s, out):
    for seat in range(2):
        out[seat] = 0.0
        for column in range(7):
            discs = count_bits(s.discs[seat] & 0x7F << 7 * column)
            out[seat] += 0.1 * discs * (3 - abs(column - 3))
    share_out(out)
