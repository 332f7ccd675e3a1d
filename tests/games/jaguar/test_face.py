"""What people see of the game: boards, reasons, stories, figures."""

import re
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.loops import random_games
from pyramidion.games.jaguar import material
from pyramidion.games.jaguar.face import FACE
from pyramidion.match import Match
from pyramidion.terminal import Ink
from tests.cases import Case
from tests.games.jaguar.tools import after, dealt, path, position, refused, rule


def offered(two: str, first: int = 17, second: int = 23) -> Match:
    """Seat 2 has this pyramid and two cards to choose from."""
    m = position("1:4", two, (f"{first} {second}", "1 2"))
    return after(m, f"offer {first} {second}")


@rule("J6", "J7", "J9", "J10")
@pytest.mark.parametrize(
    ("two", "move", "number", "reason", "grund"),
    [
        ("1:8 4:20", "take 17 @5", "J7", "20 on field 4 comes before", "20 auf Feld 4 liegt vor"),
        ("4:9 5:40", "take 17 @2", "J7", "9 on field 4 comes after", "9 auf Feld 4 liegt hinter"),
        ("1:8 4:20", "take 17 @4", "J7", "fits on the empty field 2", "passt auf das leere Feld 2"),
        ("1:8* 4:20", "take 17 @1", "J7", "fits on the empty field 2", "leere Feld 2"),
        ("1:8 2:20*", "take 17 @2", "J9", "the 20 on field 2 has", "auf der 20 auf Feld 2"),
        ("1:8* 2:20*", "take 17 @2", "J9", "nowhere (J10): take 17 lose", "nirgends"),
        ("1:8* 2:20*", "take 17 @3", "J7", "nowhere (J10): take 17 lose", "nirgends"),
        ("1:8 2:20", "take 17 lose", "J10", "can be placed: take 17 @1", "kann gelegt werden"),
        ("1:8 2:20", "take 18 @1", "J6", "but 17 and 23", "sondern 17 und 23"),
        ("1:8 2:20", "take 17 @12", "J3", "fields are 1 to 10", "Felder sind 1 bis 10"),
        ("1:8 2:20", "take 17", "J6", "take 17 @4", "take 17 @4"),
        ("1:8 2:20", "decline", "J6", "take 17 @4", "take 17 @4"),
    ],
)
def test_a_refused_choice_says_what_forbids_it(
    two: str, move: str, number: str, reason: str, grund: str
) -> None:
    with pytest.raises(pyramidion.IllegalMove) as error:
        offered(two).play(move)
    assert error.value.rule == number
    assert reason in error.value.refusal.words.en
    assert grund in error.value.refusal.words.de


@rule("J5")
def test_an_offer_in_the_wrong_order_says_how_to_write_it() -> None:
    with pytest.raises(pyramidion.IllegalMove, match="offer 2 4"):
        position("", "").play("offer 4 2")


@rule("J13", "J20")
def test_moves_of_another_step_name_the_rule_of_this_step() -> None:
    m = position("1:5", "1:9 2:18", ("12 13", "37"), path=path(f1="own"))
    after(m, "offer 12 13", "take 12 @2")
    assert refused(m, "offer 12 13") == refused(m, "event") == "J13"
    after(m, "decline", "place 13 @3")
    assert refused(m, "event 1") == refused(m, "bid 37") == "J20"
    assert refused(m, "place 37 @11") == "J3"


@rule("J12")
def test_the_board_shows_both_pyramids_the_path_the_offer_and_what_it_costs() -> None:
    m = offered("1:5 2:9* 3:18 4:20 5:22* 6:24*")
    board = m.draw(1)
    for text in ("│ 2  9◆ │", "│ 3 18  │", "①②", "10 stones left"):
        assert text in board
    assert "on the table: 17 23" in board
    assert "seat 2  17: covers 18 @3, costs 1" in board
    assert "seat 2  23: loses the round" in board
    assert "seat 1  17: @2 to @10" in board
    assert "your hand:    1 2" in board
    assert "your hand" not in m.draw()
    assert max(map(len, board.splitlines())) <= 100


@rule("J20")
def test_the_board_shows_where_a_last_card_fits() -> None:
    m = position("1:5 4:20", "1:6", ("3 12", "2"), turn=1)
    m.play("decline")
    assert m.actor == 0
    assert [line.split() for line in m.draw(0).splitlines() if "own " in line and "@" in line] == [
        ["own", "–", "@2+"]
    ]


@rule("J13")
def test_the_board_shows_a_pending_event_and_its_fields() -> None:
    m = position("1:5 3:30", "1:9 2:18", ("12 13", "37"), path=path(f1="own"))
    after(m, "offer 12 13", "take 12 @2")
    assert "event own for seat 1: @1 @3 of seat 1" in m.draw()


