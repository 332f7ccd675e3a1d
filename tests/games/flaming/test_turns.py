"""Flaming Pyramids, rule by rule: turn, end, options, checking (F20 to F25)."""

from fractions import Fraction
from typing import Any

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from pyramidion.games.flaming.mayhem import put_under
from pyramidion.games.flaming.notation import NUMBERS
from pyramidion.match import Match
from tests.games.flaming.tables import deal, falling, out, pile, pyramid, refused, table

rule = pytest.mark.rule


@rule("F20")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_play_in_order_round_and_round(players: int) -> None:
    m = pyramidion.new("flaming", players=players, seed=3)
    turns: list[int] = []
    while len(turns) < 2 * players + 1:
        if m.view()["phase"] == "place":
            assert m.actor is not None
            turns.append(m.actor)
        m.play(m.legal[0])
    assert turns == [turn % players for turn in range(2 * players + 1)]


@rule("F21")
def test_the_hand_is_filled_up_to_five_from_the_dealt_part_first_by_chance() -> None:
    m = table("r60", hand="g4 g6 g10 g20", under="b20 b30", dealt=1)
    m.play("g4 0:2")
    assert m.actor == CHANCE
    [(outcome, chance)] = [(name, share) for name, share in m.odds.items() if share][:1]
    assert chance == Fraction(1, 2)  # two tiles lie in piles as dealt, one of them in this one
    m.play(outcome)
    assert m.actor == 1
    seat = m.view(0)["seats"][0]
    assert (seat["hand"], seat["dealt"], seat["under"]) == (5, 0, ["b30"])
    assert "b20" in [tile["tile"] for tile in m.view(0)["hand"]]


@rule("F21")
def test_a_certain_draw_from_the_dealt_part_is_still_a_chance_move() -> None:
    m = table("r60", hand="g4 g6 g10 g20 g30", dealt=0)
    m._s.dealt[0] = 1
    m._s.gone ^= 1 << NUMBERS["b2"]
    m._s.pool = 1 << NUMBERS["b2"]
    m.play("g4 0:2")
    assert m.odds == {"*draw b2": Fraction(1)}


@rule("F21")
def test_tiles_just_put_under_the_pile_come_up_again_and_that_is_no_move() -> None:
    m = table("r60 y6", hand="g100 b2 b4 b6 b10", dealt=0)
    m.play("g100 1:1")
    m.play("left")
    assert m.actor == 1
    assert m.moves[-1] == "left"
    assert "r60" in [tile["tile"] for tile in m.view(0)["hand"]]
    assert pile(m) == "y6"


@rule("F21")
def test_a_full_hand_or_an_empty_pile_draws_nothing() -> None:
    m = table("r60", hand="g4 g6 g10 g20 g30 g40", dealt=2)
    m.play("g4 0:2")
    assert m.actor == 1
    m = table("r60", hand="g4 g6", dealt=0)
    m.play("g4 0:2")
    assert m.actor == 1
    assert m.view()["seats"][0]["hand"] == 1


@rule("F22")
def test_who_has_neither_hand_nor_pile_after_the_draw_wins_at_once() -> None:
    m = table("r60", hand="g4", dealt=0, players=3)
    m.play("g4 0:2")
    assert m.actor is None
    assert m.result == ["1", "0", "0"]
    with pytest.raises(pyramidion.IllegalMove, match="the game is over"):
        m.play("g4 0:2")


@rule("F22")
def test_the_last_tile_does_not_win_if_the_mayhem_brings_new_ones() -> None:
    m = table("r60 y6", hand="g100", dealt=0)
    m.play("g100 1:1")
    m.play("left")
    assert m.result is None
    assert m.view()["seats"][0]["hand"] == 2
    m = table("r60", hand="g4", dealt=1)
    m.play("g4 0:2")
    deal(m)
    assert m.result is None  # there was one in the pile


@rule("F23")
def test_after_the_limit_the_fewest_tiles_in_hand_and_pile_win() -> None:
    m = table("r60", hand="g4 g6", others="b2 b4 b6 b10", dealt=0, players=3, turn_limit=2)
    m.play("g4 0:2")
    assert m.actor == 1
    put_under(m._s, NUMBERS["y2"], 2)
    m.play("b6 1:1")  # collapses: two more tiles
    m.play("left")
    assert [seat["tiles"] for seat in m.view()["seats"]] == [1, 3, 3]
    assert m.result == ["1", "0", "0"]


@rule("F23")
def test_ties_are_shared() -> None:
    m = table("r60", hand="g4 g6 g10", others="b2 b4 b6 b10", dealt=0, players=3, turn_limit=1)
    m.play("g4 0:2")
    assert m.result == ["1/3", "1/3", "1/3"]
    m = table("r60", hand="g4 g6 g10 g20", dealt=0, players=3, turn_limit=1)
    m.play("g4 0:2")
    assert m.result == ["0", "1/2", "1/2"]


@rule("F23", "F22")
def test_a_win_in_the_last_turn_comes_first() -> None:
    m = table("r60", hand="g4", dealt=0, turn_limit=1)
    m.play("g4 0:2")
    assert m.result == ["1", "0"]


