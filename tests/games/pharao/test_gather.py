"""Oh, Pharao!: cards picked up in any order, several moves by one touch, refused touches."""

import random

import pytest

import pyramidion
from pyramidion.games.face import Gathered
from pyramidion.games.pharao.face import FACE
from pyramidion.match import Match
from tests.cases import Case
from tests.games.pharao.cases import CASES
from tests.games.pharao.tables import lying, play, table


def after(m: Match, *keys: str) -> Gathered:
    """What can follow after these touches of the acting seat."""
    found = FACE.gather(m.hidden(m.actor or 0), keys)
    assert found is not None
    return found


def why(m: Match, *keys: str) -> str:
    """The rule that is named when these touches lead nowhere."""
    known = m.hidden(m.actor or 0)
    refusal = FACE.refuse(known, FACE.attempt(known, keys).casefold())
    assert refusal.words.en != refusal.words.de
    return refusal.rule


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_is_gathered_leads_to_legal_moves(case: Case) -> None:
    chooser = random.Random(3)
    m = pyramidion.new("pharao", players=case.players, seed=11, **case.options)
    tried = 0
    while m.actor is not None and m.ply < 500:
        known = m.hidden(m.actor)
        keys: list[str] = []
        found = FACE.gather(known, keys)
        for _ in range(chooser.randrange(7)):
            if found and found.more:
                keys.append(chooser.choice(found.more))
                found = FACE.gather(known, keys)
        for moves in found.ends.values() if found else ():
            twin = m.copy()
            twin.chance = "manual"
            play(twin, *moves)
            tried += 1
        m.play(chooser.choice([move for move in m.legal if move != "done"] or m.legal))
    assert tried > 100


def test_several_cards_found_and_extend_at_once_in_any_order() -> None:
    m = table("4 5 4 6 4 5 t", "2", "3")
    keys = ["hand-6", "hand-4", "hand-5", "hand-4", "hand-5", "hand-4"]
    moves = after(m, *keys).ends["new"]
    assert moves == ("found 4 4 5", "widen A 4", "widen A 5", "top A")
    assert lying(play(m, *moves), "1A") == "4 4 4 5 5 6"


def test_cellars_and_jokers_are_laid_at_once_where_they_are_worth_most() -> None:
    m = table("3 3 j 6", "2", "3", pyramids={"1A": "4 4 5"})
    found = after(m, "hand-j", "hand-3", "hand-3").ends
    assert found["1A"] == ("cellar A j",)
    assert "1A-6" not in after(m, "hand-j").ends  # a step of one card carries none
    steps = after(m, "hand-j").ends
    assert steps["1A-4"] == steps["1A"] == ("widen A 4=j",)
    wide = table("j", "2", "3", pyramids={"1A": "4 4 4 4 5 5"})
    steps = after(wide, "hand-j").ends
    assert steps["1A"] == steps["1A-6"] == ("top A j",)
    assert steps["1A-4"] == ("widen A 4=j",)
    assert steps["1A-5"] == ("widen A 5=j",)


def test_jokers_that_could_found_in_two_ways_are_asked_for_the_lowest_number() -> None:
    found = after(table("4 j j", "2", "3"), "hand-j", "hand-4", "hand-j").ends
    assert found["new"] == found["button-low-4"] == ("found 4 4=j 5=j",)
    assert found["button-low-3"] == ("found 3=j 3=j 4",)


def test_a_thief_a_swap_and_a_collector_begin_with_their_card() -> None:
    m = table("t c 6", "2", "3", pyramids={"2A": "5 5 6=j", "1A": "8 8 9"})
    assert after(m, "hand-t").ends["2A"] == ("thief 2A",)
    assert "1A" not in after(m, "hand-t").ends
    assert after(m, "hand-6").ends["2A-6j"] == ("swap 2A 6",)
    assert after(m, "hand-c").ends["button-collector"] == ("collector",)
    assert "button-collector" not in after(m, "hand-c", "hand-6").ends


@pytest.mark.parametrize("keys", [("seat-2", "hand-5"), ("hand-5", "seat-2")])
def test_an_offer_of_one_for_one_takes_three_touches(keys: tuple[str, str]) -> None:
    m = table("5 1", "7 7", "3")
    found = after(m, *keys)
    assert found.ends["want-7"] == ("trade 2", "give 5", "want 7", "offer")
    assert "want-5" not in found.ends  # O23: no kind on both sides
    play(m, *found.ends["want-7"])
    assert m.actor == 1
    play(m, "decline")
    assert "want-7" not in after(m, *keys).ends  # O25: the same offer once a turn
    assert "want-7" in after(m, "hand-5", "seat-3").ends


