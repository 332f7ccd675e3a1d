"""What the game is made of: cards, stones, fields, the record of a position, the actions.

Sets of cards are numbers whose bit v is the card of value v; sets of fields are
numbers whose bit f is field f of a pyramid (J3).
"""

import numpy as np

from pyramidion.engine import game, record

CARDS = 40  # J1
STONES = 10  # J1
DEALT = 15  # J2, to each player
FIELDS = 10  # J3
STEP = np.array([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4])  # J3, J12: of each field, from the bottom
AHEAD = 5  # J21
MOST_FIELDS = 256  # of a path that somebody draws (J22)
NEVER, ALWAYS = 0, 42  # J22, fields without a number: no card is lower than 0, all than 42
ALL_CARDS = (1 << CARDS + 1) - 2
ALL_FIELDS = (1 << FIELDS + 1) - 2

STONE, OWN, OTHER, HAND = 1, 2, 3, 4  # the events, J14 to J17; 0 is none
COMPLETE, LOST, NO_CARDS = 0, 1, 2  # how a round ends: J19, J10, J20

State = record(
    # What is hidden, or partly so
    ("hand", np.int64, 2),
    ("drawn", np.int64, 2),  # what was drawn from each hand, known to its former owner only (J17)
    ("stack", np.int64),  # the cards that were not dealt; what goes under the stack is not here
    ("bid", np.int64, 2),  # J4: shown when both are made; 0 where there is none
    # What everybody sees
    ("cards", np.int64, 2),  # how many cards are in each hand
    ("dealt", np.int64),  # how many cards were dealt, to both
    ("seen", np.int64),  # all cards that lay open this round
    (
        "offered",
        np.int64,
        2,
    ),  # on the table, the lower first; after the choice the one that is left
    ("failed", np.int64),  # the card that could not be placed (J10)
    ("filled", np.int64, 2),  # the fields with a card
    ("stones", np.int64, 2),  # the fields whose card has a jaguar stone
    ("pyramid", np.int8, (2, FIELDS + 1)),  # the card on each field, 0 where there is none
    ("supply", np.int64),  # of stones
    ("explorer", np.int64, 2),  # where each stands on the path
    ("event", np.int64),  # the event that a player may carry out now
    ("phase", np.int64),
    ("to_act", np.int64),  # a seat, CHANCE or OVER
    ("starter", np.int64),  # who began the round
    ("turn", np.int64),  # whose turn it is: the one who offers
    ("round_number", np.int64),
    # Of the last round that ended; 0 before
    ("winner", np.int64),
    ("ended", np.int64),
    ("test", np.int64),  # the card that was turned over (J23)
    # The path (J22): an option
    ("last_field", np.int64),
    ("number", np.int8, MOST_FIELDS),
    ("event_on", np.int8, MOST_FIELDS),
)

# The actions. A chosen place is 11 * card + field, or 11 * card when the card cannot be placed.
WIDTH = FIELDS + 1
DEAL = 0  # + card
BID = DEAL + CARDS + 1  # + card
OFFER = BID + CARDS + 1  # + 41 * lower card + higher card
TAKE = OFFER + (CARDS + 1) ** 2  # + a place
PLACE = TAKE + WIDTH * (CARDS + 1)  # + a place
EVENT = PLACE + WIDTH * (CARDS + 1)  # + 11 * event + field (1 for the hand), or + 11 * event
DRAW = EVENT + WIDTH * (HAND + 1)  # + card
LAST = DRAW + CARDS + 1  # + a place, or + 0 to decline
TEST = LAST + WIDTH * (CARDS + 1)  # + 41 * how the round ended + card
END = TEST + (CARDS + 1) * (NO_CARDS + 1)

rule = game("jaguar", State, actions=END, most=DEALT * FIELDS + 1)
