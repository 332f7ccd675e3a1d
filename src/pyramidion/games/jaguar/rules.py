"""Die Pyramiden des Jaguar: two explorers each build a pyramid of ten cards that must rise.

`phase` is the number at which the actions of the step to come begin, so
`action - phase` is what was chosen. What each seat knows is in hidden.py.
"""

from pyramidion.engine import CHANCE, OVER, count_bits, helper, lowest_bit
from pyramidion.games.jaguar import hidden as hidden  # registers its verbs with the game
from pyramidion.games.jaguar.material import (
    AHEAD,
    ALL_CARDS,
    ALL_FIELDS,
    BID,
    CARDS,
    COMPLETE,
    DEAL,
    DEALT,
    DRAW,
    END,
    EVENT,
    HAND,
    LAST,
    LOST,
    NO_CARDS,
    OFFER,
    OWN,
    PLACE,
    STEP,
    STONE,
    STONES,
    TAKE,
    TEST,
    WIDTH,
    rule,
)


@rule
def actor(s):
    return s.to_act


@rule
def setup(s):
    begin_round(s)


@helper
def begin_round(s):
    """J1, J2: all cards and stones go back, the explorers stay where they are."""
    s.round_number += 1
    s.stack = ALL_CARDS
    s.supply = STONES
    s.hand[:] = 0
    s.drawn[:] = 0
    s.bid[:] = 0
    s.cards[:] = 0
    s.dealt = 0
    s.seen = 0
    s.offered[:] = 0
    s.failed = 0
    s.filled[:] = 0
    s.stones[:] = 0
    for seat in range(2):
        for field in range(WIDTH):
            s.pyramid[seat, field] = 0
    s.starter = 0
    s.turn = 0
    s.phase = DEAL
    s.to_act = CHANCE


