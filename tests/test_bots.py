"""The search: legal, on time, deterministic, and better than chance."""

import threading
import time
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.bots import LEVELS, Bot, BudgetError, Choice, LevelBot, Thought, search, think
from pyramidion.bots.analysis import _moment
from pyramidion.bots.bot import ENTRIES
from pyramidion.engine import blank, calls
from pyramidion.engine.compiled import compiled
from pyramidion.lab.arena import Contest, make_mover, standings
from tests.cases import Case, plain_cases
from tests.walks import hidden, legal, positions, walk

key_of = compiled(search.key_of)


def first(case: Case, seed: int = 1) -> pyramidion.Match:
    return case.match(seed)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_bot_plays_legal_moves_in_every_game_and_its_numbers_add_up(case: Case) -> None:
    bot = Bot(case.game, case.players, entries=4096)
    for ply, m in enumerate(walk(case, seed=17)):
        if m.actor is None or ply % 9:
            continue
        thought = bot.think(m.hidden(m.actor), m.actor, simulations=40, seed=ply)
        names = {m.face.name(m.state, choice.action) for choice in thought.choices}
        assert names == set(m.legal)
        assert thought.line[0] == thought.action
        assert thought.simulations == 40
        assert sum(thought.chances) == pytest.approx(1.0)
        assert 0.0 <= thought.value <= 1.0
        m.copy().play_action(thought.action)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_the_same_seed_and_simulations_give_the_same_thought(case: Case) -> None:
    m = first(case)
    assert m.actor is not None
    thoughts = [
        Bot(case.game, case.players, entries=4096).think(
            m.hidden(m.actor), m.actor, simulations=200, seed=5
        )
        for _ in range(2)
    ]
    assert [(t.action, t.value, t.chances, t.line, t.choices) for t in thoughts[:1]] == [
        (t.action, t.value, t.chances, t.line, t.choices) for t in thoughts[1:]
    ]


def test_a_win_in_one_is_seen_and_a_loss_in_one_is_prevented() -> None:
    m = pyramidion.new("connect_four")
    for move in "dcdcd":
        m.play(move)
    thought = think(m.hidden(1), 1, simulations=2000, seed=1)
    assert m.face.name(m.state, thought.action) == "d"
    m.play("c")
    thought = think(m.hidden(0), 0, simulations=2000, seed=1)
    assert m.face.name(m.state, thought.action) == "d"
    assert thought.value > 0.95


def test_what_another_seat_would_answer_is_found_out_whatever_it_holds() -> None:
    m = pyramidion.new("jaguar", seed=3)
    for _ in range(2):  # both bid
        m.play(m.legal[0])
    assert m.actor is not None
    thought = think(m.hidden(m.actor), m.actor, simulations=10_000, seed=1)
    m.play_action(thought.action)
    assert m.moves[-1].startswith("offer")
    assert m.face.name(m.state, thought.line[1]) in m.legal  # tried often enough to be told


def test_what_a_seat_keeps_secret_is_no_part_of_what_another_seats_choice_depends_on() -> None:
    m = pyramidion.new("jaguar", seed=3)
    keys = set()
    for bid in m.legal:
        after = m.copy()
        after.play(bid)
        s = after.state
        records = [blank(s.dtype) for _ in range(3)]
        keys.add(key_of(s, 1, 0, *records, np.zeros(after.face.game.most, np.int64)))
    assert len(m.legal) == 15
    assert len(keys) == 1


def test_thinking_ends_when_the_choice_is_made_and_the_choice_is_the_same() -> None:
    m, saved = pyramidion.new("pyramido"), 0
    for ply in range(12):
        assert m.actor is not None
        known = m.hidden(m.actor)
        full, short = (
            Bot("pyramido", 2).think(
                known, m.actor, simulations=2000, seed=ply, no_longer_than_needed=brief
            )
            for brief in (False, True)
        )
        assert short.action == full.action
        saved += full.simulations - short.simulations
        m.play_action(full.action)
    assert saved > 0


