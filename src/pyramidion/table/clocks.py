"""Clocks: seconds for each move, minutes for a game with an increment, or days for each move.

The database says when the time of the seat to act runs out (`due`), written in the same
transaction as the move before. So time runs while the server does not, and whichever
process notices lets a bot stand in, until the person is back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyramidion.table import errors
from pyramidion.table.storage import Seat
from pyramidion.table.texts import TEXTS

DAY = 86_400.0
RESERVE = 15.0  # seconds for a move that everybody has, also when the game's time is used up
LEVEL = 3  # of the bot that stands in for somebody whose time ran out
FORM = re.compile(r"move (\d{1,4})|game (\d{1,3})\+(\d{1,3})|days (\d{1,2})", re.ASCII)
CHOICES = (
    "", "move 30", "move 60", "move 180",
    "game 5+3", "game 10+5", "game 20+10", "game 45+15",
    "days 1", "days 2", "days 3", "days 7",
)  # fmt: skip


@dataclass(frozen=True)
class Clock:
    """How much time there is."""

    kind: str  # "move", "game" or "days"
    seconds: float  # for a move, or for the game
    increment: float = 0.0  # seconds, after each move of a game

    def start(self) -> float | None:
        """What a seat has at the beginning, where a game's time is counted."""
        return self.seconds if self.kind == "game" else None

    def allowed(self, seat: Seat) -> float:
        """How long the seat may take for the move that begins now."""
        if self.kind != "game":
            return self.seconds
        return max(RESERVE, self.seconds if seat.time_left is None else seat.time_left)

    def rest(self, seat: Seat, spent: float) -> float | None:
        """What is left of a game's time to a seat that has thought so long."""
        if self.kind != "game":
            return None
        return max(0.0, (self.seconds if seat.time_left is None else seat.time_left) - spent)

    def after(self, seat: Seat, spent: float) -> float | None:
        """The same when it has moved."""
        rest = self.rest(seat, spent)
        return None if rest is None else rest + self.increment


def read(text: str) -> Clock | None:
    """`move 30` (seconds), `game 10+5` (minutes and seconds), `days 2`, or nothing."""
    if text == "":
        return None
    found = FORM.fullmatch(text)
    if found is None:
        raise errors.bad_request(TEXTS["bad_clock"])
    move, game, increment, days = (int(group) if group else 0 for group in found.groups())
    if 5 <= move <= 3600:
        return Clock("move", move)
    if 1 <= game <= 180 and increment <= 120:
        return Clock("game", 60.0 * game, increment)
    if 1 <= days <= 30:
        return Clock("days", DAY * days)
    raise errors.bad_request(TEXTS["bad_clock"])
