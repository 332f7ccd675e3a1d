"""Oh, Pharao!: trading (O23 to O25).

An offer is one number: from the lowest bit four places of four bits for the kinds
given, four for the kinds wanted (0: no card), then the partner's seat. The kinds of
a side stand in order, so equal offers are equal numbers.
"""

from typing import Any

from pyramidion.engine import helper
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.memory import gain, lose, prove

WANTS = m.MOST_TERMS  # the first place of the kinds wanted
PARTNER = 4 * 2 * m.MOST_TERMS  # the bit where the partner's seat begins


@helper
def term(offer: int, place: int) -> int:
    """The kind at a place of an offer; 0 for none."""
    return int(offer >> 4 * place & 15)


@helper
def partner_of(offer: int) -> int:
    """The seat to which the first player offered."""
    return int(offer >> PARTNER)


@helper
def receiver(s: Any) -> int:
    """The one of the two traders who is not to act."""
    return partner_of(s.offer) if s.to_act == s.turn_of else int(s.turn_of)


@helper
def openings(s: Any, me: int, out: Any, n: int) -> int:
    """O23, O25: with whom a trade may begin."""
    if s.begun < s.offers_per_turn and s.held[me] > 0:
        for seat in range(s.players):
            if seat != me and s.held[seat] > 0:
                out[n] = m.TRADE + seat
                n += 1
    return n


@helper
def terms(s: Any, out: Any) -> int:
    """O24: how an offer may grow: kinds in order, gives before wants, no kind on both sides."""
    me = int(s.to_act)
    given, wanted = int(s.given), int(s.wanted)
    n = 0
    if wanted == 0 and given < m.MOST_TERMS:
        last = term(s.offer, given - 1) if given > 0 else 1
        for kind in range(last, m.KINDS):
            if s.hand[me, kind] > (times_given(s, kind) if kind == last else 0):
                out[n] = m.GIVE + kind
                n += 1
    if given > 0 and wanted < min(m.MOST_TERMS, s.held[receiver(s)]):
        last = term(s.offer, WANTS + wanted - 1) if wanted > 0 else 1
        for kind in range(last, m.KINDS):
            if times_given(s, kind) == 0:
                out[n] = m.WANT + kind
                n += 1
    if wanted > 0 and (s.stage == m.COUNTERING or not repeated(s)):
        out[n] = m.OFFER
        n += 1
    if s.stage == m.OFFERING:
        out[n] = m.CANCEL
        n += 1
    return n


@helper
def times_given(s: Any, kind: int) -> int:
    """How many cards of a kind the running offer gives."""
    times = 0
    for place in range(s.given):
        if term(s.offer, place) == kind:
            times += 1
    return times


@helper
def repeated(s: Any) -> bool:
    """O25: was this offer made in this turn before?"""
    before = False
    for number in range(s.made):
        before |= s.offers[number] == s.offer
    return before


@helper
def answers(s: Any, out: Any) -> int:
    """O24: accept with the wanted cards in hand, decline, or once make a counter-offer."""
    n = 0
    if holds_wanted(s, int(s.to_act)):
        out[n] = m.ACCEPT
        n += 1
    out[n] = m.DECLINE
    n += 1
    if s.stage == m.ANSWERING:
        out[n] = m.COUNTER
        n += 1
    return n


@helper
def holds_wanted(s: Any, seat: int) -> bool:
    """Does the seat hold all cards wanted in the running offer?"""
    times = 0
    before = 0
    for place in range(WANTS, WANTS + s.wanted):
        kind = term(s.offer, place)
        times = times + 1 if kind == before else 1
        before = kind
        if s.hand[seat, kind] < times:
            return False
    return True


@helper
def trade(s: Any, action: int) -> None:
    """Play one of the actions above."""
    me = int(s.to_act)
    if action < m.GIVE:
        s.begun += 1
        s.stage = m.OFFERING
        s.offer = (action - m.TRADE) << PARTNER
    elif action < m.WANT:
        kind = action - m.GIVE
        s.offer |= kind << 4 * int(s.given)
        s.given += 1
        prove(s, me, kind, times_given(s, kind))
    elif action < m.OFFER:
        s.offer |= (action - m.WANT) << 4 * (WANTS + int(s.wanted))
        s.wanted += 1
    elif action == m.OFFER:
        if s.stage == m.OFFERING:
            s.offers[s.made] = s.offer
            s.made += 1
            s.stage = m.ANSWERING
        else:
            s.stage = m.CONCLUDING
        s.to_act = receiver(s)
    elif action == m.COUNTER:
        s.offer = partner_of(s.offer) << PARTNER
        s.given = 0
        s.wanted = 0
        s.stage = m.COUNTERING
    else:
        if action == m.ACCEPT:
            exchange(s, receiver(s), me)
        s.offer = 0
        s.given = 0
        s.wanted = 0
        s.stage = m.ACTING
        s.to_act = s.turn_of


@helper
def exchange(s: Any, giver: int, taker: int) -> None:
    """The cards given and wanted change hands, open to all."""
    for place in range(s.given):
        kind = term(s.offer, place)
        lose(s, giver, kind)
        gain(s, taker, kind)
    for place in range(WANTS, WANTS + s.wanted):
        kind = term(s.offer, place)
        lose(s, taker, kind)
        gain(s, giver, kind)
