"""The worked examples of the rulebook."""

import pytest

from pyramidion.match import Match
from tests.games.flaming.tables import falling, out, pile, pyramid, table

rule = pytest.mark.rule


@rule("F7")
def test_a_b_on_an_empty_table_or_beside_a_single_tile_anything_goes() -> None:
    assert table(hand="m200 r2").legal == ["r2 0:0", "m200 0:0"]
    assert table("g60", hand="m200 r2").legal == ["r2 0:-2", "r2 0:2", "m200 0:-2", "m200 0:2"]


@rule("F6")
@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (("g60 b60",), "1:1"),  # C
        (("g60 b60 r60", "g4"), "1:3"),  # D
        (("g60 b60 r60", "g4 r4"), "2:2"),  # E
    ],
)
def test_c_d_e_two_tiles_side_by_side_with_nothing_on_them_are_the_place(
    rows: tuple[str, ...], place: str
) -> None:
    assert table(*rows, hand="y2").legal == [f"y2 {place}"]


@rule("F7")
def test_f_a_full_pyramid_is_extended_at_either_side() -> None:
    assert table("g60 b60", "g4", hand="y2").legal == ["y2 0:-2", "y2 0:4"]


@rule("F6")
def test_g_h_after_mayhem_there_may_be_several_places() -> None:
    assert table("g60 . b60 r60", hand="y2").legal == ["y2 1:5", "y2 0:2"]


@rule("F9")
@pytest.mark.parametrize("tile", ["r4", "b20", "r60"])
def test_i_j_k_a_tile_that_shares_colour_or_weight_and_is_light_enough_stays(tile: str) -> None:
    m = table("r20 g40", hand=tile)
    m.play(f"{tile} 1:1")
    assert (falling(m), pile(m)) == ("", "")


@rule("F9", "F13")
def test_l_a_tile_that_is_too_heavy_collapses() -> None:
    m = table("r20 g30", hand="r60")
    m.play("r60 1:1")
    assert (falling(m), pile(m)) == ("r60", "r20 g30")


@rule("F13")
def test_m_n_the_side_to_which_the_green_100_falls_makes_all_the_difference() -> None:
    m = table("g120 b40 r20", "b20 r6", hand="g100")
    m.play("g100 2:2")
    assert pile(m) == "b20 r6"
    n1, n2 = m.copy(), m.copy()
    n1.play("left")  # onto g120 and b40: green, and light enough
    assert pyramid(n1) == "g100 1:1 · g120 0:0 · b40 0:2 · r20 0:4"
    assert pile(n1) == "b20 r6"
    n2.play("right")  # onto b40 and r20: it breaks in again
    assert (falling(n2), pile(n2)) == ("g100", "b20 r6 b40 r20")


@rule("F16")
def test_a_green_coal_fire_burns_a_yellow_4() -> None:
    m = table("g60 y4", hand="g1")
    m.play("g1 1:1")
    assert (pyramid(m), pile(m)) == ("g60 0:0", "y4")
    assert out(m, "g1")


@rule("F15")
def test_a_blue_gas_burner_burns_four_tiles_and_stone_protects_the_yellow_30() -> None:
    m = table("g6 r40 b20 r120 y30", "r20 . y120 y100", hand="b7")
    m.play("b7 1:3")  # it touches r20, r40 and b20; g6 catches fire from them
    assert pile(m) == "r20 g6 r40 b20"
    assert pyramid(m) == "y120 1:-1 · y100 1:1 · r120 0:0 · y30 0:2"
    assert out(m, "b7")


@rule("F14")
def test_coal_fire_and_gas_burner_blow_up_three_tiles_and_one_is_the_millstone() -> None:
    m = table("b120 m200 b7 g60", "b60", hand="y1")
    m.play("y1 1:3")
    assert (pyramid(m), pile(m)) == ("b120 0:0", "b60 m200 g60")
    assert out(m, "y1 b7")


@rule("F10", "F6")
def test_a_tile_may_rest_on_one_alone_and_the_next_place_is_in_the_gap() -> None:
    m = table("b100 . r60", ". r20", hand="y2")
    assert m.legal == ["y2 0:2"]
    m.play("y2 0:2")
    assert (falling(m), pile(m)) == ("", "")


@rule("F18")
def test_three_of_one_weight_are_cursed() -> None:
    m = table("g30 b30 y60", hand="y30", curse=True)
    m.play("y30 1:1")
    assert (pyramid(m), pile(m, 1)) == ("y60 0:0", "y30 g30 b30")


# The long example of the last pages


@pytest.fixture
def jenny() -> Match:
    """Jenny has played the yellow coal fire onto the blue 6 and the red 30."""
    m = table("y20 r120 y60 r7 b120", "y6 r4 g60 r100", "b6 r30", hand="y1")
    m.play("y1 3:3")
    assert (falling(m), pile(m)) == ("y1", "b6 r30")
    return m


@rule("F13", "F16")
def test_jenny_4a_to_the_left_the_coal_fits_and_burns_two_straw_tiles(jenny: Match) -> None:
    jenny.play("left")
    assert pile(jenny) == "b6 r30 y6 r4"
    assert out(jenny, "y1")
    rest = "g60 1:5 · r100 1:7 · y20 0:0 · r120 0:2 · y60 0:4 · r7 0:6 · b120 0:8"
    assert pyramid(jenny) == rest


@rule("F13", "F16")
def test_jenny_4b_5a_right_then_left_five_tiles(jenny: Match) -> None:
    jenny.play("right")
    assert (falling(jenny), pile(jenny)) == ("y1", "b6 r30 r4 g60")
    jenny.play("left")
    assert pile(jenny) == "b6 r30 r4 g60 y6"
    assert out(jenny, "y1")
    assert pyramid(jenny) == "r100 1:7 · y20 0:0 · r120 0:2 · y60 0:4 · r7 0:6 · b120 0:8"


@rule("F13", "F14")
def test_jenny_4b_5b_right_then_right_seven_tiles(jenny: Match) -> None:
    jenny.play("right")
    jenny.play("right")
    assert pile(jenny) == "b6 r30 r4 g60 r100 y60 b120"
    assert out(jenny, "y1 r7")
    assert pyramid(jenny) == "y6 1:1 · y20 0:0 · r120 0:2"
