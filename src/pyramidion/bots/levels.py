"""Five levels, from a first evening to a master: budgets of one search, not different programs.

A lower level looks at fewer futures, so it overlooks what a beginner overlooks; and the
lowest does not always take the move that looks best, but one that looks nearly as good. Where
luck and the others decide much, as a game's sense may say, lower levels also overlook moves.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pyramidion.bots.bot import Bot, Choice, Thought
from pyramidion.bots.exact import judge, judge_of
from pyramidion.engine import registered
from pyramidion.engine.sense import overlooked, simulated
from pyramidion.errors import PyramidionError
from pyramidion.games import catalogue
from pyramidion.games.face import Words

if TYPE_CHECKING:
    from pyramidion.solve.oracle import Judgement

EXACT_SHARE = 0.6  # of the master's time goes into proof where a game allows it


@dataclass(frozen=True)
class Level:
    """How much a bot thinks, and how loosely it chooses."""

    name: Words
    simulations: int | None
    seconds: float
    looseness: float  # how much worse a move may look and still be chosen now and then
    overlooks: float  # the share of moves that it does not see where luck decides much


LEVELS = {
    1: Level(Words("First evening", "Erster Abend"), 8, 0.1, 0.3, 0.88),
    2: Level(Words("Learner", "Lehrling"), 60, 0.2, 0.0, 0.64),
    3: Level(Words("Player", "Kenner"), 400, 0.5, 0.0, 0.43),
    4: Level(Words("Expert", "Könner"), 3000, 1.0, 0.0, 0.19),
    5: Level(Words("Master", "Meister"), None, 1.8, 0.0, 0.0),
}


def level(number: int) -> Level:
    """The level of that number."""
    if number not in LEVELS or isinstance(number, bool):
        raise PyramidionError(f"there are levels {min(LEVELS)} to {max(LEVELS)}, not {number!r}")
    return LEVELS[number]


class LevelBot:
    """A bot of a level; keeps its memory from move to move of one game.

    Without a clock, a level that has a number of simulations makes them all, however long
    it takes: the same seed, the same game. With seconds it has no more than those for a move.
    """

    def __init__(
        self,
        game: str,
        players: int,
        number: int,
        threads: int = 1,
        clock: bool = True,
        seconds: float | None = None,
    ) -> None:
        self.clock = clock or seconds is not None
        self.level = level(number)
        if seconds is not None:
            self.level = replace(self.level, seconds=min(seconds, self.level.seconds))
        self.game, self.players = game, players
        self.exact = number == max(LEVELS) and judge_of(game) is not None
        entries = 1 << 18 if self.level.simulations is None else 4 * self.level.simulations
        self.bot = Bot(game, players, threads, entries)

    def simulations(self, known: Any) -> int | None:
        """How many simulations this level makes here; None where only time is its budget."""
        usual = self.level.simulations
        return None if usual is None else simulated(known, usual)

    def think(
        self,
        known: Any,
        seat: int,
        *,
        seed: int | None = None,
        stop: threading.Event | None = None,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> Thought:
        """Think as this level does; a budget of one's own replaces the level's."""
        lost: set[int] = set()
        own_budget = seconds is not None or simulations is not None
        if not own_budget:
            simulations = self.simulations(known)
            seconds = None if simulations and not self.clock else self.level.seconds
            if self.exact and seconds:
                begun = time.monotonic()
                judgement = judge(self.game, known, EXACT_SHARE * seconds, stop)
                if judgement and judgement.verdict != "open":
                    return _proved(judgement, seat, self.players, time.monotonic() - begun)
                if judgement:
                    lost = {a for a, value in judgement.values.items() if value == "lost"}
                seconds = max(0.05, seconds - (time.monotonic() - begun))
        thought = self.bot.think(
            known, seat, seconds=seconds, simulations=simulations, seed=seed, stop=stop,
            # who chooses loosely goes by how often each move was tried
            no_longer_than_needed=not own_budget and not self.level.looseness,
        )  # fmt: skip
        if thought.action in lost:
            best = next(choice for choice in thought.choices if choice.action not in lost)
            return replace(thought, action=best.action, value=best.value, line=[best.action])
        overlooks = overlooked(known, self.level.overlooks)
        return self._choose(thought, overlooks, random.Random(seed))

    def _choose(self, thought: Thought, overlooks: float, chooser: random.Random) -> Thought:
        """Choose among the moves that are seen and look nearly as good, by how often tried."""
        seen = thought.choices
        if overlooks:  # where a single move decides less, thinking less is not enough
            seen = [c for c in seen if chooser.random() >= overlooks] or [chooser.choice(seen)]
        near = [c for c in seen if c.tries and c.value >= seen[0].value - self.level.looseness]
        if self.level.looseness == 0.0 or not near:
            near = seen[:1]
        chosen = chooser.choices(near, [max(1, choice.tries) for choice in near])[0]
        if chosen.action == thought.action:
            return thought
        return replace(thought, action=chosen.action, value=chosen.value, line=[chosen.action])


def _proved(judgement: Judgement, seat: int, players: int, seconds: float) -> Thought:
    """A thought that is no estimate."""
    sure = {"won": 1.0, "lost": 0.0, "open": 0.5}
    value = sure[judgement.verdict]
    choices = [Choice(action, 0, sure[word]) for action, word in judgement.values.items()]
    return Thought(
        judgement.best_action,
        value,
        [value if player == seat else 1.0 - value for player in range(players)],
        list(judgement.line) or [judgement.best_action],
        sorted(choices, key=lambda choice: (choice.action != judgement.best_action, -choice.value)),
        0,
        seconds,
    )


def think(
    known: Any,
    seat: int,
    level: int = 3,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    stop: threading.Event | None = None,
) -> Thought:
    """Think once, without a memory, about what a seat knows: `match.hidden(seat)`."""
    face = catalogue.face(registered(known.dtype).name)
    bot = LevelBot(face.key, face.seats(known), level, threads)
    return bot.think(known, seat, seconds=seconds, simulations=simulations, seed=seed, stop=stop)
