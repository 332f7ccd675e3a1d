"""Flaming Pyramids, rule by rule: mayhem (F12 to F19)."""

import pytest

from tests.games.flaming.tables import deal, falling, out, pile, pyramid, refused, shaken, table

rule = pytest.mark.rule


# Free air


@rule("F12")
def test_a_tile_in_free_air_drops_one_row_to_the_side_that_the_active_player_chooses() -> None:
    for choice, after in (("left", "y10 0:0 · g60 0:6"), ("right", "y10 0:0 · g60 0:4")):
        m = shaken(". . . g60", "y10")
        assert (m.actor, m.legal, falling(m)) == (0, ["left", "right"], "y10")
        assert refused(m, "r2 0:0") == "F12"
        m.play(choice)
        assert pyramid(m) == after
        assert pile(m) == ""  # nothing leaves the pyramid
        assert m.actor == 1


@rule("F12")
def test_both_sides_are_offered_even_where_they_come_to_the_same() -> None:
    m = shaken("", "y10")
    assert m.legal == ["left", "right"]
    m.play("right")
    assert pyramid(m) == "y10 0:0"


@rule("F12")
def test_a_tile_drops_again_until_something_is_under_it() -> None:
    m = shaken(". . . g60", "", "y10")
    m.play("right")
    assert falling(m) == "y10"
    m.play("right")
    assert pyramid(m) == "y10 0:0 · g60 0:2"


@rule("F12")
def test_in_a_row_the_left_one_drops_first_and_what_rests_on_hanging_tiles_waits() -> None:
    m = table("y6 r6 b6", "y10 b10", "y4", hand="g1")
    m.play("g1 0:6")  # burns the whole base
    assert pile(m) == "y6 r6 b6"
    assert falling(m) == "y10"
    m.play("left")
    assert falling(m) == "b10"  # y4 still rests on it
    m.play("right")
    assert falling(m) == "y4"
    m.play("left")
    assert pyramid(m) == "y4 1:1 · y10 0:0 · b10 0:4"


@rule("F12")
def test_the_upper_row_drops_before_the_lower_one() -> None:
    assert falling(shaken(". . . . g60", "y10", ". . b30")) == "b30"


@rule("F12", "F13")
def test_free_air_comes_before_collapse() -> None:
    m = shaken("g60 g100", "g2 . . y10", "r100")  # r100 on g2 alone does not fit, y10 hangs
    assert falling(m) == "y10"
    assert pile(m) == ""


# Collapse


@rule("F13")
@pytest.mark.parametrize(
    ("choice", "after"), [("left", "g100 0:0 · b60 0:8"), ("right", "g100 0:0 · b60 0:6")]
)
def test_the_two_tiles_under_a_misfit_go_under_the_pile_and_it_drops(
    choice: str, after: str
) -> None:
    m = table("r20 y40 . . b60", hand="g100")
    m.play("g100 1:1")
    assert (m.actor, m.legal, falling(m)) == (0, ["left", "right"], "g100")
    assert pile(m) == "r20 y40"
    assert refused(m, "fine") == "F13"
    m.play(choice)
    assert pyramid(m) == after


@rule("F13", "F10")
def test_a_misfit_on_one_tile_takes_this_one_away() -> None:
    m = shaken("r60 g60", ". y100")
    assert (pile(m), falling(m)) == ("g60", "y100")
    m.play("right")
    assert pyramid(m) == "r60 0:0 · y100 0:4"


@rule("F13")
def test_the_upper_misfit_collapses_first_and_in_a_row_the_left_one() -> None:
    m = shaken("r60 y60 g60 b60", "r4 b4 b6", "g2")  # g2 and b4 do not fit
    assert (falling(m), pile(m)) == ("g2", "r4 b4")
    m = shaken("r60 y60 g60 b60", "g4 . y4")  # neither of the two fits
    assert (falling(m), pile(m)) == ("g4", "r60 y60")


@rule("F13")
def test_the_tile_drops_before_anything_else_is_looked_for() -> None:
    m = shaken(". r60 y60", "r6 b4")  # b4 breaks in and takes r60 from under r6, to its left
    assert falling(m) == "b4"
    m.play("right")
    assert falling(m) == "r6"


@rule("F13")
def test_one_collapse_leads_to_another_and_leaves_tiles_in_the_air() -> None:
    m = shaken("b60 r60 y60", "r6 b4", "r2")
    assert (falling(m), pile(m)) == ("b4", "r60 y60")
    m.play("right")
    assert (falling(m), pile(m)) == ("r6", "r60 y60 b60")  # on b60 alone it does not fit
    m.play("left")
    assert falling(m) == "r2"


