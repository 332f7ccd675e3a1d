"""Oh, Pharao!: cards come and go, and everybody remembers what they saw.

For every hand each observer (a spectator, and every seat) keeps a lower bound per
kind: so many cards of that kind are certainly there. Public gains raise it, public
losses lower it, an offer proves it (O24). When a hand loses a card that an observer
does not see (a collector's booty), each bound falls by one, because that may have been
the card. The rest of the unseen cards may lie anywhere, each way equally likely.
"""

from typing import Any

from pyramidion.engine import below, helper
from pyramidion.games.pharao import material as m

OBSERVERS = m.SEATS + 1


@helper
def gain(s: Any, seat: int, kind: int) -> None:
    """A card comes into a hand, and all see it."""
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    for observer in range(OBSERVERS):
        s.known[seat, kind, observer] += 1


@helper
def lose(s: Any, seat: int, kind: int) -> None:
    """A card leaves a hand, and all see it."""
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    for observer in range(OBSERVERS):
        if s.known[seat, kind, observer] > 0:
            s.known[seat, kind, observer] -= 1


@helper
def prove(s: Any, seat: int, kind: int, number: int) -> None:
    """O24: who gives so many cards of a kind in an offer holds them."""
    for observer in range(OBSERVERS):
        if s.known[seat, kind, observer] < number:
            s.known[seat, kind, observer] = number


@helper
def seize(s: Any, collector: int, victim: int, kind: int) -> None:
    """O20: a card changes hands, and only these two see it."""
    s.hand[victim, kind] -= 1
    s.held[victim] -= 1
    s.hand[collector, kind] += 1
    s.held[collector] += 1
    for observer in range(OBSERVERS):
        if observer in (1 + collector, 1 + victim):
            if s.known[victim, kind, observer] > 0:
                s.known[victim, kind, observer] -= 1
            s.known[collector, kind, observer] += 1
        else:
            for any_kind in range(1, m.KINDS):
                if s.known[victim, any_kind, observer] > 0:
                    s.known[victim, any_kind, observer] -= 1


@helper
def hide_from(s: Any, seat: int, out: Any) -> None:
    """Copy what the seat knows: all that is open, the own hand, the own memory."""
    out.turn_limit = s.turn_limit
    out.offers_per_turn = s.offers_per_turn
    out.players = s.players
    out.stage = s.stage
    out.to_act = s.to_act
    out.turn_of = s.turn_of
    out.turn = s.turn
    out.overseer = s.overseer
    out.left = s.left
    out.display = s.display
    out.tossed = s.tossed
    out.end_card = s.end_card
    out.target = s.target
    out.die = s.die
    out.waiting = s.waiting
    out.taxed = s.taxed
    out.offer = s.offer
    out.given = s.given
    out.wanted = s.wanted
    out.begun = s.begun
    out.made = s.made
    for number in range(s.made):
        out.offers[number] = s.offers[number]
    for field in range(3):
        out.track[field] = s.track[field]
    for kind in range(m.KINDS):
        out.discard[kind] = s.discard[kind]
        if seat >= 0:
            out.hand[seat, kind] = s.hand[seat, kind]
    for owner in range(m.SEATS):
        out.points[owner] = s.points[owner]
        out.held[owner] = s.held[owner]
        for pyramid in range(2):
            show_pyramid(s, owner, pyramid, out)
        for kind in range(m.KINDS):
            out.known[owner, kind, 0] = s.known[owner, kind, 0]
            if owner != seat:
                out.known[owner, kind, 1 + seat] = s.known[owner, kind, 1 + seat]


@helper
def show_pyramid(s: Any, owner: int, pyramid: int, out: Any) -> None:
    """Copy one pyramid: it lies open."""
    out.low[owner, pyramid] = s.low[owner, pyramid]
    out.steps[owner, pyramid] = s.steps[owner, pyramid]
    out.cards[owner, pyramid] = s.cards[owner, pyramid]
    for number in range(1, m.NUMBERS + 1):
        out.laid[owner, pyramid, number] = s.laid[owner, pyramid, number]
        out.jokers[owner, pyramid, number] = s.jokers[owner, pyramid, number]


@helper
def deal_anew(s: Any, seat: int, rng: Any) -> None:
    """Fill the other hands and the pile: first what is known of them, then each way alike."""
    gather_unseen(s, seat)
    for owner in range(s.players):
        if owner != seat:
            for kind in range(1, m.KINDS):
                sure = s.known[owner, kind, 1 + seat]
                s.hand[owner, kind] = sure
                s.pile[kind] -= sure
    for owner in range(s.players):
        if owner != seat:
            for _ in range(s.held[owner] - s.hand[owner].sum()):
                kind = any_of_pile(s, rng)
                s.pile[kind] -= 1
                s.hand[owner, kind] += 1
    s.pile[m.END] = s.end_card == m.IN_PILE
    # what others remember of secrets between them is not known: they saw at least what all saw
    for observer in range(1, OBSERVERS):
        for owner in range(m.SEATS):
            if owner == seat or observer != 1 + seat:
                for kind in range(1, m.KINDS):
                    s.known[owner, kind, observer] = s.known[owner, kind, 0]


@helper
def gather_unseen(s: Any, seat: int) -> None:
    """Put into the pile all cards that this seat does not see, but for the end card."""
    s.pile[m.END] = 0
    for kind in range(1, m.KINDS):
        s.pile[kind] = m.CARDS[kind] - s.discard[kind] - (s.display >> kind & 1)
        if seat >= 0:
            s.pile[kind] -= s.hand[seat, kind]
    for owner in range(s.players):
        for pyramid in range(2):
            for number in range(1, m.NUMBERS + 1):
                jokers = s.jokers[owner, pyramid, number]
                s.pile[number] -= s.laid[owner, pyramid, number] - jokers
                s.pile[m.JOKER] -= jokers


@helper
def any_of_pile(s: Any, rng: Any) -> int:
    """The kind of one card of the pile, each as likely."""
    rest = below(rng, int(s.pile.sum()))
    kind = 0
    while rest >= 0:
        kind += 1
        rest -= int(s.pile[kind])
    return kind
