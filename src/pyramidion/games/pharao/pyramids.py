"""Oh, Pharao!: pyramids. Building them (O6 to O10), their worth (O12), and robbed ones (O19)."""

from typing import Any

from pyramidion.engine import helper
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.memory import gain, lose


@helper
def measure(s: Any, owner: int, pyramid: int) -> bool:
    """O6: if what lies here is a valid pyramid, note its lowest step and how many steps it has."""
    low = 1
    while low <= m.NUMBERS and s.laid[owner, pyramid, low] == 0:
        low += 1
    steps = 0
    number = low
    while number <= m.NUMBERS and s.laid[owner, pyramid, number] > 0:
        if steps > 0 and s.laid[owner, pyramid, number] >= s.laid[owner, pyramid, number - 1]:
            break
        number += 1
        steps += 1
    cards = 0
    for other in range(low, low + steps):
        cards += int(s.laid[owner, pyramid, other])
    if steps < 2 or cards < s.cards[owner, pyramid]:  # then something lies beside it
        s.low[owner, pyramid] = 0
        s.steps[owner, pyramid] = 0
        return False
    s.low[owner, pyramid] = low
    s.steps[owner, pyramid] = steps
    return True


@helper
def worth(s: Any, owner: int, pyramid: int) -> int:
    """O12: one card of each step, added, times the number of steps."""
    low, steps = int(s.low[owner, pyramid]), int(s.steps[owner, pyramid])
    return (2 * low + steps - 1) * steps // 2 * steps


@helper
def clear(s: Any, owner: int, pyramid: int) -> None:
    """Nothing lies here any more; the letter is free (O8)."""
    for number in range(1, m.NUMBERS + 1):
        s.laid[owner, pyramid, number] = 0
        s.jokers[owner, pyramid, number] = 0
    s.low[owner, pyramid] = 0
    s.steps[owner, pyramid] = 0
    s.cards[owner, pyramid] = 0


# Building (O9, O10)


@helper
def foundings(s: Any, me: int, out: Any, n: int) -> int:
    """Two of one number and one of the next, each the number itself or a joker."""
    jokers = s.hand[me, m.JOKER]
    for number in range(1, m.NUMBERS):
        below, above = s.hand[me, number], s.hand[me, number + 1]
        if below + jokers < 2 or above + jokers < 1:
            continue
        for jokers_below in range(3):
            for jokers_above in range(2):
                if (
                    below >= 2 - jokers_below
                    and above >= 1 - jokers_above
                    and jokers >= jokers_below + jokers_above
                ):
                    out[n] = m.FOUND + 6 * (number - 1) + 2 * jokers_below + jokers_above
                    n += 1
    return n


@helper
def extensions(s: Any, me: int, pyramid: int, out: Any, n: int) -> int:
    """Widen by a card, top with a card, or a cellar of one card more than the lowest step."""
    low, steps = int(s.low[me, pyramid]), int(s.steps[me, pyramid])
    jokers = int(s.hand[me, m.JOKER])
    for number in range(low, low + steps):
        below = s.laid[me, pyramid, number - 1]
        if number == low or s.laid[me, pyramid, number] + 1 < below:
            if s.hand[me, number] > 0:
                out[n] = m.WIDEN + 20 * pyramid + 2 * number
                n += 1
            if jokers > 0:
                out[n] = m.WIDEN + 20 * pyramid + 2 * number + 1
                n += 1
    above = low + steps
    if above <= m.NUMBERS and s.laid[me, pyramid, above - 1] >= 2:
        if s.hand[me, above] > 0:
            out[n] = m.TOP + 2 * pyramid
            n += 1
        if jokers > 0:
            out[n] = m.TOP + 2 * pyramid + 1
            n += 1
    if low > 1:
        cards = int(s.laid[me, pyramid, low]) + 1  # at least 3, so that all jokers fit
        for used in range(jokers + 1):
            if s.hand[me, low - 1] >= cards - used:
                out[n] = m.CELLAR + 4 * pyramid + used
                n += 1
    return n


