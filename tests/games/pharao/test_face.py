"""Oh, Pharao!: what people see and read."""

import re
from collections import Counter

import numpy as np
import pytest

import pyramidion
from pyramidion.engine import OVER, calls
from pyramidion.engine.loops import random_games
from pyramidion.games.pharao import material
from pyramidion.games.pharao.face import FACE
from pyramidion.terminal import Ink
from tests.games.pharao.cases import CASES
from tests.games.pharao.tables import legal, play, refused, table
from tests.walks import legal as legal_actions
from tests.walks import positions

CARD, LIES = "[1-9jtcp]", "[1-9](=j)?"
NOTATION = re.compile(
    rf"\*(deal {CARD}|(show|draw) ({CARD}|e)|roll [1-6]|seize {CARD})|score [AB]|keep"
    rf"|take ({CARD}|pile)|found {LIES} {LIES} {LIES}|widen [AB] {LIES}|top [AB]( j)?"
    rf"|cellar [AB]( j{{1,3}})?|swap [1-4]?[AB] [1-9]|thief [1-4][AB]|(no )?pharaoh"
    rf"|steal {LIES}|back ({LIES}|all)|stays|collector|trade [1-4]|(give|want) {CARD}"
    rf"|offer|cancel|accept|decline|counter|done|discard ({CARD}|nothing)"
)


def test_every_move_is_written_as_the_notation_says() -> None:
    words: Counter[str] = Counter()
    for s in positions(CASES[0], seed=23, count=4000, games=60):
        if calls.actor(s) != OVER:
            for action in legal_actions(s):
                name = FACE.name(s, action)
                assert NOTATION.fullmatch(name), name
                words[name.split()[0]] += 1
    assert len(words) == 30, sorted(words)  # every kind of move was met


def test_every_action_number_has_a_name_of_its_own() -> None:
    s = CASES[0].start()
    unused = {0, 15, 30, 45, 59, 60}  # no card is kind 0, and the end card is not seized
    unused |= {
        first + joker for first in (132, 152, 275, 295) for joker in (0, 1)
    }  # no number is 0
    unused |= {material.SWAP + 10 * n for n in range(8)}
    unused |= {material.GIVE, material.WANT, material.DEAL + material.END}
    names = [FACE.name(s, action) for action in range(material.ACTIONS) if action not in unused]
    assert len(set(names)) == len(names)


