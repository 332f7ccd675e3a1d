"""Oh, Pharao!: pyramids, jokers, thieves, collectors and pharaohs, rule by rule."""

from fractions import Fraction

import pytest

from pyramidion.engine import CHANCE, blank
from pyramidion.games.pharao import material
from pyramidion.games.pharao.pyramids import measure
from tests.games.pharao.tables import hand, lay, legal, lying, play, refused, table

rule = pytest.mark.rule

BUILDING = ("found", "widen", "top", "cellar")


@rule("O6")
@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("5 5 6", True),
        ("5 5 5 6", True),
        ("3 3 3 4 4 5", True),
        ("3 3 3 3 3 4 4 5", True),
        ("8 8 9=j", True),
        ("5=j 5=j 6=j", True),
        ("5 6", False),  # too few cards
        ("5 5 5", False),  # one step
        ("5 5 6 6", False),  # the higher step is as wide
        ("5 5 6 6 6", False),  # wider
        ("5 5 7", False),  # a number is missing
        ("5 5 4", False),  # the wrong way round
        ("3 3 3 4 4 6", False),  # the top is not the next number
        ("3 3 3 4 4 5 5", False),
        ("2 2 3 5 5 6", False),  # two pyramids are not one
    ],
)
def test_what_is_a_pyramid_and_what_is_not(cards: str, valid: bool) -> None:
    s = blank(material.State)
    lay(s, "2B", cards)
    assert measure(s, 1, 1) is valid
    assert (s.steps[1, 1] > 0) == valid


@rule("O6")
def test_no_act_may_break_the_shape() -> None:
    m = table("4 4 5 5 6 6", "", "", pyramids={"1A": "4 4 4 5 5"})
    assert legal(m, *BUILDING) == ["top A", "widen A 4"]
    assert refused(m, "widen A 5") == "O6"
    play(m, "widen A 4", "widen A 5", "top A")
    assert lying(m, "1A") == "4 4 4 4 5 5 5 6"
    assert refused(m, "top A") == "O6"  # a single card carries nothing


@rule("O7")
def test_a_joker_stands_for_the_number_of_its_step() -> None:
    m = table("j j j", "", "")
    assert len(legal(m, "found")) == 8
    play(m, "found 4=j 4=j 5=j")
    assert lying(m, "1A") == "4=j 4=j 5=j"
    m = table("j j j 6", "", "", pyramids={"1A": "4 4 4 5 5"}, display="7 8 9")
    assert legal(m, *BUILDING) == ["top A", "top A j", "widen A 4=j"]


@rule("O7")
def test_numbers_stay_within_1_and_9() -> None:
    m = table("j j j", "", "", pyramids={"1A": "8 8 9"}, display="1 2 3")
    assert legal(m, "top", "cellar") == ["cellar A jjj"]
    assert refused(m, "top A j") == "O7"
    m = table("j j j", "", "", pyramids={"1A": "8 8 8 9 9"}, display="1 2 3")
    assert legal(m, "top") == []
    m = table("j j j", "", "", pyramids={"1A": "1 1 2"})
    assert legal(m, "top", "cellar") == []
    assert refused(m, "cellar A jjj") == "O7"


@rule("O8")
def test_one_pyramid_until_the_first_special_field_then_two() -> None:
    m = table("1 1 2 1 1 2 1 1 2", "", "", overseer=2)
    play(m, "found 1 1 2")
    assert legal(m, "found") == []
    assert refused(m, "found 1 1 2") == "O8"
    m = table("1 1 2 1 1 2 1 1 2", "", "", overseer=3)
    play(m, "found 1 1 2", "found 1 1 2")
    assert (lying(m, "1A"), lying(m, "1B")) == ("1 1 2", "1 1 2")
    assert refused(m, "found 1 1 2") == "O8"


@rule("O8")
def test_a_new_pyramid_takes_the_first_free_letter_and_letters_never_change() -> None:
    m = table("1 1 2", "", "", pyramids={"1B": "4 4 5"}, overseer=7)
    play(m, "found 1 1 2")
    assert (lying(m, "1A"), lying(m, "1B")) == ("1 1 2", "4 4 5")


