"""The tiles of Flaming Pyramids: 40 regular ones and five special ones (F1, F2).

A tile is a number below 45, a set of tiles a number of 45 bits.
"""

import numpy as np

COLOURS = "rygb"  # red, yellow, green, blue
STRAW_WEIGHTS, WOOD_WEIGHTS, STONE_WEIGHTS = (2, 4, 6), (10, 20, 30, 40), (60, 100, 120)
WEIGHTS = STRAW_WEIGHTS + WOOD_WEIGHTS + STONE_WEIGHTS
REGULAR = tuple((colour, weight) for colour in COLOURS for weight in WEIGHTS)  # F1
SPECIAL = (("y", 1), ("g", 1), ("r", 7), ("b", 7), ("rygb", 200))  # F2
DECK = REGULAR + SPECIAL

TILES = len(DECK)
NO_TILE = TILES  # stands in the tables for a place without a tile: no weight, no colour
NAMES = tuple(f"{'m' if len(colour) > 1 else colour}{weight}" for colour, weight in DECK)


def set_of(*weights):
    """The tiles with one of these weights, as bits."""
    return sum(1 << tile for tile, (_, weight) in enumerate(DECK) if weight in weights)


ALL_TILES = (1 << TILES) - 1
ALL_REGULAR = (1 << len(REGULAR)) - 1
STRAW = set_of(*STRAW_WEIGHTS)
WOOD = set_of(*WOOD_WEIGHTS)
STONE = set_of(*STONE_WEIGHTS, 200)
COAL = set_of(1)
GAS = set_of(7)
FIRE = COAL | GAS

BIT = np.array([1 << tile for tile in range(TILES)] + [0])
WEIGHT = np.array([weight for _, weight in DECK] + [0])
# for every tile all that share a colour or the weight with it
MATES = np.array(
    [
        sum(
            1 << other
            for other, (colours, weight) in enumerate(DECK)
            if weight == DECK[tile][1] or set(colours) & set(DECK[tile][0])
        )
        for tile in range(TILES)
    ]
    + [0]
)
