"""Flaming Pyramids, rule by rule: tiles, set-up, building (F1 to F11)."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from pyramidion.games.flaming import layout, tiles
from pyramidion.games.flaming.notation import NUMBERS, material
from tests.games.flaming.tables import deal, pile, pyramid, refused, shaken, table

rule = pytest.mark.rule


@rule("F1")
def test_40_regular_tiles_one_of_every_weight_in_every_colour() -> None:
    regular = tiles.NAMES[:40]
    assert len(set(regular)) == 40
    for colour in "rygb":
        made_of = [(material(NUMBERS[name]), name[1:]) for name in regular if name[0] == colour]
        assert made_of == [
            *(("straw", weight) for weight in ("2", "4", "6")),
            *(("wood", weight) for weight in ("10", "20", "30", "40")),
            *(("stone", weight) for weight in ("60", "100", "120")),
        ]


@rule("F2")
def test_five_special_tiles_and_fire_is_no_material() -> None:
    assert set(tiles.NAMES[40:]) == {"y1", "g1", "r7", "b7", "m200"}
    assert [material(NUMBERS[name]) for name in ("y1", "g1", "r7", "b7")] == [
        "coal", "coal", "gas", "gas",
    ]  # fmt: skip
    assert tiles.FIRE & (tiles.STRAW | tiles.WOOD | tiles.STONE) == 0
    assert tiles.STONE >> NUMBERS["m200"] & 1


@rule("F2")
@pytest.mark.parametrize("below", ["r120 g120", "y120 b120"])
def test_the_millstone_has_every_colour_at_once(below: str) -> None:
    assert pyramid(shaken(below, "m200")).startswith("m200 1:1")  # 200 on 240, in any colours
    assert pyramid(shaken("m200 r2", "y60")).startswith("y60 1:1")


@rule("F3", "F4")
@pytest.mark.parametrize(
    ("players", "intro", "left_over"),
    [(2, False, 1), (3, False, 0), (4, False, 1), (5, False, 0), (6, False, 3),
     (2, True, 0), (3, True, 1), (4, True, 0), (5, True, 0), (6, True, 4)],
)  # fmt: skip
def test_set_up_lays_out_what_is_left_over_then_deals_five_to_each_seat_in_turn(
    players: int, intro: bool, left_over: int
) -> None:
    m = pyramidion.new("flaming", players=players, intro=intro, chance="manual")
    all_tiles = 40 if intro else 45
    assert m.odds == {
        f"*{'base' if left_over else 'draw'} {name}": Fraction(1, all_tiles)
        for name in tiles.NAMES[:all_tiles]
    }
    for number in range(left_over):
        assert m.legal[0].startswith("*base")
        m.play(f"*base y{tiles.WEIGHTS[number]}")
    for seat in range(players):
        for number in range(5):
            assert m.actor == CHANCE
            assert all(move.startswith("*draw") for move in m.legal)
            assert set(m.odds.values()) == {Fraction(1, all_tiles - left_over - 5 * seat - number)}
            m.play(m.legal[0])
            assert [one["hand"] for one in m.view()["seats"]] == [5] * seat + [number + 1] + [0] * (
                players - seat - 1
            )
    assert m.actor == 0
    each = all_tiles // players - 5
    assert all(seat["dealt"] == each for seat in m.view()["seats"])
    assert pyramid(m) == " · ".join(
        f"y{tiles.WEIGHTS[number]} 0:{2 * number}" for number in range(left_over)
    )


@rule("F3")
def test_fire_among_the_left_over_tiles_leaves_the_game_and_the_others_close_up() -> None:
    m = pyramidion.new("flaming", players=6, chance="manual")
    for tile in ("r60", "y1", "b4"):
        m.play(f"*base {tile}")
    assert pyramid(m) == "r60 0:0 · b4 0:2"
    assert m.view()["gone"] == ["y1"]
    assert m.legal[0].startswith("*draw")  # not replaced
    assert len(m.legal) == 42
    m = pyramidion.new("flaming", players=2, chance="manual")
    m.play("*base b7")
    assert pyramid(m) == ""


@rule("F4")
def test_the_introductory_game_knows_no_special_tiles() -> None:
    m = pyramidion.new("flaming", intro=True, seed=1)
    m.play(m.legal[0])
    assert refused(m, "m200 0:0") == "F8"
    assert not set(tiles.NAMES[40:]) & set(m.view(0)["gone"])
    with pytest.raises(pyramidion.OptionError, match="true or false"):
        pyramidion.new("flaming", intro=1)


def bricks(rows: tuple[str, ...]) -> Any:
    return table(*rows)._s


@rule("F5")
def test_a_tile_touches_its_neighbours_in_the_row_and_what_it_rests_on_and_what_rests_on_it() -> (
    None
):
    s = bricks(("r2 y2 g2 b2", "r4 y4 g4", "r6 y6", "r10"))
    names = [tiles.NAMES[tile] for tile in s.lying[:10]]
    assert names == ["r10", "r6", "y6", "r4", "y4", "g4", "r2", "y2", "g2", "b2"]
    touch = {
        name: {names[i] for i in range(10) if layout.touching(s, number) >> i & 1}
        for number, name in enumerate(names)
    }
    assert touch["y4"] == {"r4", "g4", "r6", "y6", "y2", "g2"}  # six neighbours, the most
    assert touch["r10"] == {"r6", "y6"}
    assert touch["r4"] == {"r6", "y4", "r2", "y2"}
    assert touch["b2"] == {"g2", "g4"}
    for one, other in combinations(names, 2):
        assert (one in touch[other]) == (other in touch[one])


@rule("F5")
def test_places_are_counted_in_half_tiles_from_the_left_edge_of_the_base() -> None:
    m = table("r2 y2 g2", "r4 y4", hand="b60")
    assert m.legal == ["b60 2:2"]
    m = table("r2 y2", "r4", hand="b60 b100")
    m.play("b60 0:-2")
    deal(m)
    assert pyramid(m) == "r4 1:3 · b60 0:0 · r2 0:2 · y2 0:4"  # counted anew
    assert refused(table("r2 y2", hand="b60"), "b60 1:2") == "F5"
    assert refused(table("r2 y2", hand="b60"), "b60") == "F5"


@rule("F6")
def test_a_slot_is_open_on_two_tiles_and_in_a_gap_of_the_base() -> None:
    m = table("r60 . g60 b60", ". . g4", hand="b6")
    assert m.legal == ["b6 0:2"]
    m = table("r60 . . g60 b60", hand="b6")
    assert m.legal == ["b6 1:7", "b6 0:2", "b6 0:4"]
    m = table("r60 y60 g60 b60", "r4 . g4", hand="b6 y6")
    assert m.legal == ["y6 1:3", "b6 1:3"]
    m = table("r60 y60 g60", "r4 y4", "r6", hand="b6")  # no slot: the ends of the base
    assert m.legal == ["b6 0:-2", "b6 0:6"]


@rule("F6")
def test_while_a_slot_is_open_the_tile_must_go_there() -> None:
    m = table("r60 y60", hand="b6")
    assert m.legal == ["b6 1:1"]
    for elsewhere in ("b6 0:-2", "b6 0:4", "b6 0:0", "b6 1:3", "b6 2:0"):
        assert refused(m, elsewhere) == "F6"


@rule("F6")
def test_a_slot_beside_and_under_an_overhanging_tile_is_open_too() -> None:
    # g4 rests on g60 alone and overhangs a gap of the base; then beside a pair in row 1
    m = table("r60 . g60", ". g4", hand="b6")
    assert m.legal == ["b6 0:2"]
    m = table("r60 y60 . b60", "r4 y4 b4", hand="b6")
    assert m.legal == ["b6 2:2", "b6 2:4", "b6 0:4"]


@rule("F7")
def test_the_first_tile_lies_down_and_the_second_goes_to_either_side() -> None:
    m = table(hand="b6 r4")
    assert m.legal == ["r4 0:0", "b6 0:0"]
    assert refused(m, "b6 0:2") == "F7"
    m.play("b6 0:0")
    deal(m)
    assert [move.split()[1] for move in m.legal] == ["0:-2", "0:2"] * 2
    assert refused(m, f"{m.legal[0].split()[0]} 1:1") == "F7"
    assert refused(m, f"{m.legal[0].split()[0]} 0:0") == "F7"


@rule("F7")
@pytest.mark.parametrize(
    ("place", "after"), [("0:-2", "b6 0:0 · r60 0:2"), ("0:2", "r60 0:0 · b6 0:2")]
)
def test_the_base_is_extended_at_the_end_of_the_players_choice(place: str, after: str) -> None:
    m = table("r60", hand="b6")
    m.play(f"b6 {place}")
    assert pyramid(m) == after


@rule("F7")
def test_an_extension_may_come_to_lie_under_an_overhanging_tile() -> None:
    m = table(". r60", "r4", hand="b6")  # columns may be negative
    assert pyramid(m) == "r4 1:-1 · r60 0:0"
    assert m.legal == ["b6 0:-2", "b6 0:2"]
    m.play("b6 0:-2")
    assert pyramid(m) == "r4 1:1 · b6 0:0 · r60 0:2"


@rule("F8")
def test_every_tile_of_the_hand_may_be_played_fitting_or_not_and_nobody_may_pass() -> None:
    m = table("r60 y60", hand="m200 b6 y4")
    assert m.legal == ["y4 1:1", "b6 1:1", "m200 1:1"]
    assert refused(m, "pass") == "F8"
    assert refused(m, "g2 1:1") == "F8"
    m.play("y4 1:1")
    assert m.view()["seats"][0]["hand"] == 2
    assert m.actor == CHANCE  # one tile only, then the draw


def stands(*rows: str) -> bool:
    """Is the turn over at once, without anything falling?"""
    return shaken(*rows).actor == 1


@rule("F9")
@pytest.mark.parametrize(
    ("top", "below", "fits"),
    [
        ("r4", "r60 y60", True),  # colour of the left one
        ("y4", "r60 y60", True),  # colour of the right one
        ("g60", "r60 y100", True),  # weight of the left one
        ("b60", "r100 y60", True),  # weight of the right one
        ("g4", "r60 y60", False),  # neither
        ("r60", "r20 y40", True),  # exactly as heavy as both together
        ("r60", "r20 y30", False),  # too heavy
        ("r120", "r100 y10", False),
        ("r2", "y2 g120", True),
        ("r60", "b2 r120", True),  # lighter than one is not asked for
        ("y1", "y60 r60", True),  # fire has colour and weight like any tile
        ("y1", "r60 b60", False),
        ("b60", "b7 r60", True),
        ("b100", "b7 r60", False),
    ],
)
def test_on_two_tiles_colour_or_weight_of_one_and_no_heavier_than_both(
    top: str, below: str, fits: bool
) -> None:
    assert stands(below, top) is fits


@rule("F10")
@pytest.mark.parametrize(
    ("top", "below", "fits"),
    [("r4", "r60", True), ("g60", "r60", True), ("g4", "r60", False), ("r100", "r60", False),
     ("m200", "r120", False), ("r120", "m200", True)],
)  # fmt: skip
def test_on_one_tile_colour_or_weight_and_no_heavier(top: str, below: str, fits: bool) -> None:
    assert stands(below, top) is fits  # overhangs to the right
    assert stands(f". {below}", top) is fits  # overhangs to the left


@rule("F11")
def test_base_tiles_always_fit() -> None:
    m = shaken("m200 r2 g120 b4")
    assert m.actor == 1
    assert pile(m) == ""


@rule("F7")
def test_the_same_layout_is_the_same_bytes_whichever_way_it_grew() -> None:
    left, right = table("r60", hand="b6"), table("b6", hand="r60")
    left.play("b6 0:-2")
    right.play("r60 0:2")
    for part in ("rows", "lying", "table", "height"):
        assert left.state[part].tobytes() == right.state[part].tobytes()


@rule("F5")
@pytest.mark.parametrize("place", ["0:-2", "0:2"])
def test_even_a_leaning_tower_of_almost_all_tiles_has_room(place: str) -> None:
    names = [name for name in tiles.NAMES if name not in ("r2", "y2", "g2", "b2", "r4")]
    m = table(*names, hand="r2", others="y2 g2", dealt=1, checking="players")
    assert m.legal == ["r2 0:-2", "r2 0:2"]
    m.play(f"r2 {place}")
    edge = 2 if place == "0:-2" else 0
    assert [(brick["tile"], brick["row"], brick["column"]) for brick in m.view()["pyramid"]] == [
        *((name, row, row + edge) for row, name in list(enumerate(names))[:0:-1]),
        *sorted([(names[0], 0, edge), ("r2", 0, 2 - edge)], key=lambda brick: brick[2]),
    ]