@rule("O9")
def test_a_pyramid_is_extended_at_a_step_on_top_or_by_cellars_below() -> None:
    m = table("3 3 3 3 4 4 4 5 6 7", "", "", pyramids={"1A": "5 5 6"})
    assert legal(m, *BUILDING) == ["cellar A", "widen A 5"]
    play(m, "cellar A")
    assert refused(m, "widen A 5") == "O6"
    play(m, "cellar A")  # more than one in the same turn
    assert lying(m, "1A") == "3 3 3 3 4 4 4 5 5 6"
    assert refused(m, "widen A 9") == "O9"
    assert refused(m, "widen B 5") == "O9"
    m = table("5 6 7", "", "", pyramids={"1A": "5 5 5 6"})
    play(m, "widen A 6", "top A")
    assert lying(m, "1A") == "5 5 5 6 6 7"


@rule("O9")
def test_laid_cards_are_never_taken_back_voluntarily() -> None:
    m = table("1", "", "", pyramids={"1A": "5 5 6"})
    assert refused(m, "back 6") == "O15"
    assert refused(m, "back all") == "O15"


@rule("O10")
def test_a_founding_says_of_each_card_whether_it_is_the_number_or_a_joker() -> None:
    m = table("4 4 5 j j j", "", "")
    of_four = [move for move in legal(m, "found") if move.startswith("found 4")]
    assert of_four == [
        "found 4 4 5", "found 4 4 5=j", "found 4 4=j 5", "found 4 4=j 5=j",
        "found 4=j 4=j 5", "found 4=j 4=j 5=j",
    ]  # fmt: skip
    assert refused(m, "found 4=j 4 5") == "O10"
    assert refused(m, "found 4 5") == "O10"
    assert refused(m, "found 7 7 8") == "O10"  # not held
    assert refused(m, "found 4 5 5") == "O6"
    play(m, "found 4 4=j 5")
    assert lying(m, "1A") == "4 4=j 5"
    assert hand(m, 0) == "4 j j"


@rule("O10")
def test_a_cellar_has_exactly_one_card_more_than_the_lowest_step() -> None:
    m = table("4 4 4 4 j j j", "", "", pyramids={"1A": "5 5 6"})
    assert legal(m, "cellar") == ["cellar A", "cellar A j", "cellar A jj", "cellar A jjj"]
    play(m, "cellar A j")
    assert lying(m, "1A") == "4 4 4=j 5 5 6"
    m = table("4 4 j", "", "", pyramids={"1A": "5 5 6"})
    assert legal(m, "cellar") == ["cellar A j"]
    assert refused(m, "cellar A") == "O10"
    m = table("4 4 4 j", "", "", pyramids={"1A": "5 5 5 5 6"})
    assert legal(m, "cellar") == []


@rule("O10")
def test_every_valid_pyramid_can_be_reached_by_single_acts() -> None:
    """All shapes on 7, 8 and 9: the ones that acts lead to are the ones that O6 allows."""

    def shape(s: object) -> tuple[int, ...]:
        return tuple(int(n) for n in s.laid[0, 0, 6:10])  # type: ignore[attr-defined]

    stock = (5, 4, 4, 3)  # cards of 6, 7, 8 and 9 in the hand at the beginning
    names = [f"{number}" for number, n in zip((6, 7, 8, 9), stock, strict=True) for _ in range(n)]
    start = table(" ".join(names), "", "", display="1 2 3")
    seen, waiting = set(), [start]
    while waiting:
        m = waiting.pop()
        for move in legal(m, *BUILDING):
            after = play(m.copy(), move)
            if shape(after.state) not in seen:
                seen.add(shape(after.state))
                waiting.append(after)
    valid = set()
    for counts in (
        (a, b, c, d) for a in range(6) for b in range(5) for c in range(5) for d in range(4)
    ):
        s = blank(material.State)
        cards = " ".join(str(6 + i) for i, n in enumerate(counts) for _ in range(n))
        lay(s, "1A", cards)
        if s.steps[0, 0] > 0:
            valid.add(counts)
    assert seen == valid
    assert len(valid) > 30


