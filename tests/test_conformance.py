"""What must be true of every game, for every number of players and every set of options."""

import json
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyramidion
from pyramidion.engine import CHANCE, NOBODY, OVER, blank, calls, clone, generator, verbs
from pyramidion.engine.loops import BLOCK, buffers, play_games, random_games
from pyramidion.match import Match
from tests.cases import Case, all_cases
from tests.test_ledger import numbers_of
from tests.walks import hidden, legal, moments, positions, walk

pytestmark = pytest.mark.parametrize("case", all_cases(), ids=str)

GAMES = 2 * BLOCK + 17  # more than one block, and one that is not full


def test_thousands_of_random_games_end_and_their_results_add_up_to_1(case: Case) -> None:
    for block in random_games(case.start(), case.players, GAMES, seed=1):
        assert (block.moves > 0).all()
        assert np.allclose(block.results.sum(axis=1), 1.0)
        assert (block.results >= 0.0).all()


def test_the_same_seed_plays_the_same_games_on_one_thread_and_on_two(case: Case) -> None:
    one = random_games(case.start(), case.players, GAMES, seed=2)
    two = random_games(case.start(), case.players, GAMES, seed=2, threads=2)
    for a, b in zip(one, two, strict=True):
        assert (a.moves == b.moves).all()
        assert (a.results == b.results).all()
        assert (a.uses == b.uses).all()


def test_an_actor_always_has_an_action_and_names_map_one_to_one(case: Case) -> None:
    for s in positions(case, seed=3, count=200):
        if calls.actor(s) == OVER:
            continue
        actions = legal(s)
        assert actions
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < case.face.game.actions for action in actions)
        names = [case.face.name(s, action) for action in actions]
        assert len({name.casefold() for name in names}) == len(actions)
        for name in names:
            assert name == " ".join(name.split())
            assert name.startswith("*") == (calls.actor(s) == CHANCE)


def test_a_face_says_whether_chance_ever_decides(case: Case) -> None:
    walked = positions(case, seed=3, count=100)
    assert any(calls.actor(s) == CHANCE for s in walked) == case.face.chance


def test_odds_are_positive(case: Case) -> None:
    for s in positions(case, seed=4, count=200):
        if calls.actor(s) == CHANCE:
            room, weights = buffers(case.face.game)
            n = calls.legal(s, room)
            calls.odds(s, weights)
            assert (weights[:n] > 0).all()
            assert weights[:n].sum() < 2**31


@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_record_replays_to_the_same_bytes(case: Case, chance: str) -> None:
    for seed in range(2):
        for m in moments(case, seed, 8, chance):
            again = pyramidion.load(json.loads(json.dumps(m.record())))
            assert again.state.tobytes() == m.state.tobytes()
            assert again.record() == m.record()


def test_undo_restores_the_same_bytes_and_a_copy_never_changes(case: Case) -> None:
    for seed in range(3):
        before: list[tuple[bytes, list[str], Match]] = []
        for m in walk(case, seed):
            before.append((m.state.tobytes(), list(m.moves), m.copy()))
        for state, moves, copy in reversed(before):
            assert (m.state.tobytes(), m.moves) == (state, moves)
            assert (copy.state.tobytes(), copy.moves) == (state, moves)
            assert copy.legal == m.legal
            if m.moves != before[0][1]:
                m.undo()


def test_compiled_and_interpreted_play_give_identical_states(case: Case) -> None:
    few = 3
    outcomes = []
    for run in (play_games, play_games.py_func):
        s = blank(case.face.game.state)
        rows, uses = np.zeros((few, 3), np.int64), np.zeros(case.face.game.actions, np.int64)
        results = np.zeros((few, case.players), np.float64)
        run(case.start(), s, 5, 0, 100_000, *buffers(case.face.game), rows, results, uses)
        outcomes.append((s.tobytes(), rows.tobytes(), results.tobytes(), uses.tobytes()))
    assert outcomes[0] == outcomes[1]


def test_compiled_and_interpreted_hiding_and_redealing_are_identical(case: Case) -> None:
    for number, s in enumerate(positions(case, seed=6, count=12)):
        for seat in range(case.players):
            known = blank(s.dtype)
            verbs.hide(s, seat, known)
            assert known.tobytes() == hidden(s, seat).tobytes()
            twin = clone(known)
            verbs.redeal(known, seat, generator(7, number))
            calls.redeal(twin, seat, generator(7, number))
            assert known.tobytes() == twin.tobytes()


