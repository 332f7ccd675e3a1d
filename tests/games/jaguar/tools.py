"""Positions made by hand, for the tests of this game."""

from typing import Any

import pytest

import pyramidion
from pyramidion.games.jaguar import material, rules
from pyramidion.games.jaguar.view import bits
from pyramidion.match import Match

rule = pytest.mark.rule


def cards(text: str) -> list[int]:
    return [int(card) for card in text.split()]


def path(last: int = 20, number: Any = None, **events: str) -> dict[str, Any]:
    """A path to play on: `f3="hand"` puts an event on field 3."""
    return {
        "numbers": [number] * last + ["end"],
        "events": {name[1:]: event for name, event in events.items()},
    }


def dealt(first: str, second: str, **options: Any) -> Match:
    """A new game in which both got these cards; what is missing to 15 is filled up from below."""
    m = pyramidion.new("jaguar", chance="manual", **options)
    deal(m, first, second)
    return m


def deal(m: Match, first: str = "", second: str = "") -> None:
    hands = [cards(first), cards(second)]
    rest = [card for card in range(1, 41) if card not in hands[0] + hands[1]]
    for hand in hands:
        while len(hand) < 15:
            hand.append(rest.pop(0))
        for card in hand:
            m.play(f"*deal {card}")


def position(
    one: str,
    two: str,
    hands: tuple[str, str] = ("1 2 3 4", "37 38 39 40"),
    turn: int = 0,
    explorers: tuple[int, int] = (0, 0),
    supply: int = 10,
    path: Any = None,
) -> Match:
    """The beginning of a turn in round 1. `3:18 4:22*` lays the 18 on field 3 and the 22 with a
    stone on field 4. Ten of the cards that are nowhere are the stack, the highest ones; the
    others are out.
    """
    m = pyramidion.new("jaguar", chance="manual", **({"path": path} if path else {}))
    s = m._s
    for seat, text in enumerate((one, two)):
        for entry in text.split():
            field, _, card = entry.partition(":")
            s.pyramid[seat, int(field)] = int(card.rstrip("*"))
            s.filled[seat] |= 1 << int(field)
            if card.endswith("*"):
                s.stones[seat] |= 1 << int(field)
        s.hand[seat] = sum(1 << card for card in cards(hands[seat]))
        s.cards[seat] = len(cards(hands[seat]))
    s.seen = sum(1 << int(card) for card in s.pyramid.flat if card)
    nowhere = bits(material.ALL_CARDS & ~(s.seen | s.hand[0] | s.hand[1]))
    s.stack = sum(1 << card for card in nowhere[-10:])
    s.seen |= sum(1 << card for card in nowhere[:-10])
    s.dealt = 30
    s.supply = supply
    s.explorer[:] = explorers
    rules.begin_turns(s, turn)
    m._look()
    return m


def after(m: Match, *moves: str) -> Match:
    for move in moves:
        m.play(move)
    return m


def refused(m: Match, move: str) -> str:
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    return error.value.rule