# Jokers


@rule("O17")
def test_the_number_goes_into_the_place_of_a_joker_of_any_pyramid() -> None:
    lying_jokers = {"1A": "4 4=j 5", "2A": "5 5=j 6=j", "3A": "7 7 8"}
    m = table("4 5 6 6 7", "", "", pyramids=lying_jokers, display="1 2 3")
    assert legal(m, "swap") == ["swap 2A 5", "swap 2A 6", "swap A 4"]
    play(m, "swap A 4", "swap 2A 6")
    assert (lying(m, "1A"), lying(m, "2A")) == ("4 4 5", "5 5=j 6")
    assert hand(m, 0) == "5 6 7 j j"
    assert refused(m, "swap 2A 6") == "O17"  # no joker lies there any more
    assert refused(m, "swap 1A 4") == "O17"  # the own pyramid has no number before it
    assert refused(m, "swap 3A 7") == "O17"
    assert refused(table("4", "", "", pyramids={"2A": "5 5=j 6"}), "swap 2A 5") == "O17"
    assert "top A j" not in m.legal
    play(m, "swap 2A 5", "widen A 4=j")  # O22: used at once
    assert lying(m, "1A") == "4 4 4=j 5"


@rule("O17")
def test_jokers_of_one_step_are_swapped_one_at_a_time() -> None:
    m = table("5 5", "", "", pyramids={"2A": "5=j 5=j 6"})
    assert legal(m, "swap") == ["swap 2A 5"]
    play(m, "swap 2A 5", "swap 2A 5")
    assert (lying(m, "2A"), hand(m, 0)) == ("5 5 6", "j j")


# Thieves


@rule("O18")
@pytest.mark.parametrize(("cards", "needed"), [("5 5 6", 2), ("3 3 3 3 4 4 4 5 5 6", 4)])
def test_a_thief_needs_at_least_the_number_of_steps(cards: str, needed: int) -> None:
    m = play(table("t 1", "2", "3", pyramids={"2A": cards}), "thief 2A", "no pharaoh")
    assert m.actor == CHANCE
    assert m.view()["pyramids"][1][0]["theft"] == 7 - needed
    for die in range(1, 7):
        n = play(m.copy(), f"*roll {die}")
        assert (n.actor, n.view()["die"]) == (0, die)
        assert n.view()["stage"] == ("steal" if die >= needed else "act")
        assert n.view()["discard"] == ["t"]
        assert hand(n, 0) == "1"


@rule("O18")
def test_the_thief_takes_a_number_or_a_joker_of_its_choice_and_must_take() -> None:
    m = table("t", "2", "3", pyramids={"2A": "5 5 5=j 6 6=j 7"}, display="1 2 3")
    play(m, "thief 2A", "no pharaoh", "*roll 3")
    assert sorted(m.legal) == ["steal 5", "steal 5=j", "steal 6", "steal 6=j", "steal 7"]
    assert refused(m, "steal 7=j") == "O18"
    assert refused(m, "done") == "O18"
    play(m, "steal 7")
    assert (hand(m, 0), lying(m, "2A"), m.actor) == ("7", "5 5 5=j 6 6=j", 0)


@rule("O18")
def test_a_pharaoh_stops_the_thief_before_the_die() -> None:
    m = table("t 1", "p 2", "3", pyramids={"2A": "5 5 6"})
    play(m, "thief 2A")
    assert m.actor == 1
    play(m, "pharaoh")
    assert (m.actor, m.view()["stage"]) == (0, "act")
    assert (m.view()["discard"], lying(m, "2A")) == (["t", "p"], "5 5 6")


