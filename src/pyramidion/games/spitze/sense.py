"""A sense of Einfach Spitze: a race, and whoever is buried does not run in it."""

import numpy as np

from pyramidion.engine import helper, lowest_bit
from pyramidion.engine.sense import sense, share_out
from pyramidion.games.spitze.rules import FIELDS, GOALS, GROUPS, LIFTS, PYRAMIDS, SIDES, STEPS, rule

sensible = sense(rule)

# How gladly a pyramid goes forwards, onto others, and home
FORWARDS, ONTO_OWN, ONTO_FOREIGN, HOME = 4.0, 0.3, 4.0, 8.0
DECISIONS = 1  # where the race stands tells more than how it goes on by chance
TURN = 0.3  # of strength: a good two turns ahead double the odds
BURDEN = 5  # turns that a pyramid loses by each one over it
HOPELESS = 12  # turns to a goal field that nobody is near to
POINT = 0.1  # of strength, for every point of the match (S22)
QUICK, EXPERT = 1000, 4  # simulations of the lower levels; how many times more of the others


@sensible
def weigh(s, actions, n, out):
    side = SIDES[s.players, s.to_act]
    for i in range(n):
        out[i] = 1.0
        if actions[i] < LIFTS:
            direction = actions[i] % 4
            if direction == side:
                out[i] = FORWARDS
            out[i] *= weight_of_target(s, actions[i] % GROUPS // 4 + STEPS[direction])
    return True


@helper
def weight_of_target(s, field):
    me = s.to_act
    weight = HOME if GOALS[s.players, me] >> field & 1 else 1.0
    if s.height[field] > 0:
        weight *= ONTO_OWN if s.tops[me] >> field & 1 else ONTO_FOREIGN
    return weight


@sensible
def patience(s):
    return DECISIONS


@sensible
def worth(s, out):
    for seat in range(s.players):
        out[seat] = POINT * s.total[seat] - TURN * turns_to_go(s, seat)
    share_out(out)


@helper
def turns_to_go(s, seat):
    """About how many turns until all goal fields are reached: each by the nearest that is free."""
    side = SIDES[s.players, seat]
    ways = np.zeros(PYRAMIDS[2], np.int64)  # forwards, of each pyramid that may still arrive
    files = np.zeros(PYRAMIDS[2], np.int64)  # as its player sees the board
    n = 0
    closed = 0  # S9: what lies under an arrived pyramid stays there
    for other in range(s.players):
        closed |= s.arrived[other]
    for field in range(FIELDS):
        if closed >> field & 1 == 0:
            rank, file = as_seen_from(side, field)
            stack = s.colours[field]
            for above in range(s.height[field]):
                if stack & 3 == seat:
                    ways[n] = 5 - rank + BURDEN * above
                    files[n] = file
                    n += 1
                stack >>= 2
    turns = 0
    goals = GOALS[s.players, seat] & ~s.arrived[seat]
    while goals:
        _, file = as_seen_from(side, lowest_bit(goals))
        goals &= goals - 1
        shortest, nearest = HOPELESS, -1
        for i in range(n):
            way = ways[i] + abs(files[i] - file)
            if way < shortest:
                shortest, nearest = way, i
        turns += shortest
        if nearest >= 0:
            ways[nearest] = HOPELESS  # it can reach only one of them
    return turns


@helper
def as_seen_from(side, field):
    """How far a field lies ahead of a side's player (0 to 5), and in which file from there."""
    rank, file = (field % 6, field // 6) if side % 2 == 0 else (field // 6, field % 6)
    return (rank if side < 2 else 5 - rank), file


# With four players thinking ten times as long helps little. So the levels differ by what they
# overlook, and an expert, who overlooks next to nothing, thinks longer. With two even a glance
# is strong, as the race alone says so much


@sensible
def overlooked(s, usual):
    return usual**4 if s.players > 2 else 0.6 * usual**2


@sensible
def simulated(s, usual):
    return EXPERT * usual if s.players > 2 and usual > QUICK else usual