def test_an_offer_of_several_cards_is_put_in_order() -> None:
    m = table("5 1 j", "7 7 2", "3")
    keys = ["hand-j", "hand-1", "seat-2", "button-several", "want-7", "want-2", "want-7"]
    moves = after(m, *keys).ends["button-offer"]
    assert moves == ("trade 2", "give 1", "give j", "want 2", "want 7", "want 7", "offer")
    assert not any(key.startswith("want-") for key in after(m, *keys).more)  # no more cards there
    play(m, *moves, "accept")
    assert m.view(0)["hand"] == ["2", "5", "7", "7"]


def test_a_counter_offer_is_made_with_the_answer() -> None:
    m = play(table("5 1", "7 2", "3"), "trade 2", "give 5", "want 7", "offer")
    assert set(after(m).ends) == {"button-accept", "button-decline", "button-counter"}
    moves = after(m, "hand-2", "want-5").ends["button-counter"]
    assert moves == ("counter", "give 2", "want 5", "offer")
    play(m, "counter")
    assert after(m, "hand-2", "want-5").ends["button-offer"] == moves[1:]
    assert play(m, *moves[1:]).actor == 0
    assert FACE.gather(m.hidden(0), ()) is None  # only accept and decline are left


def test_all_cards_that_are_too_many_are_discarded_at_once() -> None:
    m = play(table("1 2 3 4 5 6 7 8 9", "2", "3", display="j t c"), "done")
    assert not after(m).ends
    found = after(m, "hand-9", "hand-1")
    assert found == Gathered((), {"discard": ("discard 1", "discard 9")})
    m = play(table("1 2", "2", "3"), "done")
    assert after(m).ends == {"button-discard-nothing": ("discard nothing",)}
    assert after(m, "hand-2") == Gathered((), {"discard": ("discard 2",)})


def test_the_owner_of_a_robbed_pyramid_chooses_what_stays() -> None:
    robbed = {"2A": "5 5 5 5 6 6 7"}
    m = play(table("t", "2", "3", pyramids=robbed), "thief 2A", "no pharaoh", "*roll 5", "steal 6")
    stays = m.view(1)["stays"]
    assert [(stay["key"], stay["worth"], stay["back"]) for stay in stays] == [
        ("button-stay-5-6", 22, 1)
    ]
    ends = after(m).ends
    assert ends["button-stay-5-6"] == ("back 7", "stays")
    assert ends["button-back-all"] == ("back all",)
    assert ends["2A-5"] == ("back 5",)
    play(m, *ends["button-stay-5-6"])
    assert lying(m, "2A") == "5 5 5 5 6"
    assert m.view(1)["stays"] == []


def test_jokers_go_back_to_the_hand_first() -> None:
    robbed = {"2A": "5 5 5=j 6 6=j 7"}
    m = play(table("t", "2", "3", pyramids=robbed), "thief 2A", "no pharaoh", "*roll 5", "steal 5")
    assert [stay["key"] for stay in m.view(1)["stays"]] == ["button-stay-6-7", "button-stay-5-6"]
    assert after(m).ends["button-stay-5-6"] == ("back 6=j", "back 7", "stays")


def test_unknown_and_impossible_touches_lead_nowhere() -> None:
    m = table("5 1", "7 7", "3")
    nothing = Gathered((), {})
    for keys in (["x"], ["hand-"], ["hand-e"], ["hand-9"], ["seat-4"], ["seat-1-2"], ["want-7"],
                 ["hand-5", "hand-5"], ["seat-2", "seat-3"], ["button-several"]):  # fmt: skip
        assert after(m, *keys) == nothing, keys
    assert FACE.gather(table("1", "2", "3", step="take").hidden(0), ["hand-1"]) is None


def test_a_refused_touch_names_the_rule_that_forbids_it() -> None:
    m = table("5 1 t p 9", "7", "3", pyramids={"1A": "4 4 5", "2A": "7 7 8"}, offers_per_turn=1)
    assert why(m, "1A") == why(m, "new") == "O15"  # cards first
    assert why(m, "display-7") == why(m, "pile") == "O15"
    assert why(m, "hand-5", "1A-5") == "O6"
    assert why(m, "hand-9", "1A") == "O9"
    assert why(m, "hand-t", "1A") == "O18"
    assert why(m, "hand-p", "1A") == "O7"
    assert why(m, "hand-5", "2A") == "O17"
    assert why(m, "hand-5", "hand-1", "hand-9", "new") == "O8"
    assert why(m, "hand-5", "want-7") == "O23"
    assert why(m, "hand-5", "seat-2", "want-5") == "O23"
    play(m, "trade 2", "cancel")
    assert why(m, "hand-5", "seat-2") == "O25"
    play(m, "done")
    assert why(m, "1A") == "O16"
    assert why(table("1", "2", "3", step="take"), "hand-1") == "O14"
    low = {"1A": "4 4 5", "1B": "2 2 2 3 3 4"}
    assert why(table("1", "2", "3", pyramids=low, overseer=6, step="turn"), "1A") == "O13"
