"""Random games at full speed, and what can be read off them."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pyramidion.engine.loops import BLOCK, Block, logged_game, random_block, random_games
from pyramidion.lab.intervals import Interval, mean, share
from pyramidion.match import Match
from pyramidion.spread import spread


@dataclass
class Summary:
    """Sums over all games so far."""

    players: int
    games: int = 0
    moves: int = 0
    squared_moves: int = 0
    shortest: int = 0
    longest: int = 0
    decisions: int = 0
    choices: int = 0
    wins: Any = None
    squared_wins: Any = None
    draws: int = 0
    uses: Any = field(default=0)

    def add(self, block: Block) -> None:
        """Count a block of games in."""
        n = len(block.moves)
        self.shortest = int(min(block.moves.min(), self.shortest or block.moves.min()))
        self.longest = int(max(block.moves.max(), self.longest))
        self.games += n
        self.moves += int(block.moves.sum())
        self.squared_moves += int((block.moves.astype(np.int64) ** 2).sum())
        self.decisions += int(block.decisions.sum())
        self.choices += int(block.choices.sum())
        wins, squares = block.results.sum(axis=0), (block.results**2).sum(axis=0)
        self.wins = wins if self.wins is None else self.wins + wins
        self.squared_wins = squares if self.squared_wins is None else self.squared_wins + squares
        self.draws += int((block.results.max(axis=1) < 0.999).sum())
        self.uses = self.uses + block.uses

    def length(self) -> Interval:
        """Moves in a game, chance included."""
        return mean(self.moves, self.squared_moves, self.games).within(0.0, math.inf)

    def branching(self) -> float:
        """Legal moves at a decision, on average."""
        return self.choices / max(self.decisions, 1)

    def seat(self, seat: int) -> Interval:
        """The mean result of a seat: its share of the wins."""
        won, squares = float(self.wins[seat]), float(self.squared_wins[seat])
        return mean(won, squares, self.games).within(0.0, 1.0)

    def shared(self) -> Interval:
        """The share of games without a single winner."""
        return share(self.draws, self.games)


def blocks_on_ray(match: Match, games: int, seed: int, threads: int, ray: str) -> Iterator[Block]:
    """The blocks of `random_games`, the same, from a Ray cluster."""
    work = partial(_block, match.game, match.players, match.options, games, seed)
    return spread(work, range(0, games, BLOCK), threads, ray)


def _block(
    game: str, players: int, options: Mapping[str, Any], games: int, seed: int, first: int
) -> Block:
    start = Match(game, players, options, chance="manual").state
    return random_block(start, players, games, seed, first)


def warm_up(match: Match) -> None:
    """Compile, or load what was compiled before, so that it does not count as playing."""
    list(random_games(match.state, match.players, 1, seed=0))


def write_records(match: Match, block: Block, seed: int, path: Path) -> None:
    """Append the records of a block's games to a file, one per line."""
    with path.open("a", encoding="utf-8") as file:
        for offset, moves in enumerate(block.moves):
            played = match.copy()
            for action in logged_game(match.state, seed, block.first + offset, int(moves)):
                played.play_action(action)
            file.write(json.dumps(played.record()) + "\n")
