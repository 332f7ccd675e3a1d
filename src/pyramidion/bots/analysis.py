"""A game looked at again: the chances at every decision, better moves, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramidion.bots.bot import Bot, Thought

if TYPE_CHECKING:
    from pyramidion.match import Match

SURE = 30  # tries after which a move's value is believed
AGAIN = 4  # where the move played had fewer: so small a part of the thinking is for it alone
TURN = 0.15  # a move that gave away so much of a win turned the game


@dataclass(frozen=True)
class Moment:
    """One decision of a game, as the acting seat could see it."""

    ply: int  # moves made before it
    actor: int
    move: str  # what was played; "" in the last position of a game that still runs
    best: str
    value: float  # of the best move, for the acting seat
    lost: float  # how much the move that was played is worse than the best
    chances: list[float]  # of every seat, before the move
    better: list[tuple[str, float]]  # moves that were better, with their values, the best first

    @property
    def turned(self) -> bool:
        """Whether this move gave away a good part of a win."""
        return self.lost >= TURN


def analyse(
    match: Match, seconds: float | None = None, simulations: int | None = None, seed: int = 0
) -> Iterator[Moment]:
    """Every decision of a match in order, each with this budget. Secrets stay secret: a
    decision is judged by what its seat knew.
    """
    bot = Bot(match.game, match.players)
    again = match.fresh()
    for ply, move in enumerate([*match.moves, ""]):
        if again.actor is not None and again.actor >= 0:
            known = again.hidden(again.actor)
            first = None if seconds is None else seconds * AGAIN / (AGAIN + 1)
            thought = bot.think(
                known, again.actor, seconds=first, simulations=simulations, seed=seed + ply
            )
            yield _moment(again, move, thought, bot, seed + ply)
        if move:
            again.play(move)


def _moment(match: Match, move: str, thought: Thought, bot: Bot, seed: int) -> Moment:
    names = {
        choice.action: match.face.name(match.state, choice.action) for choice in thought.choices
    }
    values = {names[c.action]: c.value for c in thought.choices if c.tries >= SURE}
    values.setdefault(names[thought.action], thought.value)
    best = max(values, key=values.__getitem__)
    assert match.actor is not None
    if move and move not in values:  # what the search left alone is looked at for itself
        known, budget = match.hidden(match.actor), thought.simulations // AGAIN
        values[move] = bot.value_of(known, match.actor, match.action(move), budget, seed)
    played = values[move] if move else values[best]
    return Moment(
        match.ply,
        match.actor,
        move,
        best,
        values[best],
        max(0.0, values[best] - played),
        thought.chances,
        sorted(
            ((name, value) for name, value in values.items() if move and value > played + 0.02),
            key=lambda pair: -pair[1],
        )[:3],
    )
