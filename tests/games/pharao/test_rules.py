"""Oh, Pharao!: set-up, the four steps of a turn, and the end, rule by rule."""

from fractions import Fraction

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from pyramidion.games.pharao import material
from tests.games.pharao.tables import dealt, hand, legal, lying, play, refused, table

rule = pytest.mark.rule

SEVENS = ["1 1 1 1 1 1 1", "2 2 2 2 2 2 2", "3 3 3 3 3 3 3"]
LONG = "1 1 1 1 1 1 1 2 2 2 2 2"  # a pyramid of twelve cards


@rule("O1")
def test_there_are_79_building_cards_10_special_cards_and_an_end_card_aside() -> None:
    counts = [int(n) for n in material.CARDS]
    assert counts[1:10] == [13, 12, 11, 10, 9, 8, 6, 4, 3]
    assert sum(counts[1:11]) == 79
    assert counts[10:] == [3, 5, 2, 3]  # jokers, thieves, collectors, pharaohs
    m = pyramidion.new("pharao", players=3, chance="manual")
    assert m.odds["*deal 1"] == Fraction(13, 89)
    assert m.odds["*deal p"] == Fraction(3, 89)
    assert "*deal e" not in m.legal
    assert m.view()["track"]["end_card"] == "aside"


@rule("O1")
def test_the_die_is_an_ordinary_one() -> None:
    m = play(table("t 1", "", "", pyramids={"2A": "4 4 5"}), "thief 2A")
    assert m.odds == {f"*roll {die}": Fraction(1, 6) for die in range(1, 7)}


@rule("O2")
def test_the_track_has_ten_fields_with_special_ones_at_3_and_6_and_the_option_replaces_it() -> None:
    track = pyramidion.new("pharao").view()["track"]
    assert [track[key] for key in ("overseer", "first", "second", "last")] == [0, 3, 6, 10]
    track = pyramidion.new("pharao", track=[1, 5, 9]).view()["track"]
    assert [track[key] for key in ("first", "second", "last")] == [1, 5, 9]


@rule("O2")
@pytest.mark.parametrize(
    "track",
    [[3, 6], [3, 6, 10, 12], [0, 6, 10], [3, 3, 10], [6, 3, 10], [3, 6, 6], [3, 6, 10.0],
     [True, 6, 10], ["3", "6", "10"], "3 6 10", 3, None, {3, 6, 10}],
)  # fmt: skip
def test_a_track_is_three_rising_whole_numbers_from_1(track: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="three rising whole numbers from 1"):
        pyramidion.new("pharao", track=track)


@rule("O3")
@pytest.mark.parametrize("players", [3, 4])
def test_every_player_gets_seven_cards_one_after_the_other(players: int) -> None:
    m = pyramidion.new("pharao", players=players, seed=1, chance="manual")
    for number in range(7 * players):
        assert m.actor == CHANCE
        held = m.view()["held"]
        assert held == [min(7, max(0, number - 7 * seat)) for seat in range(players)]
        m.play(m.legal[number % len(m.legal)])
    assert m.view()["held"] == [7] * players
    assert all(move.startswith("*show ") for move in m.legal)


@rule("O3")
def test_the_display_has_three_kinds_and_a_second_one_of_a_kind_is_discarded() -> None:
    m = dealt(3, SEVENS, "4 4 4")
    assert (m.actor, m.view()["display"], m.view()["discard"]) == (CHANCE, ["4"], ["4", "4"])
    assert m.odds["*show 4"] == Fraction(7, 89 - 21 - 3)
    play(m, "*show j", "*show j", "*show t")
    assert m.view()["display"] == ["4", "j", "t"]
    assert m.view()["discard"] == ["4", "4", "j"]
    assert m.actor == 0


@rule("O4")
def test_the_discard_pile_becomes_the_draw_pile_when_a_card_is_needed() -> None:
    m = table("1", "2", "3", step="take", pile="4", discard="5 5 6")
    assert m.view()["pile"] == 1
    play(m, "take pile", "*draw 4", "done", "discard nothing")
    assert m.odds == {"*draw 5": Fraction(2, 3), "*draw 6": Fraction(1, 3)}
    assert m.view()["pile"] == 3
    assert m.view()["discard"] == []


