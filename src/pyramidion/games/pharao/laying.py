"""Oh, Pharao!: laying several cards at once. Which small acts (O10) lead to the pyramid meant?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from typing import Any

from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import LETTERS, card_as, pyramid_name

NUMBERS = range(1, m.NUMBERS + 1)


@dataclass(frozen=True)
class Laying:
    """A way to lay cards: the pyramid that comes of it, and what goes to each step."""

    before: Mapping[int, int]  # cards by number
    numbers: Mapping[int, int]  # laid as they are
    jokers: Mapping[int, int]  # laid as this number

    @property
    def after(self) -> Counter[int]:
        return Counter(self.before) + Counter(self.numbers) + Counter(self.jokers)

    @property
    def worth(self) -> int:
        """O12"""
        return sum(self.after) * len(self.after)

    def acts(self, letter: str) -> tuple[str, ...]:
        """The small acts: cellars downwards, then every step from below to its full width."""
        numbers, jokers, lying = Counter(self.numbers), Counter(self.jokers), Counter(self.before)
        acts = []

        def take(number: int, cards: int) -> int:
            """Use up so many cards, the number itself first; how many of them are jokers."""
            used = max(0, cards - numbers[number])
            numbers[number] -= cards - used
            jokers[number] -= used
            lying[number] += cards
            return used

        if not lying:
            low = min(self.after)
            below, above = take(low, 2), take(low + 1, 1)
            cards = [(low, int(place >= 2 - below)) for place in range(2)] + [(low + 1, above)]
            acts.append(f"found {' '.join(card_as(*card) for card in cards)}")
        for number in range(min(lying) - 1, min(self.after) - 1, -1):
            acts.append(f"cellar {letter} {'j' * take(number, lying[number + 1] + 1)}".rstrip())
        for number in sorted(self.after):
            if not lying[number]:
                acts.append(f"top {letter} {'j' * take(number, 1)}".rstrip())
            while lying[number] < self.after[number]:
                acts.append(f"widen {letter} {card_as(number, take(number, 1))}")
        return tuple(acts)


def is_pyramid(cards: Mapping[int, int]) -> bool:
    """O6, for cards by number."""
    steps = sorted(cards)
    return len(steps) >= 2 and all(
        above == below + 1 and cards[above] < cards[below] for below, above in pairwise(steps)
    )


def layings(before: Mapping[int, int], cards: Mapping[str, int]) -> Iterator[Laying]:
    """All ways to lay exactly these cards (O6, O7); the best first."""
    if any(card not in "123456789j" for card in cards):
        return
    numbers = {int(card): count for card, count in cards.items() if card != "j"}
    ways = (
        Laying(before, numbers, Counter(places))
        for places in combinations_with_replacement(NUMBERS, cards.get("j", 0))
    )
    yield from sorted((way for way in ways if is_pyramid(way.after)), key=lambda way: -way.worth)


def targets(s: Any, me: int, cards: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Where the seat can lay exactly these cards, by what it touches last, with the acts for it.

    A pyramid as a whole stands for the way that makes it worth most. Jokers that could
    go elsewhere are sent there by touching the step, or at a founding by the lowest number.
    """
    found: dict[str, tuple[str, ...]] = {}
    for pyramid in (0, 1):
        if s.steps[me, pyramid] > 0:
            found |= _extending(s, me, pyramid, cards)
    lying = sum(int(s.steps[me, pyramid] > 0) for pyramid in (0, 1))
    if lying < (2 if s.overseer >= s.track[0] else 1):  # O8
        found |= _founding(s, me, cards)
    return found


def _extending(
    s: Any, me: int, pyramid: int, cards: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    lying = {n: int(s.laid[me, pyramid, n]) for n in NUMBERS if s.laid[me, pyramid, n] > 0}
    places = range(min(lying) - 1, max(lying) + 2)  # the steps and the places above and below
    name, letter = pyramid_name(me, pyramid), LETTERS[pyramid]
    found: dict[str, tuple[str, ...]] = {}
    ways = list(layings(lying, cards))
    for way in ways:
        acts = way.acts(letter)
        found.setdefault(name, acts)
        for number in way.jokers if len(ways) > 1 else {**way.numbers, **way.jokers}:
            if number in places:
                found.setdefault(f"{name}-{number}", acts)
    return found


def _founding(s: Any, me: int, cards: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    letter = LETTERS[0 if s.steps[me, 0] == 0 else 1]
    found: dict[str, tuple[str, ...]] = {}
    ways = list(layings({}, cards))
    for way in ways:
        acts = way.acts(letter)
        found.setdefault("new", acts)
        if len(ways) > 1:
            found.setdefault(f"button-low-{min(way.after)}", acts)
    return found
