"""The path, rule by rule: walking, events, the option that draws another path."""

from typing import Any

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from tests.games.jaguar.tools import after, path, position, refused, rule

ALL = "1:11 2:12 3:13 4:14 5:15 6:16 7:17 8:18 9:19"


@rule("J12")
@pytest.mark.parametrize(
    ("card", "field", "fields"),
    [(10, 1, 1), (21, 4, 1), (23, 5, 2), (27, 7, 2), (29, 8, 3), (31, 9, 3), (36, 10, 4)],
)
def test_covering_lets_the_other_walk_as_many_fields_as_the_step(
    card: int, field: int, fields: int
) -> None:
    lying = "1:11 2:13 3:20 4:22 5:24 6:25 7:28 8:30 9:32 10:35"
    m = position("", lying, (f"1 {card}", "2 3"), explorers=(7, 9), path=path(30))
    # the pyramid is only full here so that every field can be covered
    after(m, f"offer 1 {card}", f"take {card} @{field}")
    assert m.view()["explorers"] == [7 + fields, 9]
    assert m.view()["stones"] == [[], [field]]


@rule("J12")
def test_placing_on_an_empty_field_moves_nobody() -> None:
    m = after(position("", ""), "offer 1 2", "take 1 @1", "place 2 @10")
    assert m.view()["explorers"] == [0, 0]


@rule("J12")
def test_explorers_may_share_a_field_and_the_last_field_is_never_passed() -> None:
    def covered(start: int) -> list[int]:
        m = position("", "8:9 9:18", ("12 13", "2 3"), explorers=(start, 20), path=path(22))
        return list(after(m, "offer 12 13", "take 12 @9").view()["explorers"])

    assert covered(17) == [20, 20]
    assert covered(20) == [22, 20]
    assert covered(22) == [22, 20]


def landed(event: str, one: str = "1:5 2:30*", two: str = "1:9 2:18", **more: Any) -> Any:
    """Seat 2 has covered the 18 by the 12; seat 1 lands on an event; the 13 is still offered."""
    hands = more.pop("hands", ("3 12 13", "37 38 39"))
    m = position(one, two, hands, path=path(f1=event), **more)
    return after(m, "offer 12 13", "take 12 @2")


@rule("J13")
def test_who_lands_on_an_event_is_asked_at_once_and_may_decline() -> None:
    m = landed("own")
    assert m.actor == 0
    assert m.view()["event"] == "own"
    assert m.view()["offered"] == [13]
    assert m.legal == ["decline", "event 1"]
    for move in ("place 13 @3", "offer 3 13", "take 13 @1"):
        assert refused(m, move) == "J13"
    before = m.view()["pyramids"]
    m.play("decline")
    assert m.view()["pyramids"] == before
    assert m.view()["event"] is None
    assert m.actor == 0
    assert m.legal[0].startswith("place 13")


@rule("J13")
def test_an_event_of_the_second_placement_comes_before_the_next_turn() -> None:
    m = position("1:9 2:18", "1:5", path=path(f1="own"), hands=("12 13", "37 38"))
    after(m, "offer 12 13", "take 13 @2", "place 12 @1")
    assert m.actor == 1
    assert m.legal == ["decline", "event 1", "event 2"]
    m.play("event 1")
    assert m.actor == 1
    assert m.legal == ["offer 37 38"]


@rule("J13")
def test_only_the_field_where_an_explorer_lands_counts() -> None:
    m = position("1:5", "8:9 9:18", ("12 13", "2 3"), path=path(f1="own", f2="own", f4="own"))
    after(m, "offer 12 13", "take 12 @9")
    assert m.view()["explorers"] == [3, 0]
    assert m.legal[0].startswith("place")


@rule("J13")
def test_an_explorer_already_on_the_last_field_lands_nowhere() -> None:
    m = position("1:5", "1:9 2:18", ("12 13", "2 3"), explorers=(5, 0), path=path(5, f4="own"))
    after(m, "offer 12 13", "take 12 @2")
    assert m.view()["explorers"] == [5, 0]
    assert m.legal[0].startswith("place")


@rule("J13")
def test_a_player_with_a_complete_pyramid_is_not_offered_an_event() -> None:
    m = position("1:9 2:30", ALL, ("21 22", "37 38"), path=path(f1="other"))
    after(m, "offer 21 22", "take 22 @10", "place 21 @1")
    assert m.view()["explorers"] == [0, 1 + 5]  # it walks all the same, and wins the round
    assert m.actor == CHANCE


@rule("J14")
def test_event_stone_takes_a_stone_off_the_own_pyramid_back_to_the_supply() -> None:
    m = landed("stone", one="1:5 2:30* 3:31*", supply=8)
    assert m.view()["supply"] == 7
    assert m.legal == ["decline", "event 2", "event 3"]
    assert refused(m, "event 1") == "J14"
    assert refused(m, "event draw") == "J14"
    assert refused(m, "event 11") == "J3"
    m.play("event 2")
    view = m.view()
    assert view["stones"] == [[3], [2]]
    assert view["supply"] == 8
    assert view["pyramids"][0][1] == 30
    assert m.legal == ["place 13 @1", "place 13 @2"]  # the 30 may be covered again