@pytest.mark.parametrize("seed", range(3))
def test_no_line_of_any_board_is_longer_than_100_columns_and_colour_changes_no_text(
    seed: int,
) -> None:
    m = pyramidion.new("jaguar", seed=seed)
    while m.actor is not None:
        plain, colourful = m.draw(m.actor), m.draw(m.actor, Ink(True))
        assert max(map(len, plain.splitlines())) <= 100
        without = re.sub("\x1b\\[[0-9;]*m", "", colourful)
        assert [line.rstrip() for line in without.splitlines()] == plain.splitlines()
        m.play(m.legal[-1])


def test_the_board_of_a_long_path_goes_on_in_rows() -> None:
    long = {"numbers": [None] * 100 + ["end"], "events": {"50": "hand"}}
    board = pyramidion.new("jaguar", seed=1, path=long).draw()
    assert max(map(len, board.splitlines())) <= 100
    assert board.count("path ") == 3


@rule("J23")
def test_the_chance_that_the_game_ends_counts_the_cards_that_may_be_on_top() -> None:
    m = after(dealt("1 2 3", "21 40"), "bid 1", "bid 21")
    m._s.explorer[:] = (15, 16)
    # seat 1 knows 15 own cards and that 21 is not in the stack: 24 cards may be on top
    own, shown = set(m.view(0)["hand"]), {21}
    top = [card for card in range(1, 41) if card not in own | shown]
    want = [[sum(card < number for card in top), len(top)] for number in (20, 21)]
    assert m.view(0)["ends"] == want
    assert "the game ends after this round if seat 1 wins it" in m.draw(0)
    m._s.explorer[:] = (10, 31)  # field 15 does not count, field 36 always ends
    assert m.view(0)["ends"][1] == [24, 24]
    m._s.explorer[:] = (3, 4)
    assert m.view(0)["ends"] == [[0, 24], [0, 24]]


@rule("J23")
def test_after_the_round_the_chance_is_that_of_the_field_reached() -> None:
    m = position("1:5", "", ("", ""), explorers=(15, 3))  # field 20; all but the stack is known
    top = [card for card in range(1, 41) if int(m._s.stack) >> card & 1]
    assert m.view()["ends"] == [[sum(card < 20 for card in top), 10]] * 2
    assert "the game ends now" in m.draw()
    m._s.explorer[0] = 36
    m.play(m.legal[0])
    assert m.view()["ends"] is None


def told(m: Match, seat: int | None, language: str = "en") -> str:
    words = [getattr(words, language) for words in m.story(m.ply - 1, seat)]
    return "; ".join(words).format("Ann", "Bob")


def test_a_story_tells_what_covering_brings() -> None:
    m = position("1:5", "1:9 2:18", ("12 13", "37"), path=path(f1="own"))
    after(m, "offer 12 13", "take 12 @2")
    assert told(m, None) == (
        "Bob covers the 18 on field 2 with the 12; The explorer of Ann walks 1 to field 1; "
        "Event: Ann may remove an own card without a stone"
    )
    assert "Bob überdeckt die 18 auf Feld 2 mit der 12" in told(m, None, "de")
    m.play("event 1")
    assert told(m, 0) == "Ann removes the 5 from field 1 of Ann"


@rule("J4", "J17")
def test_a_story_keeps_secrets() -> None:
    m = dealt("20", "30")
    after(m, "bid 20")
    assert "20" in told(m, 0)
    assert "20" not in told(m, 1) + told(m, None)
    after(m, "bid 30")
    assert told(m, 0) == "Ann shows the 20, Bob the 30; Bob begins the round"
    m = position("1:5", "1:9 2:18", ("12 13", "37 38"), path=path(f1="hand"))
    after(m, "offer 12 13", "take 12 @2", "event draw", "*draw 38")
    assert told(m, 1) == "Bob loses the 38, unseen"
    assert told(m, 0) == told(m, None) == "Bob loses a card, unseen"


def test_a_story_tells_how_a_round_and_the_game_end() -> None:
    m = position("1:9", "1:5", ("12 13", ""), explorers=(31, 0))
    after(m, "offer 12 13", "take 12 @2", "place 13 @2")
    assert "Bob has no two cards to offer: the round ends" in told(m, None)
    assert "Ann wins the round (the cards have run out) and walks ahead to field 36" in told(
        m, None
    )
    m.play(m.legal[0])
    assert "the game ends; Ann wins: further ahead" in told(m, None)


@pytest.mark.parametrize(
    ("supply", "explorers", "text"),
    [
        (0, (0, 0), "No jaguar stone is left for the 12"),
        (5, (20, 0), "The explorer of Ann is on the last field already"),
        (5, (1, 0), "Nothing comes of the event stone on field 2"),
    ],
)
def test_a_story_tells_what_does_not_happen(
    supply: int, explorers: tuple[int, int], text: str
) -> None:
    m = position(
        "1:5", "1:9 2:18", ("12 13", "37 38"), 0, explorers, supply, path=path(20, f2="stone")
    )
    after(m, "offer 12 13", "take 12 @2")
    assert text in told(m, None)


