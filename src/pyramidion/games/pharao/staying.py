"""Oh, Pharao!: what may stay of a robbed pyramid (O19), as a few sensible choices."""

from dataclasses import dataclass
from typing import Any

from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import card_as

NUMBERS = range(1, m.NUMBERS + 1)


@dataclass(frozen=True)
class Stay:
    """The widest pyramid that can stay from one number up to another."""

    widths: dict[int, int]  # cards by number, from below
    back: tuple[str, ...]  # the cards taken back, in notation

    @property
    def low(self) -> int:
        return min(self.widths)

    @property
    def high(self) -> int:
        return max(self.widths)

    @property
    def key(self) -> str:
        """What a person touches to choose it."""
        return f"button-stay-{self.low}-{self.high}"

    @property
    def worth(self) -> int:
        """O12"""
        return sum(self.widths) * len(self.widths)

    @property
    def moves(self) -> tuple[str, ...]:
        return (*(f"back {card}" for card in self.back), "stays")


def stays(s: Any) -> list[Stay]:
    """For the robbed pyramid: the widest one of every run of steps, worth most first."""
    owner, pyramid = divmod(int(s.target) - 1, 2)
    laid = {number: int(s.laid[owner, pyramid, number]) for number in NUMBERS}
    jokers = {number: int(s.jokers[owner, pyramid, number]) for number in NUMBERS}
    found = []
    for low in NUMBERS:
        widths: dict[int, int] = {}
        for number in range(low, m.NUMBERS + 1):
            width = min(laid[number], widths[number - 1] - 1) if widths else laid[number]
            if width <= 0:
                break
            widths[number] = width
            if len(widths) >= 2:
                found.append(Stay(dict(widths), _back(laid, jokers, widths)))
    return sorted(found, key=lambda stay: (-stay.worth, len(stay.back)))


def _back(laid: dict[int, int], jokers: dict[int, int], stay: dict[int, int]) -> tuple[str, ...]:
    """Jokers first, because in the hand they can be anything again."""
    back = []
    for number in NUMBERS:
        away = laid[number] - stay.get(number, 0)
        with_jokers = min(away, jokers[number])
        back += [card_as(number, 1)] * with_jokers + [card_as(number, 0)] * (away - with_jokers)
    return tuple(back)
