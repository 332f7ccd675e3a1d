"""What a seat cannot see, and how probable it is: redeal against whole histories, counted out."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pyramidion.engine import CHANCE, NOBODY, calls, clone, generator
from pyramidion.games.jaguar import material
from pyramidion.games.jaguar.view import bits
from pyramidion.match import Match
from tests.games.jaguar.tools import after, cards, dealt, path, position, rule
from tests.walks import hidden

SAMPLES = 20_000
# Wherever an explorer lands, a card is drawn from the other's hand.
HANDS = path(39, None, **{f"f{field}": "hand" for field in range(1, 39)})

Secret = tuple[frozenset[int], frozenset[int], int]  # the other's hand, what was drawn, the bid
Ways = dict[Secret, Fraction]  # how probable each is


@dataclass
class Seen:
    """One move as a seat saw it: who made it, and its name in that seat's log."""

    actor: int
    move: str


def histories(seen: list[Seen], seat: int, unknown: list[int], held: int) -> Ways:
    """Every way in which the round can have gone, weighted by its chances, as one seat saw it.

    `held` is how many of the unknown cards the other got. Goes through all hands that the
    other can have been dealt, and through all cards at every draw.
    """
    other = 1 - seat
    played = [int(card) for one in seen if one.actor == other for card in _hand_cards(one.move)]
    weights: Ways = defaultdict(Fraction)
    for rest in combinations(unknown, held):
        hand = frozenset(rest) | frozenset(played)
        ways: Ways = {(hand, frozenset(), 0): Fraction(1)}
        for one in seen:
            ways = _next(ways, one, other, frozenset(rest), frozenset(unknown) - frozenset(rest))
        for secret, weight in ways.items():
            weights[secret] += weight
    total = sum(weights.values(), Fraction(0))
    return {secret: weight / total for secret, weight in weights.items() if weight}


def _hand_cards(move: str) -> list[str]:
    """The cards that leave the hand by this move."""
    kind, *rest = move.split()
    return rest if kind == "offer" else []


def _next(ways: Ways, one: Seen, other: int, unseen: frozenset[int], stack: frozenset[int]) -> Ways:
    kind, *rest = one.move.split()
    after: Ways = defaultdict(Fraction)
    for (hand, drawn, bid), weight in ways.items():
        if kind == "*draw" and rest == ["?"]:
            for card in hand & unseen:  # a card that was offered later cannot have been drawn
                after[hand - {card}, drawn | {card}, bid] += weight / len(hand)
        elif kind == "*test":
            if int(rest[0]) in stack:
                after[hand, drawn, bid] += weight / len(stack)
        elif one.actor == other and kind == "bid" and rest == ["?"]:
            for card in hand:
                after[hand, drawn, card] += weight / len(hand)
        elif one.actor == other and kind == "bid":
            if int(rest[0]) in hand:
                after[hand, drawn, int(rest[0])] += weight
        elif one.actor == other and kind == "offer":
            if {int(card) for card in rest} <= hand:
                after[hand - {int(card) for card in rest}, drawn, bid] += weight
        else:
            after[hand, drawn, bid] += weight
    return after


def not_known(known: Any, seat: int) -> list[int]:
    """The cards that a seat neither has, nor had, nor saw on the table."""
    return bits(material.ALL_CARDS & ~(known.hand[seat] | known.drawn[seat] | known.seen))


def samples(known: Any, seat: int) -> Counter[Secret]:
    """What redeal says, many times."""
    counted: Counter[Secret] = Counter()
    other = 1 - seat
    rng = generator(1)
    for _ in range(SAMPLES):
        s = clone(known)
        calls.redeal(s, seat, rng)
        hand, drawn = frozenset(bits(s.hand[other])), frozenset(bits(s.drawn[other]))
        counted[hand, drawn, int(s.bid[other])] += 1
    return counted


def check_against_histories(known: Any, seat: int, exact: Ways) -> None:
    counted = samples(known, seat)
    assert set(counted) <= set(exact)
    chi_square = sum(
        (counted[secret] - SAMPLES * weight) ** 2 / (SAMPLES * weight)
        for secret, weight in exact.items()
    )
    freedom = len(exact) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5  # five standard deviations


# A round from the moment when both bids were shown: seat 2 covers twice, and each time seat 1
# draws a card from its hand.
FIRST_DRAW = "offer 12 13, take 12 @2, event draw, *draw 30"
AND_OFFER = f"{FIRST_DRAW}, place 13 @5, offer 31 32"
SECOND_DRAW = (
    f"{AND_OFFER}, take 31 @10, place 32 @10, offer 10 11, take 10 @1, event draw, *draw 33"
)


