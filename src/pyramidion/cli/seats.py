"""Who sits where: people, bots of a level, or somebody who moves at random."""

from dataclasses import dataclass

from pyramidion.bots import LEVELS, LevelBot
from pyramidion.errors import PyramidionError
from pyramidion.lab.arena import Mover, random_mover
from pyramidion.match import Match


@dataclass(frozen=True)
class Seat:
    """A name and, unless it is a person, who moves for it."""

    name: str
    bot: Mover | None


def seats_from(match: Match, seats: str | None, opponent: str) -> list[Seat]:
    """`you,3,random`; or you, and the same opponent on all other seats."""
    words = seats.split(",") if seats else ["you"] + [opponent] * (match.players - 1)
    if len(words) != match.players:
        raise PyramidionError(f"{match.players} seats are to be filled, not {len(words)}")
    return [_seat(match, word.strip(), number) for number, word in enumerate(words)]


def _seat(match: Match, word: str, number: int) -> Seat:
    if word in ("you", "person"):
        return Seat(f"seat {number + 1}", None)
    if word == "random":
        return Seat(f"random {number + 1}", random_mover())
    if word.isdecimal() and int(word) in LEVELS:
        bot = LevelBot(match.game, match.players, int(word))
        return Seat(f"bot {number + 1}", lambda known, seat: bot.think(known, seat).action)
    raise PyramidionError(
        f"a seat is for you, random, or a level from {min(LEVELS)} to {max(LEVELS)}, not {word!r}"
    )
