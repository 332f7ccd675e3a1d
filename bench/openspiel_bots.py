"""Our search against OpenSpiel's own bots at equal time per move, through the OpenSpiel face.

    python -m bench.openspiel_bots pyramido --games 50 --seconds 0.5
    python -m bench.openspiel_bots jaguar --games 50 --seconds 0.5

Its C++ MCTSBot plays where nothing is hidden, its Python ISMCTS bot otherwise; both with one
random rollout, and with as many simulations as take that long on average.
OpenSpiel 2.0 crashes when its C++ bots play any game written in Python, its own included:
install `open_spiel<2` for Pyramido. Seats change after every game.
"""

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import pyramidion.adapters.openspiel  # noqa: F401  (registers the games)
from pyramidion.bots import Bot
from pyramidion.games import catalogue
from pyramidion.lab.intervals import share

UCT = 1.4  # of OpenSpiel's bots; their returns are between -1 and 1


class Clocked:
    """A bot of OpenSpiel that is given so many seconds a move, and what it used of them.

    It keeps no tree from move to move, so a new one for each move is as good.
    """

    def __init__(self, game: Any, seconds: float, seed: int, hidden: bool) -> None:
        self.used: list[float] = []
        self._game, self._seconds, self._hidden = game, seconds, hidden
        self._random = np.random.RandomState(seed)
        self._simulations = 8

    def step(self, state: Any) -> int:
        """Its move; more or fewer simulations next time, so that the mean time is as given."""
        bot = self._ismcts() if self._hidden else self._mcts()
        begun = time.monotonic()
        action = int(bot.step(state))
        self.used.append(time.monotonic() - begun)
        missing = self._seconds * (len(self.used) + 1) - sum(self.used)
        self._simulations = max(2, int(self._simulations * missing / self.used[-1]))
        return action

    def _mcts(self) -> Any:
        seed = int(self._random.randint(2**31))
        rollout = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(self._game, rollout, UCT, self._simulations, 1000, True, seed, False)

    def _ismcts(self) -> Any:
        rollout = mcts.RandomRolloutEvaluator(1, self._random)
        policy = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return ismcts.ISMCTSBot(
            self._game, rollout, UCT, self._simulations, final_policy_type=policy,
            random_state=self._random,
        )  # fmt: skip


def play(name: str, number: int, seconds: float) -> tuple[float, float]:
    """One game; our result, and the mean time that the other used for a move."""
    face = catalogue.face(name)
    game = pyspiel.load_game(f"pyramidion_{name}")
    chance = np.random.RandomState(number)
    ours, other = number % 2, Clocked(game, seconds, number, face.hidden)
    bot = Bot(name, 2)
    state = game.new_initial_state()
    while not state.is_terminal():
        who = state.current_player()
        if who == pyspiel.PlayerId.CHANCE:
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            action = int(chance.choice(actions, p=odds))
        elif who == ours:
            action = bot.think(state.hidden(who), who, seconds=seconds).action
        else:
            action = other.step(state)
        state.apply_action(action)
    return (state.returns()[ours] + 1) / 2, float(np.mean(other.used))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=("pyramido", "jaguar"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.5)
    asked = parser.parse_args()
    wins, times = 0.0, []
    for number in range(asked.games):
        result, used = play(asked.game, number, asked.seconds)
        wins += result
        times.append(used)
        print(
            f"{asked.game}, game {number + 1} of {asked.games}: ours "
            f"{share(wins, number + 1).percent()}; OpenSpiel's bot took {np.mean(times):.2f} s "
            f"a move, ours {asked.seconds} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
