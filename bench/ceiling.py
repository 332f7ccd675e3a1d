"""How far can thinking go against the greedy player? The search alone, and one that sees all.

    python -m bench.ceiling flaming --players 6 --games 100 [--simulations 400] [--all-seen]

Seats alternate between the search, which overlooks nothing here, and the greedy player. With
`--all-seen` the search is given the whole position, every hand and pile. No bot ever is: that is
a bound for what a bot could reach that guessed everything rightly.
"""

import argparse
from fractions import Fraction

from pyramidion.bots import Bot
from pyramidion.games import catalogue
from pyramidion.lab.arena import Contest, make_mover
from pyramidion.lab.intervals import share
from pyramidion.match import Match


def play(contest: Contest, number: int, simulations: int, all_seen: bool) -> float:
    """One game; what the seats of the search won together."""
    match = Match(contest.game, contest.players, contest.options, seed=contest.seed + number)
    seating = contest.seating(number)
    searches = [Bot(match.game, match.players, entries=4 * simulations) for _ in seating]
    greedy = [make_mover("greedy", match, number * 16 + seat) for seat in range(match.players)]
    while (seat := match.actor) is not None:
        known = match.hidden(seat)
        if seating[seat] == 0:
            seen = match.state if all_seen else known
            seed = number * 1000 + match.ply
            thought = searches[seat].think(seen, seat, simulations=simulations, seed=seed)
            match.play_action(thought.action)
        else:
            match.play_action(greedy[seat](known, seat))
    assert match.result is not None
    return float(sum(Fraction(match.result[s]) for s, bot in enumerate(seating) if bot == 0))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=555_000)
    parser.add_argument("--all-seen", action="store_true", help="the search sees every hand")
    asked = parser.parse_args()
    contest = Contest(asked.game, asked.players, {}, ("search", "greedy"), asked.seed)
    eyes = "that sees all" if asked.all_seen else "that sees what its seat knows"
    wins = 0.0
    for played in range(1, asked.games + 1):
        wins += play(contest, played - 1, asked.simulations, asked.all_seen)
        print(
            f"{asked.game}, {asked.players} players, game {played} of {asked.games}: a search of "
            f"{asked.simulations} simulations {eyes} wins {share(wins, played).percent()} "
            "against the greedy player",
            flush=True,
        )


if __name__ == "__main__":
    main()
