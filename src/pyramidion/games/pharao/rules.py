"""Oh, Pharao!: collect cards, trade them, build stepped pyramids, score them before thieves come.

A turn is score, take, act, discard and refill (O11 to O16). The draw pile is the
multiset of what may come; a card is decided when it is drawn. Beside this file stand
`material` (cards, the record, the actions), `piles`, `pyramids`, `specials` (jokers,
thieves, collectors, pharaohs), `trading` and `memory` (who knows what).
"""

from pyramidion.engine import CHANCE, OVER, game, helper
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.memory import deal_anew, gain, hide_from, lose
from pyramidion.games.pharao.piles import (
    another_shown,
    card_comes,
    pile_or_discard,
    shuffle_discard,
    toss,
)
from pyramidion.games.pharao.pyramids import build, clear, extensions, foundings, repairs, worth
from pyramidion.games.pharao.specials import (
    begin_acting,
    legal_reacting,
    legal_stealing,
    next_seat,
    react,
    repair,
    roll,
    send_collector,
    send_thief,
    steal,
    swap,
    swaps,
    tax,
    thefts,
)
from pyramidion.games.pharao.trading import answers, openings, terms, trade

rule = game("pharao", m.State, actions=m.ACTIONS, most=m.MOST)


@rule
def setup(s):  # O1: all cards are in the draw pile; the end card waits
    for kind in range(m.KINDS):
        s.pile[kind] = m.CARDS[kind]
    s.left = m.DECK
    s.end_card = m.ASIDE
    s.stage = m.DEALING
    s.to_act = CHANCE


@rule
def actor(s):
    return int(s.to_act)


