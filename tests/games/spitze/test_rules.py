"""Einfach Spitze, rule by rule: the board, a turn, the end. S1 to S13."""

import pytest

import pyramidion
from pyramidion.games.spitze.fields import field_name, field_of
from tests.games.spitze.tables import moves_from, play, position, refused, stacks

rule = pytest.mark.rule


@rule("S1")
def test_the_board_has_36_fields_from_a1_to_f6_in_the_order_of_their_names() -> None:
    names = [field_name(field) for field in range(36)]
    assert names == sorted(file + rank for file in "abcdef" for rank in "123456")
    assert [field_of(name) for name in names] == list(range(36))
    m = pyramidion.new("spitze")
    for move in ("g1-f1", "a1-a7", "a0-a1", "lift b9", "h1:4"):
        assert refused(m, move) == "S1"


@rule("S2", "S4")
def test_four_players_start_with_stacks_of_two_on_the_raised_fields_of_their_sides() -> None:
    expected = {f"{file}1": "ss" for file in "bcde"}
    expected |= {f"a{rank}": "ww" for rank in "2345"}
    expected |= {f"{file}6": "nn" for file in "bcde"}
    expected |= {f"f{rank}": "ee" for rank in "2345"}
    assert stacks(pyramidion.new("spitze", players=4)) == expected


@rule("S4")
def test_two_players_start_with_one_pyramid_on_every_field_of_their_two_nearest_ranks() -> None:
    expected = {f"{file}{rank}": "s" for file in "abcdef" for rank in "12"}
    expected |= {f"{file}{rank}": "n" for file in "abcdef" for rank in "56"}
    assert stacks(pyramidion.new("spitze", players=2)) == expected


@rule("S3")
def test_four_players_sit_south_west_north_east_and_play_in_that_order() -> None:
    m = pyramidion.new("spitze", players=4)
    assert m.view()["sides"] == ["south", "west", "north", "east"]
    for seat, move in enumerate(("b1-b2", "a3-b3", "c6-c5", "f4-e4")):
        assert m.actor == seat
        m.play(move)
    assert m.actor == 0


@rule("S3")
def test_two_players_sit_south_and_north() -> None:
    m = pyramidion.new("spitze")
    assert m.players == 2
    assert m.view()["sides"] == ["south", "north"]
    assert m.actor == 0
    m.play("a2-a3")
    assert m.actor == 1
    m.play("a5-a4")
    assert m.actor == 0


@rule("S3")
@pytest.mark.parametrize("players", [0, 1, 3, 5, True, "2"])
def test_only_two_or_four_can_play(players: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="2 or 4 players"):
        pyramidion.new("spitze", players=players)  # type: ignore[arg-type]


@rule("S5")
def test_with_four_players_the_goal_is_the_raised_fields_opposite() -> None:
    assert pyramidion.new("spitze", players=4).view()["goals"] == [
        ["b6", "c6", "d6", "e6"],
        ["f2", "f3", "f4", "f5"],
        ["b1", "c1", "d1", "e1"],
        ["a2", "a3", "a4", "a5"],
    ]


@rule("S5")
def test_with_two_players_the_goal_is_the_whole_edge_opposite() -> None:
    assert pyramidion.new("spitze", players=2).view()["goals"] == [
        ["a6", "b6", "c6", "d6", "e6", "f6"],
        ["a1", "b1", "c1", "d1", "e1", "f1"],
    ]


@rule("S6")
@pytest.mark.parametrize(
    ("seat", "targets", "backwards"),
    [
        (0, "b3 c4 d3", "c2"),
        (1, "c4 d3 c2", "b3"),
        (2, "d3 c2 b3", "c4"),
        (3, "c2 b3 c4", "d3"),
    ],
)
def test_a_pyramid_moves_one_field_forwards_or_sideways(
    seat: int, targets: str, backwards: str
) -> None:
    m = position(4, seat, c3="swne"[seat], a1="swne"[seat - 2])
    assert moves_from(m, "c3") == {f"c3-{target}" for target in targets.split()}
    assert refused(m, f"c3-{backwards}") == "S6"
    for target in ("b2", "d4", "c5", "c1", "a3", "f3", "c3"):
        assert refused(m, f"c3-{target}") == "S6"


@rule("S6")
def test_with_two_players_north_moves_down_and_sideways() -> None:
    m = position(2, 1, c3="n", a1="s")
    assert set(m.legal) == {"c3-c2", "c3-b3", "c3-d3"}
    assert refused(m, "c3-c4") == "S6"


