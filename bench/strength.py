"""How strong are the levels? Every pair that is promised, in every game, with 95% intervals.

    python -m bench.strength FOLDER [--games 60] [--pairs 2,1 3,2 3,greedy] [--only jaguar spitze]

Runs one arena after the other into the folder and goes on where it was stopped; then prints
the table. `--table` prints what is there without playing. Hours, if all is asked for; a master
with less time (`--pairs 5@0.4,4`) is sooner done, and what it reaches it reaches with more.
"""

import argparse
import json
import re
from pathlib import Path

from pyramidion.cli.main import main as pyramidion
from pyramidion.games import catalogue
from pyramidion.lab.intervals import Interval

PAIRS = ("2,1", "3,2", "4,3", "5,4", "3,greedy", "5,random")
SHARES = {"5,random": 0.99, "3,greedy": 0.80}  # of all wins, at any number of seats
DUEL = 0.70  # of the wins, of a level against the one below
MORE_SEATS = 1.4  # times the fair share, likewise
GAMES = ("pyramido", "spitze", "jaguar", "flaming", "pharao")


def row(file: Path) -> str | None:
    """One line of the table, from what an arena wrote."""
    data = json.loads(file.read_text(encoding="utf-8"))
    contest, table = data["contest"], data["standings"]
    if not table:
        return None
    pair, players, best = ",".join(contest["bots"]), contest["players"], table[0]
    wins = Interval(**best["share"])
    promised = re.sub(r"@[\d.]+", "", pair)  # with less time it is harder, not another promise
    if players == 2 or promised in SHARES:
        aim = SHARES.get(promised, DUEL)
        shown, wanted, low, high = wins.percent(), f"{aim:.0%}", wins.low, wins.high
    else:
        aim, fair = MORE_SEATS, best["fair"]
        times = Interval(wins.value / fair, wins.low / fair, wins.high / fair)
        shown, wanted, low, high = f"{times}×", f"{aim}×", times.low, times.high
    verdict = "reached" if low > aim else "missed" if high < aim else "open"
    title = catalogue.face(contest["game"]).title
    better, other = contest["bots"]
    games, seed = str(best["games"]), str(contest["seed"])
    cells = [title, str(players), f"{better} > {other}", games, seed, shown, wanted, verdict]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Play what is missing, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--pairs", nargs="*", default=PAIRS)
    parser.add_argument("--only", nargs="*", default=GAMES)
    parser.add_argument("--players", type=int, nargs="*")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--table", action="store_true", help="only print what is there")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for pair in [] if asked.table else asked.pairs:
        for game in asked.only:
            for players in asked.players or catalogue.face(game).players:
                if players in catalogue.face(game).players:
                    name = asked.folder / f"{game}-{players}-{pair.replace(',', '-')}"
                    plan = ["--players", str(players), "--bots", pair, "--games", str(asked.games)]
                    more = ["--seed", asked.seed, "--threads", asked.threads, "--out", str(name)]
                    pyramidion(["arena", game, *plan, *more])
    print("| game | players | | games | seed | share or × fair | aim | |")
    print("| --- | ---: | --- | ---: | ---: | --- | ---: | --- |")
    for file in sorted(asked.folder.glob("*.json")):
        line = row(file)
        if line:
            print(line)


if __name__ == "__main__":
    main()