@rule("J15")
def test_event_own_removes_an_own_card_without_a_stone() -> None:
    m = landed("own", one="1:5 2:30* 3:31")
    assert m.legal == ["decline", "event 1", "event 3"]
    assert refused(m, "event 2") == "J15"
    m.play("event 3")
    view = m.view()
    assert view["pyramids"][0] == [5, 30] + [None] * 8
    assert 31 in view["gone"]


@rule("J15")
def test_what_lay_covered_under_a_removed_card_stays_out() -> None:
    m = position("1:9 2:18", "1:5", ("12 13", "1 2 37"), supply=0, path=path(f1="own", f2="own"))
    after(m, "offer 12 13", "take 13 @2", "place 12 @2", "decline")  # 12 on 18, without a stone
    after(m, "offer 1 2", "take 1 @1", "event 1", "place 2 @1")
    view = m.view()
    assert view["pyramids"][0][:2] == [1, 12]
    m = position("1:9 2:18", "1:5", ("12 13", "1 2 37"), supply=0, path=path(f1="other"))
    after(m, "offer 12 13", "take 13 @2", "place 12 @2", "event 2")
    assert m.view()["pyramids"][0] == [9] + [None] * 9
    assert {12, 18} <= set(m.view()["gone"])


@rule("J16")
def test_event_other_removes_a_card_without_a_stone_from_the_other_pyramid() -> None:
    m = landed("other", two="1:9 2:18 3:35 9:36*")
    assert m.legal == ["decline", "event 1", "event 3"]  # the 12 on field 2 has a stone now
    assert refused(m, "event 2") == refused(m, "event 9") == refused(m, "event 5") == "J16"
    m.play("event 3")
    view = m.view()
    assert view["pyramids"][1][:3] == [9, 12, None]
    assert view["pyramids"][0][:2] == [5, 30]


@rule("J17")
def test_event_hand_draws_a_card_that_only_its_former_owner_knows() -> None:
    m = landed("hand")
    assert m.legal == ["decline", "event draw"]
    assert refused(m, "event 1") == "J17"
    m.play("event draw")
    assert m.actor == CHANCE
    assert {outcome: str(odds) for outcome, odds in m.odds.items()} == {
        "*draw 37": "1/3",
        "*draw 38": "1/3",
        "*draw 39": "1/3",
    }
    m.play("*draw 38")
    assert [m.log(seat)[-1] for seat in (0, 1, None)] == ["*draw ?", "*draw 38", "*draw ?"]
    assert m.view(1)["hand"] == [37, 39]
    assert m.view(1)["drawn"] == [38]
    assert m.view(0)["drawn"] == []
    assert m.view(0)["cards"] == [1, 2]
    assert "38" not in str(m.view(0)["gone"])
    assert m.actor == 0
    assert m.legal[0].startswith("place 13")


@rule("J17")
def test_after_the_second_placement_the_card_is_drawn_from_the_one_who_offered() -> None:
    m = position("1:9 2:18", "1:5", ("12 13 20", "37 38"), path=path(f1="hand"))
    after(m, "offer 12 13", "take 13 @2", "place 12 @1", "event draw")
    assert m.legal == ["*draw 20"]  # what was offered is no part of the hand
    m.play("*draw 20")
    assert m.view()["cards"] == [0, 2]
    assert m.legal == ["offer 37 38"]


@rule("J18")
@pytest.mark.parametrize(
    ("event", "more"),
    [
        ("stone", {"one": "1:5"}),
        ("own", {"one": "1:5* 2:30*"}),
        ("own", {"one": ""}),
        ("other", {"two": "1:9* 2:18"}),
        ("hand", {"hands": ("3 12 13", "")}),
    ],
)
def test_an_event_that_nothing_can_be_done_with_is_skipped(event: str, more: Any) -> None:
    m = landed(event, **more)
    assert m.view()["explorers"] == [1, 0]
    assert m.actor == 0
    assert m.legal[0].startswith("place 13")


@rule("J18", "J23")
def test_removed_and_drawn_cards_go_under_the_stack_and_never_come_to_its_top() -> None:
    removed = after(landed("other", one="1:5"), "event 1", "place 13 @5", "offer 37 38")
    after(removed, "take 37 @6", "place 38 @9", "decline", "decline")
    drawn = after(landed("hand", one="1:5"), "event draw", "*draw 38", "place 13 @5")
    after(drawn, "offer 37 39", "take 37 @6", "place 39 @9", "decline")
    for m, card in ((removed, 9), (drawn, 38)):
        assert len(m.legal) == 10
        assert "*test 36" in m.legal
        assert f"*test {card}" not in m.legal