@rule
def play(s, action):
    chosen = action - s.phase
    if s.phase == DEAL:
        deal(s, chosen)
    elif s.phase == OFFER:
        offer(s, chosen // (CARDS + 1), chosen % (CARDS + 1))
    elif s.phase == TAKE:
        take(s, chosen // WIDTH, chosen % WIDTH)
    elif s.phase == PLACE:
        place(s, chosen % WIDTH)
    elif s.phase == EVENT:
        use_event(s, chosen % WIDTH)
    elif s.phase == DRAW:
        draw(s, chosen)
    elif s.phase == BID:
        bid(s, chosen)
    elif s.phase == LAST:
        place_last(s, chosen // WIDTH, chosen % WIDTH)
    else:
        test(s, chosen)


@helper
def dealt_to(s):
    """J2: 15 cards to the first seat, then 15 to the second."""
    return 0 if s.dealt < DEALT else 1


@helper
def deal(s, card):
    seat = dealt_to(s)
    s.stack ^= 1 << card
    s.hand[seat] |= 1 << card
    s.cards[seat] += 1
    s.dealt += 1
    if s.dealt == 2 * DEALT:
        if s.explorer[0] == s.explorer[1]:
            s.phase = BID
            s.to_act = 0
        else:  # J4: in a later round the one further back begins
            begin_turns(s, 0 if s.explorer[0] < s.explorer[1] else 1)


@helper
def bid(s, card):
    """J4: the higher card begins; both cards stay in the hands."""
    s.bid[s.to_act] = card
    if s.to_act == 0:
        s.to_act = 1
    else:
        begin_turns(s, 0 if s.bid[0] > s.bid[1] else 1)


@helper
def begin_turns(s, seat):
    s.starter = seat
    s.turn = seat
    begin_turn(s)


# A turn


@helper
def begin_turn(s):
    if s.cards[s.turn] >= 2:
        s.phase = OFFER
        s.to_act = s.turn
    else:  # J20
        ask_for_last_card(s, s.turn)


@helper
def offer(s, lower, higher):
    """J5: two cards from the hand, face up."""
    both = 1 << lower | 1 << higher
    s.hand[s.turn] ^= both
    s.cards[s.turn] -= 2
    s.seen |= both
    s.offered[0] = lower
    s.offered[1] = higher
    s.phase = TAKE
    s.to_act = 1 - s.turn


@helper
def take(s, card, field):
    """J6: the other player chooses a card and places it; the one that is left stays offered."""
    s.offered[0] += s.offered[1] - card
    s.offered[1] = 0
    lay(s, 1 - s.turn, card, field)


@helper
def place(s, field):
    """J6: the one who offered places the card that is left."""
    card = s.offered[0]
    s.offered[0] = 0
    lay(s, s.turn, card, field)


@helper
def lay(s, seat, card, field):
    """Lay a card on an empty field, or cover with it; field 0: it cannot be placed."""
    if field == 0:  # J10
        s.failed = card
        end_round(s, 1 - seat, LOST)
        return
    covers = s.filled[seat] >> field & 1
    s.filled[seat] |= 1 << field
    s.pyramid[seat, field] = card  # J8: a covered card is out of the game for the round
    if covers:
        if s.supply > 0:  # J8; J11: else the covering card stays without a stone
            s.supply -= 1
            s.stones[seat] |= 1 << field
        walk(s, 1 - seat, STEP[field])  # J12
        if can_use_event(s, 1 - seat):
            s.event = s.event_on[s.explorer[1 - seat]]
            s.phase = EVENT
            s.to_act = 1 - seat
            return
    go_on(s)


@helper
def go_on(s):
    """After a card was laid and its event is done with."""
    if s.offered[0]:
        s.phase = PLACE
        s.to_act = s.turn
    elif s.filled[0] == ALL_FIELDS or s.filled[1] == ALL_FIELDS:  # J19
        end_round(s, better_pyramid(s), COMPLETE)
    else:
        s.turn = 1 - s.turn
        begin_turn(s)


@helper
def gap(s, seat, card):
    """J7: the filled fields next below and next above where the card belongs; 0 and 11 for none.

    As the values rise, the fields between the two are exactly the empty ones where it fits.
    """
    filled = s.filled[seat]
    lower = 0
    while filled:
        field = lowest_bit(filled)
        if s.pyramid[seat, field] > card:
            return lower, field
        lower = field
        filled &= filled - 1
    return lower, WIDTH


@helper
def write_places(s, seat, card, first, out, n):
    """Write the places where this card may or must go, as actions from `first` on."""
    lower, upper = gap(s, seat, card)
    before = n
    for field in range(lower + 1, upper):  # J7
        out[n] = first + WIDTH * card + field
        n += 1
    if n == before:  # J8: nothing is empty, so cover a neighbour; J9: never one with a stone
        if lower > 0 and not s.stones[seat] >> lower & 1:
            out[n] = first + WIDTH * card + lower
            n += 1
        if upper < WIDTH and not s.stones[seat] >> upper & 1:
            out[n] = first + WIDTH * card + upper
            n += 1
    if n == before:  # J10
        out[n] = first + WIDTH * card
        n += 1
    return n


# The path


@helper
def walk(s, seat, fields):
    """J12: the last field is never passed."""
    s.explorer[seat] = min(s.explorer[seat] + fields, s.last_field)


@helper
def can_use_event(s, seat):
    """J13, J18: is there an event where this explorer landed, and something to do with it?

    There is never an event on the last field, so an explorer that cannot walk on gets none.
    """
    event = s.event_on[s.explorer[seat]]
    if event == 0 or s.filled[seat] == ALL_FIELDS:
        return False
    if event == HAND:
        return s.cards[1 - seat] > 0
    return event_fields(s, seat, event) != 0


@helper
def event_fields(s, seat, event):
    """The fields that the player's event may concern."""
    if event == STONE:  # J14
        return s.stones[seat]
    if event == OWN:  # J15
        return s.filled[seat] & ~s.stones[seat]
    return s.filled[1 - seat] & ~s.stones[1 - seat]  # J16


@helper
def use_event(s, field):
    """Carry out the event; field 0: decline."""
    event = s.event
    me = s.to_act
    s.event = 0
    if event == HAND and field:  # J17
        s.phase = DRAW
        s.to_act = CHANCE
        return
    if event == STONE and field:  # J14
        s.stones[me] ^= 1 << field
        s.supply += 1
    elif field:  # J15, J16; J18: the card goes under the stack, where nobody needs it any more
        owner = me if event == OWN else 1 - me
        s.filled[owner] ^= 1 << field
        s.pyramid[owner, field] = 0
    go_on(s)


@helper
def victim(s):
    """J17: whose hand is drawn from: the one who covered, the chooser while a card is offered."""
    return 1 - s.turn if s.offered[0] else s.turn


@helper
def draw(s, card):
    seat = victim(s)
    s.hand[seat] ^= 1 << card
    s.drawn[seat] |= 1 << card
    s.cards[seat] -= 1
    go_on(s)


# The end of a round, and of the game


@helper
def ask_for_last_card(s, seat):
    """J20: whoever has a card is asked, first the one whose turn it is."""
    if s.cards[seat] == 0 and seat == s.turn:
        seat = 1 - seat
    if s.cards[seat] > 0:
        s.phase = LAST
        s.to_act = seat
    else:
        end_round(s, better_pyramid(s), NO_CARDS)


@helper
def place_last(s, card, field):
    """J20: one card from the hand on an empty field; card 0: decline."""
    me = s.to_act
    if card:
        s.hand[me] ^= 1 << card
        s.cards[me] -= 1
        s.seen |= 1 << card
        s.filled[me] |= 1 << field
        s.pyramid[me, field] = card
    if me == s.turn:
        ask_for_last_card(s, 1 - me)
    else:
        end_round(s, better_pyramid(s), NO_CARDS)


@helper
def better_pyramid(s):
    """J19, J20: fewer empty fields, smaller difference, higher highest card."""
    filled = count_bits(s.filled[0]), count_bits(s.filled[1])
    if filled[0] != filled[1]:
        return 0 if filled[0] > filled[1] else 1
    if filled[0] == 0:
        return 1 - s.starter
    highest = highest_card(s, 0), highest_card(s, 1)
    lowest = (
        s.pyramid[0, lowest_bit(s.filled[0])],
        s.pyramid[1, lowest_bit(s.filled[1])],
    )
    difference = highest[0] - lowest[0], highest[1] - lowest[1]
    if difference[0] != difference[1]:
        return 0 if difference[0] < difference[1] else 1
    return 0 if highest[0] > highest[1] else 1


@helper
def highest_card(s, seat):
    filled = s.filled[seat]
    while filled & (filled - 1):
        filled &= filled - 1
    return s.pyramid[seat, lowest_bit(filled)]


@helper
def end_round(s, winner, how):
    s.winner = winner
    s.ended = how
    walk(s, winner, AHEAD)  # J21: without events
    s.phase = TEST + (CARDS + 1) * how
    s.to_act = CHANCE


@helper
def test(s, card):
    """J23: the top card of the stack against the number of the leading explorer's field."""
    s.test = card
    if card < s.number[max(s.explorer[0], s.explorer[1])]:
        s.phase = END
        s.to_act = OVER
    else:
        begin_round(s)


@rule
def score(s, out):
    """J24: who is further ahead; level, the winner of the last round."""
    winner = s.winner
    if s.explorer[0] != s.explorer[1]:
        winner = 0 if s.explorer[0] > s.explorer[1] else 1
    out[winner] = 1.0
    out[1 - winner] = 0.0


# What may be done


@rule
def legal(s, out):
    if s.phase == OFFER:
        return write_offers(s.hand[s.turn], out)
    if s.phase == TAKE:
        n = write_places(s, s.to_act, s.offered[0], TAKE, out, 0)
        return write_places(s, s.to_act, s.offered[1], TAKE, out, n)
    if s.phase == PLACE:
        return write_places(s, s.to_act, s.offered[0], PLACE, out, 0)
    if s.phase == EVENT:
        return write_event(s, out)
    if s.phase == LAST:
        return write_last_cards(s, out)
    if s.phase == DRAW:
        return write_cards(s.hand[victim(s)], DRAW, out)
    if s.phase == BID:
        return write_cards(s.hand[s.to_act], BID, out)
    return write_cards(s.stack, s.phase, out)  # DEAL; TEST (J23): never from under the stack


@rule
def odds(s, out):
    """Every card that may come is as likely as any other."""
    cards = s.hand[victim(s)] if s.phase == DRAW else s.stack
    for i in range(count_bits(cards)):
        out[i] = 1


@helper
def write_cards(cards, first, out):
    n = 0
    while cards:
        out[n] = first + lowest_bit(cards)
        cards &= cards - 1
        n += 1
    return n


@helper
def write_offers(hand, out):
    n = 0
    while hand:
        first = OFFER + (CARDS + 1) * lowest_bit(hand)
        hand &= hand - 1
        higher = hand
        while higher:
            out[n] = first + lowest_bit(higher)
            higher &= higher - 1
            n += 1
    return n


@helper
def write_event(s, out):
    first = EVENT + WIDTH * s.event
    fields = 2 if s.event == HAND else event_fields(s, s.to_act, s.event)
    return write_cards(fields | 1, first, out)  # field 0: decline


@helper
def write_last_cards(s, out):
    hand = s.hand[s.to_act]
    out[0] = LAST
    n = 1
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        lower, upper = gap(s, s.to_act, card)
        for field in range(lower + 1, upper):
            out[n] = LAST + WIDTH * card + field
            n += 1
    return n
