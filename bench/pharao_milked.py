"""Oh, Pharao!: can the bots be milked? One seat proposes only lopsided offers, as many as it may.

    python -m bench.pharao_milked --games 200 --level 3

That seat gives one card and wants two to four, any kinds, jokers and special cards among them,
five times a turn; it never makes a fair offer. Whatever is no offer it plays as the others do.
If bots can be milked, it wins more than its share. Seats change after every game.
"""

import argparse
import random
from collections.abc import Iterator
from fractions import Fraction

import pyramidion
from pyramidion.bots import LevelBot
from pyramidion.lab.intervals import share
from pyramidion.match import Match

PLAYERS = 3


def lopsided(match: Match, chooser: random.Random) -> Iterator[str]:
    """One offer, move by move, as the legal moves allow; partner and cards at random."""
    yield chooser.choice([move for move in match.legal if move.startswith("trade ")])
    yield chooser.choice([move for move in match.legal if move.startswith("give ")])
    for _ in range(chooser.randint(2, 4)):
        wants = [move for move in match.legal if move.startswith("want ")]
        if wants:
            yield chooser.choice(wants)
    yield "offer" if "offer" in match.legal else "cancel"


def play(number: int, level: int) -> tuple[float, int, int]:
    """One game: the milker's result, its offers, and how many of them were accepted."""
    match = pyramidion.new("pharao", players=PLAYERS, seed=number)
    bots = [LevelBot("pharao", PLAYERS, level, clock=False) for _ in range(PLAYERS)]
    milker, chooser = number % PLAYERS, random.Random(number)
    offers, accepted, draft, offering = 0, 0, None, False
    while match.actor is not None:
        seat, ply = match.actor, match.ply
        may_trade = any(move.startswith("trade ") for move in match.legal)
        if seat == milker and draft is None and may_trade:
            draft = lopsided(match, chooser)
        move = next(draft, None) if seat == milker and draft else None
        if move is None:
            draft = None
            thought = bots[seat].think(match.hidden(seat), seat, seed=number * 100_003 + ply)
            names = [match.face.name(match.state, choice.action) for choice in thought.choices]
            kept = [name for name in names if seat != milker or not name.startswith("trade ")]
            best = match.face.name(match.state, thought.action)
            move = best if best in kept else kept[0]
        if move == "offer":
            offering = seat == milker
            offers += offering
        accepted += move == "accept" and offering
        match.play(move)
    assert match.result is not None
    return float(Fraction(match.result[milker])), offers, accepted


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    wins, offers, accepted = 0.0, 0, 0
    for played in range(1, asked.games + 1):
        result, made, taken = play(asked.first + played - 1, asked.level)
        wins, offers, accepted = wins + result, offers + made, accepted + taken
        print(
            f"game {played}: the milker wins {share(wins, played).percent()} of the games, "
            f"its fair share is {1 / PLAYERS:.1%}; {accepted} of {offers} offers accepted",
            flush=True,
        )


if __name__ == "__main__":
    main()
