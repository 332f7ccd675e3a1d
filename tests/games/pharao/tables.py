"""Positions of Oh, Pharao! made by hand, and ways to play in them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import pyramidion
from pyramidion.games.pharao import material, rules, specials
from pyramidion.games.pharao.notation import CARDS
from pyramidion.games.pharao.pyramids import measure
from pyramidion.match import Match

NOTHING: Mapping[str, str] = {}


def kind_of(card: str) -> int:
    return CARDS.index(card)


def table(
    *hands: str,
    pyramids: Mapping[str, str] = NOTHING,
    display: str = "7 8 9",
    pile: str | None = None,
    discard: str | None = "",
    overseer: int = 0,
    turn_of: int = 0,
    step: str = "act",
    **options: Any,
) -> Match:
    """A position by hand, for as many players as there are hands; chance is manual.

    `pyramids` are like {"2A": "4 4=j 5"}. Cards that are not named lie in the draw
    pile; if the draw pile is named, they lie in the discard pile, unless that is named too:
    then they are no part of this game.
    """
    m = pyramidion.new("pharao", players=len(hands), chance="manual", **options)
    s = m._s
    rest = [int(n) for n in material.CARDS]
    for seat, hand in enumerate(hands):
        _put(s.hand[seat], hand, rest)
        s.held[seat] = len(hand.split())
    for name, cards in pyramids.items():
        lay(s, name, cards, rest)
    for card in display.split():
        s.display |= 1 << kind_of(card)
        rest[kind_of(card)] -= 1
    s.pile[:] = 0
    if pile is None:
        _put(s.discard, discard or "", rest)
        s.pile[: material.KINDS] = rest
    else:
        _put(s.pile, pile, rest)
        s.end_card = material.IN_PILE if "e" in pile else material.ASIDE
        _put(s.discard, discard or "", rest)
        if discard is None:
            s.discard[:] += rest
    assert min(rest) >= 0
    s.left = s.pile.sum()
    s.overseer = overseer
    s.turn_of = turn_of
    s.turn = 1
    {"act": specials.begin_acting, "take": rules.begin_taking, "turn": rules.begin_turn}[step](s)
    m._look()
    return m


def _put(counts: Any, cards: str, rest: list[int]) -> None:
    for card in cards.split():
        counts[kind_of(card)] += 1
        if card != "e":
            rest[kind_of(card)] -= 1


def lay(s: Any, name: str, cards: str, rest: list[int] | None = None) -> None:
    """Lay cards as they stand in notation (`4 4=j 5`) as the pyramid of that name."""
    owner, pyramid = int(name[0]) - 1, "AB".index(name[1])
    for card in cards.split():
        number, joker = int(card[0]), card.endswith("=j")
        s.laid[owner, pyramid, number] += 1
        s.jokers[owner, pyramid, number] += joker
        s.cards[owner, pyramid] += 1
        if rest is not None:
            rest[material.JOKER if joker else number] -= 1
    measure(s, owner, pyramid)


def play(m: Match, *moves: str) -> Match:
    for move in moves:
        m.play(move)
    return m


def legal(m: Match, *words: str) -> list[str]:
    """The legal moves that begin with one of these words."""
    return sorted(move for move in m.legal if move.split()[0] in words)


def hand(m: Match, seat: int) -> str:
    return " ".join(m.view(seat)["hand"])


def lying(m: Match, name: str) -> str:
    """A pyramid as it lies, in notation."""
    for pyramid in m.view()["pyramids"][int(name[0]) - 1]:
        if pyramid["name"] == name:
            return " ".join(
                " ".join(
                    [f"{step['number']}"] * (step["cards"] - step["jokers"])
                    + [f"{step['number']}=j"] * step["jokers"]
                )
                for step in pyramid["steps"]
            )
    return ""


def refused(m: Match, move: str) -> str:
    """The rule that forbids a move."""
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    assert error.value.refusal.words.de != error.value.refusal.words.en
    return error.value.rule


def dealt(players: int, hands: Sequence[str], display: str, **options: Any) -> Match:
    """A game from its beginning, with these cards dealt and turned up."""
    m = pyramidion.new("pharao", players=players, chance="manual", **options)
    for cards in hands:
        play(m, *(f"*deal {card}" for card in cards.split()))
    return play(m, *(f"*show {card}" for card in display.split()))
