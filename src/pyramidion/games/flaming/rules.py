"""Flaming Pyramids: everyone builds one pyramid; whoever is rid of all tiles first wins.

Beside this file: the tiles (`tiles.py`), the layout (`layout.py`), the mayhem (`mayhem.py`).
Here are set-up, turn and end, and who sees what.
"""

import numpy as np

from pyramidion.engine import CHANCE, OVER, below, count_bits, game, helper, lowest_bit, record
from pyramidion.games.flaming.layout import ROWS, SLOTS, anchor, drop, lay, place, places
from pyramidion.games.flaming.mayhem import (
    COLLAPSE,
    EXPLOSION,
    FREE_AIR,
    NONE,
    OUT_OF_THE_GAME,
    happen,
    take_up,
    trouble,
)
from pyramidion.games.flaming.tiles import ALL_REGULAR, ALL_TILES, BIT, FIRE, TILES

SEATS = 6
HAND = 5
TURN_LIMIT = 400  # F23

State = record(
    # the pyramid, see layout.py
    ("rows", np.int64, ROWS),  # the cells with a tile, row by row
    ("table", np.int64),  # the tiles that lie
    ("lying", np.int8, TILES),  # the same in looking order; 0 after the last
    ("height", np.int8),  # rows in use
    # hands and piles
    ("pool", np.int64),  # the tiles that lie in piles as dealt
    ("gone", np.int64),  # the tiles out of the game
    ("hand", np.int64, SEATS),
    ("seen", np.int64, SEATS),  # the part of each hand that came up from a known part of a pile
    ("held", np.int8, SEATS),  # how many tiles each hand holds
    ("dealt", np.int8, SEATS),  # how many tiles of each pile are as dealt
    ("under", np.int8, SEATS),  # how many were put under it since
    ("next_up", np.int8, SEATS),  # the first of these,
    ("last_up", np.int8, SEATS),  # the last of these,
    ("after", np.int8, TILES),  # and after each of these the next
    # the turn
    ("phase", np.int8),
    ("active", np.int8),  # whose turn it is; in set-up: who takes tiles
    ("asked", np.int8),  # who is asked to check (F25)
    ("falling", np.int8),  # the tile that falls, by its number in looking order
    ("receiver", np.int8),  # who gets the tiles that leave, while there is mayhem
    ("overlooked", np.int8),  # was there trouble before the tile was placed? (F25)
    ("turns", np.int64),  # turns made (F23)
    # options
    ("turn_limit", np.int64),  # 0 for none
    ("players", np.int8),
    ("intro", np.int8),
    ("strategy", np.int8),
    ("curse", np.int8),
    ("checked_by_players", np.int8),
)

# Phases: chance, then the active player, then a player who checks. MAYHEM is over when `play` is.
BASE, DEAL, DRAW, PLACE, HANGS, COLLAPSES, CHECK, MAYHEM, END = range(9)

# Actions. A tile is placed in one of the `places` of the layout, by its number.
LEFT, RIGHT, FINE, CALL = range(4)
DRAWS = 4
BASES = DRAWS + TILES
PLACES = BASES + TILES

rule = game("flaming", State, actions=PLACES + TILES * SLOTS, most=HAND * SLOTS)


# Set-up


@rule
def setup(s):
    s.pool = ALL_REGULAR if s.intro else ALL_TILES  # F4
    for seat in range(s.players):
        s.dealt[seat] = count_bits(s.pool) // s.players
    s.phase = BASE if left_over(s) else DEAL


@helper
def left_over(s):
    """F3: how many tiles are still to be laid out as the start of the base."""
    n = count_bits(s.pool)
    for seat in range(s.players):
        n -= s.dealt[seat]
    return n


@helper
def lay_base(s, tile):
    s.pool ^= BIT[tile]
    if BIT[tile] & FIRE:  # F3: removed from the game
        s.gone |= BIT[tile]
    else:
        lay(s, tile, 0, count_bits(s.rows[0]))
    if left_over(s) == 0:
        s.phase = DEAL


@helper
def take(s, tile):
    """The active seat takes a tile from the dealt part of its pile."""
    me = s.active
    s.pool ^= BIT[tile]
    s.dealt[me] -= 1
    s.hand[me] |= BIT[tile]
    s.held[me] += 1
    if s.phase == DEAL and s.held[me] == HAND:  # F3: five for this seat, then five for the next
        s.active += 1
        if s.active == s.players:
            s.active = 0
            s.phase = PLACE


# The turn


@rule
def actor(s):
    if s.phase == END:
        return OVER
    if s.phase == CHECK:
        return s.asked
    return CHANCE if s.phase <= DRAW else s.active


@rule
def legal(s, out):
    if s.phase == PLACE:  # F8: any tile of the hand, fitting or not
        n = 0
        spots = places(s)
        hand = s.hand[s.active]
        while hand:
            first = PLACES + SLOTS * lowest_bit(hand)
            hand &= hand - 1
            for spot in range(spots):
                out[n] = first + spot
                n += 1
        return n
    if s.phase <= DRAW:
        n = 0
        pool = s.pool
        first = BASES if s.phase == BASE else DRAWS
        while pool:
            out[n] = first + lowest_bit(pool)
            pool &= pool - 1
            n += 1
        return n
    out[0] = FINE if s.phase == CHECK else LEFT
    out[1] = out[0] + 1
    return 2