@rule("O4")
def test_the_draw_pile_stays_empty_until_a_card_is_needed() -> None:
    m = table("1 1 1 1 1 1", "2", "3", step="take", pile="4", discard="5")
    play(m, "take pile", "*draw 4", "done", "discard nothing")
    assert (m.view()["pile"], m.view()["discard"]) == (0, ["5"])
    assert m.actor == 1


@rule("O4")
def test_nothing_is_drawn_when_both_piles_are_empty() -> None:
    m = table("1", "2", "3", pile="", discard="")
    play(m, "done", "discard nothing")
    assert (m.actor, m.view()["turn_of"], m.view()["held"][0]) == (1, 1, 1)


@rule("O4")
def test_the_display_stays_short_while_the_discard_pile_has_only_kinds_that_lie_there() -> None:
    m = table("1", "2", "3", step="take", pile="", discard="8 9 9", display="7 8 9")
    play(m, "take 7")
    assert (m.actor, m.view()["display"]) == (0, ["8", "9"])
    play(m, "done", "discard nothing", "*draw 9", "*draw 9", "*draw 8")
    assert (m.view()["stage"], m.view()["display"]) == ("take", ["8", "9"])  # still nothing new
    assert m.legal == ["take 8", "take 9"]
    play(m, "take 8")
    play(m, "done", "discard 2")
    assert m.actor == CHANCE
    play(m, "*draw 2")
    assert (m.actor, m.view()["display"]) == (2, ["9"])
    play(m, "take 9", "done", "discard 3", "*draw 3")
    assert m.view()["stage"] == "act"  # O14: nothing to take


@rule("O4")
def test_a_short_display_is_filled_at_the_start_of_step_2() -> None:
    m = table("1 1 1 1 1 1 1 1", "2", "3", pile="", discard="8", display="8 9")
    play(m, "done", "discard 1")
    assert (m.actor, m.odds) == (CHANCE, {"*show 8": Fraction(1, 2), "*show 1": Fraction(1, 2)})
    play(m, "*show 8")
    assert m.odds == {"*show 1": 1}
    play(m, "*show 1")
    assert (m.actor, m.view()["display"]) == (1, ["1", "8", "9"])
    assert legal(m, "take") == ["take 1", "take 8", "take 9", "take pile"]


@rule("O4")
def test_a_short_display_is_filled_whenever_a_card_is_taken_from_it() -> None:
    m = table("1", "2", "3", step="take", pile="4 5", discard="", display="7 8 9")
    play(m, "take 7", "*show 4", "done", "discard nothing", "*draw 5", "take 4")
    assert m.view()["display"] == ["8", "9"]
    play(m, "done", "discard 2")
    play(m, "*draw 2", "take 8", "done", "discard nothing")
    assert m.view()["display"] == ["9"]
    m = table("1", "2", "3", step="take", pile="", discard="1 2 9", display="9")
    assert m.odds == {f"*show {card}": Fraction(1, 3) for card in "129"}


@rule("O4")
def test_a_second_one_of_a_kind_turned_up_last_may_be_shuffled_in_again() -> None:
    m = table("1", "2", "3", step="take", pile="8", discard="5", display="7 8 9")
    play(m, "take 7", "*show 8")
    assert m.odds == {"*show 5": Fraction(1, 2), "*show 8": Fraction(1, 2)}


@rule("O5")
def test_seat_1_begins_and_play_goes_clockwise() -> None:
    m = dealt(3, SEVENS, "7 8 9")
    for seat in (0, 1, 2, 0):
        assert (m.actor, m.view()["turn_of"]) == (seat, seat)
        play(m, "take pile", "*draw t", "done", "discard t")


# Step 1


@rule("O11")
def test_each_own_pyramid_may_be_scored_in_any_order_or_kept() -> None:
    both = {"1A": "4 4 5", "1B": "5 5 6"}
    m = table("1", "2", "3", pyramids=both, overseer=3, step="turn")
    assert sorted(m.legal) == ["keep", "score A", "score B"]
    play(m, "score B")
    assert sorted(m.legal) == ["keep", "score A"]
    play(m, "score A")
    assert m.points == [22 + 18, 0, 0]
    assert m.view()["stage"] == "take"
    m = table("1", "2", "3", pyramids=both, overseer=3, step="turn")
    play(m, "score B", "keep")
    assert m.view()["stage"] == "take"


