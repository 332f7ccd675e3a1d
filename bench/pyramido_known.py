"""How often is the exact value of a Pyramido position known within a second, by move number?

    python bench/pyramido_known.py --games 1000 --player package.module:function

The games are played by a function that gets a `Match` and an integer seed and returns a move;
`random`, `greedy` and `level3` are built in. Positions are judged as a bot would judge them in
a game: with the certificate, and with a table that is empty when the game begins. Seconds are
those of one core, so that other work on the machine does not count;
`--every 5` judges every fifth position only (another one in each game), to save time.
"""

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pyramidion
from pyramidion.bots import think
from pyramidion.match import Match
from pyramidion.solve.oracle import Oracle

Player = Callable[[Match, int], str]
BAND = 10  # move numbers that are shown together


def random_player(match: Match, seed: int) -> str:
    """Any legal move."""
    return random.Random(seed).choice(match.legal)


def greedy_player(match: Match, seed: int) -> str:
    """Climb as high as possible; otherwise place or fall at random."""
    climbs = [move for move in match.legal if "-" in move and move[3] > move[0]]
    highest = max((move[3] for move in climbs), default="")
    return random.Random(seed).choice([m for m in climbs if m[3] == highest] or match.legal)


def level_3_player(match: Match, seed: int) -> str:
    """The bot of level 3."""
    known = match.hidden(match.actor or 0)
    thought = think(known, match.actor or 0, 3, seed=abs(seed))
    return match.face.name(known, thought.action)


def find_player(name: str) -> Player:
    """A built-in player, or `package.module:function`."""
    built_in: dict[str, Player] = {
        "random": random_player,
        "greedy": greedy_player,
        "level3": level_3_player,
    }
    if name in built_in:
        return built_in[name]
    module, _, function = name.partition(":")
    player: Player = getattr(import_module(module), function)
    return player


def measure(player: Player, games: int, seconds: float, every: int, seed: int) -> list[list[float]]:
    """A row for every judged position: move number, known or not, seconds it took."""
    rows: list[list[float]] = []
    for number in range(games):
        oracle, match = Oracle(clock=time.thread_time), pyramidion.new("pyramido")
        while match.actor is not None:
            if (match.ply + number) % every == 0:
                begun = time.thread_time()
                judged = oracle.judge(match.state, seconds, every_move=False)
                took = time.thread_time() - begun
                rows.append([match.ply + 1, float(judged.verdict != "open"), took])
            match.play(player(match, hash((seed, number, match.ply))))
        print(f"game {number + 1} of {games}: {match.ply} moves", flush=True)
    return rows


def table(rows: list[list[float]]) -> str:
    """The rows in bands of move numbers, as Markdown."""
    bands: dict[int, list[list[float]]] = defaultdict(list)
    for row in rows:
        bands[int(row[0] - 1) // BAND].append(row)
    lines = ["| moves | positions | known | median seconds |", "| --- | ---: | ---: | ---: |"]
    for band, inside in sorted(bands.items()):
        known = sum(row[1] for row in inside) / len(inside)
        median = sorted(row[2] for row in inside)[len(inside) // 2]
        first = band * BAND + 1
        lines.append(f"| {first}–{first + BAND - 1} | {len(inside)} | {known:.0%} | {median:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument(
        "--player", default="random", help="random, greedy, level3 or module:function"
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="for the rows, as JSON")
    args = parser.parse_args()
    rows = measure(find_player(args.player), args.games, args.seconds, args.every, args.seed)
    print(table(rows))
    if args.out:
        args.out.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
