"""Pyramido, rule by rule."""

import pytest

import pyramidion
from pyramidion.games.pyramido import rules
from pyramidion.games.pyramido.face import field_name, field_of
from pyramidion.match import Match

rule = pytest.mark.rule


def after(moves: str, quiet_limit: int = 100) -> Match:
    m = pyramidion.new("pyramido", quiet_limit=quiet_limit)
    for move in moves.split():
        m.play(move)
    return m


def position(first: str, second: str, to_act: int = 0, reserve: tuple[int, int] = (5, 5)) -> Match:
    """A position made by hand: the fields of both players' stones."""
    m = pyramidion.new("pyramido")
    for player, names in enumerate((first, second)):
        for name in names.split():
            field = field_of(name)
            assert field is not None
            m._s.stones[player] |= 1 << field
    m._s.reserve[:] = reserve
    m._s.to_act = to_act
    rules.begin_turn(m._s)
    m._look()
    return m


def column(number: int) -> str:
    """Four stones on top of each other: each rests on the one of the same number."""
    return " ".join(f"{level}{number}" for level in "abcd")


def refused(m: Match, move: str) -> str:
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    return error.value.rule


@rule("P1", "P2")
def test_the_board_has_five_levels_of_8_7_6_5_and_4_named_fields() -> None:
    names = [field_name(field) for field in range(40) if rules.BOARD >> field & 1]
    base, *raised = "a1 a2 a3 a4 a5 a6 a7 a8", "b1 b2 b3 b4 b5 b6 b7", "c1 c2 c3 c4 c5 c6"
    assert " ".join(names) == " ".join([base, *raised, "d1 d2 d3 d4 d5", "e1 e2 e3 e4"])
    assert [field_of(name) for name in ("b8", "c7", "e5", "f1", "a0", "a9", "")] == [None] * 7


@rule("P2")
@pytest.mark.parametrize("move", ["b8", "a9", "a1-b8", "x", "a4-", "-a4", "a4 b4", "a4-a5-a6"])
def test_a_field_that_does_not_exist_is_refused(move: str) -> None:
    assert refused(after("a4 a5"), move) == "P2"


@rule("P3")
def test_a_raised_field_rests_on_the_fields_of_the_same_and_the_next_number_below() -> None:
    m = after("a3 a4 a8 a7")
    assert "a3-b3" in m.legal
    assert refused(m, "a3-b2") == "P7"
    assert refused(m, "a3-b4") == "P7"
    # at every place of the pyramid, from the left and from the right
    for level in range(1, 5):
        for number in range(rules.LEVELS[level]):
            left, right = (field_name(8 * (level - 1) + number + side) for side in (0, 1))
            target = field_name(8 * level + number)
            below = [
                field_name(field) for field in range(8 * (level - 1)) if rules.BOARD >> field & 1
            ]
            m = position(f"{left} {right}", " ".join(below))
            climbs = [move for move in m.legal if "-" in move]
            assert climbs == [f"{right}-{target}", f"{left}-{target}"]


@rule("P4")
def test_each_player_has_13_stones_and_none_ever_leaves_the_board() -> None:
    m = pyramidion.new("pyramido")
    assert m.view()["reserve"] == [13, 13]
    m = after("a1 a2 a1-b1 a3")
    view = m.view()
    assert view["reserve"] == [12, 11]
    assert [len(stones) for stones in view["stones"]] == [1, 2]


@rule("P5")
def test_players_alternate_and_nobody_may_pass() -> None:
    m = after("a1")
    assert m.actor == 1
    m.play("a2")
    assert m.actor == 0
    assert all(move != "pass" for move in m.legal)
    assert refused(m, "pass") == "P2"


@rule("P6")
def test_a_stone_is_placed_on_any_empty_base_field() -> None:
    m = after("a3")
    assert m.legal == ["a1", "a2", "a4", "a5", "a6", "a7", "a8"]
    assert refused(m, "a3") == "P6"
    assert refused(m, "b3") == "P6"


@rule("P6")
def test_nothing_is_placed_from_an_empty_reserve() -> None:
    m = position("a1", "a2", reserve=(0, 5))
    assert m.legal == ["a1-b1"]
    assert refused(m, "a5") == "P6"


@rule("P7")
def test_a_climb_needs_the_other_field_under_the_target_occupied_by_either_colour() -> None:
    m = after("a1 a2")
    assert "a1-b1" in m.legal
    assert refused(m, "a2-b1") == "P7"  # not one's own stone
    assert refused(after("a1 a8"), "a1-b1") == "P7"  # no support
    assert "a2-b1" in after("a1 a8 a2 a7").legal  # an own stone supports as well
    assert refused(position("a1 a2 b1", ""), "a1-b1") == "P7"  # the target is taken
    assert refused(position("a1 a2", "a3"), "a1-c1") == "P7"  # two levels at once


@rule("P7", "P8")
def test_after_a_climb_the_other_stone_is_the_only_support() -> None:
    m = after("a1 a2 a1-b1")
    assert m.view()["hanging"] == []
    m = after("a1 a2 a1-b1 a3 a8 a2-b2")  # the support walks away
    assert m.view()["hanging"] == ["b1"]