@rule("O18")
def test_a_pyramid_of_seven_steps_cannot_be_named_nor_an_own_one() -> None:
    seven = " ".join(" ".join([str(n)] * (8 - n)) for n in range(1, 8))
    six = " ".join(" ".join([str(n)] * (8 - n)) for n in range(2, 8))
    m = table("t", "2", "3", pyramids={"2A": seven, "1A": "8 8 9"}, display="j p t")
    assert legal(m, "thief") == []
    assert refused(m, "thief 2A") == "O18"
    assert refused(m, "thief 1A") == "O18"
    m = table("t", "2", "3", pyramids={"2A": six}, display="j p t")
    assert legal(m, "thief") == ["thief 2A"]
    assert refused(table("1", "", "", pyramids={"2A": "4 4 5"}), "thief 2A") == "O18"


@rule("O19")
def test_what_is_still_valid_after_a_theft_stays() -> None:
    m = table("t", "2", "3", pyramids={"2A": "5 5 5 5 6 6 7"}, display="1 2 3")
    play(m, "thief 2A", "no pharaoh", "*roll 6", "steal 5")
    assert (m.actor, lying(m, "2A"), hand(m, 1)) == (0, "5 5 5 6 6 7", "2")


@rule("O19")
def test_a_robbed_owner_may_leave_any_part_that_is_a_pyramid_or_nothing() -> None:
    """The rulebook's example: a 6 is stolen from 5 5 5 5, 6 6, 7."""
    m = table("t", "", "3", pyramids={"2A": "5 5 5 5 6 6 7"}, display="1 2 3")
    play(m, "thief 2A", "*roll 6", "steal 6")
    assert m.actor == 1
    assert sorted(m.legal) == ["back 5", "back 7", "back all"]
    assert refused(m, "stays") == "O19"
    all_back = play(m.copy(), "back all")
    assert (lying(all_back, "2A"), hand(all_back, 1)) == ("", "5 5 5 5 6 7")
    assert all_back.actor == 0
    play(m, "back 7")
    assert sorted(m.legal) == ["back 5", "back all", "stays"]
    play(m, "back 5", "back 5")
    assert sorted(m.legal) == ["back all", "stays"]
    play(m, "stays")
    assert (lying(m, "2A"), hand(m, 1), m.actor) == ("5 5 6", "5 5 7", 0)


@rule("O19")
def test_cards_go_back_in_any_order_while_two_and_one_remain() -> None:
    m = table("t", "", "3", pyramids={"2A": "3 3 3 3 4 4 4 5 5=j 6"}, display="1 2 j")
    play(m, "thief 2A", "*roll 6", "steal 5")
    assert sorted(m.legal) == ["back 3", "back 4", "back 5=j", "back 6", "back all"]
    play(m, "back 5=j")  # a gap
    assert "stays" not in m.legal
    play(m, "back 4", "back 4")
    assert refused(m, "back 4") == "O19"
    assert refused(m, "back 5=j") == "O19"  # lies there no more
    play(m, "back 6", "stays")
    assert (lying(m, "2A"), hand(m, 1)) == ("3 3 3 3 4", "4 4 6 j")


@rule("O19")
def test_with_no_part_that_could_stay_all_is_taken_back() -> None:
    m = table("t", "2", "3", pyramids={"2A": "5 5 6"})
    play(m, "thief 2A", "no pharaoh", "*roll 2", "steal 5")
    assert (m.actor, m.legal) == (1, ["back all"])
    play(m, "back all")
    assert hand(m, 1) == "2 5 6"
    play(m, "done")
    assert lying(m, "2A") == ""


# Collectors and pharaohs


@rule("O20")
def test_a_collector_asks_all_first_and_then_draws_from_each_without_a_pharaoh() -> None:
    m = table("1", "5", "c 1", "p 2 2", turn_of=2)
    play(m, "collector")
    assert (m.actor, m.view()["discard"]) == (3, ["c"])  # the left neighbour
    play(m, "pharaoh")
    assert m.actor == 0
    play(m, "no pharaoh")
    assert m.actor == 1
    play(m, "no pharaoh")
    assert m.odds == {"*seize 1": 1}
    play(m, "*seize 1")
    assert m.odds == {"*seize 5": 1}
    play(m, "*seize 5")
    assert (m.actor, hand(m, 2), m.view()["held"]) == (2, "1 1 5", [0, 0, 3, 2])
    assert m.view()["discard"] == ["c", "p"]