@rule("F23")
def test_the_limit_is_400_turns_by_default_and_can_be_none() -> None:
    assert pyramidion.new("flaming").view()["turn_limit"] == 400
    assert pyramidion.new("flaming", turn_limit=None).view()["turn_limit"] is None
    assert pyramidion.new("flaming", turn_limit=7).view()["turn_limit"] == 7
    m = table("r60", hand="g4 g6", dealt=0, turn_limit=None)
    m._s.turns = 10**9
    m.play("g4 0:2")
    assert m.actor == 1


@rule("F23")
@pytest.mark.parametrize("value", [0, -1, True, 400.0, "400"])
def test_a_turn_limit_is_a_whole_number_of_at_least_1_or_none(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number of at least 1, or null"):
        pyramidion.new("flaming", turn_limit=value)


@rule("F24")
@pytest.mark.parametrize(
    ("options", "curse"),
    [
        ({}, False),
        ({"preset": "family"}, False),
        ({"preset": "strategy"}, True),
        ({"curse": True}, True),
        ({"preset": "strategy", "curse": False}, False),
    ],
)
def test_the_preset_says_whether_there_is_a_curse_unless_the_option_does(
    options: dict[str, Any], curse: bool
) -> None:
    assert pyramidion.new("flaming", **options).view()["curse"] is curse
    m = table("r20 y20", hand="g20", **options)
    m.play("g20 1:1")
    assert (pyramid(m) == "") is curse


@rule("F24")
def test_strategy_is_for_up_to_four_players_and_family_for_up_to_six() -> None:
    for players in (2, 3, 4):
        assert pyramidion.new("flaming", players=players, preset="strategy")
    for players in (5, 6):
        assert pyramidion.new("flaming", players=players, curse=True)
        with pytest.raises(pyramidion.OptionError, match="2 to 4 players"):
            pyramidion.new("flaming", players=players, preset="strategy")
        with pytest.raises(pyramidion.OptionError, match="2 to 4 players"):
            pyramidion.new("flaming", players=players, preset="strategy", curse=False)
    wrong: Any
    for wrong in (1, 7, 0, 2.0, "2", True):
        with pytest.raises(pyramidion.OptionError, match="2, 3, 4, 5 or 6 players"):
            pyramidion.new("flaming", players=wrong)


@rule("F24", "F25")
@pytest.mark.parametrize(
    "option",
    [{"preset": "Family"}, {"preset": None}, {"checking": "all"}, {"checking": True}, {"curse": 1},
     {"curse": "true"}, {"curse": None}, {"intro": "yes"}, {"fire": True}],
)  # fmt: skip
def test_unknown_options_and_values_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(pyramidion.OptionError):
        pyramidion.new("flaming", **option)


# Players who check for themselves


def unchecked(*rows: str, hand: str, **more: Any) -> Match:
    return table(*rows, hand=hand, checking="players", **more)


def ask(m: Match, *answers: str) -> list[int]:
    """Who was asked for each answer."""
    asked = []
    for answer in answers:
        assert m.legal == ["fine", "call"]
        assert m.actor is not None
        asked.append(m.actor)
        m.play(answer)
    return asked


@rule("F25")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_in_a_family_game_all_are_asked_from_the_left_round_to_the_active_player(
    players: int,
) -> None:
    m = unchecked("r60", hand="g4 g6", dealt=1, players=players)
    m.play("g4 0:2")
    assert refused(m, "left") == "F25"
    assert ask(m, *["fine"] * players) == [*range(1, players), 0]
    deal(m)
    assert m.actor == 1


@rule("F25")
def test_in_a_strategy_game_only_the_left_neighbour_is_asked() -> None:
    m = unchecked("r60", hand="g4 g6", dealt=0, players=3, preset="strategy")
    m.play("g4 0:2")
    assert ask(m, "fine") == [1]
    assert m.actor == 1
    assert m.view()["phase"] == "place"


@rule("F25")
def test_every_tile_is_asked_about_the_first_one_too() -> None:
    m = unchecked(hand="g4 g6", dealt=0)
    m.play("g4 0:0")
    assert ask(m, "fine", "fine") == [1, 0]


@rule("F25")
def test_unnoticed_mayhem_stays_and_does_not_hinder_a_win() -> None:
    m = unchecked("r60 y60", hand="g100", dealt=0)
    m.play("g100 1:1")
    ask(m, "fine", "fine")
    assert m.result == ["1", "0"]
    assert pyramid(m) == "g100 1:1 · r60 0:0 · y60 0:2"


@rule("F25")
def test_a_call_resolves_everything_by_the_active_player_and_ends_the_asking() -> None:
    m = unchecked("r60 y60", hand="g100 r2", players=3)
    m.play("g100 1:1")
    assert ask(m, "fine", "call") == [1, 2]
    assert (m.actor, falling(m), pile(m)) == (0, "g100", "r60 y60")
    m.play("left")
    deal(m)
    assert m.actor == 1


@rule("F25")
def test_a_call_without_mayhem_changes_nothing_and_nobody_else_is_asked() -> None:
    m = unchecked("r60 y60", hand="r4 r2", players=3, dealt=0)
    m.play("r4 1:1")
    before = pyramid(m)
    ask(m, "call")
    assert (m.actor, m.view()["phase"]) == (1, "place")
    assert pyramid(m) == before
    assert [pile(m, seat) for seat in range(3)] == [""] * 3


def overlooked(**options: Any) -> Match:
    """Seat 1's misfit g100 went unnoticed; seat 2 plays b4 beside it, and now it is called."""
    m = unchecked("r60 y60 b60", hand="g100 g2", others="b4 b6", dealt=0, **options)
    m.play("g100 1:1")
    ask(m, *["fine"] * (1 if options.get("preset") == "strategy" else 2))
    m.play("b4 1:3")
    ask(m, "call")
    return m


@rule("F25")
def test_overlooked_mayhem_in_a_family_game_leaves_the_game() -> None:
    m = overlooked()
    assert (m.actor, falling(m)) == (1, "g100")  # the player whose tile was just placed
    assert out(m, "r60 y60")
    m.play("right")
    assert [pile(m, seat) for seat in range(2)] == ["", ""]


@rule("F25")
def test_overlooked_mayhem_in_a_strategy_game_goes_to_the_active_player() -> None:
    m = overlooked(preset="strategy")
    assert (m.actor, falling(m)) == (1, "g100")
    assert [pile(m, seat) for seat in range(2)] == ["", "r60 y60"]


@rule("F25", "F18")
@pytest.mark.parametrize(
    ("preset", "piles"), [("family", ["", "", ""]), ("strategy", ["", "g20 r20 y20", ""])]
)
def test_an_overlooked_curse_goes_nowhere_else(preset: str, piles: list[str]) -> None:
    m = unchecked("r20 y20 b60", hand="g20 g2 g4 g6 g10 g40", others="b4 b6 b10 b40", dealt=3,
                  players=3, preset=preset, curse=True)  # fmt: skip
    m.play("g20 1:1")
    ask(m, *["fine"] * (1 if preset == "strategy" else 3))
    m.play("b40 1:3")
    ask(m, "call")
    assert [pile(m, seat) for seat in range(3)] == piles
    assert out(m, "g20 r20 y20") == (preset == "family")


@rule("F25", "F18")
@pytest.mark.parametrize("preset", ["family", "strategy"])
def test_a_curse_that_is_called_at_once_goes_to_the_player_before(preset: str) -> None:
    m = unchecked("r20 y20", hand="g20", players=3, preset=preset, curse=True)
    m.play("g20 1:1")
    ask(m, "call")
    assert [pile(m, seat) for seat in range(3)] == ["", "", "g20 r20 y20"]


@rule("F25")
def test_one_old_trouble_makes_the_whole_call_one_of_overlooked_mayhem() -> None:
    m = unchecked("r60 y60 b60 b100", hand="g100 g2", others="r4 b6", dealt=0)
    m.play("g100 1:1")
    ask(m, "fine", "fine")
    m.play("r4 1:5")  # a new misfit
    ask(m, "call")
    m.play("left")
    assert falling(m) == "r4"
    assert out(m, "r60 y60 b60 b100")
    assert [pile(m, seat) for seat in range(2)] == ["", ""]


@rule("F25")
def test_new_trouble_alone_is_paid_for_as_ever_even_if_a_fire_lay_there_waiting() -> None:
    m = unchecked("y1 r60", hand="g4 b2", others="b4 b6", dealt=2)
    m.play("g4 1:1")  # does not fit and touches the coal fire
    ask(m, "call")
    assert pile(m) == "y1 r60"


@rule("F25")
def test_what_a_call_settled_is_not_overlooked_later() -> None:
    m = unchecked("r60 y60", hand="g100 g2", others="b4 b6", dealt=3)
    m.play("g100 1:1")
    ask(m, "call")
    m.play("left")
    deal(m)
    m.play("b6 0:2")
    ask(m, "fine", "fine")
    deal(m)
    m.play("g2 1:1")
    ask(m, "fine", "fine")
    deal(m)
    m.play("b4 0:-2")
    ask(m, "fine", "fine")
    deal(m)
    m.play(next(move for move in m.legal if move.endswith("1:1")))
    ask(m, "call")
    assert not out(m, "b4 g100")


@rule("F25")
def test_no_view_hints_at_unnoticed_mayhem() -> None:
    """A pyramid with a misfit looks like one in which every tile fits: bricks and nothing else."""
    good = unchecked("r60 y60 b60", "r100", hand="y2 g4")
    bad = unchecked("r60 y60 b60", "g100", hand="y2 g4")
    for seat in (None, 0, 1):
        views = [m.view(seat) for m in (good, bad)]
        for view in views:
            assert all("outcomes" not in tile for tile in view["hand"] or ())
            assert view["pyramid"].pop(0)["tile"] in ("r100", "g100")
            view["gone"] = sorted({*view["gone"], "r100", "g100"})
        assert views[0] == views[1]
    for m in (good, bad):
        m.play("y2 1:3")
    assert good.face.prompt(good.hidden(1)) == bad.face.prompt(bad.hidden(1))
    assert good.story(0) == bad.story(0)
