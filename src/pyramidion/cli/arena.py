"""pyramidion arena: how much stronger is one bot than another?"""

import argparse
import json
import secrets
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pyramidion.cli.options import add_game, add_ray, add_seed, add_threads, parse_options, positive
from pyramidion.errors import PyramidionError
from pyramidion.journal import add_line, read_lines
from pyramidion.lab.arena import Contest, Standing, make_mover, play_games, standings
from pyramidion.match import Match
from pyramidion.terminal import progress


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "arena",
        help="let bots play each other and rate them",
        description="Let bots play each other, with seats rotated, and rate them with 95% "
        "intervals. With --out it writes the results and all records, and goes on where an "
        "earlier run was stopped.",
    )
    add_game(parser)
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B",
        help="levels 1 to 5, greedy or random, for example 5,3; 5@0.5 is level 5 with half a "
        "second for a move",
    )
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many")
    add_seed(parser)
    add_threads(parser)
    add_ray(parser)
    parser.add_argument(
        "--out", type=Path, metavar="NAME", help="write NAME.json and NAME.records.jsonl"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    options = parse_options(arguments.option)
    match = Match(arguments.game, arguments.players, options, chance="manual")
    bots = tuple(word.strip() for word in arguments.bots.split(","))
    if len(bots) < 2:
        raise PyramidionError("an arena needs at least two bots, for example --bots 5,3")
    for bot in bots:
        make_mover(bot, match, 0)  # says what is wrong before the first game
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    contest = Contest(match.game, match.players, options, bots, seed)
    memory = Memory(arguments.out, contest, arguments.seed is None) if arguments.out else None
    contest = memory.contest if memory else contest
    records = memory.records[: arguments.games] if memory else []
    played = play_games(contest, len(records), arguments.games, arguments.threads, arguments.ray)
    for record in progress(played, arguments.games - len(records), "games"):
        records.append(record)
        if memory:
            memory.add(record)
    table = standings(contest, records)
    print_table(match.face.title, contest, table)
    if memory:
        memory.finish(table)
    return 0


class Memory:
    """What an arena keeps on disk."""

    def __init__(self, name: Path, contest: Contest, any_seed: bool) -> None:
        self.summary = name.with_name(name.name + ".json")
        self.log = name.with_name(name.name + ".records.jsonl")
        self.contest = contest
        self.records = read_lines(self.log)
        if self.records and not self.summary.exists():
            raise PyramidionError(f"{self.log} is of an arena whose {self.summary.name} is missing")
        if self.summary.exists():
            before = self._begun()
            now = json.loads(json.dumps(asdict(contest)))
            if any_seed:
                now["seed"] = before.get("seed")
            if before != now:
                raise PyramidionError(f"{self.summary} is of another contest: {before}")
            self.contest = Contest(**{**before, "bots": tuple(before["bots"])})
        if not all(isinstance(record, dict) and "result" in record for record in self.records):
            raise PyramidionError(f"{self.log} cannot be read: its lines are not games of an arena")
        self.finish([])

    def _begun(self) -> dict[str, Any]:
        """The contest that the file is of."""
        try:
            before = json.loads(self.summary.read_bytes())["contest"]
            return dict(before)
        except (ValueError, TypeError, KeyError):
            raise PyramidionError(f"{self.summary} cannot be read: it is not of an arena") from None

    def add(self, record: dict[str, Any]) -> None:
        add_line(self.log, record)

    def finish(self, table: list[Standing]) -> None:
        data = {"contest": asdict(self.contest), "standings": [asdict(row) for row in table]}
        self.summary.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def print_table(title: str, contest: Contest, table: list[Standing]) -> None:
    """The standings, one line a bot."""
    print(f"{title}, {contest.players} players, {table[0].games} games, seed {contest.seed}")
    for row in table:
        line = f"  {row.bot:<8}{row.share.percent():<24}× fair share {row.times_fair()}"
        if row.elo:
            line += f"   Elo {row.elo.value:+.0f} [{row.elo.low:+.0f}, {row.elo.high:+.0f}]"
        print(line)