@rule("O11")
def test_without_an_own_pyramid_nobody_is_asked_to_score() -> None:
    m = table("1", "2", "3", pyramids={"2A": "4 4 5"}, step="turn")
    assert m.view()["stage"] == "take"
    assert refused(m, "score A") == "O14"
    assert refused(m, "keep") == "O14"


@rule("O11")
def test_a_pyramid_of_twelve_cards_must_be_scored() -> None:
    m = table("1", "2", "3", pyramids={"1A": LONG, "1B": "5 5 6"}, overseer=3, step="turn")
    assert sorted(m.legal) == ["score A", "score B"]
    assert refused(m, "keep") == "O11"
    play(m, "score B")
    assert m.legal == ["score A"]
    play(m, "score A")
    assert m.points == [22 + 6, 0, 0]
    eleven = LONG.removesuffix(" 2")
    assert "keep" in table("1", "2", "3", pyramids={"1A": eleven}, step="turn").legal


@rule("O12")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("5 5 6", 22),
        ("3 3 3 3 4 4 5", 36),
        ("5 5 5=j 6=j", 22),
        ("1 1 2", 6),
        ("6 6 6 6 7 7 7 8 8 9", 120),
    ],
)
def test_one_card_of_each_step_added_times_the_number_of_steps(cards: str, points: int) -> None:
    m = table("1", "2", "3", pyramids={"1A": cards}, display="1 2 3", step="turn")
    assert m.view()["pyramids"][0][0]["worth"] == points
    play(m, "score A")
    assert m.points == [points, 0, 0]
    assert sorted(m.view()["discard"]) == sorted(
        "j" if "=" in card else card for card in cards.split()
    )
    assert m.view()["track"]["overseer"] == 1
    assert lying(m, "1A") == ""


@rule("O12", "O8")
def test_what_the_new_field_brings_holds_at_once() -> None:
    m = table("1 1 2", "2", "3", pyramids={"1A": "4 4 5"}, overseer=2, step="turn")
    play(m, "score A", "take 7", "*show 6", "found 1 1 2")
    assert m.view()["track"]["two_pyramids"]
    m = table("1", "2", "3", pyramids={"1A": "4 4 5", "1B": "5 5 6"}, overseer=5, step="turn")
    play(m, "score A")
    assert m.view()["stage"] == "take"  # B has two steps only: O13 holds already
    assert m.points == [18, 0, 0]


@rule("O12")
def test_past_the_last_field_nothing_moves() -> None:
    m = table("1", "2", "3", pyramids={"1A": "4 4 4 5 5 6"}, overseer=10, pile="1 1 e", step="turn")
    play(m, "score A")
    assert m.view()["track"]["overseer"] == 10
    assert m.view()["pile"] == 3
    assert len(m.view()["discard"]) > 0


@rule("O13")
def test_from_the_second_special_field_on_only_three_steps_are_scored() -> None:
    both = {"1A": "4 4 5", "1B": "3 3 3 4 4 5"}
    m = table("1", "2", "3", pyramids=both, overseer=6, step="turn")
    assert sorted(m.legal) == ["keep", "score B"]
    assert refused(m, "score A") == "O13"
    assert [pyramid["worth"] for pyramid in m.view()["pyramids"][0]] == [0, 36]
    play(m, "score B")
    assert m.view()["stage"] == "take"
    m = table("1", "2", "3", pyramids={"1A": "4 4 5"}, overseer=6, step="turn")
    assert m.view()["stage"] == "take"
    assert (
        "score A" in table("1", "2", "3", pyramids={"1A": "4 4 5"}, overseer=5, step="turn").legal
    )


@rule("O13")
def test_two_steps_of_twelve_cards_are_then_scored_for_nothing_and_the_overseer_moves() -> None:
    m = table("1", "2", "3", pyramids={"1A": LONG}, overseer=6, step="turn")
    assert m.legal == ["score A"]
    play(m, "score A")
    assert m.points == [0, 0, 0]
    assert m.view()["track"]["overseer"] == 7
    assert len(m.view()["discard"]) == 12


