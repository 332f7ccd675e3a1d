"""Einfach Spitze, the points variant: S18 to S22."""

from typing import Any

import pytest

import pyramidion
from pyramidion.match import Match
from tests.games.spitze.tables import play, position, refused, stacks

rule = pytest.mark.rule


def arranged(m: Match) -> Match:
    """Everybody takes the lowest value that is left, until the first turn."""
    while m.view()["arranging"]:
        m.play(m.legal[0])
    return m


def ending(players: int = 2, **given: Any) -> Match:
    """A game that South ends by f5-f6 (two players) or e5-e6 (four players)."""
    files, last = ("abcde", "f5") if players == 2 else ("bcd", "e5")
    goal = {f"{file}6": "s1!" for file in files}
    return position(players, 0, **{**goal, last: "s1", "points": True, **given})


@rule("S18")
def test_of_twelve_pyramids_three_have_each_value_and_of_eight_two() -> None:
    for players, each in ((2, 3), (4, 2)):
        m = pyramidion.new("spitze", players=players, points=True)
        assert m.view()["arranging"]["left"] == [each] * 4
        values = [int(value) for text in stacks(arranged(m)).values() for value in text[1::2]]
        assert sorted(values) == sorted([1, 2, 3, 4] * each * players)


@rule("S18")
def test_a_value_that_is_used_up_cannot_be_put_again() -> None:
    m = pyramidion.new("spitze", players=4, points=True)
    assert m.legal == ["b1:1", "b1:2", "b1:3", "b1:4"]
    play(m, "b1:3 b1:3")
    assert m.legal == ["c1:1", "c1:2", "c1:4"]
    assert refused(m, "c1:3") == "S18"
    assert refused(m, "c1:5") == "S18"
    assert refused(m, "c1:0") == "S18"


@rule("S18")
def test_without_the_option_there_are_no_values_and_no_points() -> None:
    m = pyramidion.new("spitze")
    assert refused(m, "a1:4") == "S18"
    assert m.points is None
    assert m.view()["match"] is None
    assert stacks(m)["a1"] == "s"


@rule("S19")
def test_two_players_arrange_their_fields_in_the_order_of_names_one_after_the_other() -> None:
    m = pyramidion.new("spitze", players=2, points=True)
    south = [file + rank for file in "abcdef" for rank in "12"]
    north = [file + rank for file in "abcdef" for rank in "56"]
    for seat, fields in enumerate((south, north)):
        for field in fields:
            assert m.actor == seat
            assert {move.partition(":")[0] for move in m.legal} == {field}
            m.play(m.legal[-1])
    assert m.ply == 24
    assert m.actor == 0
    assert "a2-a3" in m.legal
    assert m.view()["quiet"] == 0  # arranging is no turn


@rule("S19")
def test_four_players_put_the_lower_pyramid_of_a_stack_before_the_upper() -> None:
    m = pyramidion.new("spitze", players=4, points=True)
    play(m, "b1:4 b1:1 c1:4 c1:1 d1:2 d1:3 e1:2 e1:3")
    assert stacks(m) == {"b1": "s4s1", "c1": "s4s1", "d1": "s2s3", "e1": "s2s3"}
    order = []
    while m.view()["arranging"]:
        order.append((m.actor, m.legal[0][:2]))
        m.play(m.legal[0])
    assert order == [
        (seat, field)
        for seat, fields in ((1, "a2 a3 a4 a5"), (2, "b6 c6 d6 e6"), (3, "f2 f3 f4 f5"))
        for field in fields.split()
        for _ in range(2)
    ]
    assert m.actor == 0


@rule("S19")
def test_the_last_pyramid_is_put_by_a_move_too_although_there_is_no_choice() -> None:
    m = play(pyramidion.new("spitze", players=4, points=True), "b1:1 b1:1 c1:2 c1:2 d1:3 d1:3 e1:4")
    assert m.legal == ["e1:4"]


@rule("S19")
def test_moves_wait_until_all_is_arranged_and_arranging_is_over_then() -> None:
    m = pyramidion.new("spitze", points=True)
    assert refused(m, "a1-a2") == "S19"
    assert refused(m, "b1:4") == "S19"  # a1 comes first
    assert refused(arranged(m), "a1:1") == "S19"


@rule("S20")
def test_values_are_shown_with_the_colours_and_hidden_with_them() -> None:
    given = {"c3": "n4s2", "a1": "n3s1", "d3": "n1"}
    assert stacks(position(2, 0, points=True, **given)) == given
    m = position(2, 0, points=True, memory=True, **given)
    assert stacks(m) == {"c3": "?s2", "a1": "n3s1", "d3": "n1"}


@rule("S20", "S14")
def test_values_travel_with_their_pyramids() -> None:
    m = position(4, 0, c3="e1s4n3s2", c4="w1", points=True, sandwich=True)
    m.play("c3=c4")
    assert stacks(m) == {"c3": "e1", "c4": "w1s4n3s2"}
    play(m, "c3-b3 c4-c5")
    assert stacks(m) == {"b3": "e1", "c4": "w1s4n3", "c5": "s2"}


@rule("S21")
def test_arrived_pyramids_count_and_uppermost_ones_that_have_not_arrived_are_subtracted() -> None:
    given: dict[str, Any] = {
        "a6": "n4s4!",
        "f5": "s3",
        "c3": "s4n2",
        "d3": "s1s2",
        "a1": "s1n3!",
        "b1": "n4n4!",
    }
    m = ending(**given, match_limit=1)
    assert m.view()["match"]["worth"] == [8 - 3 - 2, 7 - 2]
    m.play("f5-f6")
    # South: 4 + 1 + 1 + 1 + 1 + 3 arrived, less the 2 on d3; what is covered does not count
    assert m.points == [11 - 2, 3 + 4 - 2]
    assert m.result == ["1", "0"]


