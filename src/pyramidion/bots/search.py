"""Information-set Monte Carlo tree search, for any game and any number of seats, compiled.

Every simulation deals anew what the searching seat does not know, walks down the
tree, each seat choosing for itself, plays on at random (or by the game's sense), and
notes the result along the way. A choice of the searching seat depends on all that it
knows; a choice of another on what both of them know and on what the other may do.
"""

import numpy as np

from pyramidion.bots.tree import add, by_puct, by_ucb, find, has_room
from pyramidion.engine import (
    CHANCE,
    OVER,
    actor,
    assign,
    below,
    compiled,
    helper,
    hide,
    is_open,
    legal,
    odds,
    pick,
    play,
    redeal,
    score,
)
from pyramidion.engine.hashing import hash_record
from pyramidion.engine.sense import patience, weigh, worth

DEEPEST = 256  # decisions that one simulation walks in the tree at most
PRECISION = 1 << 20  # of a sense's weights when one is drawn


@helper
def chance(s, rng, actions, weights):
    """Let chance decide once."""
    n = legal(s, actions)
    odds(s, weights)
    play(s, actions[pick(rng, weights, n)])


@helper
def key_of(s, who, seat, known, shared, empty, actions):
    """The hash of what a choice depends on.

    What another seat holds is dealt anew in every simulation: if all of it counted, no two
    would ever meet there, and others would seem to choose at random. What the searching seat
    keeps secret does not count either.
    """
    assign(known, empty)
    if who == seat or is_open(s):
        hide(s, who, known)
        return hash_record(known) ^ (who + 1)
    assign(shared, empty)
    hide(s, seat, shared)
    hide(shared, who, known)
    key = hash_record(known) ^ (who + 1)
    for i in range(legal(s, actions)):
        key ^= actions[i]
        key ^= key << 13  # xorshift: it neither multiplies nor overflows
        key ^= key >> 7
        key ^= key << 17
    return key if key != 0 else 1  # 0 is no key


@helper
def enter(s, tree, slot, key, actions, priors):
    """Add an entry for this position while there is room; its head, or 0."""
    n = legal(s, actions)
    if not has_room(tree, n):
        return 0
    return add(tree, slot, key, actions, n, priors, weigh(s, actions, n, priors))


@helper
def by_weight(rng, weights, n):
    """An index at random, as likely as its weight."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    rest = below(rng, PRECISION) * total / PRECISION
    for i in range(n):
        rest -= weights[i]
        if rest < 0.0:
            return i
    return n - 1


@helper
def playout(s, rng, actions, weights, priors, results):
    """Play on to the end, or until the game's sense cuts it off; the results of all seats."""
    decisions = patience(s)
    who = actor(s)
    while who != OVER:
        if who == CHANCE:
            chance(s, rng, actions, weights)
        elif decisions == 0:
            worth(s, results)
            return
        else:
            n = legal(s, actions)
            if weigh(s, actions, n, priors):
                play(s, actions[by_weight(rng, priors, n)])
            else:
                play(s, actions[below(rng, n)])
            decisions -= 1
        who = actor(s)
    score(s, results)


@compiled
def simulate(
    root, seat, s, known, shared, empty, rng, simulations, exploration, tree, actions, weights,
    totals,
):  # fmt: skip
    """Run so many simulations from what `seat` knows; results are added to `totals`."""
    edges = np.zeros(DEEPEST, np.int64)
    heads = np.zeros(DEEPEST, np.int64)
    seats = np.zeros(DEEPEST, np.int64)
    priors = np.zeros(len(actions), np.float64)
    results = np.zeros(len(totals), np.float64)
    cells = tree.cells
    for _ in range(simulations):
        assign(s, root)
        redeal(s, seat, rng)
        depth = 0
        edge = 0  # the edge just followed, while it always leads to the same entry
        while depth < DEEPEST:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                chance(s, rng, actions, weights)
                edge = 0
                continue
            head = cells[edge].child
            if head == 0:
                key = key_of(s, who, seat, known, shared, empty, actions)
                slot = find(tree, key)
                is_new = tree.keys[slot] == 0
                head = enter(s, tree, slot, key, actions, priors) if is_new else tree.heads[slot]
                if edge != 0:
                    cells[edge].child = head
                if is_new:
                    break
            if weigh(s, actions, 0, priors):
                edge = by_puct(tree, head, exploration)
            else:
                edge = by_ucb(tree, head, exploration, rng)
            heads[depth] = head
            edges[depth] = edge
            seats[depth] = who
            depth += 1
            play(s, cells[edge].action)
            if not is_open(s):
                edge = 0
        playout(s, rng, actions, weights, priors, results)
        for i in range(depth):
            cells[heads[i]].tries += 1
            cells[edges[i]].tries += 1
            cells[edges[i]].wins += results[seats[i]]
        for i in range(len(totals)):
            totals[i] += results[i]


@compiled
def look_up(s, who, seat, known, shared, empty, tree, actions, tries, wins):
    """What `seat` found out about a choice: how many edges; 0 if nothing."""
    slot = find(tree, key_of(s, who, seat, known, shared, empty, actions))
    if tree.keys[slot] == 0:
        return 0
    head = tree.heads[slot]
    n = tree.cells[head].action
    for i in range(n):
        edge = tree.cells[head + 1 + i]
        actions[i] = edge.action
        tries[i] = edge.tries
        wins[i] = edge.wins
    return n
