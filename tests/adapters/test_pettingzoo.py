"""The games in PettingZoo: its own conformance tests, and its errors."""

import pickle
import random
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.seed_test import check_environment_deterministic

import pyramidion
from pyramidion.engine import calls, generator
from pyramidion.errors import OptionError, PyramidionError
from pyramidion.games import catalogue
from tests.adapters.small import IDS, OPTIONS, SMALL

EVERY = pytest.mark.parametrize(("game", "options"), SMALL, ids=IDS)


def maker(game: str, options: dict[str, Any]) -> Callable[..., Any]:
    return partial(import_module(f"pyramidion.adapters.pettingzoo.{game}_v0").env, **options)


def test_every_game_has_a_version() -> None:
    for game in OPTIONS:
        assert str(maker(game, {})()) == f"{game}_v0"


def check(env: Any) -> None:
    """PettingZoo's API test."""
    with warnings.catch_warnings():
        # observations with a mask are a dict; PettingZoo lists its own games that have them
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy|space for each)")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(env, num_cycles=50)


@EVERY
def test_pettingzoos_api_test_passes(game: str, options: dict[str, Any]) -> None:
    check(maker(game, options)())


@EVERY
def test_pettingzoos_seed_test_passes(game: str, options: dict[str, Any]) -> None:
    seed_test(maker(game, options), num_cycles=30)


@EVERY
def test_pettingzoos_render_test_passes(game: str, options: dict[str, Any]) -> None:
    def is_image(result: str) -> bool:
        return ElementTree.fromstring(result).tag.endswith("svg")

    render_test(maker(game, options), custom_tests={"svg": is_image})


def advanced(game: str, options: dict[str, Any], moves: int, seed: int) -> Any:
    """An environment that draws, some random moves into a game."""
    env, choose = maker(game, {**options, "render_mode": "svg"})(), random.Random(seed)
    env.reset(seed=seed)
    for _ in range(moves):
        observation, _, ended, _, _ = env.last()
        if ended:
            break
        env.step(choose.choice(observation["action_mask"].nonzero()[0].tolist()))
    return env


@pytest.mark.parametrize("game", OPTIONS)
def test_the_drawing_is_the_board_of_the_table_and_follows_the_game(game: str) -> None:
    options = {"players": max(catalogue.face(game).players)}
    drawn = set()
    for moves in range(0, 60, 12):
        image = advanced(game, options, moves, 5).render()
        drawn.add(image)
        classes = {part.get("class", "") for part in ElementTree.fromstring(image).iter()}
        assert any(game in names.split() for names in classes)
        assert "http" not in image.replace("http://www.w3.org/", "")  # it needs nothing else
    assert len(drawn) >= 4  # an offer may change nothing on the board


@pytest.mark.parametrize("game", [game for game in OPTIONS if catalogue.face(game).hidden])
def test_a_drawing_depends_on_nothing_that_its_seat_cannot_know(game: str) -> None:
    options = {"players": min(catalogue.face(game).players)}
    others = 0
    for moves in (0, 3, 9, 20, 40):
        env = advanced(game, options, moves, 2)
        match = env.unwrapped.match
        image, before = env.render(), match.state.tobytes()
        dealt = match.hidden(match.actor)
        calls.redeal(dealt, match.actor, generator(3))
        match._s = dealt
        assert env.render() == image
        others += dealt.tobytes() != before
    assert others


def test_without_the_table_the_drawing_is_the_text_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyramidion.table.picture", None)  # as if it were not there
    env = advanced("jaguar", {}, 4, 1)
    image = ElementTree.fromstring(env.render())
    lines = [part.text or "" for part in image.iter() if part.tag.endswith("text")]
    match = env.unwrapped.match
    assert "\n".join(lines) == match.draw(match.actor)


