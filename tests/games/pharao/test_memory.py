"""Oh, Pharao!: what a seat knows of hidden cards, against exact enumeration."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb, sqrt
from typing import Any

import pytest

from pyramidion.engine import NOBODY, calls, clone, generator
from pyramidion.games.pharao import material
from pyramidion.games.pharao.notation import CARDS
from pyramidion.games.pharao.view import cards_of
from pyramidion.match import Match
from tests.cases import Case
from tests.games.pharao.cases import CASES
from tests.games.pharao.tables import play, table
from tests.walks import hidden, positions

SAMPLES = 20_000


def known(m: Match, observer: int | None, owner: int) -> str:
    return " ".join(m.view(observer)["known"][owner])


def hands_of(s: Any, owners: Sequence[int]) -> tuple[str, ...]:
    return tuple("".join(cards_of(s.hand[owner])) for owner in owners)


def sampled(s: Any, observer: int, owners: Sequence[int]) -> Counter[tuple[str, ...]]:
    """The hands of these owners in many positions that `redeal` makes for an observer."""
    record = hidden(s, observer)
    rng = generator(7, 1)
    counts: Counter[tuple[str, ...]] = Counter()
    for _ in range(SAMPLES):
        other = clone(record)
        calls.redeal(other, observer, rng)
        counts[hands_of(other, owners)] += 1
    return counts


def agree(samples: Counter[tuple[str, ...]], exact: dict[tuple[str, ...], float]) -> None:
    """A chi-square test, with all rare cases together in one class."""
    total = sum(exact.values())
    assert set(samples) <= {hands for hands, weight in exact.items() if weight > 0}
    chi, classes, rare_seen, rare_due = 0.0, 0, 0, 0.0
    for hands, weight in exact.items():
        due = SAMPLES * weight / total
        if due < 10:
            rare_seen, rare_due = rare_seen + samples[hands], rare_due + due
        else:
            chi += (samples[hands] - due) ** 2 / due
            classes += 1
    if rare_due >= 10:
        chi += (rare_seen - rare_due) ** 2 / rare_due
        classes += 1
    assert classes > 3
    freedom = classes - 1
    assert abs(chi - freedom) < 5 * sqrt(2 * freedom), f"chi square {chi:.0f} at {freedom}"


def splits(cards: str, *sizes: int) -> Iterator[tuple[float, tuple[str, ...]]]:
    """All ways to deal these cards to hands of such sizes, with their number; the rest is last."""
    if not sizes:
        yield 1.0, (cards,)
        return
    deck = Counter(cards)
    for hand in {tuple(sorted(chosen)) for chosen in combinations(cards, sizes[0])}:
        counts = Counter(hand)
        ways = 1
        for card, n in counts.items():
            ways *= comb(deck[card], n)
        rest = "".join((deck - counts).elements())
        for more, others in splits(rest, *sizes[1:]):
            yield ways * more, ("".join(hand), *others)


def spaced(cards: str) -> str:
    return " ".join(cards)


# What becomes public is remembered


def test_a_card_taken_from_the_display_is_remembered_until_it_leaves() -> None:
    m = table("1 2", "3", "4", step="take")
    play(m, "take 7", "*show 6")
    assert [known(m, observer, 0) for observer in (0, 1, 2, None)] == ["", "7", "7", "7"]
    play(m, "done", "discard 7")
    assert known(m, 1, 0) == ""


def test_a_card_drawn_from_the_pile_is_not_known() -> None:
    m = play(table("1 2", "3", "4", step="take"), "take pile", "*draw 7")
    assert known(m, 1, 0) == ""


def test_stolen_swapped_and_taken_back_cards_are_remembered() -> None:
    m = table("t 5 1", "2", "4", pyramids={"2A": "5 5=j 6"})
    play(m, "swap 2A 5")
    assert known(m, 2, 0) == "j"
    play(m, "thief 2A", "no pharaoh", "*roll 2", "steal 6")
    assert known(m, 2, 0) == "6 j"
    play(m, "back all")
    assert (known(m, 2, 1), known(m, 0, 1)) == ("5 5", "5 5")


def test_traded_cards_are_remembered_and_offered_ones_are_proved() -> None:
    m = table("1 1 2", "3 4", "5")
    play(m, "trade 2", "give 1")
    assert known(m, 2, 0) == "1"
    play(m, "give 1", "want 3", "offer")
    assert (known(m, 2, 0), known(m, 1, 0), known(m, 2, 1)) == ("1 1", "1 1", "")
    play(m, "accept")
    assert (known(m, 2, 0), known(m, 2, 1)) == ("3", "1 1")
    play(m, "trade 2", "give 3", "cancel")  # proved already: not one more
    assert known(m, 2, 0) == "3"


def test_laid_cards_are_no_longer_in_hand() -> None:
    m = play(table("1 1 2 2", "3", "5"), "trade 2", "give 1", "give 1", "give 2", "cancel")
    assert known(m, 1, 0) == "1 1 2"
    play(m, "found 1 1 2")
    assert known(m, 1, 0) == ""


def test_a_seized_card_is_known_to_collector_and_victim_alone() -> None:
    m = table("c 9", "5 5 6", "4")
    play(m, "trade 2", "give 9", "want 1", "offer", "counter")
    play(m, "give 5", "give 5", "give 6", "want 1", "offer", "decline")
    assert known(m, 2, 1) == "5 5 6"
    play(m, "collector", "no pharaoh", "no pharaoh", "*seize 5")
    assert known(m, 0, 1) == "5 6"  # the collector saw which
    assert known(m, 1, 0) == "5 9"  # the victim too
    assert (known(m, 2, 1), known(m, 2, 0)) == ("5", "9")  # sure of one 5 only
    assert (known(m, None, 1), known(m, None, 0)) == ("5", "9")


# True in every position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_cards_are_there_pyramids_are_valid_and_what_is_known_is_true(case: Case) -> None:
    for s in positions(case, seed=21, count=1500):
        counts = s.pile[:14] + s.discard + s.hand.sum(axis=0)
        for kind in range(1, material.KINDS):
            counts[kind] += s.display >> kind & 1
        for number in range(1, 10):
            counts[number] += (s.laid - s.jokers)[:, :, number].sum()
        counts[material.JOKER] += s.jokers.sum()
        assert counts.tolist() == material.CARDS.tolist()
        assert s.pile[material.END] == (s.end_card == material.IN_PILE)
        assert s.left == s.pile.sum()
        assert (s.hand.sum(axis=1) == s.held).all()
        assert int(s.display).bit_count() <= 3
        assert (s.jokers <= s.laid).all()
        for observer in range(5):
            assert (s.known[:, :, observer] <= s.hand).all()
        for owner in range(case.players):
            for pyramid in (0, 1):
                lying = [int(n) for n in s.laid[owner, pyramid]]
                assert s.cards[owner, pyramid] == sum(lying)
                broken = s.stage == material.REPAIRING and s.target == 1 + 2 * owner + pyramid
                if not broken:
                    assert _is_pyramid(lying) or not any(lying)


def _is_pyramid(lying: Sequence[int]) -> bool:
    """O6, in other words than the rules."""
    steps = "".join("x" if n else " " for n in lying).strip()
    heights = [n for n in lying if n]
    return (
        "x" * len(heights) == steps
        and len(heights) >= 2
        and all(below > above for below, above in pairwise(heights))
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_redealt_position_has_all_cards_and_keeps_what_is_known(case: Case) -> None:
    for number, s in enumerate(positions(case, seed=22, count=200)):
        for seat in (NOBODY, *range(case.players)):
            other = hidden(s, seat)
            calls.redeal(other, seat, generator(3, number))
            assert (other.hand.sum(axis=1) == s.held).all()
            assert other.pile.sum() == s.left
            whole, twin = s.pile[:14] + s.hand.sum(axis=0), other.pile[:14] + other.hand.sum(axis=0)
            assert (whole == twin).all()
            for owner in range(case.players):
                if owner != seat:
                    assert (s.known[owner, :, 1 + seat] <= other.hand[owner]).all()


# Exact probabilities, by weighing complete histories


def test_redeal_gives_the_true_posterior_of_a_turn_seen_from_another_seat() -> None:
    """Every deal that seat 3 cannot tell apart, played on with every card that may be drawn.

    Seat 1 takes an open 7, discards a 1 (each card of the hand as likely to go) and
    draws one card. Each history weighs as much as it is probable.
    """
    exact: dict[tuple[str, ...], float] = {}
    for ways, (first, second, rest) in splits("111122jpt35", 6, 2):
        m = table(spaced(first), spaced(second), "4", step="take", pile=spaced(rest), discard=None)
        play(m, "take 7")
        chance = ways * float(m.odds.get("*show 3", 0))
        if not chance:
            continue
        play(m, "*show 3", "done")
        chance *= hands_of(m.state, [0])[0].count("1") / 7
        if not chance:
            continue
        play(m, "discard 1")
        for outcome, share in m.odds.items():
            after = play(m.copy(), outcome)
            hands = hands_of(after.state, [0, 1])
            exact[hands] = exact.get(hands, 0.0) + chance * float(share)
    assert known(after, 2, 0) == "7"
    agree(sampled(after.state, 2, [0, 1]), exact)


def test_redeal_gives_the_true_posterior_of_a_tax_seen_by_one_who_paid_too() -> None:
    """Seat 3 sees that its own 4 is seized, but not what seat 2 gives."""
    exact: dict[tuple[str, ...], float] = {}
    for ways, (first, second, rest) in splits("11122jpt8", 2, 4):
        m = table(spaced("c" + first), spaced(second), "4 6", pile=spaced(rest), discard=None)
        play(m, "collector", "no pharaoh", "no pharaoh")
        for outcome, share in m.odds.items():
            after = play(m.copy(), outcome)
            chance = ways * float(share) * float(after.odds["*seize 4"])
            play(after, "*seize 4")
            hands = hands_of(after.state, [0, 1])
            exact[hands] = exact.get(hands, 0.0) + chance
    assert known(after, 2, 0) == "4"
    agree(sampled(after.state, 2, [0, 1]), exact)


def test_redeal_gives_the_true_posterior_of_a_tax_seen_by_the_collector() -> None:
    exact: dict[tuple[str, ...], float] = {}
    for ways, (second, third, rest) in splits("11122jpt8", 3, 2):
        m = table("c 5", spaced(second), spaced(third), pile=spaced(rest), discard=None)
        play(m, "collector", "no pharaoh", "no pharaoh")
        chance = ways * float(m.odds.get("*seize 1", 0))
        if not chance:
            continue
        play(m, "*seize 1")
        chance *= float(m.odds.get("*seize 2", 0))
        if not chance:
            continue
        after = play(m, "*seize 2")
        hands = hands_of(after.state, [1, 2])
        exact[hands] = exact.get(hands, 0.0) + chance
    agree(sampled(after.state, 0, [1, 2]), exact)


# Exact probabilities, by dealing what is not known in all ways


@pytest.mark.parametrize("observer", [2, NOBODY])
def test_what_is_known_lies_fast_and_the_rest_falls_in_all_ways_alike(observer: int) -> None:
    """Proofs, a trade and an unseen seizure; the observer's bounds are worked out by hand."""
    m = table("c 1 1 9", "5 5 6 2", "4", pile="1 2 2 j p", discard=None)
    play(m, "trade 2", "give 9", "want 6", "offer", "accept")  # 1: 6    2: 9
    play(m, "trade 2", "give 1", "want 2", "offer", "counter")  # 1: 1 6  2: 9
    play(m, "give 5", "give 5", "want 6", "offer", "decline")  # 1: 1 6  2: 5 5 9
    play(m, "collector", "no pharaoh", "no pharaoh", "*seize 2", "*seize 4")
    # hands are now 1 1 2 4 6 and 5 5 9; seat 2 lost a card, so only one 5 is sure there
    sure = ("146", "5") if observer == 2 else ("16", "5")
    free = Counter("12" + "59" + "122jp" + ("" if observer == 2 else "4"))
    assert known(m, None if observer == NOBODY else observer, 0) == " ".join(sure[0])
    assert known(m, None if observer == NOBODY else observer, 1) == " ".join(sure[1])
    sizes = (5 - len(sure[0]), 3 - len(sure[1]))
    exact: dict[tuple[str, ...], float] = {}
    for ways, (first, second, _) in splits("".join(free.elements()), *sizes):
        hands = (_sorted(sure[0] + first), _sorted(sure[1] + second))
        exact[hands] = exact.get(hands, 0.0) + ways
    agree(sampled(m.state, observer, [0, 1]), exact)


def _sorted(cards: str) -> str:
    return "".join(sorted(cards, key=CARDS.index))
