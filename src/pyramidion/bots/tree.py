"""The memory of a search: what was tried at each information set, and what came of it.

There is one entry for all that the searching seat knows when it has to act: the hidden
record. Positions that it cannot tell apart share the entry, whatever the others hold; and
ways that lead to the same knowledge share it too. When another seat has to act, there is an
entry for what both know and what the other may do, so secret moves stay secret in the search
as well.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from pyramidion.engine import below, helper

Cell = np.dtype(
    [
        ("wins", np.float32),  # of an edge: the sum of the results for the acting seat
        ("tries", np.int32),  # how often it was tried; in a head: visits
        ("action", np.int32),  # in a head: how many edges follow
        ("child", np.int32),  # the head it leads to, where that is always the same one; else 0
    ]
)

# An entry is a run of cells: a head, then an edge for each legal action. Cell 0 is not used.
Tree = namedtuple("Tree", ("keys", "heads", "cells", "priors", "used"))


def plant(entries: int, edges: int) -> Any:
    """An empty tree with room for so many entries and edges."""
    slots = 1 << (2 * entries - 1).bit_length()
    return Tree(
        np.zeros(slots, np.int64),  # open addressing: the hash of a hidden record, 0 where free
        np.zeros(slots, np.int32),  # beside each key the head of its entry
        np.zeros(1 + entries + edges, Cell),
        np.zeros(1 + entries + edges, np.float32),  # how sensible each edge looked beforehand
        np.array([0, 1]),  # entries and cells used
    )


def clear(tree: Any) -> None:
    """Forget everything."""
    tree.keys[:] = 0
    tree.used[:] = 0, 1


@helper
def find(tree, key):
    """The slot of this key, or the free slot where it belongs."""
    mask = len(tree.keys) - 1
    slot = key & mask
    while tree.keys[slot] != 0 and tree.keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@helper
def has_room(tree, edges):
    """Whether an entry with so many edges still fits."""
    return 2 * tree.used[0] < len(tree.keys) and tree.used[1] + edges < len(tree.cells)


@helper
def add(tree, slot, key, actions, n, priors, sensible):
    """A new entry with an edge for every action; its head."""
    head = tree.used[1]
    tree.keys[slot] = key
    tree.heads[slot] = head
    tree.used[0] += 1
    tree.used[1] += n + 1
    tree.cells[head].tries = 0
    tree.cells[head].action = n
    total = 0.0
    if sensible:
        for i in range(n):
            total += priors[i]
    for i in range(n):
        edge = tree.cells[head + 1 + i]
        edge.wins = 0.0
        edge.tries = 0
        edge.action = actions[i]
        edge.child = 0
        if sensible:
            tree.priors[head + 1 + i] = priors[i] / total
    return head


@helper
def by_ucb(tree, head, exploration, rng):
    """The edge to try next, without a sense of the game: each once before any twice, then UCB1."""
    cells, visits, n = tree.cells, tree.cells[head].tries, tree.cells[head].action
    if visits < n:
        untried = below(rng, n - visits)
        for edge in range(head + 1, head + 1 + n):
            if cells[edge].tries == 0:
                if untried == 0:
                    return edge
                untried -= 1
    spread = exploration * np.sqrt(np.log(visits))
    best, highest = head + 1, -1.0
    for edge in range(head + 1, head + 1 + n):
        tries = float(cells[edge].tries)
        bound = (cells[edge].wins + spread * np.sqrt(tries)) / tries
        if bound > highest:
            best, highest = edge, bound
    return best


@helper
def by_puct(tree, head, exploration):
    """The edge to try next, with a sense of the game: sensible ones first."""
    cells, visits, n = tree.cells, tree.cells[head].tries, tree.cells[head].action
    total = 0.0
    for edge in range(head + 1, head + 1 + n):
        total += cells[edge].wins
    untried = max(0.0, total / visits - 0.1) if visits > 0 else 0.5
    spread = exploration * np.sqrt(visits + 1.0)
    best, highest = head + 1, -1.0
    for edge in range(head + 1, head + 1 + n):
        tries = cells[edge].tries
        value = cells[edge].wins / tries if tries > 0 else untried
        bound = value + spread * tree.priors[edge] / (1.0 + tries)
        if bound > highest:
            best, highest = edge, bound
    return best
