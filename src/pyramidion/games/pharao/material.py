"""Oh, Pharao!: the material. Kinds of cards, the record of a position, the numbers of actions."""

import numpy as np

from pyramidion.engine import record

# O1: a number is its own kind; index 0 stands for no card.
JOKER, THIEF, COLLECTOR, PHARAOH, END = 10, 11, 12, 13, 14
KINDS = 14  # kinds 1 to 13 can be held; the end card cannot
CARDS = np.array([0, 13, 12, 11, 10, 9, 8, 6, 4, 3, 3, 5, 2, 3])
NUMBERS = 9
DECK = 89  # all cards but the end card

SEATS = 4
HAND = 7  # O3, O16
DISPLAY = 3  # O3
MUST_SCORE = 12  # O11
TALL = 3  # O13, O27: steps of a pyramid that always counts
SAFE = 7  # O18: so many steps no die can reach
MOST_TERMS = 4  # O24: cards each way in an offer
MOST_OFFERS = 100  # O25: the offers of one turn that a position has room for

TRACK = (3, 6, 10)  # O2
OFFERS_PER_TURN = 5  # O25
TURN_LIMIT = 400  # O28

# What a position waits for. Chance decides in the first six.
DEALING, OPENING, REPLACING, DRAWING, ROLLING, SEIZING = 0, 1, 2, 3, 4, 5
SCORING, TAKING, ACTING, DISCARDING, REFILLING = 6, 7, 8, 9, 10  # a turn's steps; chance refills
REACTING, STEALING, REPAIRING = 11, 12, 13
OFFERING, ANSWERING, COUNTERING, CONCLUDING, ENDED = 14, 15, 16, 17, 18

ASIDE, IN_PILE, DRAWN = 0, 1, 2  # where the end card is (O1, O26, O27)

State = record(
    # options
    ("track", np.int64, 3),  # first special field, second special field, last field (O2)
    ("turn_limit", np.int64),  # 0 for none (O28)
    ("offers_per_turn", np.int64),  # O25
    ("players", np.int8),
    # the turn
    ("stage", np.int8),
    ("to_act", np.int8),  # a seat, CHANCE or OVER
    ("turn_of", np.int8),  # whose turn it is; while dealing: who gets the next card
    ("turn", np.int64),  # turns begun, of all players together
    ("overseer", np.int64),  # the field it stands on
    ("points", np.int64, SEATS),
    # the cards, by kind
    ("pile", np.int8, KINDS + 1),  # what the draw pile holds; secret
    ("left", np.int8),  # how many that are
    ("discard", np.int8, KINDS),
    ("display", np.int64),  # one bit for each kind, because no kind lies there twice
    ("tossed", np.int8),  # the kind discarded a moment ago, even if it is shuffled in by now (O4)
    ("end_card", np.int8),
    ("hand", np.int8, (SEATS, KINDS)),  # secret
    ("held", np.int8, SEATS),  # cards in hand
    # pyramids A and B of every seat (O8)
    ("laid", np.int8, (SEATS, 2, NUMBERS + 2)),  # cards lying as each number, jokers included
    ("jokers", np.int8, (SEATS, 2, NUMBERS + 2)),  # how many of these are jokers
    ("low", np.int8, (SEATS, 2)),  # the number of the lowest step; 0 where no pyramid is
    ("steps", np.int8, (SEATS, 2)),
    ("cards", np.int8, (SEATS, 2)),  # in all its steps
    # a thief or a collector at work (O18 to O20)
    ("target", np.int8),  # 1 + 2 * owner + pyramid while a thief is at work, else 0
    ("die", np.int8),  # what was rolled a moment ago
    ("waiting", np.int8),  # seats (bits) that are still to be asked for a pharaoh
    ("taxed", np.int8),  # seats (bits) from which the collector still draws
    # trading (O23 to O25)
    ("offer", np.int64),  # the running offer, as trading.py packs it
    ("given", np.int8),  # cards given in it so far
    ("wanted", np.int8),  # cards wanted in it so far
    ("begun", np.int64),  # trades begun this turn
    ("made", np.int64),  # offers made this turn
    ("offers", np.int64, MOST_OFFERS),  # these offers
    # what each observer (0 a spectator, 1 + seat) is sure that each hand holds; see memory.py
    ("known", np.int8, (SEATS, KINDS, SEATS + 1)),
)

# Actions. "+ kind", "+ pyramid" and the like are added to the number that stands here.
DEAL = 0  # + kind
SHOW = 15  # + kind
DRAW = 30  # + kind
SEIZE = 45  # + kind
ROLL = 60  # + die
SCORE = 67  # + pyramid
KEEP = 69
TAKE = 70  # + kind; + 0: from the draw pile
FOUND = 84  # + 6 * (number - 1) + 2 * jokers below + jokers above
WIDEN = 132  # + 20 * pyramid + 2 * number + (1 with a joker)
TOP = 172  # + 2 * pyramid + (1 with a joker)
CELLAR = 176  # + 4 * pyramid + jokers
SWAP = 184  # + 20 * owner + 10 * pyramid + number
SEND_THIEF = 264  # + 2 * owner + pyramid
SEND_COLLECTOR = 272
PLAY_PHARAOH, NO_PHARAOH = 273, 274
STEAL = 275  # + 2 * number + (1 for a joker)
BACK = 295  # + 2 * number + (1 for a joker)
BACK_ALL, STAYS = 315, 316
TRADE = 317  # + partner
GIVE = 321  # + kind
WANT = 335  # + kind
OFFER, CANCEL, ACCEPT, DECLINE, COUNTER = 349, 350, 351, 352, 353
DONE = 354
DISCARD = 355  # + kind; + 0: nothing
ACTIONS = 369
MOST = 96  # legal at once: 48 foundings and all else that then can be done