@rule("O20")
def test_each_card_of_a_hand_is_as_likely_to_be_seized() -> None:
    m = play(table("c", "5 5 j", ""), "collector", "no pharaoh")
    assert m.odds == {"*seize 5": Fraction(2, 3), "*seize j": Fraction(1, 3)}
    play(m, "*seize j")
    assert [m.log(seat)[-1] for seat in (0, 1, 2, None)] == [
        "*seize j", "*seize j", "*seize ?", "*seize ?",
    ]  # fmt: skip


@rule("O20")
def test_a_collector_may_be_played_even_if_nobody_has_a_card() -> None:
    m = play(table("c", "", ""), "collector")
    assert (m.actor, m.legal) == (0, ["done"])
    assert refused(m, "collector") == "O20"


@rule("O20")
def test_a_pharaoh_kept_from_the_thief_still_stops_the_collector() -> None:
    m = table("t c 1", "p 2", "3", pyramids={"2A": "5 5 6"})
    play(m, "thief 2A", "no pharaoh", "*roll 1", "collector", "pharaoh", "no pharaoh", "*seize 3")
    assert (m.actor, hand(m, 0), hand(m, 1)) == (0, "1 3", "2")


@rule("O21")
def test_everyone_concerned_with_a_card_is_asked_whether_it_is_a_pharaoh_or_not() -> None:
    m = play(table("t", "p", "3", pyramids={"2A": "5 5 6"}), "thief 2A")
    assert (m.actor, sorted(m.legal)) == (1, ["no pharaoh", "pharaoh"])
    m = play(table("t", "1", "p", pyramids={"2A": "5 5 6"}), "thief 2A")
    assert (m.actor, m.legal) == (1, ["no pharaoh"])  # nobody else is asked
    assert refused(m, "pharaoh") == "O21"
    m = play(table("c", "1", "p"), "collector")
    assert (m.actor, m.legal) == (1, ["no pharaoh"])
    play(m, "no pharaoh")
    assert (m.actor, sorted(m.legal)) == (2, ["no pharaoh", "pharaoh"])


@rule("O21")
def test_an_empty_hand_is_not_asked_and_gives_nothing() -> None:
    m = play(table("t", "", "p", pyramids={"2A": "5 5 6"}), "thief 2A")
    assert (m.actor, m.view()["stage"]) == (CHANCE, "roll")
    m = play(table("c", "", "5"), "collector")
    assert m.actor == 2
    play(m, "no pharaoh", "*seize 5")
    assert (m.actor, hand(m, 0)) == (0, "5")


@rule("O21")
def test_being_asked_gives_nothing_away() -> None:
    """The others see the same, whether the one who is asked holds a pharaoh or not."""
    views = []
    for card in "p9":
        m = table("t 1", f"{card} 2", "3", pyramids={"2A": "5 5 6"}, display="1 2 3")
        play(m, "thief 2A")
        views.append([m.view(0), m.view(2), m.view(), m.hidden(0).tobytes(), m.log(0)])
    assert views[0] == views[1]


@rule("O22")
def test_stolen_and_seized_cards_may_be_used_at_once() -> None:
    m = table("t c 1 1", "2", "", pyramids={"2A": "5 5 5 6"}, display="7 8 9")
    play(m, "collector", "no pharaoh", "*seize 2", "found 1 1 2")
    assert lying(m, "1A") == "1 1 2"
    m = table("t 5 5", "", "", pyramids={"2A": "6 6 6 7"})
    play(m, "thief 2A", "*roll 2", "steal 6", "found 5 5 6")
    assert lying(m, "1A") == "5 5 6"
