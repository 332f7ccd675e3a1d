"""The games in OpenSpiel: its own conformance tests, its algorithms, and its errors."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import pyramidion
from pyramidion.adapters.openspiel import GAMES, game_string
from pyramidion.games import catalogue
from tests.adapters.small import IDS, OPTIONS, SMALL

EVERY = pytest.mark.parametrize(("game", "options"), SMALL, ids=IDS)
HIDDEN = [small for small in SMALL if catalogue.face(small[0]).hidden]
IDS_OF_HIDDEN = [f"{game}-{options['players']}" for game, options in HIDDEN]


def load(game: str, options: dict[str, Any]) -> pyspiel.Game:
    return pyspiel.load_game(game_string(game, **options))


def playout(game: pyspiel.Game, seed: int) -> list[pyspiel.State]:
    """The states of a random game."""
    choose, state = random.Random(seed), game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(choose.choice(state.legal_actions()))
        states.append(state.clone())
    return states


def test_every_game_loads_by_its_name_alone() -> None:
    assert set(GAMES) - {"connect_four"} == set(OPTIONS) - {"connect_four"}  # the tutorial's
    for game in GAMES:
        assert pyspiel.load_game(f"pyramidion_{game}").get_type().short_name.endswith(game)


@pytest.mark.parametrize(("curse", "number"), [(True, 1), (False, 0), (None, -1)])
def test_a_flag_that_may_be_none_is_a_number(curse: bool | None, number: int) -> None:
    text = game_string("flaming", preset="strategy", curse=curse)
    assert text == f"pyramidion_flaming(preset=strategy,curse={number})"
    options = {} if curse is None else {"curse": curse}
    match = pyramidion.new("flaming", preset="strategy", chance="manual", **options)
    assert pyspiel.load_game(text).start == match.state.tobytes()


@EVERY
def test_openspiels_random_simulation_test_passes(game: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", [game for game in OPTIONS if game != "pharao"])
def test_openspiels_random_simulation_test_passes_with_all_rules(game: str) -> None:
    """A whole game as people play it, at its largest table; one of Oh, Pharao! is 1,300 moves."""
    most = max(catalogue.face(game).players)
    pyspiel.random_sim_test(
        load(game, {"players": most}), num_sims=1, serialize=False, verbose=False
    )


@EVERY
def test_openspiels_simulation_test_in_python_passes(game: str, options: dict[str, Any]) -> None:
    games_sim_test.GamesSimTest().sim_game(load(game, options))


@EVERY
def test_openspiels_api_tests_pass(game: str, options: dict[str, Any]) -> None:
    class Enforced(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        pass

    Enforced.game = load(game, options)
    Enforced.game_name = game
    Enforced.game_type = Enforced.game.get_type()
    Enforced.some_states = playout(Enforced.game, 1)[:: 1 + len(playout(Enforced.game, 1)) // 12]
    checks = [name for name in dir(Enforced) if name.startswith("test_")]
    assert len(checks) >= 4
    for name in checks:
        getattr(Enforced(name), name)()


@EVERY
def test_a_game_there_is_the_same_game_as_here(game: str, options: dict[str, Any]) -> None:
    """Chance nodes and their odds, legal moves and names, results: move by move as a match."""
    players, *_ = options.values()
    others = {name: value for name, value in options.items() if name != "players"}
    match = pyramidion.new(game, players=players, chance="manual", **others)
    state, choose = load(game, options).new_initial_state(), random.Random(5)
    while not state.is_terminal():
        assert state.is_chance_node() == (match.actor == pyramidion.CHANCE)
        names = {state.action_to_string(a): a for a in state.legal_actions()}
        assert sorted(names) == sorted(match.legal)
        if state.is_chance_node():
            there = dict(state.chance_outcomes())
            here = {names[move]: float(p) for move, p in match.odds.items()}
            assert there == pytest.approx(here)
        move = choose.choice(match.legal)
        match.play(move)
        state.apply_action(names[move])
    shares = [float(Fraction(share)) for share in match.result or []]
    assert state.returns() == pytest.approx([share * players - 1 for share in shares])


@pytest.mark.parametrize(("game", "options"), HIDDEN, ids=IDS_OF_HIDDEN)
def test_what_a_seat_sees_depends_on_nothing_it_cannot_know(
    game: str, options: dict[str, Any]
) -> None:
    """Resample what a seat does not know: its strings and tensors stay the same."""
    different = 0
    for state in playout(load(game, options), 3)[::7]:
        if state.is_terminal() or state.is_chance_node():
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.Random(1).random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        for tensor in ("information_state_tensor", "observation_tensor"):
            assert (np.array(getattr(other, tensor)(seat)) == getattr(state, tensor)(seat)).all()
        assert other.legal_actions() == state.legal_actions()
        different += other.record().tobytes() != state.record().tobytes()
    assert different or not pyramidion.new(game, **options).face.chance


class Part:
    """A part of a game's tree: a state, so many steps from it, and three actions for each.

    `met` collects the histories of its decisions.
    """

    def __init__(self, state: pyspiel.State, steps: int, met: set[str]) -> None:
        self._state, self._steps, self._met = state, steps, met
        if state.current_player() >= 0 and steps > 0:
            met.add(str(state))

    def is_terminal(self) -> bool:
        return self._steps == 0 or bool(self._state.is_terminal())

    def legal_actions(self) -> list[int]:
        actions = self._state.legal_actions()
        return [actions[i] for i in sorted({0, len(actions) // 2, len(actions) - 1})]

    def child(self, action: int) -> "Part":
        return Part(self._state.child(action), self._steps - 1, self._met)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


@EVERY
def test_openspiels_test_of_perfect_recall_passes_in_all_parts_of_a_game(
    game: str, options: dict[str, Any]
) -> None:
    states = playout(load(game, options), 1)
    actions = states[-1].history()
    decisions = [ply for ply, state in enumerate(states) if state.current_player() >= 0]
    infostates: dict[Any, Any] = {}
    met: set[str] = set()
    for ply in decisions[:: 1 + len(decisions) // 6]:
        before = list(zip(states[:ply], actions[:ply], strict=True))
        part = Part(states[ply], 5, met)
        api_test._assert_is_perfect_recall_recursive(part, before, infostates)
    # where something is hidden several histories are one information state, elsewhere none
    assert (len(met) > len(infostates)) == catalogue.face(game).hidden
    assert len(infostates) > 40


@pytest.mark.parametrize(("game", "options"), HIDDEN, ids=IDS_OF_HIDDEN)
def test_an_information_state_tells_nothing_of_what_others_are_dealt(
    game: str, options: dict[str, Any]
) -> None:
    """Whatever a chance node brings to one seat's hand, all others are left with the same."""
    seats, hidden_deals = range(options["players"]), 0
    for state in playout(load(game, options), 4)[:-1]:
        if not state.is_chance_node():
            continue
        after = [state.child(action) for action in state.legal_actions()]
        kinds = [len({s.information_state_string(seat) for s in after}) for seat in seats]
        if min(kinds) < max(kinds):  # not for all to see
            assert {*kinds} == {1, len(after)}
            tensors = [
                len({tuple(s.information_state_tensor(seat)) for s in after}) for seat in seats
            ]
            assert tensors == kinds
            hidden_deals += 1
    assert hidden_deals


