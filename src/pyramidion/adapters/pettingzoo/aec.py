"""One environment for all games: seats act one after the other, chance plays itself.

An observation is what the seat knows (its hidden record), bit by bit, after one number for
each seat that says which seat it is. A win is worth players-1 and a loss -1, at the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from operator import index
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pyramidion.adapters.pettingzoo.svg import board_as_svg
from pyramidion.errors import OptionError
from pyramidion.games import catalogue
from pyramidion.match import Match

RENDERERS: dict[str, Callable[[Match], str]] = {
    "ansi": lambda match: match.draw(match.actor),
    "svg": board_as_svg,
}


def environment(game: str, version: int) -> tuple[Callable[..., AECEnv], type[AECEnv]]:
    """What a versioned module offers: `env` with PettingZoo's usual wrappers, and `raw_env`."""
    raw = type(
        "raw_env",
        (RawEnv,),
        {
            "__module__": f"pyramidion.adapters.pettingzoo.{game}_v{version}",
            "metadata": {**RawEnv.metadata, "name": f"{game}_v{version}"},
            "game": game,
        },
    )

    def env(**options: Any) -> AECEnv:
        """A game with its options; an illegal move ends it with -1 for the one who made it."""
        plain = raw(**options)
        wrapped = wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))

    return env, raw


class RawEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without wrappers: here an illegal move is an error."""

    metadata: dict[str, Any] = {"render_modes": ["human", *RENDERERS], "is_parallelizable": False}
    game: str

    def __init__(
        self, players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        EzPickle.__init__(self, players, render_mode, **options)
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(self.metadata["render_modes"])
            raise OptionError(f"a render mode is one of {modes}, not {render_mode!r}")
        self.render_mode = render_mode
        self.options = options
        face = catalogue.face(self.game)
        self.players, _ = face.check(players, options)
        self._seeds: random.Random = random.SystemRandom()  # until a reset brings a seed
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        width = self.players + 8 * face.game.state.itemsize
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (width,), np.int8),
                    "action_mask": Box(0, 1, (face.game.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(face.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        chosen = self._seeds.getrandbits(62) if seed is None else index(seed)
        self.match = Match(self.game, self.players, self.options, seed=chosen)
        if seed is not None:  # further games follow from it: one seed is enough for many
            self._seeds = random.Random(chosen)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise OptionError("only a seat whose game is over steps with None")
        self.match.play_action(index(action))
        self._cumulative_rewards[agent] = 0.0
        if self.match.actor is None:
            for name, share in zip(self.agents, self.match.result or (), strict=True):
                self.rewards[name] = float(Fraction(share) * self.players - 1)
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        known = np.frombuffer(self.match.hidden(seat).tobytes(), np.uint8)
        which = np.arange(self.players) == seat
        mask = np.zeros(self.match.face.game.actions, np.int8)
        if self.match.actor == seat:
            mask[self.match.actions] = 1
        bits = np.unpackbits(known, bitorder="little")
        return {
            "observation": np.concatenate([which, bits]).astype(np.int8),
            "action_mask": mask,
        }

    def render(self) -> str | None:
        """The board as the acting seat sees it: printed (human), as text (ansi) or as SVG."""
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        if self.render_mode == "human":
            print(RENDERERS["ansi"](self.match))
            return None
        return RENDERERS[self.render_mode](self.match)

    def close(self) -> None:
        pass

    def _select(self) -> None:
        """Who acts now; when the game is over, anybody who has not been told yet."""
        self.agent_selection = self.possible_agents[self.match.actor or 0]
