"""Einfach Spitze, the memory variant: S16 and S17."""

import random
from typing import Any

import pytest

import pyramidion
from pyramidion.engine import NOBODY, OVER, calls, clone
from pyramidion.games.face import Words
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.face import FACE
from pyramidion.games.spitze.fields import field_name
from pyramidion.match import Match
from tests.cases import Case
from tests.games.spitze.cases import CASES
from tests.games.spitze.tables import moves_from, play, position, refused, stacks
from tests.walks import hidden, legal, positions

rule = pytest.mark.rule
WITH_MEMORY = [case for case in CASES if case.options.get("memory")]


@rule("S16")
def test_on_inner_fields_only_the_uppermost_pyramid_and_the_height_are_shown() -> None:
    edge = {"a3": "wn", "b1": "sn", "f6": "es"}
    m = position(4, 0, c3="nws", b2="ees", e5="nnnw", **edge, memory=True)
    for seat in (None, 0, 1, 2, 3):
        assert stacks(m, seat) == {"c3": "??s", "b2": "??s", "e5": "???w", **edge}


@rule("S16")
def test_the_inner_fields_are_the_16_in_the_middle() -> None:
    inner = {field_name(field) for field in range(36) if rules.INNER >> field & 1}
    assert inner == {file + rank for file in "bcde" for rank in "2345"}


@rule("S16")
def test_without_the_option_everything_is_shown() -> None:
    assert stacks(position(4, 0, c3="nws", d3="w"))["c3"] == "nws"


def swapped(s: Any, choose: random.Random, under: int = 1) -> Any:
    """The same position with all that lies under so many others on inner fields shuffled."""
    other = clone(s)
    places = [
        (field, 2 * depth)
        for field in range(rules.FIELDS)
        if rules.INNER >> field & 1
        for depth in range(under, s.height[field])
        if (field, depth) != (s.lifted, 1)  # what a lift shows to its seat stays
    ]
    mixed = choose.sample(places, len(places))
    for stack in (other.colours, other.values):
        before = [int(part) for part in stack]
        for (field, place), (source, origin) in zip(places, mixed, strict=True):
            pyramid = before[source] >> origin & 3
            stack[field] = (int(stack[field]) & ~(3 << place)) | pyramid << place
    return other


def given_out(s: Any, players: int) -> list[Any]:
    """All that anybody is shown or told in this position."""
    given: list[Any] = [FACE.prompt(s)]
    for seat in (NOBODY, *range(players)):
        view = FACE.view(hidden(s, seat), seat)
        given += [view, FACE.draw(view)]
    for field in map(field_name, range(rules.FIELDS)):
        given += [FACE.refuse(s, move) for move in (f"{field}-b2", f"{field}=b2", f"lift {field}")]
    return given


def stories(s: Any) -> list[Any]:
    return [FACE.tell(s, action, seat) for action in legal(s) for seat in (NOBODY, 0, 1)]


@rule("S16", "S20")
@pytest.mark.parametrize("case", WITH_MEMORY, ids=str)
def test_swapping_covered_pyramids_on_inner_fields_changes_nothing_that_is_given_out(
    case: Case,
) -> None:
    choose = random.Random(1)
    different = 0
    for s in positions(case, seed=21, count=50):
        if calls.actor(s) == OVER:
            continue
        other = swapped(s, choose)
        different += other.tobytes() != s.tobytes()
        assert given_out(s, case.players) == given_out(other, case.players)
        # a story may tell what follows from a pyramid that the move uncovers, for all to see
        deeper = swapped(s, choose, under=2)
        assert stories(s) == stories(deeper)
    assert different >= 10


@rule("S16", "S17")
def test_only_the_lifting_seat_sees_a_swap_of_the_pyramid_under_the_lifted_one() -> None:
    given = {"c3": "wns", "d3": "nes", "b5": "e", "e2": "w"}
    one, other = (position(4, 0, **{**given, "c3": stack}, memory=True) for stack in ("wns", "nws"))
    for m in (one, other):
        m.play("lift c3")
    for seat in (None, 1, 2, 3):
        assert one.view(seat) == other.view(seat)
        assert one.draw(seat) == other.draw(seat)
        assert one.story(0, seat) == other.story(0, seat)
    assert one.view(0) != other.view(0)


@rule("S16")
def test_hide_hides_nothing_because_all_moves_were_open() -> None:
    s = position(4, 0, c3="nws", d3="w", memory=True).state
    for seat in (NOBODY, 0, 1, 2, 3):
        assert hidden(s, seat).tobytes() == s.tobytes()