@rule("P8")
def test_a_stone_on_a_hanging_stone_is_supported() -> None:
    m = position("b2 c2", "a8")
    assert m.view()["hanging"] == ["b2"]


@rule("P9")
def test_who_hangs_must_fall_with_one_of_the_hanging_stones_of_their_choice() -> None:
    m = position("b1 b4 a7", "a8")
    assert sorted(m.legal) == ["b1-a1", "b1-a2", "b4-a4", "b4-a5"]
    assert refused(m, "a3") == "P9"
    assert refused(m, "a7-b7") == "P9"


@rule("P9")
def test_the_others_hanging_stones_do_not_bind_me() -> None:
    m = position("a1", "b4")
    assert "a2" in m.legal


@rule("P10")
def test_a_falling_stone_drops_one_level_to_either_side_and_may_hang_again() -> None:
    m = position("c3", "a8")
    assert sorted(m.legal) == ["c3-b3", "c3-b4"]
    assert refused(m, "c3-b2") == "P10"
    assert refused(m, "c3-a3") == "P10"
    m.play("c3-b4")
    assert m.view()["hanging"] == ["b4"]
    m.play("a1")
    assert sorted(m.legal) == ["b4-a4", "b4-a5"]


@rule("P11")
def test_a_supported_stone_never_falls() -> None:
    m = position("a1 b1", "a8")
    assert refused(m, "b1-a2") == "P11"
    assert not any(move.startswith("b1") for move in m.legal)


@rule("P12")
def test_a_stone_that_is_supported_again_when_its_owners_turn_begins_does_not_fall() -> None:
    m = position("a2 b1 a8", "a3 a7")
    m.play("a2-b2")  # b1 hangs after its owner's own move
    assert m.view()["hanging"] == ["b1"]
    m.play("a1")  # the other one happens to support it again
    assert "a2" in m.legal
    assert not any(move.startswith("b1-a") for move in m.legal)


@rule("P13")
def test_who_has_no_legal_move_when_the_turn_begins_loses() -> None:
    m = position("a1", "a2 a3 a4 a5 a6 a7 a8", to_act=1, reserve=(0, 5))
    m.play("a8-b7")
    assert m.actor == 0  # a1 may still climb
    m = position("e1", f"{column(1)} a2 a3 a4 a5 a6 a7", to_act=1, reserve=(0, 5))
    m.play("a8")
    assert m.result == ["0", "1"]
    with pytest.raises(pyramidion.IllegalMove, match="the game is over"):
        m.play("a1")


@rule("P14")
def test_two_supported_stones_on_the_goal_level_win_when_the_own_turn_begins() -> None:
    m = position(f"e1 {column(2)} {column(3)}", column(1))
    m.play("d2-e2")
    assert m.result is None  # the other may still shake them
    m.play("a8")
    assert m.result == ["1", "0"]


@rule("P14")
def test_a_reply_that_shakes_one_of_the_two_prevents_the_win() -> None:
    m = position(f"e1 {column(3)} {column(4)}", column(1))
    m.play("d4-e3")
    assert m.view()["threatens"] == [True, False]
    m = position("e1 e3", " ".join(map(column, (1, 3, 4, 5))), to_act=1)
    m.play("d4-e4")  # e3 still rests on d3
    assert m.result == ["1", "0"]
    m = position("e1 e3", " ".join(map(column, (1, 4, 5))), to_act=1)
    m.play("d4-e4")  # e3 hangs
    assert m.result is None
    assert sorted(m.legal) == ["e3-d3", "e3-d4"]


@rule("P14")
def test_goal_stones_win_even_while_another_stone_of_the_winner_hangs() -> None:
    m = position("e1 e2 b7", f"{column(1)} {column(2)}", to_act=1)
    m.play("a5")
    assert m.result == ["1", "0"]


@rule("P14", "P13")
def test_winning_is_looked_at_before_having_no_move() -> None:
    m = position("e1 e2", f"{column(1)} {column(2)} a3 a4 a5 a6 a7", 1, (0, 5))
    m.play("a8")
    assert m.result == ["1", "0"]


@rule("P15")
def test_after_quiet_limit_turns_without_a_stone_placed_the_game_is_a_draw() -> None:
    m = after("a1 a2 a1-b1", quiet_limit=2)
    assert m.view()["quiet"] == 1
    m.play("a3")  # placing begins the count anew
    assert m.view()["quiet"] == 0
    m.play("a8")
    m.play("a2-b2")
    assert m.result is None
    m.play("b1-a1")
    assert m.result == ["1/2", "1/2"]


@rule("P15")
@pytest.mark.parametrize("value", [0, -1, True, 2.0, "5", None])
def test_a_quiet_limit_is_a_whole_number_of_at_least_1(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number of at least 1"):
        pyramidion.new("pyramido", quiet_limit=value)


@rule("P15")
def test_by_default_the_limit_is_100_turns() -> None:
    assert pyramidion.new("pyramido").view()["quiet_limit"] == 100