@rule
def odds(s, out):
    for i in range(count_bits(s.pool)):  # nobody has seen any of them: each is as likely
        out[i] = 1


@rule
def play(s, action):
    act(s, action)
    if s.phase == MAYHEM:
        go_on(s)
    if s.phase == DRAW:
        draw_up(s)


@helper
def act(s, action):
    """What the player or chance does; what follows by itself is left to `play`."""
    if action >= PLACES:
        put_down(s, (action - PLACES) // SLOTS, (action - PLACES) % SLOTS)
    elif action >= BASES:
        lay_base(s, action - BASES)
    elif action >= DRAWS:
        take(s, action - DRAWS)
    elif action >= FINE:
        answer(s, action)
    else:  # F12, F13
        drop(s, s.falling, action - LEFT)
        s.falling = 0
        s.phase = MAYHEM


@helper
def put_down(s, tile, number):
    """F8: play one tile from the hand."""
    me = s.active
    if s.checked_by_players:
        s.phase = CHECK
        s.asked = (me + 1) % s.players
        s.overlooked = trouble(s)[0] != NONE
    else:
        s.phase = MAYHEM
        s.receiver = me
    s.hand[me] ^= BIT[tile]
    s.seen[me] &= ~BIT[tile]
    s.held[me] -= 1
    row, x = place(s, number)
    lay(s, tile, row, x)


@helper
def answer(s, action):
    """F25: all are asked, the active player last; in a strategy game the left neighbour only."""
    if action == CALL:
        # in a family game what was overlooked leaves the game
        s.receiver = OUT_OF_THE_GAME if s.overlooked and not s.strategy else s.active
        s.phase = MAYHEM
        s.asked = 0
    elif s.strategy or s.asked == s.active:
        s.overlooked = 0
        s.phase = DRAW
        s.asked = 0
    else:
        s.asked = (s.asked + 1) % s.players


@helper
def go_on(s):
    """Mayhem until the active player must choose where something falls, or all is stable."""
    kind = EXPLOSION
    while kind > COLLAPSE:
        kind = happen(s)
    anchor(s)
    if kind == FREE_AIR:
        s.phase = HANGS
    elif kind == COLLAPSE:
        s.phase = COLLAPSES
    else:
        s.receiver = 0
        s.overlooked = 0
        s.phase = DRAW


@helper
def draw_up(s):
    """F21: up to five tiles from the own pile; what was put under it comes up last (F19)."""
    me = s.active
    while s.held[me] < HAND and s.dealt[me] == 0 and s.under[me] > 0:
        tile = take_up(s, me)
        s.hand[me] |= BIT[tile]
        s.seen[me] |= BIT[tile]
        s.held[me] += 1
    if s.held[me] == HAND or s.dealt[me] == 0:
        end_turn(s)


# The end


@helper
def end_turn(s):
    s.turns += 1
    if s.held[s.active] == 0 or s.turns == s.turn_limit:  # F22, F23
        s.phase = END
    else:
        s.phase = PLACE
        s.active = (s.active + 1) % s.players  # F20


@helper
def tiles_of(s, seat):
    """How many tiles a seat has in hand and pile."""
    return s.held[seat] + s.dealt[seat] + s.under[seat]


@rule
def score(s, out):
    """F23: the fewest tiles win, ties are shared. F22: none at all are the fewest."""
    fewest = TILES
    for seat in range(s.players):
        fewest = min(fewest, tiles_of(s, seat))
    winners = 0
    for seat in range(s.players):
        winners += tiles_of(s, seat) == fewest
    for seat in range(s.players):
        out[seat] = 1.0 / winners if tiles_of(s, seat) == fewest else 0.0


# Who sees what


@rule
def hide(s, seat, out):
    for row in range(ROWS):
        out.rows[row] = s.rows[row]
    for tile in range(TILES):
        out.lying[tile] = s.lying[tile]
        out.after[tile] = s.after[tile]
    out.pool = s.pool
    for other in range(s.players):
        out.seen[other] = s.seen[other]
        out.held[other] = s.held[other]
        out.dealt[other] = s.dealt[other]
        out.under[other] = s.under[other]
        out.next_up[other] = s.next_up[other]
        out.last_up[other] = s.last_up[other]
        if other == seat:
            out.hand[other] = s.hand[other]
        else:  # what the seat does not know of another's hand is to it as if it lay in a pile
            out.hand[other] = s.seen[other]
            out.pool |= s.hand[other] & ~s.seen[other]
    out.table = s.table
    out.height = s.height
    out.gone = s.gone
    out.phase = s.phase
    out.active = s.active
    out.asked = s.asked
    out.falling = s.falling
    out.receiver = s.receiver
    out.overlooked = s.overlooked
    out.turns = s.turns
    out.turn_limit = s.turn_limit
    out.players = s.players
    out.intro = s.intro
    out.strategy = s.strategy
    out.curse = s.curse
    out.checked_by_players = s.checked_by_players


@rule
def redeal(s, seat, rng):
    """Nobody has ever seen a tile of the pool: each can be in any hand or pile, as likely."""
    for other in range(s.players):
        for _ in range(s.held[other] - count_bits(s.hand[other])):
            pool = s.pool
            for _ in range(below(rng, count_bits(pool))):
                pool &= pool - 1
            s.hand[other] |= pool & -pool
            s.pool ^= pool & -pool
