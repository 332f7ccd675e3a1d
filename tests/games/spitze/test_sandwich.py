"""Einfach Spitze, the sandwich variant: S14 and S15."""

from typing import Any

import pytest

import pyramidion
from tests.games.spitze.tables import moves_from, play, position, refused, stacks

rule = pytest.mark.rule


@rule("S14")
def test_the_example_of_the_rulebook_read_from_the_top_down() -> None:
    # red, yellow, red, green, red from the top down: the upper three move, two stay
    m = position(4, 0, c3="sesws", a1="n", sandwich=True)
    assert moves_from(m, "c3") == {
        *("c3-b3", "c3-c4", "c3-d3"),
        *("c3=b3", "c3=c4", "c3=d3"),
    }
    assert m.view()["groups"] == {"c3": 3}
    alone = m.copy()
    m.play("c3=c4")
    assert stacks(m) == {"c3": "se", "c4": "sws", "a1": "n"}
    alone.play("c3-c4")  # or the top one alone
    assert stacks(alone) == {"c3": "sesw", "c4": "s", "a1": "n"}


@rule("S14")
def test_the_group_reaches_down_to_the_next_own_pyramid_over_any_number_of_others() -> None:
    m = position(4, 1, c3="wwnnesw", d3="ne", a1="s", sandwich=True)
    m.play("c3=d3")  # order kept, put over what is there
    assert stacks(m) == {"c3": "w", "d3": "newnnesw", "a1": "s"}


@rule("S14")
@pytest.mark.parametrize("stack", ["ss", "nss", "snss", "s", "ns", "nwes", "wnss"])
def test_without_a_foreign_pyramid_right_under_the_top_and_an_own_one_below_there_is_no_group(
    stack: str,
) -> None:
    m = position(4, 0, c3=stack, a5="w", sandwich=True)
    assert moves_from(m, "c3") == {"c3-b3", "c3-c4", "c3-d3"}
    assert m.view()["groups"] == {}
    assert refused(m, "c3=c4") == "S14"


@rule("S14")
def test_who_is_not_on_top_moves_no_group() -> None:
    m = position(4, 0, c3="snsn", a2="s", sandwich=True)
    assert moves_from(m, "c3") == set()
    assert refused(m, "c3=c4") == "S6"


@rule("S14")
def test_a_group_moves_like_its_top_pyramid() -> None:
    m = position(4, 1, c3="wsw", a1="s", d3="e", f5="w!", sandwich=True)
    assert moves_from(m, "c3") == {"c3-c4", "c3-d3", "c3-c2", "c3=c4", "c3=d3", "c3=c2"}
    assert refused(m, "c3=b3") == "S6"  # backwards
    assert refused(m, "c3=d4") == "S6"
    m = position(4, 1, e4="wsw", e3="e", f4="w!", sandwich=True)
    assert refused(m, "e4=f4") == "S7"


@rule("S14")
def test_without_the_option_no_group_moves() -> None:
    m = position(4, 0, c3="sns", a5="w")
    assert moves_from(m, "c3") == {"c3-b3", "c3-c4", "c3-d3"}
    assert refused(m, "c3=c4") == "S14"


@rule("S14")
def test_the_highest_group_of_26_moves_and_keeps_its_order() -> None:
    between = "wne" * 8
    m = position(4, 0, c3=f"s{between}s", c4="ssssss", sandwich=True)
    m.play("c3=c4")
    assert stacks(m) == {"c4": f"sssssss{between}s"}


@rule("S14")
def test_in_a_stack_of_all_32_the_lowest_pyramid_can_belong_to_the_group() -> None:
    m = position(4, 0, c3="s" + "w" * 8 + "n" * 8 + "e" * 8 + "s" * 7, sandwich=True)
    for ply, target in enumerate(("c4", "d3", "b3", "c4", "d3", "b3")):
        m.play(f"c3-{target}")
        assert len(stacks(m)["c3"]) == 31 - ply
    assert m.view()["groups"]["c3"] == 26
    m.play("c3=c4")
    assert stacks(m)["c4"] == "ss" + "s" + "w" * 8 + "n" * 8 + "e" * 8 + "s"


@rule("S15")
def test_a_group_may_not_move_onto_a_goal_field_of_the_mover_but_its_top_alone_may() -> None:
    m = position(4, 0, b5="sns", a1="w", sandwich=True)
    assert moves_from(m, "b5") == {"b5-a5", "b5-b6", "b5-c5", "b5=a5", "b5=c5"}
    assert refused(m, "b5=b6") == "S15"
    m.play("b5-b6")
    assert m.view()["arrived"][0] == ["b6"]
    assert stacks(m)["b5"] == "sn"


@rule("S15")
def test_with_two_players_the_corners_are_closed_to_groups_too() -> None:
    m = position(2, 0, a5="sns", f3="n", sandwich=True)
    assert moves_from(m, "a5") == {"a5-a6", "a5-b5", "a5=b5"}
    four = position(4, 0, a5="sns", f3="n", sandwich=True)  # no goal with four players
    assert "a5=a6" in four.legal


@rule("S15")
def test_a_group_may_move_onto_the_goal_of_another() -> None:
    m = position(4, 0, b2="sns", c4="w", sandwich=True)
    play(m, "b2=a2")  # East's goal
    assert stacks(m)["a2"] == "sns"


@rule("S15")
def test_a_carried_pyramid_does_not_arrive_and_may_go_backwards() -> None:
    # South carries East onto East's goal, sideways; and North backwards, up the board
    m = position(4, 0, b2="ses", d3="sns", c5="e", c2="n", sandwich=True)
    m.play("b2=a2")
    assert m.view()["arrived"] == [[], [], [], []]
    assert m.view()["quiet"] == 1
    play(m, "c2-b2 c5-b5")
    m.play("d3=d4")
    assert stacks(m)["d4"] == "sns"


@rule("S15")
def test_a_pyramid_that_was_carried_onto_its_goal_can_be_covered_and_can_arrive_sideways() -> None:
    m = position(4, 0, b3="ses", c1="n", f6="w", sandwich=True)
    play(m, "b3=a3")  # East lies on a field of its goal, covered
    play(m, "f6-f5 c1-d1")  # West arrives, North arrives, East cannot move
    assert m.actor == 0
    m.play("a3-a4")
    assert stacks(m)["a3"] == "se"
    assert m.actor == 3  # uncovered, not arrived: it may move, sideways only
    assert set(m.legal) == {"a3-a2", "a3-a4"}
    covers = position(4, 1, a3="se", a2="w", sandwich=True)
    assert "a2-a3" in covers.legal
    m.play("a3-a2")
    assert m.view()["arrived"][3] == ["a2"]


@rule("S14", "S16")
def test_memory_and_sandwich_are_refused_together() -> None:
    with pytest.raises(pyramidion.OptionError, match="memory and sandwich cannot be combined"):
        pyramidion.new("spitze", memory=True, sandwich=True)
    pyramidion.new("spitze", memory=True, sandwich=False)


@rule("S14", "S16", "S18")
@pytest.mark.parametrize("option", ["sandwich", "memory", "points"])
@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_variant_is_true_or_false(option: str, value: Any) -> None:
    with pytest.raises(pyramidion.OptionError, match="true or false"):
        pyramidion.new("spitze", **{option: value})