def test_a_forced_move_is_made_almost_at_once() -> None:
    m = pyramidion.new("jaguar", seed=1)
    while m.actor is None or len(m.legal) > 1:
        m.play(m.legal[0])
    thought = LevelBot("jaguar", 2, 5).think(m.hidden(m.actor), m.actor)
    assert m.face.name(m.state, thought.action) == m.legal[0]
    assert thought.seconds < 0.5 * LEVELS[5].seconds


def test_two_threads_share_the_work() -> None:
    m = pyramidion.new("pyramido")
    thought = Bot("pyramido", 2, threads=2).think(m.hidden(0), 0, simulations=1001, seed=1)
    assert thought.simulations == 1002


def test_memory_is_bounded_and_kept_from_move_to_move() -> None:
    bot = Bot("pyramido", 2, entries=500)
    m = pyramidion.new("pyramido")
    for _ in range(6):
        assert m.actor is not None
        thought = bot.think(m.hidden(m.actor), m.actor, simulations=3000, seed=1)
        assert bot._trees[0].used[0] <= 1024
        m.play_action(thought.action)
    fresh = Bot("pyramido", 2, entries=ENTRIES)
    fresh.think(m.hidden(m.actor or 0), m.actor or 0, simulations=2000, seed=1)
    before = int(fresh._trees[0].used[0])
    m.play(m.legal[0])
    again = fresh.think(m.hidden(m.actor or 0), m.actor or 0, simulations=1, seed=1)
    assert before <= fresh._trees[0].used[0] <= before + 1
    assert sum(choice.tries for choice in again.choices) > 10


def test_a_bot_keeps_to_its_time_and_stops_at_once_when_asked() -> None:
    m = pyramidion.new("pyramido")
    bot = Bot("pyramido", 2)
    bot.think(m.hidden(0), 0, simulations=1)
    begun = time.monotonic()
    bot.think(m.hidden(0), 0, seconds=0.5)
    assert time.monotonic() - begun < 0.5 * 1.2 + 0.05 + 0.2  # and what a busy machine takes
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    begun = time.monotonic()
    thought = bot.think(m.hidden(0), 0, seconds=30, stop=stop)
    assert time.monotonic() - begun < 5
    assert thought.simulations > 0


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({}, "needs a budget"),
        ({"seconds": 0}, "more than 0 seconds"),
        ({"seconds": -1}, "more than -1 seconds"),
        ({"simulations": 0}, "at least one simulation"),
    ],
)
def test_a_budget_with_which_nobody_can_think_is_refused(
    budget: dict[str, Any], message: str
) -> None:
    m = pyramidion.new("pyramido")
    with pytest.raises(BudgetError, match=message):
        Bot("pyramido", 2).think(m.hidden(0), 0, **budget)


def test_a_finished_game_a_wrong_seat_and_an_unknown_level_are_refused() -> None:
    m = pyramidion.new("pyramido", quiet_limit=1)
    with pytest.raises(pyramidion.PyramidionError, match="seat 2 is not to act"):
        think(m.hidden(1), 1)
    for move in ("a1", "a2", "a1-b1"):
        m.play(move)
    with pytest.raises(pyramidion.PyramidionError, match="the game is over"):
        think(m.hidden(1), 1)
    with pytest.raises(pyramidion.PyramidionError, match="levels 1 to 5, not 6"):
        LevelBot("pyramido", 2, 6)
    with pytest.raises(BudgetError, match="thread"):
        Bot("pyramido", 2, threads=0)


def test_levels_have_a_name_in_both_languages_and_rising_budgets() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    assert all(level.name.en and level.name.de for level in LEVELS.values())
    seconds = [level.seconds for level in LEVELS.values()]
    assert seconds == sorted(seconds)
    assert seconds[0] <= 0.1
    assert seconds[-1] <= 2.0


