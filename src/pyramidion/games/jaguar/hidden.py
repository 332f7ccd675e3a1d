"""Who sees what, and how probable the rest is."""

from typing import Any

from pyramidion.engine import below, count_bits, helper, lowest_bit
from pyramidion.games.jaguar.material import ALL_CARDS, BID, CARDS, END, WIDTH, rule


@rule
def hide(s: Any, seat: int, out: Any) -> None:
    """Both see all but hands, drawn cards, the stack, and bids until both are made."""
    for who in range(2):
        out.cards[who] = s.cards[who]
        out.offered[who] = s.offered[who]
        out.filled[who] = s.filled[who]
        out.stones[who] = s.stones[who]
        out.explorer[who] = s.explorer[who]
        for field in range(WIDTH):
            out.pyramid[who, field] = s.pyramid[who, field]
        if who == seat:
            out.hand[who] = s.hand[who]
            out.drawn[who] = s.drawn[who]
        if who == seat or s.bid[1] != 0:  # J4: shown when both are made, and seat 1 bids last
            out.bid[who] = s.bid[who]
    out.dealt = s.dealt
    out.seen = s.seen
    out.failed = s.failed
    out.supply = s.supply
    out.event = s.event
    out.phase = s.phase
    out.to_act = s.to_act
    out.starter = s.starter
    out.turn = s.turn
    out.round_number = s.round_number
    out.winner = s.winner
    out.ended = s.ended
    out.test = s.test
    out.last_field = s.last_field
    out.number[:] = s.number
    out.event_on[:] = s.event_on


@helper
def unknown(s: Any, seat: int) -> Any:
    """The cards of which this seat does not know where they are."""
    return ALL_CARDS & ~(s.hand[seat] | s.drawn[seat] | s.seen)


@helper
def not_in_stack(s: Any, seat: int) -> Any:
    """Of the unknown cards the one that the other has shown (J4): it was dealt, so it is held,
    or it was drawn unseen (J17).
    """
    shown = s.bid[1 - seat]
    return unknown(s, seat) & (1 << shown) if shown else 0


@rule
def redeal(s: Any, seat: int, rng: Any) -> None:
    """Every division of the unknown cards is as likely: so are all deals, and so are all cards
    at every draw; but a shown bid is not in the stack, and the test card was.
    """
    other = 1 - seat
    rest = unknown(s, seat)
    held = s.cards[other]
    drawn = count_bits(rest) - held - (CARDS - s.dealt)  # all others are in the stack
    if s.phase == END:
        s.stack = 1 << s.test
        rest ^= s.stack
    shown = not_in_stack(s, seat)
    if shown:
        rest ^= shown
        if below(rng, held + drawn) < held:
            s.hand[other] = shown
        else:
            s.drawn[other] = shown
    while count_bits(s.hand[other]) < held:
        card = random_card(rest, rng)
        s.hand[other] |= card
        rest ^= card
    while count_bits(s.drawn[other]) < drawn:
        card = random_card(rest, rng)
        s.drawn[other] |= card
        rest ^= card
    s.stack |= rest
    if s.phase == BID and s.to_act == 1 and seat == 1:  # the other's bid is made, but hidden
        s.bid[0] = lowest_bit(random_card(s.hand[0], rng))


@helper
def random_card(cards: int, rng: Any) -> int:
    """One of these cards, as a set of its own."""
    for _ in range(below(rng, count_bits(cards))):
        cards &= cards - 1
    return cards & -cards
