"""Einfach Spitze as people see it: board, words, clicks, reasons."""

import re

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.loops import random_games
from pyramidion.games.spitze.face import FACE
from pyramidion.match import Match
from pyramidion.terminal import Ink
from tests.cases import Case
from tests.games.spitze.cases import CASES
from tests.games.spitze.tables import play, position, refused
from tests.walks import walk

BOARD = """\
         a              b              c              d              e              f
  ┌──────────────┬──────────────┬──────────────┬──────────────┬──────────────┬──────────────┐
6 │              │ ▲ home ×2  △ │            △ │            △ │            △ │              │
  │              │ ▼            │              │              │              │              │
  ├──────────────┼──────────────┼──────────────┼──────────────┼──────────────┼──────────────┤
5 │            ◁ │              │              │              │              │            ▷ │
  │              │              │              │              │              │              │
  ├──────────────┼──────────────┼──────────────┼──────────────┼──────────────┼──────────────┤
4 │            ◁ │              │              │              │              │ ▶ ×2       ▷ │
  │              │              │              │              │              │ ◀            │
  ├──────────────┼──────────────┼──────────────┼──────────────┼──────────────┼──────────────┤
3 │            ◁ │              │ ▲ up ×3      │              │              │            ▷ │
  │              │              │ ▶?           │              │              │              │
  ├──────────────┼──────────────┼──────────────┼──────────────┼──────────────┼──────────────┤
2 │            ◁ │              │              │              │ ▼            │            ▷ │
  │              │              │              │              │              │              │
  ├──────────────┼──────────────┼──────────────┼──────────────┼──────────────┼──────────────┤
1 │              │            ▽ │            ▽ │            ▽ │            ▽ │ ◀            │
  │              │              │              │              │              │              │
  └──────────────┴──────────────┴──────────────┴──────────────┴──────────────┴──────────────┘
> seat 1 ▲ South  1 of 4 home
  seat 2 ▶ West   0 of 4 home
  seat 3 ▼ North  0 of 4 home
  seat 4 ◀ East   0 of 4 home
  △ ▷ ▽ ◁ raised fields, the goals of ▲ ▶ ▼ ◀; ×n is a stack, drawn from the top down
  ? is covered: remember it"""


def test_the_text_board_shows_stacks_arrivals_goals_and_what_a_lift_shows() -> None:
    m = position(4, 0, b6="ns!", c3="nws", f4="ew", e2="n", f1="e", memory=True)
    m.play("lift c3")
    assert m.draw(0) == BOARD
    assert "▶?" not in m.draw(1)
    assert "??" in m.draw(1)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_text_board_is_straight_and_at_most_100_wide_with_and_without_colour(
    case: Case,
) -> None:
    for ply, m in enumerate(walk(case, seed=1)):
        if ply % 20 and m.actor is not None:
            continue
        plain, coloured = m.draw(), m.draw(None, Ink(True))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
        lines = plain.split("\n")
        assert max(map(len, lines)) <= 100
        assert {len(line) for line in lines[1:20]} == {93}


def test_a_stack_too_high_for_its_field_ends_with_dots() -> None:
    m = position(4, 0, c3="wne" * 8 + "s" * 8, c6="nsn" * 5 + "s4!", points=True)
    assert "▲1 ×32" in m.draw()
    assert "▲4 home ×16△" in m.draw()
    assert "│ ▲1▲1▲1▲1▲1…  │" in m.draw()
    assert "▲▲▲▲▲▲▲◀▼▶◀…" in position(4, 0, c3="wne" * 8 + "s" * 8).draw()


def test_every_seat_has_a_sign_of_its_own_in_every_stack() -> None:
    m = position(4, 0, c3="swne", d1="s")
    assert "◀ ×4" in m.draw()
    assert "▼▶▲" in m.draw()


def test_the_points_variant_shows_values_scores_and_what_is_left_to_arrange() -> None:
    m = play(pyramidion.new("spitze", players=4, points=True), "b1:4 b1:1 c1:1")
    assert "▲1 ×2      ▽" in m.draw()
    assert "a pyramid for c1; left: 2× 2, 2× 3, 1× 4" in m.draw()
    assert "game 1 of at most 20, begun by seat 1" in m.draw()
    assert "0 points   now worth -2" in m.draw()


def test_sandwiches_that_may_move_are_listed() -> None:
    m = position(4, 0, c3="sns", d4="swwes", sandwich=True)
    assert "sandwiches: c3 (3 pyramids), d4 (5 pyramids)" in m.draw()


def test_prompts_say_what_to_do() -> None:
    told = FACE.prompt(pyramidion.new("spitze", points=True).state)
    assert (told.en, told.de) == (
        "Choose the value of your pyramid on a1",
        "Wähle den Wert deiner Pyramide auf a1",
    )
    m = position(2, 0, c3="s", d4="n", memory=True)
    assert "or lift" in FACE.prompt(m.state).en
    m.play("lift c3")
    assert FACE.prompt(m.state).en == "Move the pyramid that you lifted from c3"
    m = position(4, 0, c3="sns", sandwich=True)
    assert "sandwich group" in FACE.prompt(m.state).en
    m.play("c3-c4")
    assert "sandwich" not in FACE.prompt(m.state).en