@pytest.mark.parametrize(
    ("moves", "prompt"),
    [
        ((), "Offer two cards"),
        (("offer 12 13",), "Choose one of the two cards"),
        (("offer 12 13", "take 12 @2"), "You may remove an own card"),
        (("offer 12 13", "take 12 @2", "decline"), "Place the 13"),
        (("offer 12 13", "take 12 @2", "decline", "place 13 @3"), "Place one last card"),
    ],
)
def test_the_prompt_says_what_is_to_be_done(moves: tuple[str, ...], prompt: str) -> None:
    m = position("1:5", "1:9 2:18", ("12 13", "37"), path=path(f1="own"))
    after(m, *moves)
    assert m.actor is not None
    assert FACE.prompt(m.hidden(m.actor)).en.startswith(prompt)


def test_clicks_touch_cards_fields_and_buttons() -> None:
    def clicks(m: Match) -> list[tuple[str, ...]]:
        return [FACE.clicks(m._s, m._names[name]) for name in m.legal]

    m = position("1:5", "1:9 2:18", ("12 13", "37"), path=path(f1="other"))
    assert clicks(m) == [("hand-12", "hand-13")]
    m.play("offer 12 13")
    assert clicks(m)[0] == ("offered-12", "pyramid-2-1")
    m.play("take 12 @2")
    assert clicks(m) == [("button-decline",), ("pyramid-2-1",)]
    after(m, "decline")
    assert clicks(m)[0] == ("pyramid-1-2",)
    after(m, "place 13 @3")
    assert clicks(m)[:2] == [("button-decline",), ("hand-37", "pyramid-2-3")]


@rule("J5")
def test_only_the_cards_of_an_offer_may_be_touched_in_any_order() -> None:
    m = position("1:5", "1:9 2:18", ("12 13", "37"))
    assert FACE.any_order(m.hidden(0))
    m.play("offer 12 13")
    assert not FACE.any_order(m.hidden(1))


@rule("J4", "J5", "J6", "J7", "J13", "J15", "J20")
def test_a_touch_that_leads_nowhere_names_the_rule() -> None:
    def why(m: Match, *keys: str) -> str:
        assert m.actor is not None
        known = m.hidden(m.actor)
        return FACE.refuse(known, FACE.attempt(known, keys)).rule

    assert why(dealt("1", "2"), "pyramid-1-1") == "J4"
    m = position("1:5", "1:9 2:18", ("12 13", "37"), path=path(f1="own"))
    assert why(m, "pyramid-1-1") == why(m, "hand-12", "pyramid-1-2") == why(m) == "J5"
    m.play("offer 12 13")
    assert why(m, "hand-37") == why(m, "pyramid-2-3") == "J6"  # no card is chosen yet
    assert why(m, "offered-12", "pyramid-1-2") == "J6"  # the other pyramid
    assert why(m, "offered-12", "pyramid-2-5") == "J7"
    m.play("take 12 @2")
    assert why(m, "pyramid-1-2") == why(m, "pyramid-2-1") == "J15"
    m.play("decline")
    assert why(m, "hand-37") == "J6"
    assert why(m, "pyramid-1-1") == "J7"
    m.play("place 13 @3")
    assert why(m, "pyramid-2-3") == why(m, "hand-37", "pyramid-2-2") == "J20"
    assert why(m, "hand-37", "pyramid-2-99") == "J3"


def test_statistics_count_rounds_their_ends_and_the_use_of_events() -> None:
    uses: Any = np.zeros(material.END, np.int64)
    uses[material.TEST + 41 * material.COMPLETE + 5] = 1
    uses[material.TEST + 41 * material.LOST + 40] = 2
    uses[material.TEST + 41 * material.NO_CARDS + 1] = 1
    uses[material.EVENT + 11 * material.STONE] = 1  # declined
    uses[material.EVENT + 11 * material.STONE + 10] = 3
    lines = dict(FACE.statistics(uses, 2))
    assert lines["rounds per game"] == "2.00"
    assert lines["rounds won by a complete pyramid (J19)"] == "25.0%"
    assert lines["rounds lost by a card that fits nowhere (J10)"] == "50.0%"
    assert lines["rounds that ran out of cards (J20)"] == "25.0%"
    assert lines["event stone"] == "1.00 per round, used 75.0%"
    assert lines["event hand"] == "0.00 per round, used –"


def test_statistics_of_random_games_count_every_round() -> None:
    case = Case("jaguar", 2)
    (block,) = random_games(case.start(), 2, 200, seed=1)
    rounds = float(dict(case.face.statistics(block.uses, 200))["rounds per game"])
    dealt_cards = block.uses[material.DEAL : material.BID].sum()
    assert rounds == pytest.approx(dealt_cards / 30 / 200, abs=0.01)
