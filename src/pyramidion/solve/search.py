"""Depth-first proof-number search, for games of two seats without chance and secrets.

Every position has two numbers, seen from its mover: phi, how many positions must at least
still be proved to show that the mover wins; delta, the same to show that the mover does not.
A position's phi is the least delta of its children, its delta the *sum* of their phis.
The search always goes on where phi or delta of the start is decided soonest, and goes back
up when a number passes the threshold that was set on the way down.

A win or loss is only ever concluded from finished games and from wins and losses concluded
before. A child that is on the path already (the game would run in a circle) is unresolved,
and so is everything that depends on it. So the results hold under any rule for repetitions.
"""

from typing import Any

import numpy as np

from pyramidion.engine import OVER, assign, compiled, helper
from pyramidion.engine.symmetry import identity
from pyramidion.engine.verbs import actor, legal, play, registered, score
from pyramidion.solve.table import (
    INFINITE,
    bucket_of,
    delta_of,
    phi_of,
    prefetch,
    probe,
    store,
    work_code,
)

DEEPEST = 400  # longer paths are unresolved
UNRESOLVED = 1 << 25  # more than any number that the search can pay for, less than INFINITE

# What the search tells about itself
NODES, PHI, DELTA, DEPTH, CIRCLES = range(5)


class Desk:
    """Room for one search: the states on the path, and the children of each."""

    def __init__(self, start: Any) -> None:
        most = registered(start.dtype).most
        self.states = np.zeros(DEEPEST + 2, start.dtype)
        self.states[0] = start
        self.spare = np.zeros(2, start.dtype)
        self.children = np.zeros((DEEPEST + 1, 4, most), np.int64)
        self.path = np.zeros((DEEPEST + 1, 6), np.int64)
        self.shares = np.zeros(2, np.float64)
        self.room = np.zeros(most, np.int64)


# Rows of Desk.children
ACTION, KEY, ITS_PHI, ITS_DELTA = range(4)
# Columns of Desk.path
OWN_KEY, PHI_LIMIT, DELTA_LIMIT, COUNT, CHOSEN, NODES_BEFORE = range(6)


@helper
def key_of(s):
    """The same for a position, its mirror image, and both with the colours exchanged."""
    return min(identity(s, 0), identity(s, 1))


@helper
def result_for_mover(s, mover, shares):
    """phi and delta of a finished game; a draw is no win for either."""
    score(s, shares)
    if shares[mover] == 1.0:
        return 0, INFINITE
    if shares[1 - mover] == 1.0:
        return INFINITE, 0
    return UNRESOLVED, UNRESOLVED


@helper
def first_numbers(s, spare, room, shares):
    """phi and delta of a position that was never searched, by a look at its moves."""
    mover = actor(s)
    n = legal(s, room)
    phi, delta = INFINITE, 0
    for i in range(n):
        assign(spare, s)
        play(spare, room[i])
        if actor(spare) == OVER:
            p, d = result_for_mover(spare, 1 - mover, shares)
            if d == 0:
                return 0, INFINITE
            phi = min(phi, d)
            delta += p
        else:
            phi = min(phi, 1)
            delta += 1
    if phi == INFINITE:
        return INFINITE, 0
    return phi, min(delta, UNRESOLVED)


@helper
def expand(s, children, table, spare, room, shares):
    """Write the children's actions, keys and numbers; how many they are."""
    n = legal(s, children[ACTION])
    mover = actor(s)
    child = spare[0]
    for i in range(n):
        assign(child, s)
        play(child, children[ACTION, i])
        if actor(child) == OVER:
            children[KEY, i] = -1
            phi, delta = result_for_mover(child, 1 - mover, shares)
            children[ITS_PHI, i] = phi
            children[ITS_DELTA, i] = delta
            if delta == 0:  # this one wins; the others do not matter
                children[ACTION, 0] = children[ACTION, i]
                children[KEY, 0] = -1
                children[ITS_PHI, 0] = phi
                children[ITS_DELTA, 0] = delta
                return 1
        else:
            key = key_of(child)
            children[KEY, i] = key
            bucket = bucket_of(table, key)
            children[ITS_PHI, i] = bucket
            prefetch(table, bucket)
    for i in range(n):
        key = children[KEY, i]
        if key >= 0:
            word = probe(table, children[ITS_PHI, i], key)
            if word != 0:
                children[ITS_PHI, i] = phi_of(word)
                children[ITS_DELTA, i] = delta_of(word)
            else:
                assign(child, s)
                play(child, children[ACTION, i])
                phi, delta = first_numbers(child, spare[1], room, shares)
                children[ITS_PHI, i] = phi
                children[ITS_DELTA, i] = delta
    return n