def drawn_from(other: int, moves: str) -> tuple[Match, list[Seen]]:
    """Play these moves; the one who is drawn from sits on seat `other`."""
    sides = ("1:4", "10 11 12 13 36"), ("1:9 2:18", "30 31 32 33 34")
    (one, hand_one), (two, hand_two) = sides if other == 1 else sides[::-1]
    m = position(one, two, (hand_one, hand_two), turn=1 - other, path=HANDS)
    m._s.bid[other], m._s.bid[1 - other] = 34, 36
    seen = [Seen(other, "bid 34")]
    for move in moves.split(", "):
        assert m.actor is not None
        actor = m.actor
        m.play(move)
        seen.append(Seen(actor, m.log(1 - other)[-1]))
    return m, seen


@rule("J17")
@pytest.mark.parametrize("other", [0, 1])
@pytest.mark.parametrize(
    ("moves", "held", "drawn"), [(FIRST_DRAW, 4, 1), (AND_OFFER, 2, 1), (SECOND_DRAW, 1, 2)]
)
def test_a_shown_bid_may_have_been_drawn_and_all_is_as_likely_as_the_histories_say(
    moves: str, held: int, drawn: int, other: int
) -> None:
    m, seen = drawn_from(other, moves)
    seat = 1 - other
    known = hidden(m._s, seat)
    unknown = not_known(known, seat)
    assert int(known.cards[other]) == held
    assert len(unknown) == 10 + held + drawn
    exact = histories(seen, seat, unknown, held + drawn)
    bid_is_gone = sum(weight for (_, gone, _), weight in exact.items() if 34 in gone)
    assert bid_is_gone == Fraction(drawn, held + drawn)
    check_against_histories(known, seat, exact)


@rule("J17")
def test_who_was_drawn_from_knows_which_card_left() -> None:
    m, _ = drawn_from(1, SECOND_DRAW)
    assert bits(hidden(m._s, 1).drawn[1]) == [30, 33]
    for number in range(50):
        s = hidden(m._s, 1)
        calls.redeal(s, 1, generator(3, number))
        assert bits(s.drawn[1]) == [30, 33]
        assert int(s.drawn[0]) == 0
        assert 36 in bits(s.hand[0])  # the other's bid is still held


@rule("J4")
def test_a_hidden_bid_is_any_card_of_the_hand_and_a_shown_one_is_surely_in_it() -> None:
    m = position("1:5 2:6 3:7", "1:8", ("10 11", "20 21"))
    m._s.phase, m._s.to_act = material.BID, 0
    m._look()
    m.play("bid 11")
    known = hidden(m._s, 1)
    assert known.bid[0] == 0
    unknown = not_known(known, 1)
    exact = histories([Seen(0, "bid ?")], 1, unknown, 2)
    assert len(exact) == 2 * 66
    check_against_histories(known, 1, exact)
    m.play("bid 20")
    exact = histories([Seen(0, "bid 11"), Seen(1, "bid 20")], 1, unknown, 2)
    assert len(exact) == 11
    check_against_histories(hidden(m._s, 1), 1, exact)


@rule("J23")
def test_the_test_card_was_in_the_stack() -> None:
    m = position("1:5", "", ("", "10 11"), explorers=(31, 0))
    m.play("decline")
    card = int(m.legal[0].split()[1])
    m.play(f"*test {card}")
    assert m.actor is None
    known = hidden(m._s, 0)
    exact = histories([Seen(CHANCE, f"*test {card}")], 0, not_known(known, 0), 2)
    assert all(card not in hand for hand, _, _ in exact)
    check_against_histories(known, 0, exact)


@rule("J2")
def test_while_dealing_the_stack_is_all_that_was_not_dealt() -> None:
    m = Match("jaguar", 2, {}, chance="manual")
    for card in range(1, 19):
        m.play(f"*deal {card}")
    known = hidden(m._s, 0)
    counted = samples(known, 0)
    assert len(counted) == 25 * 24 * 23 / 6
    for hand, drawn, _ in counted:
        assert len(hand) == 3
        assert min(hand) > 15
        assert not drawn


def test_a_seat_sees_its_hand_and_what_was_drawn_from_it_and_nobody_else_does() -> None:
    m = dealt("1 2 3", "4 5 6")
    after(m, "bid 1")
    s = m._s
    s.drawn[0] = 1 << 40  # as if
    for seat in (0, 1, NOBODY):
        known = hidden(s, seat)
        for who in (0, 1):
            own = who == seat
            assert (known.hand[who] == s.hand[who]) == own
            assert known.drawn[who] == (s.drawn[who] if own else 0)
        assert known.bid[0] == (1 if seat == 0 else 0)
        assert known.stack == 0
        assert list(known.cards) == [15, 15]


def test_offered_placed_covered_and_removed_cards_are_never_dealt_again() -> None:
    one = "1:5 2:9 3:18 4:20"
    m = position(one, "1:6 2:10", ("17 23", "1 2 3"), path=path(f1="own"))
    after(m, "offer 17 23", "take 17 @3", "place 23 @5")
    open_cards = cards("5 9 18 20 6 10 17 23")
    assert set(open_cards) <= set(bits(m._s.seen))
    for number in range(50):
        s = hidden(m._s, 0)
        calls.redeal(s, 0, generator(2, number))
        assert not (s.hand[1] | s.stack | s.drawn[1]) & s.seen