@rule("J22")
def test_the_path_has_41_fields_with_numbers_and_events() -> None:
    shown = pyramidion.new("jaguar").view()["path"]
    assert shown["numbers"] == [None] * 16 + list(range(16, 36)) + ["end"] * 5
    assert shown["events"] == {
        "3": "hand",
        "6": "other",
        "9": "stone",
        "12": "hand",
        "15": "own",
        "18": "other",
        "21": "stone",
        "24": "hand",
        "27": "own",
        "30": "other",
        "33": "stone",
    }


@rule("J22")
@pytest.mark.parametrize(
    "drawn",
    [
        {"numbers": ["end", "end"], "events": {}},
        {"numbers": [None, "end"], "events": {}},
        {"numbers": [1, 1, 41, "end"], "events": {"1": "own", "2": "own"}},
        {"numbers": [None, 7, 7, "end", "end"], "events": {"3": "stone"}},
        {"numbers": [None] * 255 + ["end"], "events": {"254": "hand"}},
    ],
)
def test_another_path_can_be_drawn(drawn: Any) -> None:
    assert pyramidion.new("jaguar", path=drawn).view()["path"] == drawn


@rule("J22")
def test_a_path_that_is_changed_afterwards_changes_no_match() -> None:
    drawn: dict[str, Any] = {"numbers": [None, 5, "end"], "events": {"1": "own"}}
    m = pyramidion.new("jaguar", path=drawn)
    drawn["numbers"][0] = 99
    m.record()["options"]["path"]["numbers"][0] = 99
    m.view()["options"]["path"]["numbers"][0] = 99
    assert m.record()["options"] == {"path": {"numbers": [None, 5, "end"], "events": {"1": "own"}}}
    assert pyramidion.load(m.record()).record() == m.record()


END = ["end"]


@rule("J22")
@pytest.mark.parametrize(
    ("drawn", "complaint"),
    [
        (None, "an object"),
        ([None, "end"], "an object"),
        ({}, "numbers and events missing"),
        ({"numbers": [None, "end"]}, "events missing"),
        ({"events": {}}, "numbers missing"),
        ({"numbers": [None, "end"], "events": {}, "name": "x"}, "no 'name'"),
        ({"numbers": "end", "events": {}}, "a list"),
        ({"numbers": [], "events": {}}, "2 to 256 fields"),
        ({"numbers": END, "events": {}}, "2 to 256 fields"),
        ({"numbers": END * 257, "events": {}}, "2 to 256 fields"),
        ({"numbers": [None, 5], "events": {}}, "field 1, the last"),
        ({"numbers": [None, None], "events": {}}, "field 1, the last"),
        ({"numbers": [None, 5, None, "end"], "events": {}}, "field 2 has null after 5"),
        ({"numbers": [5, 4, "end"], "events": {}}, "field 1 has 4 after 5"),
        ({"numbers": [5, "end", 41, "end"], "events": {}}, "field 2 has 41 after end"),
        ({"numbers": ["end", None, "end"], "events": {}}, "field 1 has null after end"),
        ({"numbers": [0, "end"], "events": {}}, "field 0 has 0"),
        ({"numbers": [1, 42, "end"], "events": {}}, "field 1 has 42"),
        ({"numbers": [True, "end"], "events": {}}, "field 0 has True"),
        ({"numbers": [1.0, "end"], "events": {}}, "field 0 has 1.0"),
        ({"numbers": ["5", "end"], "events": {}}, "field 0 has '5'"),
        ({"numbers": [None, "End"], "events": {}}, "field 1 has 'End'"),
        ({"numbers": [None, "end"], "events": []}, "events is an object"),
        ({"numbers": [None, 1, "end"], "events": {"0": "hand"}}, "field 0 can have no event"),
        ({"numbers": [None, 1, "end"], "events": {"2": "hand"}}, "field 2 can have no event"),
        ({"numbers": [None, 1, "end"], "events": {"3": "hand"}}, "no field 3, the last is 2"),
        ({"numbers": [None, 1, "end"], "events": {"01": "hand"}}, "'01' is no field"),
        ({"numbers": [None, 1, "end"], "events": {"-1": "hand"}}, "'-1' is no field"),
        ({"numbers": [None, 1, "end"], "events": {1: "hand"}}, "1 is no field"),
        ({"numbers": [None, 1, "end"], "events": {"1": "foot"}}, "field 1 has event 'foot'"),
        ({"numbers": [None, 1, "end"], "events": {"1": None}}, "field 1 has event None"),
    ],
)
def test_a_path_that_cannot_be_is_refused_and_the_error_names_the_field(
    drawn: Any, complaint: str
) -> None:
    with pytest.raises(pyramidion.OptionError, match=complaint) as error:
        pyramidion.new("jaguar", path=drawn)
    assert "path must be" in str(error.value)


@rule("J22", "J23")
@pytest.mark.parametrize(("number", "ends"), [(None, False), (1, False), (2, True), (41, True)])
def test_the_number_of_a_drawn_path_decides(number: int | None, ends: bool) -> None:
    m = position("1:5", "", ("", ""), path=path(20, number))
    m._s.stack = 1 << 1
    m._look()
    m.play("*test 1")
    assert (m.actor is None) == ends