@rule("S6")
def test_only_the_uppermost_of_a_stack_can_move_and_only_by_its_owner() -> None:
    m = position(2, c3="sn", d3="ns", a5="n")
    assert moves_from(m, "c3") == set()
    assert moves_from(m, "d3") == {"d3-c3", "d3-d4", "d3-e3"}
    assert refused(m, "c3-c4") == "S6"
    assert refused(m, "e3-e4") == "S6"  # nothing is there
    play(m, "d3-d4 a5-a4")
    assert "d4-d5" in m.legal
    assert stacks(m)["d3"] == "n"  # what was covered is free again


@rule("S6")
def test_nobody_leaves_the_board() -> None:
    m = position(4, 0, a1="s", f1="s", a6="s", d3="w", b2="n", e2="e")
    assert moves_from(m, "a1") == {"a1-a2", "a1-b1"}
    assert moves_from(m, "f1") == {"f1-f2", "f1-e1"}
    assert moves_from(m, "a6") == {"a6-b6"}
    assert moves_from(position(4, 1, a6="w", d3="s"), "a6") == {"a6-a5", "a6-b6"}
    assert moves_from(position(4, 2, f1="n", d3="s"), "f1") == {"f1-e1"}
    assert moves_from(position(4, 3, a1="e", d3="s"), "a1") == {"a1-a2"}


@rule("S7")
def test_a_pyramid_is_put_over_any_pyramids_of_any_colour() -> None:
    m = position(4, 0, b2="s", b3="ws", c2="ewn", d5="w", e5="n", a3="e")
    assert moves_from(m, "b2") == {"b2-a2", "b2-b3", "b2-c2"}
    m.play("b2-c2")
    assert stacks(m)["c2"] == "ewns"
    assert "b2" not in stacks(m)


@rule("S7", "S9")
def test_nothing_is_put_over_an_arrived_pyramid_of_anybody() -> None:
    m = position(4, 0, b5="s", a6="s", b6="s!", a4="n", d2="w", c3="e")
    assert moves_from(m, "b5") == {"b5-a5", "b5-c5"}
    assert moves_from(m, "a6") == set()
    assert refused(m, "b5-b6") == "S7"
    m = position(4, 0, b2="s", a2="e!", a4="n", d2="w", c3="e")  # East's goal
    assert moves_from(m, "b2") == {"b2-b3", "b2-c2"}
    assert refused(m, "b2-a2") == "S7"


@rule("S8")
def test_edges_corners_and_the_raised_fields_of_others_may_be_entered() -> None:
    m = position(4, 0, b5="s", f5="s", a1="w", c3="n", d3="e")
    assert {"b5-a5", "f5-f6"} <= set(m.legal)
    play(m, "b5-a5 a1-b1 c3-c2 d3-c3 a5-a6")
    assert stacks(m)["a6"] == "s"
    assert stacks(m)["b1"] == "w"  # West on North's goal has not arrived
    assert m.view()["arrived"] == [[], [], [], []]


@rule("S9")
def test_a_pyramid_that_its_owner_moves_onto_its_goal_has_arrived() -> None:
    m = position(4, 0, b5="s", b6="wn", a1="w", c3="n", d3="e")
    play(m, "b5-b6")
    assert m.view()["arrived"] == [["b6"], [], [], []]
    assert stacks(m)["b6"] == "wns"
    play(m, "a1-b1 c3-c2 d3-c3")
    assert m.actor == 1  # South has nothing else and is skipped: the arrived one never moves
    assert moves_from(m, "b6") == set()


@rule("S9")
def test_an_arrived_pyramid_can_also_be_reached_sideways_and_never_moves() -> None:
    m = position(4, 0, a6="s", a1="s", b4="n")
    play(m, "a6-b6 b4-b3")
    assert m.view()["arrived"][0] == ["b6"]
    assert moves_from(m, "b6") == set()
    assert refused(m, "b6-c6") == "S9"


@rule("S9", "S5")
def test_a_corner_is_a_goal_with_two_players_only() -> None:
    two = play(position(2, 0, a5="s", c3="n"), "a5-a6")
    assert two.view()["arrived"] == [["a6"], []]
    four = play(position(4, 0, a5="s", c3="n"), "a5-a6")
    assert four.view()["arrived"] == [[], [], [], []]


