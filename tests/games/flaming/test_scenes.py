"""Mayhem shown step by step, and what is told before it happens."""

import pytest

from pyramidion.engine import blank, calls, generator
from pyramidion.match import Match
from tests.cases import Case
from tests.games.flaming.cases import CASES
from tests.games.flaming.tables import shaken, table
from tests.walks import walk


def pictures(m: Match, seat: int | None = None) -> list[str]:
    """The scenes of the last move: every marked tile with its mark and wave."""
    found = []
    for scene in m.scenes(m.ply - 1, seat):
        marked = [brick for brick in scene.view["pyramid"] if "mark" in brick]
        found.append(" ".join(f"{it['tile']}:{it['mark']}{it.get('wave') or ''}" for it in marked))
    return found


def test_a_tile_that_fits_has_no_scenes() -> None:
    m = table("r60 y60", hand="r4")
    m.play("r4 1:1")
    assert pictures(m) == []


def test_the_scenes_begin_with_the_tile_lying_and_show_every_event_before_it_is_over() -> None:
    m = table("b60 r20 y20 r60", ". . y40", hand="g20", players=3, curse=True)
    m.play("g20 1:3")
    assert pictures(m) == [
        "",
        "g20:cursed r20:cursed y20:cursed",
        "y40:breaks r60:crushed",
    ]
    first = m.scenes(m.ply - 1)[0]
    assert first.words.en == "{0} plays g20 on 1:3"
    assert "g20" in [brick["tile"] for brick in first.view["pyramid"]]


def test_a_fall_that_explodes_is_shown() -> None:
    m = table("y20 r120 y60 r7 b120", "y6 r4 g60 r100", "b6 r30", hand="y1")
    for move in ("y1 3:3", "right", "right"):
        m.play(move)
    assert pictures(m) == [
        "",
        "y1:explodes r100:blasted1 y60:blasted1 r7:explodes b120:blasted1",
    ]


def test_a_fire_spreads_from_tile_to_tile() -> None:
    m = table("g6 r40 b20 r120 y30", "r20 . y120", hand="b7")
    m.play("b7 1:3")
    assert pictures(m)[1] == "r20:burns1 b7:kindles g6:burns2 r40:burns1 b20:burns1"


def test_a_tile_that_only_hangs_needs_no_scene() -> None:
    m = shaken(". b60 y60", "", "b4")
    m.play("left")
    assert pictures(m) == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenes_are_the_same_in_every_world_that_a_seat_thinks_possible(case: Case) -> None:
    shown = 0
    for number, match in enumerate(walk(case, seed=23)):
        if match.ply == 0 or number % 3:
            continue
        ply = match.ply - 1
        for seat in range(case.players):
            known = blank(match.state.dtype)
            calls.hide(match.position(ply), seat, known)
            calls.redeal(known, seat, generator(5, number))
            other = match.copy()
            other._before[ply] = known.tobytes()
            scenes = match.scenes(ply, seat)
            assert other.scenes(ply, seat) == scenes
            shown += len(scenes)
    assert shown


def test_both_ways_to_fall_say_where_and_what_happens_first() -> None:
    m = shaken("g120 b40 r20", "b20 r6", "g100")
    assert m.view()["falls"] == [
        {"side": "left", "row": 1, "column": 1, "outcome": "fits", "leaving": 0},
        {"side": "right", "row": 1, "column": 3, "outcome": "collapse", "leaving": 2},
    ]
    assert table("r60", hand="r4").view(0)["falls"] == []


def test_the_hand_says_how_many_tiles_would_come_out() -> None:
    m = table("r60 y60 b60", "y4", hand="b2 g10")
    assert [(it["tile"], it["leaving"]) for it in m.view(0)["hand"]] == [
        ("g10", {"1:3": 2}),
        ("b2", {"1:3": 0}),
    ]


def test_everybody_knows_a_tile_that_came_up_from_a_known_pile() -> None:
    m = table("r60", hand="g4 g6 g10 g20 g30", under="b20", dealt=0)
    m.play("g4 0:2")
    assert [seat["known"] for seat in m.view(1)["seats"]] == [["b20"], []]


def test_the_last_move_is_marked_on_its_tile_wherever_that_is_now() -> None:
    m = table("r60", hand="r6 y2")
    m.play("r6 0:-2")  # the tile lies on 0:0 now
    assert m.touched(m.ply - 1) == ("tile-r6",)
    m = shaken("r60 y60", "b4")
    m.play("left")
    assert m.touched(m.ply - 1) == ("tile-b4",)
    m = table("r60", hand="r6 y2", checking="players")
    m.play("r6 0:2")
    m.play("fine")
    assert m.touched(m.ply - 1) == ()


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (("1:3",), "F8: first choose the tile of your hand that you play"),
        (("tile-r60",), "F8: first choose the tile of your hand that you play"),
        (("hand-r6", "tile-r4"), "F6: r4 lies on 1:1; the open slots are 1:3"),
        (("fall-left",), "F12: nothing falls now; play a tile"),
    ],
)
def test_a_refused_touch_names_the_rule(keys: tuple[str, ...], why: str) -> None:
    m = table("r60 y60 b60", "r4", hand="r6 y2")
    known = m.hidden(0)
    refusal = m.face.refuse(known, m.face.attempt(known, keys))
    assert f"{refusal.rule}: {refusal.words.en}" == why