# Explosion


@rule("F14")
def test_two_fires_that_touch_take_all_that_touches_them_along_and_leave_the_game() -> None:
    m = shaken("r60 y1 m200 b60", "r40 b7 b100")
    assert pile(m) == "r40 b100 r60 m200"
    assert pyramid(m) == "b60 0:0"
    assert out(m, "y1 b7")


@rule("F14")
def test_a_third_fire_tile_goes_under_the_pile() -> None:
    m = shaken("y1 g1 r7")
    assert pile(m) == "r7"
    assert out(m, "y1 g1")


@rule("F14")
def test_the_pair_is_the_earliest_fire_that_touches_one_and_its_earliest_partner() -> None:
    m = shaken("y60 g1 b60", "y1 b7")  # all three touch; y1 and b7 come first
    assert pile(m) == "y60 g1 b60"
    assert out(m, "y1 b7")
    m = shaken("r60 b7 y1 g1 r7")  # the fourth is out of reach
    assert pile(m) == "r60 g1"
    assert pyramid(m) == "r7 0:0"


@rule("F14")
def test_a_fire_further_up_that_touches_none_is_no_part_of_it() -> None:
    m = shaken("r120 y60 b100 r7 b7", "y1")
    assert pile(m) == "b100"
    assert pyramid(m) == "y1 1:1 · r120 0:0 · y60 0:2"


@rule("F14")
def test_two_fires_with_nothing_around_them_just_leave_the_game() -> None:
    m = table("r7", hand="b7")
    m.play("b7 0:2")
    assert (pyramid(m), pile(m)) == ("", "")
    assert out(m, "r7 b7")


@rule("F14")
def test_an_explosion_comes_after_a_collapse_and_before_a_wood_fire() -> None:
    m = shaken("y10 r7 b7 r60 g60", ". . . b30")
    assert (falling(m), pile(m)) == ("b30", "r60 g60")
    m = shaken("y20 y10 r7 b7 r60")
    assert pile(m) == "y10 r60"  # a wood fire would have burnt y20 as well
    assert pyramid(m) == "y20 0:0"


# Fire


@rule("F15")
def test_a_gas_burner_burns_straw_and_wood_and_the_fire_spreads_from_one_to_the_next() -> None:
    m = shaken("r7 y10 g4 b60 y20")
    assert pile(m) == "y10 g4"  # b60 protects y20
    assert pyramid(m) == "b60 0:0 · y20 0:2"
    assert out(m, "r7")
    m = shaken("r7 y60 g100 b120")  # it waits among stones
    assert (m.actor, pile(m)) == (1, "")


@rule("F15")
def test_of_two_gas_burners_the_earliest_burns_first_alone() -> None:
    m = shaken("r7 y10 g60 b20 b7")
    assert pile(m) == "y10 b20"
    assert out(m, "r7 b7")
    m = shaken("r7 y10 b7")  # nothing is left for the second, so it stays
    assert pile(m) == "y10"
    assert pyramid(m) == "b7 0:0"


@rule("F15")
def test_after_one_fire_a_collapse_comes_before_the_next_fire() -> None:
    m = shaken("r7 y40 r60 b20 b7", ". y100")  # y100 fits on both, but not on r60 alone
    assert (falling(m), pile(m)) == ("y100", "y40 r60")
    m.play("left")
    assert pile(m) == "y40 r60 b20"


@rule("F16")
def test_a_coal_fire_burns_straw_only() -> None:
    m = shaken("y1 g4 b2 r10 y6")
    assert pile(m) == "g4 b2"  # wood stops it
    assert pyramid(m) == "r10 0:0 · y6 0:2"
    assert out(m, "y1")
    m = shaken("y1 g10 b60")
    assert (m.actor, pile(m)) == (1, "")


@rule("F16")
def test_a_straw_fire_comes_after_a_wood_fire() -> None:
    m = shaken("y1 g4 b10 r7")
    assert pile(m) == "g4 b10"  # the gas burner takes the straw too, the coal fire waits on
    assert pyramid(m) == "y1 0:0"
    assert out(m, "r7")


@rule("F17")
def test_a_fire_tile_waits_and_whoever_brings_what_it_burns_pays() -> None:
    m = table("g1 r60", hand="r10 r2", others="g4 g2")
    m.play("r10 1:1")
    deal(m)
    assert pyramid(m) == "r10 1:1 · g1 0:0 · r60 0:2"
    m.play("g4 0:-2")
    assert (pile(m, 0), pile(m, 1)) == ("", "g4")