def clicks(m: Match, move: str) -> tuple[str, ...]:
    return FACE.clicks(m.hidden(m.actor or 0), m._names[move])


def test_a_pyramid_is_touched_first_and_then_what_it_does() -> None:
    m = position(4, 0, c3="sns", sandwich=True)
    assert clicks(m, "c3-c4") == ("c3", "c4")
    assert clicks(m, "c3=c4") == ("c3", "button-sandwich", "c4")
    assert clicks(pyramidion.new("spitze", points=True), "a1:4") == ("value-4",)


def test_a_lifted_pyramid_is_in_the_hand_already() -> None:
    m = position(2, 0, c3="s", d4="n", memory=True)
    assert clicks(m, "lift c3") == ("c3", "button-lift")
    m.play("lift c3")
    assert clicks(m, "c3-c4") == ("c4",)


@pytest.mark.parametrize(
    ("keys", "meant", "rule"),
    [
        (["d3"], "d3-d4", "S6"),  # another's
        (["b6"], "b6-c6", "S9"),  # arrived, and nothing is ahead of it
        (["a6"], "a6-b6", "S7"),  # blocked: ahead is the edge, beside it an arrived one
        (["c3", "e5"], "c3-e5", "S6"),
        (["c3", "button-sandwich", "c2"], "c3=c2", "S6"),
        (["c5", "button-sandwich", "c6"], "c5=c6", "S15"),
        (["nonsense"], "nonsense-", ""),
    ],
)
def test_a_touch_that_leads_nowhere_is_put_into_notation(
    keys: list[str], meant: str, rule: str
) -> None:
    m = position(4, 0, a6="s", b6="ns!", c3="sns", c5="sns", d3="n", sandwich=True)
    known = m.hidden(0)
    assert FACE.attempt(known, keys) == meant
    assert FACE.refuse(known, meant).rule == rule


def test_with_a_lifted_pyramid_every_touch_is_about_it() -> None:
    m = position(4, 0, c3="ns", d4="n", e2="s", memory=True)
    m.play("lift c3")
    known = m.hidden(0)
    assert [FACE.attempt(known, [key]) for key in ("c3", "d4", "e2")] == [
        "lift c3",
        "c3-d4",
        "c3-e2",
    ]
    assert FACE.refuse(known, "lift c3").rule == "S17"


def test_a_story_tells_moves_arrivals_and_the_end() -> None:
    m = position(4, 0, b6="s!", c6="s!", d6="s!", e5="s", c3="wsw", sandwich=True)
    after = m.copy()
    after.play("e5-e6")
    assert [words.en for words in after.story(0)] == [
        "{0} moves from e5 to e6",
        "{0} has arrived with 4 of 4",
        "{0} has filled the goal",
        "{0} wins",
    ]
    play(m, "e5-d5 c3=c4")
    assert m.story(1)[0].de == "{1} zieht ein Sandwich aus 3 Pyramiden von c3 nach c4"
    shared = position(4, 0, c5="s", f3="w!", b1="n!", a2="e!")
    shared.play("c5-c6")
    assert shared.story(0)[-1].en == "{0}, {1}, {2} and {3} share the win"


def test_a_story_of_arranging_ends_with_who_begins() -> None:
    m = pyramidion.new("spitze", players=4, points=True)
    while m.view()["arranging"]:
        m.play(m.legal[0])
    assert [words.en for words in m.story(31)] == ["{3} puts a 4 on f5", "{0} begins"]
    assert [words.de for words in m.story(0)] == ["{0} stellt eine 1 auf b1"]


@pytest.mark.parametrize("options", [{}, {"sandwich": True}, {"memory": True}, {"points": True}])
def test_text_that_is_no_move_is_answered_with_how_to_write_one(options: dict[str, bool]) -> None:
    m = pyramidion.new("spitze", **options)  # type: ignore[arg-type]
    for text in ("", "pass", "b1", "b1-", "b1 b2", "b1-b2-b3", "lift", "b1:", "a1:" + "9" * 5000):
        assert refused(m, text) == ""


def test_statistics_count_turns_groups_and_lifts() -> None:
    for options, names in (
        ({}, ["turns a game"]),
        ({"sandwich": True}, ["turns a game", "moved as a sandwich"]),
        ({"memory": True}, ["turns a game", "lifted first"]),
    ):
        blocks = list(random_games(Case("spitze", 4, options).start(), 4, 20, seed=1))
        uses = np.sum([block.uses for block in blocks], axis=0)
        assert [name for name, _ in FACE.statistics(uses, 20)] == names


def test_moves_may_be_typed_with_capitals_and_spaces() -> None:
    m = pyramidion.new("spitze", memory=True)
    play(m, "A2-A3")
    m.play("  LIFT   b5 ")
    assert m.moves == ["a2-a3", "lift b5"]
