"""Flaming Pyramids as people see it: refusals, stories, the text board."""

import pytest

import pyramidion
from pyramidion.engine.loops import random_games
from pyramidion.games.flaming.notation import NUMBERS
from pyramidion.match import Match
from pyramidion.terminal import Ink
from tests.games.flaming.cases import CASES
from tests.games.flaming.tables import refused, shaken, table


def reason(m: Match, move: str) -> str:
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    return f"{error.value.rule}: {error.value.refusal.words.en}"


def told(m: Match, seat: int | None = None) -> list[str]:
    """The story of the last move."""
    names = ("Ann", "Bob", "Cy")
    return [words.en.format(*names) for words in m.story(m.ply - 1, seat)]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("hello", "F8: a move is a tile of your hand and a place, like r6 1:3"),
        ("", "F8: a move is a tile of your hand and a place, like r6 1:3"),
        ("b6 1:3", "F8: b6 is not in your hand: r6, y2"),
        ("r6", "F5: say where: a row and a column in half tiles, like r6 1:3"),
        ("r6 top", "F5: say where: a row and a column in half tiles, like r6 1:3"),
        ("r6 1:2", "F5: rows stand half a tile aside: 1:2 is no place; the open slots are 1:3"),
        ("r6 1:1", "F6: r4 lies on 1:1; the open slots are 1:3"),
        ("r6 2:2", "F6: nothing lies on 1:3, under 2:2; the open slots are 1:3"),
        ("r6 0:6", "F6: the open slots are 1:3"),
        ("left", "F12: nothing falls now; play a tile"),
        ("call", "F25: nothing is to be checked now"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_helps(move: str, why: str) -> None:
    assert reason(table("r60 y60 b60", "r4", hand="r6 y2"), move) == why


def test_a_refusal_knows_when_no_slot_is_open() -> None:
    m = table("r60", hand="r6")
    assert reason(m, "r6 1:1") == (
        "F7: nothing lies on 0:2, under 1:1; no slot is open, so the base grows at 0:-2, 0:2"
    )
    assert reason(table(hand="r6"), "r6 0:2") == "F7: the table is empty: play on 0:0"
    assert reason(shaken("r60 y60", "b4"), "r6 0:2") == "F13: b4 falls first: say left or right"
    m = table("r60", hand="r6", checking="players")
    m.play("r6 0:2")
    assert refused(m, "left") == "F25"


def test_moves_are_read_whatever_the_case_and_spaces() -> None:
    m = table("r60", hand="r6 y2")
    m.play("  R6   0:-2 ")
    assert m.moves[-1] == "r6 0:-2"


def test_mayhem_is_told_event_by_event() -> None:
    m = table("y20 r120 y60 r7 b120", "y6 r4 g60 r100", "b6 r30", hand="y1")
    m.play("y1 3:3")
    assert told(m) == [
        "Ann plays y1 on 3:3",
        "y1 shares neither colour nor weight and breaks in: b6 and r30 go under the pile of Ann",
    ]
    m.play("right")
    m.play("right")
    assert told(m) == [
        "y1 falls to the lower right",
        "y1 and r7 explode and leave the game: r100, y60 and b120 go under the pile of Ann",
    ]


def test_the_curse_and_what_follows_is_told() -> None:
    m = table("b60 r20 y20 r60", ". . y40", hand="g20", players=3, curse=True)
    m.play("g20 1:3")
    assert told(m) == [
        "Ann plays g20 on 1:3",
        "curse: g20, r20 and y20 go under the pile of Cy",
        "y40 shares neither colour nor weight and breaks in: r60 goes under the pile of Cy",
    ]


def test_fires_and_free_air_are_told_in_both_languages() -> None:
    m = table("y6 r6 b6", "y10 b10", "y4", hand="g1")
    m.play("g1 0:6")
    english, german = zip(*((w.en, w.de) for w in m.story(m.ply - 1)), strict=True)
    assert english[1:] == (
        "straw fire, g1 leaves the game: y6, r6 and b6 go under the pile of {0}",
        "y10 hangs in free air",
    )
    assert german[1:] == (
        "Strohbrand, g1 kommt aus dem Spiel: y6, r6 und b6 kommen unter den Stapel von {0}",
        "y10 hängt in der Luft",
    )
    m = table("r7", hand="b7")
    m.play("b7 0:2")
    assert told(m)[1:] == ["r7 and b7 explode and leave the game"]


def test_a_draw_is_told_by_name_only_to_the_one_who_draws() -> None:
    m = table("r60", hand="g4 g6 g10 g20 g30", dealt=1)
    m.play("g4 0:2")
    tile = m.legal[0].split()[1]
    m.play(m.legal[0])
    assert told(m, 0) == [f"Ann draws {tile}"]
    assert told(m, 1) == told(m) == ["Ann draws a tile"]
    assert (m.log(0)[-1], m.log(1)[-1], m.log()[-1]) == (f"*draw {tile}", "*draw ?", "*draw ?")


def test_what_comes_up_again_and_the_end_are_told() -> None:
    m = table("r60", hand="g4 g6 g10 g20 g30", under="b20", dealt=0)
    m.play("g4 0:2")
    assert told(m)[1:] == ["Ann draws b20 from the pile"]
    m = table("r60", hand="g4", dealt=0)
    m.play("g4 0:2")
    assert told(m)[1:] == ["Ann is rid of all tiles"]
    m = table("r60", hand="g4 g6", dealt=0, turn_limit=1)
    m.play("g4 0:2")
    assert told(m)[1:] == ["after 1 turns the fewest tiles win"]


def test_a_story_tells_what_comes_up_in_its_order_even_the_tile_just_played() -> None:
    m = table("b7", hand="y20 r2 r4 r6", under="b100 g4", dealt=0)
    m._s.seen[0] = 1 << NUMBERS["y20"]  # it came up before
    m.play("y20 0:2")
    assert told(m)[1:] == [
        "wood fire, b7 leaves the game: y20 goes under the pile of Ann",
        "Ann draws b100 and g4 from the pile",
    ]
    m = table("b7", hand="y20 r2 r4 r6", under="b100", dealt=0)
    m._s.seen[0] = 1 << NUMBERS["y20"]
    m.play("y20 0:2")
    assert told(m)[2:] == ["Ann draws b100 and y20 from the pile"]


def test_calls_are_told_with_what_was_overlooked() -> None:
    m = table("r60 y60 b60", hand="g100 g2", others="b4 b6", dealt=0, checking="players")
    m.play("g100 1:1")
    assert told(m) == ["Ann plays g100 on 1:1"]
    m.play("fine")
    assert told(m) == ["Bob sees nothing wrong"]
    m.play("fine")
    m.play("b4 1:3")
    none = m.copy()
    m.play("call")
    assert told(m) == [
        "Ann calls mayhem",
        "some of it was overlooked before",
        "g100 shares neither colour nor weight and breaks in: r60 and y60 leave the game",
    ]
    none = table("r60", hand="g4 g6", dealt=0, checking="players")
    none.play("g4 0:2")
    none.play("call")
    assert told(none) == ["Bob calls mayhem", "there is none"]


def test_the_own_hand_says_what_would_happen_where() -> None:
    m = table("r60 y60 b60", "y4", hand="b2 g10 g1", curse=True)
    assert [(tile["tile"], tile["outcomes"]) for tile in m.view(0)["hand"]] == [
        ("g10", {"1:3": "collapse"}),
        ("b2", {"1:3": "fits"}),
        ("g1", {"1:3": "collapse"}),
    ]
    m = table("g60 y20 b20", "y4", hand="b7 y1 g20", curse=True)
    assert [tile["outcomes"]["1:3"] for tile in m.view(0)["hand"]] == [
        "curse", "straw fire", "wood fire",
    ]  # fmt: skip


def test_the_board_reads_without_colour() -> None:
    m = table("r60 m200 . b7", "y10", hand="y4 r7 b100", under="b2 g20", players=3, dealt=2)
    view = {**m.view(0), "gone": ["y1", "g60"]}
    assert (
        m.face.draw(view)
        == """\
  1     [ y10 ≡]
  0 [ r60 ■][m200 ◎]‹ 0:4  ›[ b7  ▲]
    ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔

> seat 1   7 tiles: 3 in hand, pile 2 as dealt, then b2 g20
  seat 2   4 tiles: 2 in hand, pile 2 as dealt
  seat 3   4 tiles: 2 in hand, pile 2 as dealt

  out of the game: y1 g60

    y4 ∴  wood fire 0:4
  b100 ■  fits 0:4
    r7 ▲  explosion 0:4

∴ straw  ≡ wood  ■ stone  ◎ millstone  ✶ coal fire  ▲ gas burner  ‹ › open"""
    )


def test_the_board_in_colour_is_the_same_text() -> None:
    m = shaken("r60 y60", "b4", "", players=2)
    plain, coloured = m.draw(0), m.draw(0, Ink(True))
    assert "↓ b4  ∴↓" in plain
    assert coloured != plain
    for code in ("1;7;31", "1;35", "31", "32", "33", "34", "2", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


def test_no_line_of_a_board_is_wider_than_100_columns() -> None:
    for case in CASES:
        for seed in range(2):
            m = case.match(seed)
            while m.actor is not None:
                m.play(m.legal[-1])
                if m.ply % 9 == 0:
                    assert max(map(len, m.draw(m.actor).splitlines())) <= 100


def test_statistics_count_turns_falls_and_calls() -> None:
    for case in (CASES[0], CASES[-1]):
        uses = sum(block.uses for block in random_games(case.start(), case.players, 50, seed=1))
        lines = dict(case.face.statistics(uses, 50))
        assert float(lines["turns"].split()[0]) > 5
        assert "a turn" in lines["falls"]
        assert ("calls" in lines) == ("checking" in case.options)