@rule("S16")
def test_at_the_end_everything_is_shown() -> None:
    goal = {f"{file}6": "s!" for file in "abcde"}
    m = position(2, 0, f5="s", c3="nsn", memory=True, **goal)
    assert stacks(m)["c3"] == "??n"
    m.play("f5-f6")
    assert m.actor is None
    assert stacks(m)["c3"] == "nsn"
    assert stacks(m, 1)["c3"] == "nsn"
    assert m.log() == ["f5-f6"]


@rule("S16")
def test_the_log_shows_only_the_last_move_of_each_seat() -> None:
    moves = "b1-b2 a3-b3 c6-c5 f4-e4 b2-b3 a4-b4"
    m = play(pyramidion.new("spitze", players=4, memory=True), moves)
    for seat in (None, 0, 1, 2, 3):
        assert m.log(seat) == ["?", "?", "c6-c5", "f4-e4", "b2-b3", "a4-b4"]
        assert [bool(m.story(ply, seat)) for ply in range(6)] == [False] * 2 + [True] * 4
    assert play(pyramidion.new("spitze", players=4), moves).log() == moves.split()


@rule("S16")
def test_the_whole_log_is_shown_when_the_game_is_over() -> None:
    m = walked_to_the_end(pyramidion.new("spitze", memory=True, quiet_limit=20))
    assert "?" not in m.log()
    assert all(m.story(ply) for ply in range(m.ply))
    m.undo()
    assert m.log().count("?") == m.ply - 2


def walked_to_the_end(m: Match) -> Match:
    choose = random.Random(5)
    while m.actor is not None:
        m.play(choose.choice(m.legal))
    return m


@rule("S17")
def test_a_top_that_can_move_may_be_lifted_once_and_must_then_be_moved() -> None:
    m = position(2, 0, c3="ns", a2="s", b6="s!", a6="s", d4="n", f1="n!", memory=True)
    assert [move for move in m.legal if move.startswith("lift")] == ["lift a2", "lift c3"]
    assert refused(m, "lift a6") == "S17"  # it cannot move
    assert refused(m, "lift b6") == "S9"
    assert refused(m, "lift d4") == "S6"
    assert refused(m, "lift e4") == "S6"
    m.play("lift c3")
    assert m.actor == 0
    assert set(m.legal) == {"c3-b3", "c3-c4", "c3-d3"}
    assert refused(m, "a2-a3") == "S17"
    assert refused(m, "lift a2") == "S17"
    assert refused(m, "lift c3") == "S17"
    m.play("c3-c4")
    assert m.actor == 1
    assert "lift d4" in m.legal


@rule("S17")
def test_lifting_is_no_turn() -> None:
    m = position(2, 0, c3="ns", d4="n", memory=True)
    m.play("lift c3")
    assert m.view()["quiet"] == 0
    m.play("c3-c4")
    assert m.view()["quiet"] == 1


@rule("S17")
def test_the_lifting_seat_alone_is_shown_the_pyramid_directly_under_for_this_turn() -> None:
    m = position(4, 0, c3="wnes", d3="nws", e4="w", e2="n", b5="e", memory=True)
    m.play("lift c3")
    assert stacks(m, 0)["c3"] == "??es"
    assert stacks(m, 0)["d3"] == "??s"
    for seat in (None, 1, 2, 3):
        assert stacks(m, seat)["c3"] == "???s"
        assert m.view(seat)["lifted"] == "c3"
        assert not any("e4" in words.en for words in m.story(0, seat))
    m.play("c3-d3")
    assert stacks(m, 0)["c3"] == "??e"  # now uppermost, and seen by all
    assert stacks(m, 0)["d3"] == "???s"
    assert m.view(0)["lifted"] is None


@rule("S17", "S20")
def test_a_lift_shows_the_value_too() -> None:
    m = position(2, 0, c3="n3s1", e4="n2", memory=True, points=True)
    assert stacks(m, 0)["c3"] == "?s1"
    m.play("lift c3")
    assert stacks(m, 0)["c3"] == "n3s1"
    assert stacks(m, 1)["c3"] == "?s1"


@rule("S17")
def test_a_single_pyramid_may_be_lifted_too() -> None:
    m = position(2, 0, c3="s", d4="n", memory=True)
    m.play("lift c3")
    assert moves_from(m, "c3") == {"c3-b3", "c3-c4", "c3-d3"}
    assert m.story(0) == [
        Words("{0} lifts the pyramid on c3", "{0} hebt die Pyramide auf c3 an"),
    ]


@rule("S17")
def test_without_the_option_nothing_is_lifted() -> None:
    m = position(2, 0, c3="s", d4="n")
    assert not any("lift" in move for move in m.legal)
    assert refused(m, "lift c3") == "S17"