@helper
def lay(s: Any, me: int, pyramid: int, number: int, cards: int, jokers: int) -> None:
    """Lay so many cards, jokers among them, from the hand as this number."""
    for _ in range(cards - jokers):
        lose(s, me, number)
    for _ in range(jokers):
        lose(s, me, m.JOKER)
    s.laid[me, pyramid, number] += cards
    s.jokers[me, pyramid, number] += jokers
    s.cards[me, pyramid] += cards


@helper
def build(s: Any, me: int, action: int) -> None:
    """Play one of the actions above."""
    if action < m.WIDEN:
        number, jokers = (action - m.FOUND) // 6 + 1, (action - m.FOUND) % 6
        pyramid = 0 if s.steps[me, 0] == 0 else 1  # O8: the first free letter
        lay(s, me, pyramid, number, 2, jokers // 2)
        lay(s, me, pyramid, number + 1, 1, jokers % 2)
        s.low[me, pyramid] = number
        s.steps[me, pyramid] = 2
    elif action < m.TOP:
        pyramid, rest = (action - m.WIDEN) // 20, (action - m.WIDEN) % 20
        lay(s, me, pyramid, rest // 2, 1, rest % 2)
    elif action < m.CELLAR:
        pyramid, joker = (action - m.TOP) // 2, (action - m.TOP) % 2
        lay(s, me, pyramid, int(s.low[me, pyramid]) + int(s.steps[me, pyramid]), 1, joker)
        s.steps[me, pyramid] += 1
    else:
        pyramid, jokers = (action - m.CELLAR) // 4, (action - m.CELLAR) % 4
        low = int(s.low[me, pyramid])
        lay(s, me, pyramid, low - 1, int(s.laid[me, pyramid, low]) + 1, jokers)
        s.low[me, pyramid] = low - 1
        s.steps[me, pyramid] += 1


# A robbed pyramid (O19)


@helper
def remove(s: Any, owner: int, pyramid: int, number: int, joker: int) -> int:
    """Take one card away from what lies; its kind."""
    s.laid[owner, pyramid, number] -= 1
    s.jokers[owner, pyramid, number] -= joker
    s.cards[owner, pyramid] -= 1
    return m.JOKER if joker else number


@helper
def pyramid_remains(s: Any, owner: int, pyramid: int, without: int) -> bool:
    """Do two cards of one number and one of the next lie, without one card of number `without`?"""
    for number in range(1, m.NUMBERS):
        below, above = s.laid[owner, pyramid, number], s.laid[owner, pyramid, number + 1]
        if below - (number == without) >= 2 and above - (number + 1 == without) >= 1:
            return True
    return False


@helper
def repairs(s: Any, owner: int, pyramid: int, out: Any) -> int:
    """Card by card, or all; what lies may stay once it is valid."""
    n = 0
    for number in range(1, m.NUMBERS + 1):
        laid, jokers = s.laid[owner, pyramid, number], s.jokers[owner, pyramid, number]
        if laid > 0 and pyramid_remains(s, owner, pyramid, number):
            if laid > jokers:
                out[n] = m.BACK + 2 * number
                n += 1
            if jokers > 0:
                out[n] = m.BACK + 2 * number + 1
                n += 1
    if s.steps[owner, pyramid] > 0:
        out[n] = m.STAYS
        n += 1
    out[n] = m.BACK_ALL
    return n + 1


@helper
def take_back_all(s: Any, owner: int, pyramid: int) -> None:
    """Everything that lies goes back to the owner's hand."""
    for number in range(1, m.NUMBERS + 1):
        jokers = int(s.jokers[owner, pyramid, number])
        for _ in range(int(s.laid[owner, pyramid, number]) - jokers):
            gain(s, owner, number)
        for _ in range(jokers):
            gain(s, owner, m.JOKER)
    clear(s, owner, pyramid)