@rule
def legal(s, out):
    stage = s.stage
    if stage == m.ACTING:
        return legal_acting(s, out)
    if stage in (m.OFFERING, m.COUNTERING):
        return terms(s, out)
    if s.to_act == CHANCE:
        return outcomes(s, out)
    if stage in (m.ANSWERING, m.CONCLUDING):
        return answers(s, out)
    if stage == m.DISCARDING:
        return legal_discarding(s, out)
    if stage == m.TAKING:
        return legal_taking(s, out)
    if stage == m.SCORING:
        return legal_scoring(s, out)
    if stage == m.REACTING:
        return legal_reacting(s, out)
    target = int(s.target) - 1
    if stage == m.STEALING:
        return legal_stealing(s, target // 2, target % 2, out)
    return repairs(s, target // 2, target % 2, out)


@rule
def play(s, action):
    s.die = 0
    s.tossed = 0
    if action >= m.TRADE and action < m.DONE:
        trade(s, action)
    elif action < m.SCORE:
        happen(s, action)
    elif action >= m.DONE:
        if action == m.DONE:
            end_acting(s)
        else:
            discard_or_not(s, action - m.DISCARD)
    elif action < m.TAKE:
        if action == m.KEEP:
            begin_taking(s)
        else:
            score_pyramid(s, action - m.SCORE)
    elif action < m.FOUND:
        take(s, action - m.TAKE)
    elif action < m.SWAP:
        build(s, int(s.to_act), action)
    elif action < m.SEND_THIEF:
        swap(s, action - m.SWAP)
    elif action < m.SEND_COLLECTOR:
        send_thief(s, action - m.SEND_THIEF)
    elif action == m.SEND_COLLECTOR:
        send_collector(s)
    elif action < m.STEAL:
        react(s, action == m.PLAY_PHARAOH)
    elif action < m.BACK:
        steal(s, (action - m.STEAL) // 2, (action - m.STEAL) % 2)
    else:
        repair(s, action)


# Chance: cards and the die


@helper
def outcomes(s, out):
    n = 0
    if s.stage == m.ROLLING:
        for die in range(1, 7):
            out[n] = m.ROLL + die
            n += 1
        return n
    if s.stage == m.SEIZING:
        victim = next_seat(s, s.taxed)
        for kind in range(1, m.KINDS):
            if s.hand[victim, kind] > 0:
                out[n] = m.SEIZE + kind
                n += 1
        return n
    first = m.DRAW
    if s.stage == m.DEALING:
        first = m.DEAL
    elif s.stage in (m.OPENING, m.REPLACING):
        first = m.SHOW
    for kind in range(1, m.KINDS + 1):
        if s.pile[kind] > 0:
            out[n] = first + kind
            n += 1
    return n


@rule
def odds(s, out):
    n = 0
    if s.stage == m.ROLLING:
        out[:6] = 1
    elif s.stage == m.SEIZING:
        victim = next_seat(s, s.taxed)
        for kind in range(1, m.KINDS):
            if s.hand[victim, kind] > 0:
                out[n] = s.hand[victim, kind]
                n += 1
    else:
        for kind in range(1, m.KINDS + 1):
            if s.pile[kind] > 0:
                out[n] = s.pile[kind]
                n += 1


@helper
def happen(s, action):
    if action >= m.ROLL:
        roll(s, action - m.ROLL)
    elif action >= m.SEIZE:
        tax(s, action - m.SEIZE)
    else:
        kind = action % 15  # deal, show or draw
        s.pile[kind] -= 1
        s.left -= 1
        if kind == m.END:  # O27: for hand or display, at once
            s.end_card = m.DRAWN
            finish(s)
        elif action >= m.DRAW:
            draw(s, kind)
        elif action >= m.SHOW:
            show(s, kind)
        else:
            deal(s, kind)


@helper
def deal(s, kind):
    """O3: seven cards to each player, one player after the other."""
    seat = s.turn_of
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    if s.held[seat] == m.HAND:
        s.turn_of += 1
        if s.turn_of == s.players:  # O5: seat 1 begins
            s.turn_of = 0
            s.turn = 1
            begin_taking(s)  # the display is turned up first; there is nothing to score yet


@helper
def show(s, kind):
    """O3: a second one of a kind goes to the discard pile."""
    if s.display >> kind & 1:
        toss(s, kind)
    else:
        s.display |= 1 << kind
    if not another_shown(s):
        if s.stage == m.OPENING:
            choose_taking(s)
        else:
            begin_acting(s)


@helper
def draw(s, kind):
    """O14, O16: a card from the draw pile, seen by nobody else."""
    s.hand[s.turn_of, kind] += 1
    s.held[s.turn_of] += 1
    if s.stage == m.DRAWING:
        begin_acting(s)
    else:
        refill(s)


# Step 1: score (O11 to O13)


@helper
def begin_turn(s):
    me = int(s.turn_of)
    if may_be_scored(s, me, 0) or may_be_scored(s, me, 1):
        s.stage = m.SCORING
        s.to_act = me
    else:
        begin_taking(s)


@helper
def may_be_scored(s, owner, pyramid):
    """O11, O13"""
    steps = s.steps[owner, pyramid]
    low_counts = s.overseer < s.track[1] or s.cards[owner, pyramid] >= m.MUST_SCORE
    return steps >= m.TALL or (steps > 0 and low_counts)


@helper
def legal_scoring(s, out):
    me = int(s.to_act)
    n = 0
    for pyramid in range(2):
        if may_be_scored(s, me, pyramid):
            out[n] = m.SCORE + pyramid
            n += 1
    if s.cards[me, 0] < m.MUST_SCORE and s.cards[me, 1] < m.MUST_SCORE:  # O11
        out[n] = m.KEEP
        n += 1
    return n


@helper
def score_pyramid(s, pyramid):
    me = s.to_act
    if s.steps[me, pyramid] >= m.TALL or s.overseer < s.track[1]:  # O13: else for nothing
        s.points[me] += worth(s, me, pyramid)
    for number in range(1, m.NUMBERS + 1):
        jokers = s.jokers[me, pyramid, number]
        s.discard[number] += s.laid[me, pyramid, number] - jokers
        s.discard[m.JOKER] += jokers
    clear(s, me, pyramid)
    if s.overseer < s.track[2]:  # O12
        s.overseer += 1
        if s.overseer == s.track[2]:  # O26
            shuffle_discard(s)
            s.pile[m.END] = 1
            s.left += 1
            s.end_card = m.IN_PILE
    begin_turn(s)


# Step 2: take a card (O14)


@helper
def begin_taking(s):
    if another_shown(s):  # O4: a short display is filled now
        s.stage = m.OPENING
        s.to_act = CHANCE
    else:
        choose_taking(s)


@helper
def choose_taking(s):
    if s.display != 0 or pile_or_discard(s):
        s.stage = m.TAKING
        s.to_act = s.turn_of
    else:
        begin_acting(s)


@helper
def legal_taking(s, out):
    n = 0
    for kind in range(1, m.KINDS):
        if s.display >> kind & 1:
            out[n] = m.TAKE + kind
            n += 1
    if pile_or_discard(s):
        out[n] = m.TAKE
        n += 1
    return n


@helper
def take(s, kind):
    if kind == 0:
        card_comes(s)
        s.stage = m.DRAWING
        s.to_act = CHANCE
    else:
        s.display ^= 1 << kind
        gain(s, int(s.to_act), kind)
        if another_shown(s):
            s.stage = m.REPLACING
            s.to_act = CHANCE
        else:
            begin_acting(s)


# Step 3: act (O15)


@helper
def legal_acting(s, out):
    me = int(s.to_act)
    n = openings(s, me, out, 0)
    pyramids = 0
    for pyramid in range(2):
        if s.steps[me, pyramid] > 0:
            pyramids += 1
            n = extensions(s, me, pyramid, out, n)
    if pyramids == 0 or (pyramids == 1 and s.overseer >= s.track[0]):  # O8
        n = foundings(s, me, out, n)
    n = swaps(s, me, out, n)
    if s.hand[me, m.THIEF] > 0:
        n = thefts(s, me, out, n)
    if s.hand[me, m.COLLECTOR] > 0:
        out[n] = m.SEND_COLLECTOR
        n += 1
    out[n] = m.DONE
    return n + 1


# Step 4: discard and refill (O16)


@helper
def end_acting(s):
    if s.held[s.to_act] > 0:
        s.stage = m.DISCARDING
    else:
        s.stage = m.REFILLING
        refill(s)


@helper
def legal_discarding(s, out):
    me = s.to_act
    n = 0
    for kind in range(1, m.KINDS):
        if s.hand[me, kind] > 0:
            out[n] = m.DISCARD + kind
            n += 1
    if s.held[me] <= m.HAND:
        out[n] = m.DISCARD
        n += 1
    return n


@helper
def discard_or_not(s, kind):
    me = int(s.to_act)
    many = s.held[me] > m.HAND
    if kind > 0:
        lose(s, me, kind)
        toss(s, kind)
    if not many or s.held[me] == m.HAND:
        s.stage = m.REFILLING
        refill(s)


@helper
def refill(s):
    if s.held[s.turn_of] < m.HAND and card_comes(s):
        s.to_act = CHANCE
    else:
        end_turn(s)


@helper
def end_turn(s):
    if s.turn == s.turn_limit:  # O28
        finish(s)
        return
    s.turn += 1
    s.turn_of = (s.turn_of + 1) % s.players
    for number in range(s.made):
        s.offers[number] = 0
    s.made = 0
    s.begun = 0
    begin_turn(s)


# The end (O27)


@helper
def finish(s):
    s.stage = m.ENDED
    s.to_act = OVER
    for owner in range(s.players):
        for pyramid in range(2):
            if s.steps[owner, pyramid] >= m.TALL:
                s.points[owner] += worth(s, owner, pyramid)


@rule
def score(s, out):
    most = s.points[0]
    for seat in range(s.players):
        most = max(most, s.points[seat])
    winners = 0
    for seat in range(s.players):
        winners += s.points[seat] == most
    for seat in range(s.players):
        out[seat] = 1.0 / winners if s.points[seat] == most else 0.0


# What each seat knows


@rule
def hide(s, seat, out):
    hide_from(s, seat, out)


@rule
def redeal(s, seat, rng):
    deal_anew(s, seat, rng)
