"""The oracle: what it says is true, and who plays by it as second player never loses."""

import random
import threading
import time
from functools import cache
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.engine import OVER, calls, clone
from pyramidion.errors import PyramidionError
from pyramidion.games.pyramido import boards, rules
from pyramidion.match import Match
from pyramidion.solve.book import empty_book
from pyramidion.solve.oracle import Oracle
from pyramidion.solve.strategy import after, upright
from tests.solve.walks import legal


@cache
def oracle() -> Oracle:
    return Oracle(memory=32 << 20)


def match_after(moves: str, **options: Any) -> Match:
    m = pyramidion.new("pyramido", **options)
    for move in moves.split():
        m.play(move)
    return m


def name(m: Match, action: int) -> str:
    return m.face.name(m.state, action)


def test_the_empty_board_is_lost_for_the_first_player_and_so_is_every_first_move() -> None:
    m = match_after("")
    judged = oracle().judge(m.state, seconds=0.0)
    assert judged.verdict == "lost"
    assert {name(m, action): value for action, value in judged.values.items()} == {
        f"a{number}": "lost" for number in range(1, 9)
    }


def test_every_answer_to_a_first_move_is_won_at_once_on_both_sides_of_the_mirror() -> None:
    for number in range(1, 9):
        m = match_after(f"a{number}")
        judged = oracle().judge(m.state, seconds=0.0)
        image = match_after(f"a{9 - number}")
        mirrored = oracle().judge(image.state, seconds=0.0)
        assert judged.verdict == mirrored.verdict == "won"
        answer, answer_there = name(m, judged.best_action), name(image, mirrored.best_action)
        assert int(answer[1]) == 9 - int(answer_there[1])


def test_the_line_ends_the_game_and_the_winner_is_who_was_said_to_win() -> None:
    s = match_after("").state
    judged = oracle().judge(s, seconds=0.0)
    assert 40 < len(judged.line) < 100
    for action in judged.line:
        assert action in legal(s)
        s = after(s, action)
    assert calls.actor(s) == OVER
    assert s.winner == 1


def test_who_defends_chooses_the_longest_line_of_the_book() -> None:
    m = match_after("")
    book = oracle().book
    longest = max(book.left(int(upright(after(m.state, a), 0)[0])) or 0 for a in legal(m.state))
    best = oracle().judge(m.state, seconds=0.0).best_action
    assert book.left(int(upright(after(m.state, best), 0)[0])) == longest


@pytest.mark.parametrize("seed", range(40))
def test_the_second_player_never_loses_to_random_play(seed: int) -> None:
    choose = random.Random(seed)
    m = match_after("")
    while m.actor is not None:
        if m.actor == 0:
            m.play(choose.choice(m.legal))
        else:
            judged = oracle().judge(m.state, seconds=0.0)
            assert judged.verdict == "won"
            assert judged.values[judged.best_action] == "won"
            m.play(name(m, judged.best_action))
    assert m.result == ["0", "1"]


def test_the_second_player_never_loses_to_a_searcher_that_defends_as_long_as_it_can() -> None:
    """The searcher has no book: it judges by searching alone and avoids what it knows to lose."""
    searcher = Oracle(memory=32 << 20, book=empty_book())
    for first_move in ("a1", "a4"):
        m = match_after(first_move)
        while m.actor is not None:
            player = oracle() if m.actor == 1 else searcher
            m.play(name(m, player.judge(m.state, seconds=0.02, every_move=False).best_action))
        assert m.result == ["0", "1"]


def test_a_win_that_is_worked_out_comes_nearer_with_every_move_off_the_book_too() -> None:
    """Random openings by both; once a win has a length, that side plays it to the end."""
    wins = 0
    for seed in range(6):
        choose = random.Random(seed)
        m = match_after("")
        while m.actor is not None and m.ply < 40:
            m.play(choose.choice(m.legal))
        winner, length = None, 1000
        while m.actor is not None:
            if winner in (None, m.actor):
                judged = oracle().judge(m.state, seconds=2.0, every_move=False)
                if winner is not None:
                    assert judged.verdict == "won"
                    assert judged.length is not None
                    assert judged.length < length
                if judged.verdict == "won" and judged.length is not None:
                    winner, length = m.actor, judged.length
                m.play(name(m, judged.best_action))
            else:
                m.play(choose.choice(m.legal))
        if winner is not None:
            wins += 1
            assert m.result == ["1" if seat == winner else "0" for seat in (0, 1)]
    assert wins >= 3


def test_a_forced_win_without_a_book_is_found_with_its_line() -> None:
    """Late in a long random game the search alone knows, and every value fits the others."""
    choose = random.Random(7)
    lonely = Oracle(memory=16 << 20, book=empty_book())
    known = 0
    for _ in range(8):
        s = match_after("").state
        history = []
        while calls.actor(s) != OVER:
            history.append(clone(s))
            calls.play(s, choose.choice(legal(s)))
        s = history[-4]
        judged = lonely.judge(s, seconds=2.0)
        values = set(judged.values.values())
        assert set(judged.values) == set(legal(s))
        assert (judged.verdict == "won") == ("won" in values)
        assert (judged.verdict == "lost") == (values == {"lost"})
        if judged.verdict != "open":
            known += 1
            for action in judged.line:
                s = after(s, action)
            if calls.actor(s) == OVER:
                assert (s.winner == history[-4].to_act) == (judged.verdict == "won")
    assert known >= 5


def test_it_stops_at_once_when_asked() -> None:
    s = match_after("a4 a5 a1 a8 a3").state
    stop = np.zeros(1, np.uint8)
    threading.Timer(0.2, lambda: stop.__setitem__(0, 1)).start()
    begun = time.monotonic()
    Oracle(memory=16 << 20, book=empty_book()).judge(s, seconds=60.0, stop=stop)
    assert time.monotonic() - begun < 30


def test_near_the_limit_of_quiet_turns_it_claims_nothing_but_still_has_a_move() -> None:
    m = match_after("a1", quiet_limit=3)
    judged = oracle().judge(m.state, seconds=0.0)
    assert judged.verdict == "open"
    assert set(judged.values.values()) == {"open"}
    assert judged.best_action == oracle().judge(match_after("a1").state, 0.0).best_action


def test_what_is_no_position_of_the_real_game_is_refused() -> None:
    with pytest.raises(PyramidionError, match="13 stones"):
        oracle().judge(boards.start((6, 5, 4), 6))
    s = match_after("a1").state
    s.reserve[0] = 5
    with pytest.raises(PyramidionError, match="13 stones"):
        oracle().judge(s)
    s = match_after("a1").state
    s.over = 1
    with pytest.raises(PyramidionError, match="the game is over"):
        oracle().judge(s)


def test_judging_changes_nothing() -> None:
    s = match_after("a1 a2 a3").state
    before = s.tobytes()
    oracle().judge(s, seconds=0.05)
    assert s.tobytes() == before
    assert s.quiet_limit == rules.QUIET_LIMIT