def test_the_leak_law(case: Case) -> None:
    """Deal anew what a seat cannot see: nothing that it is shown changes by a byte."""
    face = case.face
    for number, s in enumerate(positions(case, seed=8, count=100)):
        who = calls.actor(s)
        for seat in range(case.players):
            known = hidden(s, seat)
            assert calls.actor(known) == who
            other = clone(known)
            calls.redeal(other, seat, generator(9, number))
            again = hidden(other, seat)
            assert again.tobytes() == known.tobytes()
            assert face.view(again, seat) == face.view(known, seat)
            if who == seat:
                assert legal(known) == legal(s) == legal(other)
                names = [face.name(s, action) for action in legal(s)]
                assert names == [face.name(known, action) for action in legal(known)]
        spectator = hidden(s, NOBODY)
        for seat in range(case.players):  # a spectator sees nothing that a seat does not see
            of_seat = hidden(hidden(s, seat), NOBODY)
            assert of_seat.tobytes() == spectator.tobytes()


def test_a_redealt_position_plays_on_to_an_end(case: Case) -> None:
    for number, s in enumerate(positions(case, seed=10, count=40)):
        for seat in range(case.players):
            other = hidden(s, seat)
            calls.redeal(other, seat, generator(11, number))
            for block in random_games(other, case.players, 2, seed=number):
                assert np.allclose(block.results.sum(axis=1), 1.0)


def test_views_are_made_from_hidden_records_only_and_are_data(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    face = case.face
    seen: list[Any] = []
    real = type(face).view

    def view(self: Any, s: Any, seat: int) -> dict[str, Any]:
        seen.append((s.tobytes(), seat))
        return real(self, s, seat)

    monkeypatch.setattr(type(face), "view", view)
    for m in moments(case, seed=13, count=15):
        for seat in (None, *range(case.players)):
            data = m.view(seat)
            who = NOBODY if seat is None else seat
            assert seen.pop() == (hidden(m.state, who).tobytes(), who)
            assert json.loads(json.dumps(data)) == data
            assert (data["legal"] is not None) == (seat is not None and seat == m.actor)
            assert m.draw(seat) == face.draw(json.loads(json.dumps(data)))
        assert str(m)
        assert len(m.log(0)) == len(m.moves)


@settings(max_examples=16)
@given(junk=st.text(max_size=12), moves=st.integers(0, 30), seed=st.integers(0, 3))
def test_a_refused_move_says_why_and_changes_nothing(
    case: Case, junk: str, moves: int, seed: int
) -> None:
    m = next(islice(walk(case, seed), moves, None), None) or case.match(seed)
    legal_now = {name.casefold() for name in m.legal}
    if " ".join(junk.split()).casefold() in legal_now:
        return
    before = (m.state.tobytes(), m.record())
    with pytest.raises(pyramidion.IllegalMove) as refused:
        m.play(junk)
    assert refused.value.legal == m.legal
    assert refused.value.refusal.words.en
    assert refused.value.refusal.words.de
    assert (m.state.tobytes(), m.record()) == before


def test_every_action_has_a_story_a_prompt_and_clicks_of_its_own(case: Case) -> None:
    face = case.face
    seats = [f"seat {number}" for number in range(case.players)]
    for s in positions(case, seed=16, count=50):
        who = calls.actor(s)
        if who == OVER:
            continue
        for action in legal(s):
            for seat in (NOBODY, *range(case.players)):
                for words in face.tell(s, action, seat):
                    assert words.en.format(*seats)
                    assert words.de.format(*seats)
        if who != CHANCE:
            assert face.prompt(hidden(s, who)).de
            known = hidden(s, who)
            paths = [face.clicks(known, action) for action in legal(s)]
            beginnings = {path[:n] for path in paths for n in range(len(path))}
            assert len(set(paths)) == len(paths)
            assert not beginnings & set(paths)
            if face.any_order(known):
                choices = [frozenset(path) for path in paths]
                assert len(set(choices)) == len(paths)
                assert not any(one < other for one in choices for other in choices)


def test_a_legal_move_of_another_moment_is_refused_with_a_known_rule(case: Case) -> None:
    """Every move of a whole game, tried where it is not legal, names a rule of the page."""
    known = set(numbers_of(case.face.rules_page("en"), case.face.rule_prefix))
    played = list(walk(case, seed=14))[-1].moves
    for ply, m in enumerate(walk(case, seed=15)):
        if m.actor is None or ply % 5:
            continue
        for move in sorted({move for move in played if not move.startswith("*")} - set(m.legal)):
            with pytest.raises(pyramidion.IllegalMove) as refused:
                m.copy().play(move)
            assert refused.value.rule in known
