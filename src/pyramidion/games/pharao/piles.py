"""Oh, Pharao!: the draw pile, the discard pile and the display (O3, O4)."""

from typing import Any

from pyramidion.engine import count_bits, helper
from pyramidion.games.pharao import material as m


@helper
def toss(s: Any, kind: int) -> None:
    """A card goes to the discard pile, open to all."""
    s.discard[kind] += 1
    s.tossed = kind


@helper
def shuffle_discard(s: Any) -> None:
    """O4, O26: the discard pile goes into the draw pile."""
    for kind in range(1, m.KINDS):
        s.pile[kind] += s.discard[kind]
        s.left += s.discard[kind]
        s.discard[kind] = 0


@helper
def card_comes(s: Any) -> bool:
    """O4: has the draw pile a card, once the discard pile is shuffled if need be?"""
    if s.left == 0:
        shuffle_discard(s)
    return bool(s.left > 0)


@helper
def another_shown(s: Any) -> bool:
    """O3, O4: is another card turned up for the display?"""
    if count_bits(s.display) == m.DISPLAY:
        return False
    if s.left == 0:
        missing = False
        for kind in range(1, m.KINDS):
            if s.discard[kind] > 0 and not s.display >> kind & 1:
                missing = True
        if missing:
            shuffle_discard(s)
    return bool(s.left > 0)


@helper
def pile_or_discard(s: Any) -> bool:
    """O14: is there a card that could be drawn?"""
    return bool(s.left > 0 or s.discard.sum() > 0)