# Step 2


@rule("O14")
def test_an_open_card_is_replaced_at_once_and_a_card_from_the_pile_is_unseen() -> None:
    m = table("1", "2", "3", step="take")
    assert sorted(m.legal) == ["take 7", "take 8", "take 9", "take pile"]
    assert refused(m, "take 6") == "O14"
    n = play(m.copy(), "take 8")
    assert n.actor == CHANCE
    play(n, "*show 7", "*show 5")
    assert (hand(n, 0), n.view()["display"], n.view()["discard"]) == ("1 8", ["5", "7", "9"], ["7"])
    play(m, "take pile", "*draw j")
    assert hand(m, 0) == "1 j"
    assert [m.log(seat)[-1] for seat in (0, 1, None)] == ["*draw j", "*draw ?", "*draw ?"]


@rule("O14")
def test_with_nothing_to_take_the_step_is_skipped() -> None:
    m = table("1", "2", "3", step="turn", display="", pile="", discard="")
    assert m.view()["stage"] == "act"
    m = table("1", "2", "3", step="turn", display="5", pile="", discard="")
    assert m.legal == ["take 5"]
    assert refused(m, "take pile") == "O14"
    m = table("1", "2", "3", step="turn", display="5", pile="", discard="5")
    assert sorted(m.legal) == ["take 5", "take pile"]


# Step 3


@rule("O15")
def test_any_number_of_actions_in_any_order_until_done_is_said() -> None:
    m = table("1 1 1 2 t c", "", "", pyramids={"2A": "4 4 5"})
    assert legal(m, "found", "thief", "collector", "done") == [
        "collector", "done", "found 1 1 2", "thief 2A",
    ]  # fmt: skip
    play(m, "collector", "found 1 1 2", "thief 2A", "*roll 1", "widen A 1")
    assert m.legal == ["done"]
    assert refused(m, "take 7") == "O15"


@rule("O15")
def test_done_is_said_even_with_nothing_left_to_do() -> None:
    m = table("", "", "")
    assert m.legal == ["done"]


# Step 4


@rule("O16")
def test_one_card_or_nothing_is_discarded_then_drawn_up_to_seven() -> None:
    m = play(table("1 1 5", "2", "3"), "done")
    assert sorted(m.legal) == ["discard 1", "discard 5", "discard nothing"]
    assert refused(m, "discard 2") == "O16"
    n = play(m.copy(), "discard 5")
    for _ in range(5):
        assert n.actor == CHANCE
        play(n, "*draw 3")
    assert (n.view()["held"][0], n.actor) == (7, 1)
    play(m, "discard nothing")
    for _ in range(4):
        play(m, "*draw 3")
    assert (m.view()["held"][0], m.actor) == (7, 1)


@rule("O16")
def test_with_seven_cards_one_may_be_discarded() -> None:
    m = play(table("1 1 1 1 1 1 1", "2", "3"), "done")
    assert sorted(m.legal) == ["discard 1", "discard nothing"]
    assert play(m.copy(), "discard nothing").actor == 1
    assert play(m, "discard 1").actor == CHANCE


@rule("O16")
def test_with_more_than_seven_one_discards_down_to_seven_and_no_further() -> None:
    m = play(table("1 1 1 1 1 1 1 2 2", "2", "3"), "done")
    assert sorted(m.legal) == ["discard 1", "discard 2"]
    assert refused(m, "discard nothing") == "O16"
    play(m, "discard 2")
    assert sorted(m.legal) == ["discard 1", "discard 2"]
    play(m, "discard 1")
    assert (m.actor, m.view()["held"][0], m.view()["discard"]) == (1, 7, ["1", "2"])


@rule("O16")
def test_an_empty_hand_is_not_asked_and_draws_seven() -> None:
    m = play(table("", "2", "3"), "done")
    for _ in range(7):
        assert m.actor == CHANCE
        play(m, "*draw 3")
    assert (m.view()["held"][0], m.actor) == (7, 1)