def test_a_level_can_be_given_less_time_in_the_arena_and_never_more() -> None:
    hurried = LevelBot("jaguar", 2, 5, clock=False, seconds=0.1)
    m = pyramidion.new("jaguar", seed=1)
    assert m.actor is not None
    assert hurried.think(m.hidden(m.actor), m.actor).seconds < LEVELS[5].seconds / 2
    assert LevelBot("jaguar", 2, 5, seconds=60.0).level.seconds == LEVELS[5].seconds
    for word in ("5@", "5@0", "5@fast", "6@1"):
        with pytest.raises(pyramidion.PyramidionError, match=r"for example 5@0\.5"):
            make_mover(word, m, 1)


def test_seats_rotate_and_standings_count_shared_wins() -> None:
    contest = Contest("pyramido", 2, {}, ("a", "b"), 0)
    assert [contest.seating(n) for n in range(3)] == [[0, 1], [1, 0], [0, 1]]
    three = Contest("pharao", 3, {}, ("a", "b"), 0)
    assert [three.seating(n) for n in range(2)] == [[0, 1, 0], [1, 0, 1]]
    results = [["1", "0"], ["1/2", "1/2"], ["0", "1"]]
    table = standings(contest, [{"result": result} for result in results])
    assert [row.share.value for row in table] == [0.5, 0.5]
    assert [row.fair for row in table] == [0.5, 0.5]


def test_an_analysis_finds_the_move_that_turned_the_game() -> None:
    m = pyramidion.new("connect_four")
    for move in "dcdcdac":  # a lets d win at once, and c does not see it
        m.play(move)
    moments = m.analyse(simulations=3000)
    assert [moment.ply for moment in moments] == list(range(8))
    assert [moment.move for moment in moments] == [*"dcdcdac", ""]
    blunder, missed = moments[5], moments[6]
    assert (blunder.best, missed.best) == ("d", "d")
    assert blunder.turned
    assert missed.lost > 0.05
    assert missed.better[0][0] == "d"
    assert missed.chances[0] > 0.9


def test_a_move_that_the_search_leaves_alone_is_looked_at_for_itself() -> None:
    m = pyramidion.new("connect_four")
    for move in "dcdcd":  # now only d saves the second player
        m.play(move)
    bot, known = Bot("connect_four", 2), m.hidden(1)
    fatal, saving = (bot.value_of(known, 1, m.action(move), 800) for move in "ad")
    assert fatal < 0.1 < saving
    m.play("a")
    won = bot.value_of(m.hidden(0), 0, m.action("d"), 1)
    assert won == 1.0
    thought = Thought(3, 0.6, [0.4, 0.6], [3], [Choice(3, 999, 0.6), Choice(0, 1, 0.9)], 1000, 0.1)
    m.undo()
    assert _moment(m, "a", thought, bot, 0).lost > 0.5  # one lucky try says nothing


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_what_a_move_is_worth_is_a_chance_and_the_same_for_a_seed(case: Case) -> None:
    for s in positions(case, seed=31, count=6):
        if (seat := calls.actor(s)) >= 0:
            known, action = hidden(s, seat), legal(s)[0]
            first, second = (
                Bot(case.game, case.players, entries=1000).value_of(known, seat, action, 40, 5)
                for _ in range(2)
            )
            assert first == second
            assert 0.0 <= first <= 1.0


def test_the_master_of_pyramido_cannot_lose_as_second_player() -> None:
    """It follows the certificate, whatever the first player does; here a level that searches."""
    m = pyramidion.new("pyramido")
    first, master = LevelBot("pyramido", 2, 2), LevelBot("pyramido", 2, 5)
    while m.actor is not None:
        if m.actor == 0:
            m.play_action(first.think(m.hidden(0), 0, seed=m.ply).action)
        else:
            thought = master.think(m.hidden(1), 1)
            assert thought.value == 1.0
            assert thought.simulations == 0  # proved, not estimated
            m.play_action(thought.action)
    assert m.result == ["0", "1"]


def test_the_master_of_pyramido_says_that_every_first_move_loses() -> None:
    thought = LevelBot("pyramido", 2, 5).think(pyramidion.new("pyramido").hidden(0), 0)
    assert thought.chances == [0.0, 1.0]
    assert {choice.value for choice in thought.choices} == {0.0}
