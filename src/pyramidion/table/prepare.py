"""Compile every game in the background at the start, so that nobody waits at the first move.

Only the first start after an installation or an edit takes long; after that everything
comes from the cache on disk.
"""

from __future__ import annotations

import gc
import random
import threading

from pyramidion.bots import think
from pyramidion.match import Match


class Preparation:
    """How far the compiling is."""

    def __init__(self, games: list[str]) -> None:
        self.games = games
        self.done: list[str] = []
        self._ready = {game: threading.Event() for game in self.games}

    def start(self) -> None:
        """Begin, in a thread that ends with the program."""
        threading.Thread(target=self._run, name="prepare", daemon=True).start()

    def is_ready(self, game: str) -> bool:
        """Can this game be played without waiting?"""
        return game not in self._ready or self._ready[game].is_set()

    def wait(self, game: str, seconds: float) -> bool:
        """Wait for a game."""
        return game not in self._ready or self._ready[game].wait(seconds)

    @property
    def over(self) -> bool:
        """Is nothing left to do?"""
        return len(self.done) == len(self.games)

    def _run(self) -> None:
        for game in self.games:
            try:
                exercise(game)
            finally:  # a game that cannot be compiled says so when it is played
                self.done.append(game)
                self._ready[game].set()
        # The compiler leaves a million things that stay for good. Looking through them for
        # garbage again and again held up every move for more than a tenth of a second.
        gc.collect()
        gc.freeze()


def exercise(game: str) -> None:
    """Use every verb once: a first thought, and a whole random game as a page would see it."""
    match = Match(game, seed=0)
    chooser = random.Random(0)
    if (actor := match.actor) is not None:
        think(match.hidden(actor), actor, simulations=1)
    while match.actor is not None:
        match.play(chooser.choice(match.legal))
    match.view(0)