@helper
def combine(children, n):
    """phi and delta of a position from its children, the child to go on with, and the next delta.

    phi is the least delta, delta the sum of the phis; both together say when it is proved.
    """
    phi, second, delta, best = INFINITE, INFINITE, 0, 0
    for i in range(n):
        its_delta = children[ITS_DELTA, i]
        if its_delta < phi:
            second = phi
            phi = its_delta
            best = i
        elif its_delta < second:
            second = its_delta
        delta += children[ITS_PHI, i]
    if phi == 0:
        delta = INFINITE
    elif phi == INFINITE:
        delta = 0
    else:
        delta = min(delta, UNRESOLVED)
    return phi, delta, best, second


@helper
def resolved(phi, delta):
    """Proved, or with numbers that no circle has spoilt."""
    return phi == 0 or delta == 0 or (phi < UNRESOLVED and delta < UNRESOLVED)


@helper
def on_path(path, depth, key):
    """Is this position on the way from the start to here?"""
    found = False
    for d in range(depth + 1):
        found |= path[d, OWN_KEY] == key
    return found


@compiled
def search(table, states, spare, children, path, shares, room, budget, stop, told):
    """Search from states[0] until it is decided, `budget` nodes are spent, or stop[0] is set.

    All that was learned is in the table then; another call goes on from there. `told` gets
    the nodes of this call, phi and delta of the start, and more (see above).
    """
    depth = 0
    nodes = 0
    path[0, OWN_KEY] = key_of(states[0])
    path[0, PHI_LIMIT] = INFINITE
    path[0, DELTA_LIMIT] = INFINITE
    arrived = True
    while True:
        own = path[depth]
        if arrived:
            arrived = False
            own[NODES_BEFORE] = nodes
            own[COUNT] = expand(states[depth], children[depth], table, spare, room, shares)
            nodes += 1
            told[DEPTH] = max(told[DEPTH], depth)
        phi, delta, best, second = combine(children[depth], own[COUNT])
        enough = phi >= own[PHI_LIMIT] or delta >= own[DELTA_LIMIT] or not resolved(phi, delta)
        if enough or nodes >= budget or stop[0]:  # back up
            if resolved(phi, delta):
                key = own[OWN_KEY]
                work = work_code(nodes - own[NODES_BEFORE])
                store(table, bucket_of(table, key), key, phi, delta, work)
            if depth == 0:
                told[NODES] += nodes
                told[PHI] = phi
                told[DELTA] = delta
                return
            depth -= 1
            children[depth, ITS_PHI, path[depth, CHOSEN]] = phi
            children[depth, ITS_DELTA, path[depth, CHOSEN]] = delta
            continue
        key = children[depth, KEY, best]
        if depth == DEEPEST - 1 or on_path(path, depth, key):
            told[CIRCLES] += 1
            children[depth, ITS_PHI, best] = UNRESOLVED
            children[depth, ITS_DELTA, best] = UNRESOLVED
            continue
        own[CHOSEN] = best
        below = path[depth + 1]
        below[OWN_KEY] = key
        # The child is left when it makes this position's delta too large, or when it is
        # clearly (by a quarter, so that the search does not jump to and fro) not the best.
        below[PHI_LIMIT] = min(own[DELTA_LIMIT] - delta + children[depth, ITS_PHI, best], INFINITE)
        below[DELTA_LIMIT] = min(own[PHI_LIMIT], second + 1 + (second >> 2))
        assign(states[depth + 1], states[depth])
        play(states[depth + 1], children[depth, ACTION, best])
        depth += 1
        arrived = True