def test_an_information_state_recalls_what_was_shown_and_is_over() -> None:
    """Jaguar's opened bids are in no log; two games that differ in them only are told apart."""
    game, seen = load("jaguar", OPTIONS["jaguar"]), []
    for bid in (0, 1):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[bid])
        hidden = state.information_state_string(1)
        state.apply_action(state.legal_actions()[0])
        seen.append((hidden, state.information_state_string(1)))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1]


@EVERY
def test_openspiels_mcts_plays_a_move(game: str, options: dict[str, Any]) -> None:
    """The one in Python: OpenSpiel 2.0's C++ MCTS crashes on all games written in Python."""
    loaded = load(game, options)
    state = next(s for s in playout(loaded, 1) if not s.is_chance_node())
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(loaded, 2.0, 6, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(("game", "options"), HIDDEN, ids=IDS_OF_HIDDEN)
def test_openspiels_ismcts_plays_a_move(game: str, options: dict[str, Any]) -> None:
    loaded = load(game, options)
    decisions = [s for s in playout(loaded, 1) if s.current_player() >= 0]
    state = next(s for s in decisions if len(s.legal_actions()) > 1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(loaded, evaluator, 2.0, 6, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def is_a_policy(policy: Any, state: pyspiel.State) -> bool:
    shares: dict[int, float] = policy.action_probabilities(state)
    return set(shares) == set(state.legal_actions()) and sum(shares.values()) == pytest.approx(1.0)


@EVERY
def test_openspiels_cfr_by_sampling_outcomes_runs(game: str, options: dict[str, Any]) -> None:
    loaded = load(game, options)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded)
    for _ in range(2):
        solver.iteration()
    first = next(s for s in playout(loaded, 1) if s.current_player() >= 0)
    assert is_a_policy(solver.average_policy(), first)


@pytest.mark.parametrize(
    ("game", "options"),
    [("pyramido", {"quiet_limit": 1}), ("flaming", {"players": 2, "turn_limit": 2})],
)
def test_openspiels_cfr_by_external_sampling_learns_of_all_it_may_do(
    game: str, options: dict[str, Any]
) -> None:
    """It tries every action of a seat, so only games of a few turns are small enough."""
    loaded = load(game, options)
    np.random.seed(1)  # which it draws from
    averages = external_sampling_mccfr.AverageType.SIMPLE
    solver = external_sampling_mccfr.ExternalSamplingSolver(loaded, averages)
    for _ in range(3):
        solver.iteration()
    first = next(s for s in playout(loaded, 1) if s.current_player() >= 0)
    assert is_a_policy(solver.average_policy(), first)
    assert len(solver._infostates) > 10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pyramidion_jaguar(colour=red)", "Unknown parameter 'colour'"),
        ("pyramidion_jaguar(players=3)", "for 2 players, not 3"),
        ("pyramidion_pyramido(quiet_limit=0)", "at least 1"),
        ("pyramidion_flaming(preset=hard)", "family / strategy"),
        ("pyramidion_flaming(players=two)", "players"),
        ("pyramidion_flaming(curse=7)", "curse must be true or false, not 7"),
        ("pyramidion_jaguar(path=%7Bnumbers)", "path"),
        ("pyramidion_chess", "Unknown game"),
    ],
)
def test_a_game_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=message):
        pyspiel.load_game(text)


@EVERY
def test_an_illegal_action_and_one_after_the_end_are_refused(
    game: str, options: dict[str, Any]
) -> None:
    states = playout(load(game, options), 1)
    for state in (states[0], states[len(states) // 2], states[-1]):
        before = str(state)
        illegal = {-1, 0, state.get_game().num_distinct_actions()} - {*state.legal_actions()}
        for act in (state.apply_action, state.apply_action_with_legality_check):
            for action in illegal:
                with pytest.raises(pyspiel.SpielError, match=r"(?i)legal|invalid"):
                    act(action)
        assert str(state) == before
        assert len(state.history()) == len(state.full_history())
    assert states[-1].legal_actions() == []


def test_an_observer_that_cannot_be_is_refused() -> None:
    game = load("jaguar", OPTIONS["jaguar"])
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(params={"colour": "red"})
    whose = pyspiel.PrivateInfoType
    for public, recall, private in (
        (True, False, whose.ALL_PLAYERS),
        (False, False, whose.SINGLE_PLAYER),
        (True, True, whose.NONE),
    ):
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=recall, private_info=private
        )
        assert make_observation(game, kind) is None