@EVERY
def test_a_pickled_environment_plays_the_same_and_passes_too(
    game: str, options: dict[str, Any]
) -> None:
    """PettingZoo's own pickle test: side by side with the one it was made of."""
    env = maker(game, options)()
    again = pickle.loads(pickle.dumps(env))
    assert again.unwrapped.players == options["players"]
    check_environment_deterministic(env, again, 10)
    check(again)


def firsts(env: Any, games: int) -> list[bytes]:
    """How some games begin, of which only the first is given a seed."""
    begun = []
    for seed in [5] + [None] * (games - 1):
        env.reset(seed=seed)
        begun.append(env.unwrapped.match.state.tobytes())
    return begun


def test_one_seed_decides_all_games_that_follow_it() -> None:
    """As Gymnasium has it: seed the first reset, and no other."""
    begun = firsts(maker("jaguar", {})(), 4)
    assert begun == firsts(maker("jaguar", {})(), 4)
    assert len(set(begun)) == 4


def test_without_a_seed_no_two_environments_play_the_same() -> None:
    begun = set()
    for _ in range(3):
        env = maker("jaguar", {})()
        env.reset()
        begun.add(env.unwrapped.match.state.tobytes())
    assert len(begun) == 3


@EVERY
def test_a_game_there_is_the_same_game_as_here(game: str, options: dict[str, Any]) -> None:
    env, match = maker(game, options)(), pyramidion.new(game, seed=3, **options)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        total[agent] += reward
        if ended:
            env.step(None)
            continue
        assert agent == f"player_{match.actor}"
        assert observation["action_mask"].nonzero()[0].tolist() == sorted(match.actions)
        env.step(match.actions[-1])
        match.play_action(match.actions[-1])
    winners = [float(Fraction(share)) for share in match.result or []]
    expected = [share * len(winners) - 1 for share in winners]
    assert list(total.values()) == pytest.approx(expected)


@EVERY
def test_an_illegal_move_is_an_error_or_ends_the_game_for_its_maker(
    game: str, options: dict[str, Any]
) -> None:
    module = import_module(f"pyramidion.adapters.pettingzoo.{game}_v0")
    raw = module.raw_env(**options)
    raw.reset(seed=1)
    illegal = int(raw.observe(raw.agent_selection)["action_mask"].argmin())
    before = raw.match.record()
    for wrong, error, message in (
        (illegal, PyramidionError, f"action {illegal} is not legal"),
        (-1, PyramidionError, "action -1 is not legal"),
        (None, OptionError, "steps with None"),
        (1.5, TypeError, "integer"),
    ):
        with pytest.raises(error, match=message):
            raw.step(wrong)
    assert raw.match.record() == before
    env = maker(game, options)()
    env.reset(seed=1)
    env.last()
    maker_of_it = env.agent_selection
    env.step(illegal)
    assert env.rewards == {agent: -float(agent == maker_of_it) for agent in env.possible_agents}
    assert all(env.terminations.values())


@EVERY
def test_stepping_after_the_end_or_out_of_bounds_is_refused_as_pettingzoo_does(
    game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    env = maker(game, options)()
    for call in (lambda: env.step(0), env.render, lambda: env.observe("player_0"), env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agent_selection
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action"):
        env.step(10_000_000)
    for _ in env.agent_iter():
        observation, _, ended, _, _ = env.last()
        if ended:
            with pytest.raises(ValueError, match="only valid action is None"):
                env.step(0)
        env.step(None if ended else int(observation["action_mask"].argmax()))
    assert env.agents == []
    env.step(0)
    assert "step() called after all agents are terminated" in caplog.text
    with pytest.raises(KeyError):
        env.unwrapped.step(0)
    env.reset(seed=2)
    assert env.agents == env.possible_agents


def test_rendering_without_a_mode_is_warned_about_as_gymnasium_does() -> None:
    env = maker("pyramido", {})()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "for 2 players, not 9"),
        ({"colour": "red"}, "has no option 'colour'"),
        ({"render_mode": "rgb"}, "one of human, ansi, svg"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        maker("jaguar", options)()
