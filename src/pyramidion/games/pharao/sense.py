"""A sense of Oh, Pharao!: build high, score what is worth it, and know what a card is good for.

Only what the acting seat knows is used to weigh its moves.
"""

import numpy as np

from pyramidion.engine import helper
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.pyramids import worth as points_for
from pyramidion.games.pharao.rules import rule
from pyramidion.games.pharao.trading import WANTS, term

sensible = sense(rule)

DECISIONS = 50  # of a playout
POINT = 0.045  # of strength: some 15 points more double the odds
SPECIALS = np.array([2.2, 1.6, 1.6, 1.0])  # what a joker, thief, collector, pharaoh is good for

# How gladly each kind of move is made, where nothing more is known
TRADE_WEIGHT, CANCEL_WEIGHT = 0.25, 0.6
BUILD, JOKER_LESS = 12.0, 0.4  # a joker laid is a joker less


@sensible
def weigh(s, actions, n, out):
    for i in range(n):
        out[i] = weight(s, actions[i])
    return True


@helper
def weight(s, action):
    me = s.to_act
    if action < m.TAKE:
        return 1.0 if action >= m.KEEP else weight_of_scoring(s, me, action - m.SCORE)
    if action < m.FOUND:  # O14: a card from the display, or an unseen one
        return np.exp(use(s, me, action - m.TAKE)) if action > m.TAKE else np.exp(0.8)
    if action < m.SWAP:
        return weight_of_building(action)
    if action < m.PLAY_PHARAOH:
        return BUILD if action < m.SEND_THIEF else 4.0
    if action < m.BACK:
        return 3.0 if action <= m.NO_PHARAOH or (action - m.STEAL) & 1 else 1.0
    if action < m.TRADE:
        return 6.0 if action == m.STAYS else 0.3 if action == m.BACK_ALL else 1.0
    if action < m.DONE:
        return weight_of_trading(s, me, action)
    if action <= m.DISCARD:  # done, or to discard nothing
        return 2.0
    return 1.5 * np.exp(-1.5 * use(s, me, action - m.DISCARD))


@helper
def weight_of_scoring(s, me, pyramid):
    """O12: high pyramids are worth it; what can still grow may wait."""
    points = points_for(s, me, pyramid)
    return 0.02 * points * np.sqrt(points)


@helper
def weight_of_building(action):
    if action < m.WIDEN:
        jokers = (action - m.FOUND) % 6
        return BUILD * JOKER_LESS ** (jokers // 2 + jokers % 2)
    if action < m.TOP:
        return 2.0 * JOKER_LESS ** ((action - m.WIDEN) & 1)
    if action < m.CELLAR:
        return 2.0 * BUILD * JOKER_LESS ** ((action - m.TOP) & 1)
    return 2.0 * BUILD * JOKER_LESS ** ((action - m.CELLAR) & 3)


@helper
def weight_of_trading(s, me, action):
    if action < m.GIVE:
        return TRADE_WEIGHT
    if action < m.WANT:
        return np.exp(-1.5 * use(s, me, action - m.GIVE))
    if action < m.OFFER:
        return 0.5 * np.exp(use(s, me, action - m.WANT))
    if action == m.OFFER:
        return 3.0 if s.given >= s.wanted else 0.7
    if action == m.ACCEPT:
        return np.exp(2.0 * gain(s, me))
    return CANCEL_WEIGHT if action == m.CANCEL else 1.0 if action == m.DECLINE else 0.15


@helper
def gain(s, me):
    """What the seat that is asked wins by accepting the running offer (O24)."""
    total = 0.0
    for place in range(s.given):
        total += use(s, me, term(s.offer, place))
    for place in range(WANTS, WANTS + s.wanted):
        total -= use(s, me, term(s.offer, place)) + 0.1
    return total


@helper
def use(s, seat, kind):
    """What one more (or the last) card of a kind is good for in this seat's hand."""
    if kind >= m.JOKER:
        return SPECIALS[kind - m.JOKER] if kind < m.END else 0.0
    hand = s.hand[seat]
    value = 0.15 * min(3, hand[kind]) + 0.02 * kind
    if kind > 1 and hand[kind - 1] > 0:
        value += 0.15
    if kind < m.NUMBERS and hand[kind + 1] > 0:
        value += 0.15
    for pyramid in range(2):
        low, steps = s.low[seat, pyramid], s.steps[seat, pyramid]
        if low > 0:
            if kind == low + steps:  # a new top
                value += 1.0
            elif kind == low - 1:  # towards a cellar
                value += 0.5
            elif low <= kind < low + steps:
                value += 0.3
    return value


@sensible
def patience(s):
    return DECISIONS


@sensible
def worth(s, out):
    for seat in range(s.players):
        points = 1.0 * s.points[seat]
        for pyramid in range(2):
            if s.low[seat, pyramid] > 0:
                counts = s.steps[seat, pyramid] >= m.TALL or s.overseer < s.track[1]  # O13
                points += (0.75 if counts else 0.35) * points_for(s, seat, pyramid)
        hand = 0.0
        for kind in range(1, m.KINDS):
            if s.hand[seat, kind] > 0:
                hand += use(s, seat, kind)
        out[seat] = POINT * (points + 1.5 * hand)
    share_out(out)


@sensible
def overlooked(s, usual):
    return 0.6 * usual