def test_the_text_board_shows_steps_display_hands_track_worth_and_odds() -> None:
    m = table(
        "5 j 1 t",
        "2 2",
        "3",
        pyramids={"1A": "4 4 4=j 5", "2A": "3 3 3 4 4 5", "2B": "8 8 9"},
        overseer=3,
        display="1 2 7",
        discard="6 6 7",
    )
    text = m.draw(0)
    assert text.splitlines() == [
        "turn 1 of 400   seat 1   step 3, build, trade and more   offers 0 of 5",
        "track       0 1 2 [3*] 4 5 6* 7 8 9 10*   two pyramids each",
        "display     [1] [2] [7]   pile 63",
        "discard     6×2 7",
        "",
        "> ● seat 1   0 points   4 cards",
        "    1A  18 points, thief 5 of 6",
        "       5     [5]",
        "       4  [4][4][j]",
        "",
        "  ■ seat 2   0 points   2 cards",
        "    2A  36 points, thief 4 of 6    2B  34 points, thief 5 of 6",
        "       5     [5]                      9   [9]",
        "       4   [4][4]                     8  [8][8]",
        "       3  [3][3][3]",
        "",
        "  ▲ seat 3   0 points   1 card",
        "",
        "your hand   1 5 j t",
    ]
    coloured = m.draw(0, Ink(True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text


def test_the_text_board_tells_of_thefts_collectors_and_offers() -> None:
    m = play(table("t c 1", "2 2", "3", pyramids={"2A": "5 5 6"}), "thief 2A")
    assert "the thief of seat 1 is at pyramid 2A and needs 2 or more" in m.draw(1)
    play(m, "no pharaoh", "*roll 5")
    assert "rolled 5" in m.draw(0)
    play(m, "steal 6")
    assert "2A  robbed, not valid" in m.draw(1)
    play(m, "back all", "collector")
    assert "the tax collector of seat 1; still to be asked: 2, 3" in m.draw(1)
    play(m, "no pharaoh")
    assert "still to be asked: 3; pays: 2" in m.draw(1)
    play(m, "no pharaoh", "*seize 2", "*seize 3", "trade 2", "give 1", "want 5", "offer", "counter")
    play(m, "give 2")
    text = m.draw(2)
    assert "counter-offer of seat 2 to seat 1: 2 for … …" in text
    assert "it answers: 1 for 5" in text


def test_the_text_board_stays_narrow_with_wide_pyramids_and_long_tracks() -> None:
    wide = " ".join(["1"] * 13 + ["1=j"] * 2 + ["2"] * 11)
    m = table(
        "",
        "",
        "",
        pyramids={"1A": wide, "1B": "3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4"},
        display="5 6 7",
        track=[3, 6, 1000],
        overseer=3,
    )
    text = m.draw(0)
    assert max(len(line) for line in text.splitlines()) <= 100
    assert "[3] of 1000" in text
    assert "must be scored" in text


def test_a_hidden_hand_is_never_in_a_view_or_a_board() -> None:
    m = table("5 5", "9 9 9", "3", display="1 2 4")
    assert m.view(0)["hand"] == ["5", "5"]
    assert m.view()["hand"] is None
    assert "9" not in m.draw(0).replace("9 10*", "")
    assert "your hand" not in m.draw()


def test_the_story_of_a_scored_pyramid_a_theft_and_a_trade() -> None:
    m = table("t 1", "2", "3", pyramids={"1A": "5 5 6", "2A": "4 4 5"}, overseer=2, step="turn")
    play(m, "score A")
    assert [words.en for words in m.story(0)] == [
        "{0} scores pyramid A: (5+6) × 2 = 22 points",
        "The overseer moves to field 3",
        "From now on everyone may have two pyramids",
    ]
    assert m.story(0)[0].de == "{0} wertet Pyramide A: (5+6) × 2 = 22 Punkte"
    play(m, "take pile", "*draw j")
    assert [m.story(2, seat)[0].en for seat in (0, 1)] == ["{0} draws a joker", "{0} draws a card"]
    play(m, "thief 2A", "no pharaoh", "*roll 3", "steal 5")
    assert [words.en for words in m.story(m.ply - 2)] == [
        "{0} rolls 3, 2 was needed: the thief succeeds"
    ]
    assert [words.en for words in m.story(m.ply - 1)] == [
        "{0} steals 5",
        "Pyramid 2A is no longer valid",
    ]
    play(m, "back all", "trade 2", "give j", "want 4", "want 4", "offer", "accept")
    assert m.story(m.ply - 2)[0].en == "{0} offers {1}: joker for 4, 4"
    assert m.story(m.ply - 1)[0].de == "{1} nimmt an: Joker von {0} gegen 4, 4"


def test_the_story_tells_of_shuffling_and_of_the_end() -> None:
    m = table("1 1 1 1 1 1", "2", "3", pile="", discard="5 6", display="7 8 9", step="take")
    play(m, "take pile")
    assert "shuffled and becomes the draw pile" in m.story(0)[1].en
    tall = {"2A": "3 3 3 4 4 5"}
    m = table("1", "2", "3", pyramids=tall, pile="e", discard="", display="7 8 9", step="take")
    play(m, "take pile", "*draw e")
    assert [words.en for words in m.story(1)] == [
        "The end card is drawn",
        "The game is over",
        "Pyramid A brings {1} 36 more points",
    ]


@pytest.mark.parametrize("move", ["", "x", "keep going", "foo bar", "take", "score", "found", "*"])
def test_a_typing_error_is_answered_with_help(move: str) -> None:
    m = table("1", "2", "3")
    with pytest.raises(pyramidion.IllegalMove) as error:
        m.play(move)
    assert error.value.refusal.words.en


def test_a_refusal_says_what_to_do_at_this_moment() -> None:
    m = play(table("1 2", "7", "3"), "trade 2", "give 1", "want 7", "offer")
    with pytest.raises(pyramidion.IllegalMove, match="Accept the offer, decline it or make") as no:
        m.play("done")
    assert no.value.rule == "O24"
    assert refused(m, "accept it") == "O24"
    assert refused(play(table("1", "2", "3"), "done"), "discard") == "O16"
    assert refused(table("1", "2", "3", step="take"), "take") == "O14"
    assert refused(table("1", "2", "3", pyramids={"1A": "4 4 5"}, step="turn"), "score C") == "O11"


def test_foundings_are_made_by_touching_the_cards_and_then_the_new_place() -> None:
    m = table("4 4 5 j", "", "")
    paths = {name: FACE.clicks(m.hidden(0), m._names[name]) for name in legal(m, "found")}
    assert paths["found 4 4 5"] == ("hand-4", "hand-4", "hand-5", "new")
    assert paths["found 4 4=j 5"] == ("hand-4", "hand-j", "hand-5", "new")
    jokers = table("j j j", "", "")
    path = FACE.clicks(jokers.hidden(0), jokers._names["found 6=j 6=j 7=j"])
    assert path == ("hand-j", "hand-j", "hand-j", "button-low-6")


def test_statistics_count_what_happened() -> None:
    (block,) = random_games(CASES[0].start(), 3, 50, seed=1)
    lines = dict(FACE.statistics(block.uses, 50))
    assert float(lines["pyramids founded per game"]) >= float(lines["pyramids scored per game"]) > 0
    assert lines["games ended by the end card"] == "100%"
    nothing = dict(FACE.statistics(np.zeros(material.ACTIONS, np.int64), 1))
    assert nothing["thieves that stole"] == "0%"


@pytest.mark.parametrize("players", [1, 2, 5, True, "3"])
def test_the_game_is_for_three_or_four(players: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="3 or 4 players"):
        pyramidion.new("pharao", players=players)  # type: ignore[arg-type]