@rule("O16")
def test_the_limit_of_seven_holds_in_step_4_only() -> None:
    m = table("1 1 1 1 1 1 1", "2 2 2 2 2 2 2 2 2", "3", step="take")
    play(m, "take 7", "*show 6")
    assert m.view()["held"][0] == 8
    play(m, "done", "discard 7")
    assert (m.actor, m.view()["held"][1]) == (1, 9)


# End


@rule("O26")
def test_on_the_last_field_both_piles_the_pyramid_and_the_end_card_are_shuffled() -> None:
    both = {"1A": "4 4 4 5 5 6", "1B": "1 1 1 2 2 3"}
    m = table("1", "2", "3", pyramids=both, overseer=9, pile="1 1 2", discard="9 j", step="turn")
    play(m, "score A")
    view = m.view()
    assert (view["pile"], view["discard"]) == (3 + 2 + 6 + 1, [])
    assert view["track"]["end_card"] == "in the pile"
    play(m, "score B")
    assert (m.view()["pile"], m.view()["discard"]) == (12, ["1", "1", "1", "2", "2", "3"])
    play(m, "take pile")
    assert m.odds["*draw e"] == Fraction(1, 12)
    assert m.odds["*draw 4"] == Fraction(3, 12)


@rule("O26")
def test_the_end_card_comes_in_once_and_play_goes_on() -> None:
    m = table("1", "2", "3", pyramids={"1A": "4 4 5"}, track=[1, 4, 5], overseer=4, step="turn")
    assert m.legal == ["take 7", "take 8", "take 9", "take pile"]  # two steps are too low now
    m = table(
        "1", "2", "3", pyramids={"1A": "4 4 4 5 5 6"}, track=[1, 4, 5], overseer=4, step="turn"
    )
    play(m, "score A")
    assert m.view()["stage"] == "take"
    assert m.result is None


@rule("O27")
@pytest.mark.parametrize(
    ("step", "moves"),
    [
        ("take", ["take pile", "*draw e"]),
        ("take", ["take 7", "*show e"]),
        ("act", ["done", "discard nothing", "*draw 1", "*draw e"]),
    ],
)
def test_the_end_card_ends_the_game_for_hand_or_display(step: str, moves: list[str]) -> None:
    tall = {"1A": "3 3 3 4 4 5", "1B": "8 8 9", "3A": "1 1 2"}
    m = table("1", "2", "3", pyramids=tall, display="7 5 6", pile="1 e", discard="", step=step)
    play(m, *moves)
    assert m.actor is None
    assert m.points == [36, 0, 0]  # two steps bring nothing
    assert m.result == ["1", "0", "0"]
    assert m.log(1)[-1] == moves[-1]  # everybody sees the end card


@rule("O27")
def test_ties_are_shared() -> None:
    tall = {"1A": "3 3 3 4 4 5", "3B": "3 3 3 4 4 5"}
    m = table("1", "2", "3", pyramids=tall, display="7 8 9", pile="e", discard="", step="take")
    play(m, "take pile", "*draw e")
    assert m.points == [36, 0, 36]
    assert m.result == ["1/2", "0", "1/2"]


@rule("O28")
def test_the_game_ends_after_step_4_of_the_last_turn() -> None:
    m = table("1", "2", "3", pyramids={"2A": "1 1 1 2 2 3"}, turn_limit=2)
    play(m, "done", "discard nothing", *["*draw 1"] * 6, "keep", "take pile", "*draw 1", "done")
    assert m.result is None
    play(m, "discard nothing", *["*draw 4"] * 5)
    assert m.points == [0, 18, 0]
    assert m.result == ["0", "1", "0"]


@rule("O28")
def test_the_limit_is_400_turns_or_none() -> None:
    assert pyramidion.new("pharao").view()["turn_limit"] == 400
    assert pyramidion.new("pharao", turn_limit=None).view()["turn_limit"] is None
    m = table("1 1 1 1 1 1 1", "2", "3", turn_limit=None)
    play(m, "done", "discard nothing")
    assert m.actor == 1


@rule("O28")
@pytest.mark.parametrize("value", [0, -1, True, 4.0, "400", [400]])
def test_a_turn_limit_is_a_whole_number_of_at_least_1(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number of at least 1, or null"):
        pyramidion.new("pharao", turn_limit=value)
