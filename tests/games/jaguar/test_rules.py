"""Die Pyramiden des Jaguar, rule by rule: set-up, a turn, the end of a round and of the game."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from pyramidion.games.jaguar import material, rules
from tests.cases import Case
from tests.games.jaguar.tools import after, deal, dealt, path, position, refused, rule
from tests.walks import legal, positions

FULL = "1:11 2:12 3:13 4:14 5:15 6:16 7:17 8:18 9:19 10:20"


@rule("J1")
def test_40_cards_ten_stones_and_two_explorers_on_the_start() -> None:
    m = pyramidion.new("jaguar", chance="manual")
    assert m.actor == CHANCE
    assert m.odds == {f"*deal {card}": Fraction(1, 40) for card in range(1, 41)}
    view = m.view()
    assert view["supply"] == 10
    assert view["explorers"] == [0, 0]


@rule("J2")
def test_fifteen_cards_to_seat_1_then_fifteen_to_seat_2_and_ten_are_left() -> None:
    m = pyramidion.new("jaguar", chance="manual")
    for n in range(30):
        assert m.view()["cards"] == [min(n, 15), max(n - 15, 0)]
        assert set(m.odds.values()) == {Fraction(1, 40 - n)}
        m.play(m.legal[0])
    assert m.actor == 0
    assert m.view(0)["hand"] == list(range(1, 16))
    assert m.view(1)["hand"] == list(range(16, 31))
    assert int(m.state.stack).bit_count() == 10


@rule("J3")
def test_a_pyramid_has_ten_fields_in_steps_of_4_3_2_and_1() -> None:
    assert list(material.STEP[1:]) == [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    m = after(position("", ""), "offer 1 2")
    assert m.legal == [f"take {card} @{field}" for card in (1, 2) for field in range(1, 11)]
    assert refused(m, "take 1 @0") == refused(m, "take 1 @11") == "J3"


@rule("J3")
def test_values_rise_from_bottom_left_to_the_top_with_gaps() -> None:
    m = after(position("", "4:10 8:30"), "offer 1 4")
    assert m.legal == [f"take {card} @{field}" for card in (1, 4) for field in (1, 2, 3)]
    m = after(position("", "4:10 8:30", hands=("20 35", "1 2")), "offer 20 35")
    assert m.legal == ["take 20 @5", "take 20 @6", "take 20 @7", "take 35 @9", "take 35 @10"]


@rule("J4")
def test_the_higher_of_two_secret_cards_begins_and_both_stay_in_the_hands() -> None:
    for first, second, starter in ((20, 30, 1), (30, 20, 0)):
        m = dealt(str(first), str(second))
        assert m.actor == 0
        assert m.legal == [f"bid {card}" for card in m.view(0)["hand"]]
        m.play(f"bid {first}")
        assert m.actor == 1
        assert m.legal == [f"bid {card}" for card in m.view(1)["hand"]]
        m.play(f"bid {second}")
        assert m.actor == m.view()["starter"] == starter
        assert m.view()["bids"] == [first, second]
        assert first in m.view(0)["hand"]
        assert second in m.view(1)["hand"]
        assert m.view()["cards"] == [15, 15]


@rule("J4")
def test_a_bid_stays_hidden_until_both_are_made() -> None:
    m = after(dealt("20", "30"), "bid 20")
    assert [m.log(seat)[-1] for seat in (0, 1, None)] == ["bid 20", "bid ?", "bid ?"]
    assert [m.view(seat)["bids"] for seat in (0, 1, None)] == [[20, None]] + [[None, None]] * 2
    m.play("bid 30")
    assert all(m.view(seat)["bids"] == [20, 30] for seat in (0, 1, None))
    for seat in (0, 1, None):
        assert m.log(seat)[-2:] == ["bid 20", "bid 30"]
    m.undo()
    assert m.log(1)[-1] == "bid ?"


@rule("J4")
def test_only_a_card_of_the_own_hand_is_bid() -> None:
    m = dealt("20", "30")
    assert refused(m, "bid 30") == "J4"
    assert refused(m, "offer 1 2") == "J4"


@rule("J4")
@pytest.mark.parametrize(("explorers", "starter"), [((9, 3), 1), ((0, 6), 0)])
def test_in_later_rounds_who_is_further_back_after_the_five_fields_begins(
    explorers: tuple[int, int], starter: int
) -> None:
    # seat 1 covers nothing and loses: 17 lies between two cards with stones
    m = position("1:9* 2:18*", "", ("17 20", "5 6"), explorers=explorers, path=path(40))
    after(m, "offer 17 20", "take 20 @1", "place 17 lose", "*test 40")
    deal(m)
    assert m.actor == m.view()["starter"] == starter
    assert m.legal[0].startswith("offer")


@rule("J4")
def test_in_later_rounds_level_explorers_bid_again() -> None:
    m = position("1:9* 2:18*", "", ("17 20", "5 6"), explorers=(6, 1), path=path(40))
    after(m, "offer 17 20", "take 20 @1", "place 17 lose", "*test 40")
    deal(m)
    assert m.view()["explorers"] == [6, 6]
    assert m.actor == 0
    assert m.legal[0] == "bid 1"


@rule("J5")
def test_two_cards_from_the_hand_are_offered_face_up() -> None:
    m = position("", "", ("1 5 9", "2 3"))
    assert m.legal == ["offer 1 5", "offer 1 9", "offer 5 9"]
    for move in ("offer 1 2", "offer 5 1", "offer 5 5", "offer 1", "bid 1", "take 1 @1"):
        assert refused(m, move) == "J5"
    m.play("offer 1 9")
    for seat in (0, 1, None):
        assert m.view(seat)["offered"] == [1, 9]
    assert m.view(0)["hand"] == [5]
    assert m.view(1)["cards"] == [1, 2]


@rule("J5")
def test_every_pair_of_a_full_hand_can_be_offered() -> None:
    m = after(dealt("40", ""), "bid 40", "bid 15")
    hand = m.view(0)["hand"]
    assert m.legal == [f"offer {low} {high}" for low, high in combinations(hand, 2)]


@rule("J6")
def test_the_other_chooses_and_places_first_then_the_one_who_offered_and_the_turn_passes() -> None:
    m = after(position("", "", ("1 5 9", "2 3")), "offer 1 9")
    assert m.actor == 1
    m.play("take 9 @3")
    assert m.actor == 0
    assert m.view()["offered"] == [1]
    assert m.legal == [f"place 1 @{field}" for field in range(1, 11)]
    m.play("place 1 @2")
    view = m.view()
    assert view["pyramids"][0][1] == 1
    assert view["pyramids"][1][2] == 9
    assert view["offered"] == []
    assert m.actor == view["turn"] == 1
    assert m.legal == ["offer 2 3"]


@rule("J6", "J10")
def test_a_card_that_fits_nowhere_may_be_chosen_and_loses_the_round() -> None:
    m = position("", "1:9* 2:18*", ("17 20", "5 6"))
    m.play("offer 17 20")
    assert m.legal == ["take 17 lose", *(f"take 20 @{field}" for field in range(3, 11))]
    assert refused(m, "take 20 lose") == "J10"
    m.play("take 17 lose")
    assert m.view()["last_round"] == {"winner": 0, "how": "lost", "test": None}
    assert m.actor == CHANCE


@rule("J7")
def test_while_a_field_fits_covering_is_not_allowed() -> None:
    m = after(position("", "1:8 4:20", ("12 13", "5 6")), "offer 12 13")
    assert m.legal == ["take 12 @2", "take 12 @3", "take 13 @2", "take 13 @3"]
    with pytest.raises(pyramidion.IllegalMove, match="fits on the empty field 2") as error:
        m.play("take 12 @4")
    assert error.value.rule == "J7"
    with pytest.raises(pyramidion.IllegalMove, match="the 20 on field 4 comes before") as error:
        m.play("take 12 @7")
    assert error.value.rule == "J7"


@rule("J8", "J12")
def test_the_rulebooks_example_covering_18_by_17_costs_one_field_and_23_would_cost_two() -> None:
    lying = "1:5 2:9 3:18 4:20 5:22 6:24 7:30"
    m = after(position("", lying, ("17 23", "1 2")), "offer 17 23")
    assert m.legal == ["take 17 @2", "take 17 @3", "take 23 @5", "take 23 @6"]
    costs = {
        (place["card"], cover["field"]): cover["cost"]
        for place in m.view(1)["places"]
        if place["seat"] == 1
        for cover in place["covers"]
    }
    assert costs == {(17, 2): 1, (17, 3): 1, (23, 5): 2, (23, 6): 2}
    other = after(m.copy(), "take 23 @6")
    assert other.view()["explorers"] == [2, 0]
    m.play("take 17 @3")
    view = m.view()
    assert view["explorers"] == [1, 0]
    assert view["pyramids"][1][:4] == [5, 9, 17, 20]
    assert view["stones"] == [[], [3]]
    assert view["supply"] == 9
    assert 18 in view["gone"]


@rule("J8")
def test_only_the_next_lower_or_the_next_higher_card_can_be_covered() -> None:
    lying = "1:5 2:9 3:18 4:20"
    m = after(position("", lying, ("12 13", "1 2")), "offer 12 13")
    assert m.legal == ["take 12 @2", "take 12 @3", "take 13 @2", "take 13 @3"]
    assert refused(m, "take 12 @1") == refused(m, "take 12 @4") == "J7"
    # at the ends there is one neighbour
    m = after(position("", "1:5 10:30", ("2 31", "1 3")), "offer 2 31")
    assert m.legal == ["take 2 @1", "take 31 @10"]


@rule("J9")
def test_a_card_with_a_stone_is_never_covered() -> None:
    m = after(position("", "1:9* 2:18", ("12 13", "1 2")), "offer 12 13")
    assert m.legal == ["take 12 @2", "take 13 @2"]
    with pytest.raises(pyramidion.IllegalMove, match="has a jaguar stone") as error:
        m.play("take 12 @1")
    assert error.value.rule == "J9"


@rule("J7", "J8", "J9", "J10")
def test_the_places_are_those_of_the_rules_definition_in_thousands_of_positions() -> None:
    """Try every field and look at the whole pyramid, instead of at the gap where a card belongs."""

    def rising(pyramid: list[int]) -> bool:
        filled = [card for card in pyramid if card]
        return all(a < b for a, b in pairwise(filled))

    def expected(pyramid: list[int], stones: int, card: int) -> list[int]:
        fits = [f for f in range(1, 11) if rising([*pyramid[:f], card, *pyramid[f + 1 :]])]
        empty = [f for f in fits if not pyramid[f]]
        return empty or [f for f in fits if not stones >> f & 1] or [0]

    checked = 0
    for s in positions(Case("jaguar", 2), seed=1, count=5000, games=60):
        if s.phase in (material.TAKE, material.PLACE):
            pyramid = [int(card) for card in s.pyramid[s.to_act]]
            stones = int(s.stones[s.to_act])
            want = [
                int(s.phase) + material.WIDTH * int(card) + field
                for card in s.offered
                if card
                for field in expected(pyramid, stones, int(card))
            ]
            assert legal(s) == want
            assert rising(pyramid)
            checked += 1
    assert checked > 1000


@rule("J10")
def test_the_round_ends_at_once_for_the_one_who_offered_too() -> None:
    m = position("1:9* 2:18*", "", ("12 13", "1 2"))
    after(m, "offer 12 13", "take 12 @1")
    assert m.legal == ["place 13 lose"]
    assert refused(m, "place 13 @1") == "J9"
    assert refused(m, "place 13 @3") == "J7"
    m.play("place 13 lose")
    assert m.view()["failed"] == 13
    assert m.view()["last_round"]["winner"] == 1


@rule("J10", "J13", "J15")
def test_an_event_of_the_first_placement_comes_before_the_second_card_is_judged() -> None:
    def covered(event: str) -> pyramidion.Match:
        m = position("1:9* 2:18* 9:39", "1:20", ("13 14", "1 2"), path=path(f1=event))
        return after(m, "offer 13 14", "take 13 @1")

    m = covered("stone")
    assert m.actor == 0
    after(m, "event 2")
    assert m.legal == ["place 14 @2"]  # the 18 may be covered now
    m = covered("stone")
    after(m, "decline")
    assert m.legal == ["place 14 lose"]
    assert covered("stone").legal == ["decline", "event 1", "event 2"]


@rule("J10")
def test_the_chooser_can_have_no_event_before_the_own_card_is_judged() -> None:
    m = after(position("", "1:9* 2:18*", ("12 13", "1 2")), "offer 12 13", "take 12 lose")
    assert m.actor == CHANCE
    assert m.view()["offered"] == [13]  # the other card is not placed any more


@rule("J11")
def test_without_a_stone_in_the_supply_the_covering_card_stays_without() -> None:
    m = position("", "1:9 2:18", ("12 13", "1 2 3"), supply=0, path=path())
    after(m, "offer 12 13", "take 12 @2")
    view = m.view()
    assert view["stones"] == [[], []]
    assert view["supply"] == 0
    assert view["explorers"] == [1, 0]
    after(m, "place 13 @1", "offer 1 2", "take 1 @1")
    assert m.legal == ["place 2 @1"]  # the 9


@rule("J19")
def test_a_complete_pyramid_wins_the_round_when_both_cards_are_placed() -> None:
    nine = FULL.replace(" 10:20", "")
    m = after(position("", nine, ("21 22", "1 2")), "offer 21 22", "take 21 @10")
    assert m.actor == 0  # the other card is still to be placed
    m.play("place 22 @1")
    assert m.view()["last_round"] == {"winner": 1, "how": "complete", "test": None}


@rule("J19", "J10")
def test_who_cannot_place_the_second_card_loses_though_it_makes_no_difference_then() -> None:
    nine = FULL.replace(" 10:20", "")
    m = position("1:9* 2:30*", nine, ("21 22", "1 2"))
    after(m, "offer 21 22", "take 21 @10", "place 22 lose")
    assert m.view()["last_round"] == {"winner": 1, "how": "lost", "test": None}


@rule("J19")
@pytest.mark.parametrize(
    ("one", "two", "offered", "winner"),
    [
        # 21 against 10
        ("1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9", FULL.replace(" 10:20", ""), (21, 22), 1),
        # 9 against 10
        ("1:25 2:26 3:27 4:28 5:29 6:30 7:31 8:32 9:33", FULL.replace(" 10:20", ""), (21, 34), 0),
    ],
)
def test_of_two_complete_pyramids_the_smaller_difference_wins(
    one: str, two: str, offered: tuple[int, int], winner: int
) -> None:
    low, high = offered
    m = position(one, two, (f"{low} {high}", "39 40"))
    after(m, f"offer {low} {high}", f"take {low} @10", f"place {high} @10")
    assert m.view()["last_round"] == {"winner": winner, "how": "complete", "test": None}


@rule("J19")
@pytest.mark.parametrize("swap", [False, True])
def test_of_two_complete_pyramids_with_the_same_difference_the_higher_card_wins(swap: bool) -> None:
    low = "1:1 2:3 3:5 4:7 5:9 6:11 7:13 8:15 9:17"
    high = "1:2 2:4 3:6 4:8 5:10 6:12 7:14 8:16 9:18"
    m = position(*((high, low) if swap else (low, high)), hands=("21 22", "39 40"))
    first, second = (21, 22) if swap else (22, 21)  # differences of 20
    after(m, "offer 21 22", f"take {first} @10", f"place {second} @10")
    assert m.view()["last_round"]["winner"] == (0 if swap else 1)


@rule("J20")
def test_with_fewer_than_two_cards_both_may_place_a_last_card_the_one_in_turn_first() -> None:
    m = position("1:5 4:20", "1:6 3:21", ("12", "2 3 22"))
    assert m.actor == 0
    assert m.legal == ["decline", "place 12 @2", "place 12 @3"]
    assert refused(m, "place 12 @1") == "J20"  # covers nothing
    assert refused(m, "place 12 @5") == "J7"
    assert refused(m, "place 2 @5") == "J20"  # not in the hand
    assert refused(m, "place 12 lose") == "J20"
    for text in ("place 12 @02", f"place 12 @{'9' * 5000}", "place 12 @-2", "place 12", ""):
        assert refused(m, text) == "J20"  # not how a field is written
    m.play("place 12 @3")
    assert m.actor == 1  # any one of the three; 2 and 3 fit nowhere
    assert m.legal == ["decline", *(f"place 22 @{field}" for field in range(4, 11))]
    m.play("decline")
    assert m.view()["last_round"] == {"winner": 0, "how": "no cards", "test": None}


@rule("J20")
def test_who_has_a_card_is_asked_even_if_it_fits_nowhere_and_who_has_none_is_not() -> None:
    m = position("1:5", "1:6 2:7", ("2", ""))
    assert m.actor == 0
    assert m.legal == ["decline"]
    m.play("decline")
    assert m.actor == CHANCE
    m = position("1:5", "1:6 2:7", ("", "9 10"))
    assert m.actor == 1
    m.play("place 9 @3")
    assert m.actor == CHANCE
    m = position("1:5", "1:6 2:7", ("", ""))
    assert m.actor == CHANCE
    assert m.view()["last_round"] == {"winner": 1, "how": "no cards", "test": None}


@rule("J20")
def test_what_counts_is_the_hand_of_the_one_whose_turn_begins() -> None:
    m = position("", "", ("12", "2 3"), turn=1)
    assert m.legal == ["offer 2 3"]
    after(m, "offer 2 3", "take 2 @5", "place 3 @5")
    assert m.actor == 0
    assert m.legal[0] == "decline"


@rule("J20", "J19")
def test_a_last_card_may_complete_a_pyramid() -> None:
    nine = FULL.replace(" 10:20", "")
    full = position(nine, "1:5", ("21", "6"))
    after(full, "place 21 @10", "place 6 @9")
    assert full.view()["last_round"] == {"winner": 0, "how": "no cards", "test": None}
    both = position(nine, "1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9", ("21", "10"))
    after(both, "place 21 @10", "place 10 @10")
    assert both.view()["last_round"]["winner"] == 1  # a difference of 9 against 10


@rule("J20")
@pytest.mark.parametrize(
    ("one", "two", "winner"),
    [
        ("1:1 2:40", "1:20", 0),  # fewer empty fields
        ("1:1", "1:20 2:21", 1),
        ("1:1 2:10", "1:20 2:28", 1),  # the smaller difference
        ("1:1 2:9", "1:20 2:30", 0),
        ("1:1 2:10", "1:20 2:29", 1),  # the higher highest card
        ("3:30 9:31", "1:20 2:21", 0),
        ("5:30", "6:29", 0),  # a single card: the difference is 0
        ("5:29", "6:30", 1),
    ],
)
def test_with_no_complete_pyramid_empty_fields_then_difference_then_highest_card_decide(
    one: str, two: str, winner: int
) -> None:
    for turn in (0, 1):
        m = position(one, two, ("", ""), turn=turn)
        assert m.view()["last_round"]["winner"] == winner


@rule("J20")
@pytest.mark.parametrize("starter", [0, 1])
def test_with_two_empty_pyramids_the_one_who_did_not_begin_the_round_wins(starter: int) -> None:
    m = position("", "", ("", ""), turn=starter)
    assert m.view()["last_round"]["winner"] == 1 - starter


@rule("J21")
def test_the_winner_of_a_round_walks_five_fields_without_events_and_not_beyond_the_last() -> None:
    m = position("1:5", "", ("", ""), explorers=(3, 4), path=path(f8="hand", f9="other"))
    assert m.view()["explorers"] == [8, 4]
    assert m.view()["event"] is None
    assert m.actor == CHANCE
    m = position("1:5", "", ("", ""), explorers=(17, 4), path=path(20))
    assert m.view()["explorers"] == [20, 4]


@rule("J23")
def test_the_test_card_is_one_of_the_ten_cards_that_were_not_dealt_each_as_likely() -> None:
    m = dealt("1 2 3", "28 29 30")
    undealt = [card for card in range(1, 41) if f"*deal {card}" not in m.moves]
    m._s.cards[:] = 0
    m._s.drawn[:] = m._s.hand  # all cards went under the stack
    m._s.hand[:] = 0
    rules.begin_turns(m._s, 0)
    m._look()
    assert m.odds == {f"*test {card}": Fraction(1, 10) for card in undealt}


@rule("J23")
def test_the_game_ends_if_the_test_card_is_lower_than_the_number_and_only_then() -> None:
    def ended(card: int) -> bool:
        m = position("1:40", "", ("", ""), explorers=(20, 3))  # field 25 with the number 25
        m._s.stack = 1 << card
        m._look()
        m.play(f"*test {card}")
        return m.actor is None

    assert ended(24)
    assert not ended(25)
    assert not ended(26)


@rule("J23")
def test_a_field_without_a_number_never_ends_the_game_an_end_field_always_and_both_test() -> None:
    m = position("1:40", "", ("", ""), explorers=(10, 3))
    m._s.stack = 1 << 1
    m._look()
    assert m.legal == ["*test 1"]
    m.play("*test 1")
    assert m.actor == CHANCE
    m = position("1:5", "", ("", ""), explorers=(31, 3))
    m._s.stack = 1 << 40
    m._look()
    assert m.legal == ["*test 40"]
    m.play("*test 40")
    assert m.result == ["1", "0"]


@rule("J23")
@pytest.mark.parametrize("explorers", [(0, 36), (31, 0)])
def test_the_field_of_the_leading_explorer_counts_whoever_won_the_round(
    explorers: tuple[int, int],
) -> None:
    m = position("1:5", "", ("", ""), explorers=explorers)  # seat 1 wins the round
    m.play(m.legal[-1])
    assert m.actor is None


@rule("J23")
def test_another_round_begins_with_all_cards_and_stones_and_the_explorers_where_they_are() -> None:
    m = position("1:30 2:36*", "1:5*", ("7", "8"), supply=8)
    after(m, "decline", "decline")
    before = m.view()["explorers"]
    m.play(m.legal[-1])
    view = m.view()
    assert m.odds == {f"*deal {card}": Fraction(1, 40) for card in range(1, 41)}
    assert view["round"] == 2
    assert view["supply"] == 10
    assert view["explorers"] == before
    assert view["pyramids"] == [[None] * 10] * 2
    assert view["stones"] == [[], []]
    assert view["gone"] == []


@rule("J24")
@pytest.mark.parametrize(
    ("explorers", "result"),
    [((31, 35), ["1", "0"]), ((31, 40), ["0", "1"]), ((31, 36), ["1", "0"])],
)
def test_the_leading_explorer_wins_and_level_the_winner_of_the_last_round(
    explorers: tuple[int, int], result: list[str]
) -> None:
    m = position("1:5", "", ("", ""), explorers=explorers)  # seat 1 wins the round
    m.play(m.legal[0])
    assert m.result == result
    assert m.points is None


@rule("J24")
def test_level_explorers_when_seat_2_won_the_last_round() -> None:
    m = position("", "1:5", ("", ""), explorers=(36, 31))
    m.play(m.legal[0])
    assert m.view()["explorers"] == [36, 36]
    assert m.result == ["0", "1"]