@rule("F17")
def test_a_fire_tile_removed_by_a_collapse_stays_in_the_game() -> None:
    m = table("g1 r60", hand="b10")
    m.play("b10 1:1")
    assert pile(m) == "g1 r60"
    assert not out(m, "g1")


# Curse


@rule("F18")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_three_of_a_weight_go_to_the_player_who_played_before(players: int) -> None:
    m = table("r20 y20", hand="g20", players=players, dealt=2, curse=True)
    m.play("g20 1:1")
    assert pyramid(m) == ""
    assert [pile(m, seat) for seat in range(players)] == [""] * (players - 1) + ["g20 r20 y20"]
    hands = [seat["hand"] for seat in m.view()["seats"]]
    deal(m)  # only the active player draws
    assert [seat["hand"] for seat in m.view()["seats"]] == [2, *hands[1:]]
    assert m.actor == 1


@rule("F18")
def test_without_the_option_nothing_is_cursed() -> None:
    m = table("r20 y20", hand="g20")
    m.play("g20 1:1")
    assert pyramid(m) == "g20 1:1 · r20 0:0 · y20 0:2"


@rule("F18")
@pytest.mark.parametrize(
    "rows", [("r20 y20 g20",), ("r20 y40", "g20"), ("r20", "g20"), ("r20 y20", "r10")]
)
def test_only_one_on_two_of_its_own_weight_is_cursed(rows: tuple[str, ...]) -> None:
    assert shaken(*rows, curse=True).actor == 1


@rule("F18")
def test_all_that_leaves_after_a_curse_goes_there_too_but_the_active_player_chooses() -> None:
    m = table("b60 r20 y20 r60", ". . y40", hand="g20", players=3, curse=True)
    m.play("g20 1:3")  # y40 then stands on r60 alone and does not fit
    assert (m.actor, falling(m)) == (0, "y40")
    assert [pile(m, seat) for seat in range(3)] == ["", "", "g20 r20 y20 r60"]


@rule("F18")
def test_fire_still_leaves_the_game_after_a_curse_and_what_it_burns_goes_there() -> None:
    m = table("r60 y60 b120 g1", ". y4", hand="g60", curse=True)
    m.play("g60 1:1")  # y4 then stands on b120 alone, breaks in …
    m.play("right")  # … and falls beside the coal fire
    assert [pile(m, seat) for seat in range(2)] == ["", "g60 r60 y60 b120 y4"]
    assert out(m, "g1")


@rule("F18")
def test_what_left_before_the_curse_stays_with_the_active_player_and_the_next_turn_is_free() -> (
    None
):
    m = table("r20 y20 b60", "r4 b4", hand="g20", others="b6 g6 r60 r100", players=3, dealt=5,
              curse=True)  # fmt: skip
    m.play("g20 2:2")
    m.play("left")  # onto r20 and y20: a trio
    assert [pile(m, seat) for seat in range(3)] == ["r4 b4", "", "g20 r20 y20"]
    deal(m)
    m.play("r60 0:2")
    deal(m)
    m.play("g6 1:1")  # on b60 and r60 it breaks in
    assert [pile(m, seat) for seat in range(3)] == ["r4 b4", "", "g20 r20 y20 b60 r60"]


@rule("F18")
def test_the_curse_is_looked_for_last() -> None:
    m = shaken("y1 r4 y4", ". g4", curse=True)  # the straw fire takes all three before
    assert [pile(m, seat) for seat in range(2)] == ["g4 r4 y4", ""]


# Under the pile


@rule("F19")
def test_tiles_go_under_the_pile_top_row_first_and_come_up_in_that_order() -> None:
    m = table("b120 m200 b7 g60", "b60", hand="y1 b2 b4 b6 b10", under="b20", others="b100 r2",
              dealt=0)  # fmt: skip
    m.play("y1 1:3")
    assert pile(m) == "b60 m200 g60"  # b20, the first, came up already
    m.play("b100 0:2")
    m.play("b10 1:1")
    assert pile(m) == "m200 g60"


@rule("F19")
def test_everyone_sees_what_was_put_under_a_pile() -> None:
    m = table("r60 y6", hand="g100 b2", players=3)
    m.play("g100 1:1")
    for seat in (None, 0, 1, 2):
        assert m.view(seat)["seats"][0]["under"] == ["r60", "y6"]