@rule("S21")
def test_a_carried_pyramid_on_its_goal_that_has_not_arrived_is_subtracted() -> None:
    m = ending(4, a3="w1e4", b1="n3", c3="w1", sandwich=True, match_limit=1)
    m.play("e5-e6")
    assert m.points == [4, -1, -3, -4]


@rule("S21")
def test_a_score_can_be_negative_and_who_ends_the_game_need_not_win_it() -> None:
    m = ending(c3="s4", d2="s4", b2="s4", a1="n1!", match_limit=1)
    m.play("f5-f6")
    assert m.points == [6 - 12, 1]
    assert m.result == ["0", "1"]


@rule("S21")
def test_a_quiet_game_is_scored_as_well() -> None:
    m = position(2, 0, a3="s3", f3="n2", b6="s4!", points=True, quiet_limit=20, match_limit=1)
    play(m, "a3-b3 f3-e3 b3-a3 e3-f3 " * 5)
    assert m.points == [1, -2]
    assert m.result == ["1", "0"]


@rule("S21")
def test_a_game_in_which_nobody_can_move_is_scored_as_well() -> None:
    m = position(4, 0, c5="s4", f3="w2!", b1="s3n1!", a2="e3!", points=True, match_limit=1)
    m.play("c5-c6")
    assert m.points == [4, 2, 1, 3]


@rule("S22")
def test_the_next_game_begins_with_arranging_on_an_empty_board() -> None:
    m = ending(c3="s2", d3="n1", a1="n2!")
    m.play("f5-f6")
    assert m.result is None
    assert m.points == [4, 1]
    view = m.view()
    assert view["stacks"] == {}
    assert view["arrived"] == [[], []]
    assert view["quiet"] == 0
    assert view["match"]["game"] == 2
    assert view["match"]["last_scores"] == [4, 1]
    assert m.actor == 0
    assert m.legal == ["a1:1", "a1:2", "a1:3", "a1:4"]
    assert [words.en for words in m.story(m.ply - 1)][2:] == [
        "{0} has filled the goal",
        "{0} scores 4 and stands at 4",
        "{1} scores 1 and stands at 1",
        "Game 2 is arranged; {0} will begin",
    ]


def with_points(*total: int, game: int = 1, beginner: int = 0) -> Any:
    def set_up(s: Any) -> None:
        s.total[: len(total)] = total
        s.game = game
        s.beginner = beginner

    return set_up


@rule("S22")
def test_thirty_points_win_and_29_do_not() -> None:
    m = ending(set_up=with_points(24, 12), d3="n4")
    m.play("f5-f6")
    assert m.points == [30, 8]
    assert m.result == ["1", "0"]
    m = ending(set_up=with_points(23, 12), d3="n4")
    m.play("f5-f6")
    assert m.points == [29, 8]
    assert m.result is None


@rule("S22")
def test_if_several_pass_30_in_one_game_the_most_points_win_and_ties_are_shared() -> None:
    m = ending(set_up=with_points(25, 30), a1="n4!", b2="n2")
    m.play("f5-f6")
    assert m.points == [31, 32]
    assert m.result == ["0", "1"]
    m = ending(set_up=with_points(25, 29), a1="n4!", b2="n2")
    m.play("f5-f6")
    assert m.points == [31, 31]
    assert m.result == ["1/2", "1/2"]


@rule("S22")
def test_who_scored_most_in_the_game_before_begins_the_next_whatever_the_totals_are() -> None:
    m = ending(4, set_up=with_points(20, 0, 0, 0), c3="s4", b1="n4!", c1="n4!", a2="e1!", d3="w1")
    m.play("e5-e6")
    assert m.points == [20, -1, 8, 1]
    assert m.view()["match"]["beginner"] == 2
    assert m.actor == 0  # arranging goes in the order of seats
    arranged(m)
    assert m.actor == 2


@rule("S22")
@pytest.mark.parametrize(("began", "begins"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_among_equals_the_first_counted_from_who_began_begins(began: int, begins: int) -> None:
    m = ending(4, set_up=with_points(0, 0, 0, 0, beginner=began), c3="s4", f3="w4!", a2="e4!")
    m.play("e5-e6")
    assert m.points == [0, 4, 0, 4]
    assert m.view()["match"]["beginner"] == begins


@rule("S22")
def test_after_match_limit_games_the_most_points_win_and_ties_are_shared() -> None:
    for total, result in (((3, 8), ["1", "0"]), ((0, 11), ["0", "1"]), ((1, 8), ["1/2", "1/2"])):
        m = ending(set_up=with_points(*total, game=3), d3="n1", match_limit=3)
        m.play("f5-f6")
        assert m.result == result


@rule("S22")
def test_before_match_limit_games_the_match_goes_on() -> None:
    m = ending(set_up=with_points(3, 5, game=2), d3="n1", match_limit=3)
    m.play("f5-f6")
    assert m.result is None
    assert m.view()["match"]["game"] == 3


@rule("S22")
@pytest.mark.parametrize("value", [0, -1, True, 2.0, "3", None])
def test_a_match_limit_is_a_whole_number_of_at_least_1(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number of at least 1"):
        pyramidion.new("spitze", points=True, match_limit=value)


@rule("S22")
def test_by_default_a_match_has_at_most_20_games_and_without_points_the_limit_has_no_effect() -> (
    None
):
    assert pyramidion.new("spitze", points=True).view()["match"]["match_limit"] == 20
    m = pyramidion.new("spitze", match_limit=1)
    assert m.points is None
    assert m.legal == pyramidion.new("spitze").legal