@rule("S10")
def test_who_cannot_move_is_skipped_without_a_move_or_a_turn() -> None:
    m = position(4, 0, c3="s", d3="w", a1="n", b1="n!", f5="e")  # North is stuck in its corner
    play(m, "c3-c4 d3-e3")
    assert m.actor == 3
    assert m.view()["quiet"] == 2
    assert [words.en for words in m.story(1)] == ["{1} moves from d3 to e3", "{2} cannot move"]
    m.play("f5-e5")
    assert m.actor == 0


@rule("S10")
def test_who_alone_can_move_moves_again_and_again() -> None:
    m = position(4, 0, c3="s", d3="ws", b1="n!")
    play(m, "c3-b3 b3-a3")
    assert m.actor == 0
    m.play("d3-d4")  # West is free again
    assert m.actor == 1


@rule("S11")
def test_arriving_on_all_four_goal_fields_wins_with_four_players() -> None:
    m = position(4, 0, b6="s!", c6="s!", d6="s!", e5="s", a6="s", b3="w", c3="n", d3="e")
    m.play("e5-e6")
    assert m.actor is None
    assert m.result == ["1", "0", "0", "0"]
    assert m.points is None


@rule("S11")
def test_with_two_players_six_are_needed() -> None:
    goal = {f"{file}1": "n!" for file in "abcde"}
    m = position(2, 1, f2="n", f3="n", a5="s", **goal)
    assert m.result is None
    m.play("f2-f1")
    assert m.result == ["0", "1"]


@rule("S12")
def test_if_nobody_can_move_the_most_arrived_pyramids_win() -> None:
    m = position(4, 0, b6="s!", c5="s", f3="w!", b1="n!", c1="n!", a2="e!")
    m.play("c5-c6")  # the last pyramid that could move
    assert m.actor is None
    assert m.result == ["1/2", "0", "1/2", "0"]
    m = position(4, 0, c5="s", f3="w!", b1="n!", c1="n!", a2="e!")
    m.play("c5-c6")
    assert m.result == ["0", "0", "1", "0"]
    assert [words.en for words in m.story(0)][-2:] == ["Nobody can move any more", "{2} wins"]


@rule("S12")
def test_a_win_can_be_shared_by_all_four() -> None:
    m = position(4, 0, c5="s", f3="w!", b1="n!", a2="e!")
    m.play("c5-c6")
    assert m.result == ["1/4", "1/4", "1/4", "1/4"]


@rule("S13")
def test_a_game_ends_after_quiet_limit_turns_without_an_arrival() -> None:
    m = position(2, 0, a3="s", f3="n", b6="s!", quiet_limit=20)
    play(m, "a3-b3 f3-e3 b3-a3 e3-f3 " * 5)
    assert m.ply == 20
    assert m.result == ["1", "0"]
    assert m.story(19)[1].en == "20 turns without an arrival end the game"


@rule("S13")
def test_an_arrival_begins_the_count_anew() -> None:
    m = position(2, 0, a3="s", c5="s", f3="n", quiet_limit=20)
    play(m, "a3-b3 f3-e3 b3-a3 e3-f3 " * 4 + "a3-b3 f3-e3")
    assert m.view()["quiet"] == 18
    m.play("c5-c6")
    assert m.view()["quiet"] == 0
    play(m, "e3-f3 b3-a3 f3-e3 a3-b3 " * 4 + "e3-f3 b3-a3 f3-e3")
    assert m.result is None
    assert m.view()["quiet"] == 19
    m.play("a3-b3")
    assert m.result == ["1", "0"]


@rule("S13")
def test_the_turn_that_fills_the_goal_still_wins_at_the_limit() -> None:
    goal = {f"{file}6": "s!" for file in "abcde"}
    m = position(2, 0, f5="s", f3="n", **goal, set_up=lambda s: s.__setattr__("quiet", 199))
    m.play("f5-f6")
    assert m.result == ["1", "0"]


@rule("S13")
@pytest.mark.parametrize("value", [19, 0, -1, True, 20.0, "20", None])
def test_a_quiet_limit_is_a_whole_number_of_at_least_20(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number of at least 20"):
        pyramidion.new("spitze", quiet_limit=value)


@rule("S13")
def test_by_default_the_limit_is_200_turns() -> None:
    assert pyramidion.new("spitze").view()["quiet_limit"] == 200
