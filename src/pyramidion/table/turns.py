"""Whose time runs, and until when.

The time of a turn runs from its beginning to its end and is given once. It runs on while a bot
stands in, while the seat is passed on, and after a move that is taken back; who comes back has
what is left of it. Only a bot's own turn has no time: nobody waits for a person then.
"""

from __future__ import annotations

from dataclasses import replace

from pyramidion.table.clocks import Clock
from pyramidion.table.storage import Seat, Standing, Turn


def due(clock: Clock | None, actor: int | None, seats: list[Seat], begun: float) -> float | None:
    """When the time of who acts runs out: not while a seat waits for somebody, nor for a bot."""
    if clock is None or actor is None or seats[actor].player:
        return None
    if not _complete(seats):
        return None
    return begun + clock.allowed(seats[actor])


def is_late(turn: Turn, now: float) -> bool:
    """Has the time of this turn run out?"""
    return turn.due is not None and turn.due <= now


def lacks_time(clock: Clock | None, actor: int | None, seats: list[Seat], turn: Turn) -> bool:
    """Should the clock run, and does not?

    So it is when a process keeps a move and has not heard that the last person sat down at
    another one a moment ago.
    """
    return turn.due is None and due(clock, actor, seats, turn.begun) is not None


def left(clock: Clock | None, seat: Seat, turn: Turn, now: float) -> float | None:
    """What a seat has left when it has moved: of a game's time, or of the days for this move."""
    if clock is None or turn.due is None or clock.kind == "move":
        return None
    if clock.kind == "days":  # kept in case that the move is taken back
        return max(0.0, turn.due - now)
    if seat.player:  # what its person has used is used, but a bot earns nothing
        return clock.rest(seat, now - turn.begun)
    return clock.after(seat, now - turn.begun)


def left_again(seat: Seat, turn: Turn, acts: bool, now: float) -> float | None:
    """What a seat has left for a move that it took back; a later own one is no more time."""
    since = [turn.due - now] if acts and turn.due is not None else []
    before = [] if seat.time_left is None else [seat.time_left]
    return max(0.0, min(since + before)) if since + before else None


def resumed(clock: Clock | None, found: Standing, number: int) -> Turn:
    """The turn when the person of a seat plays again: its time has run since it began."""
    if found.actor != number or found.turn.due is not None:
        return found.turn
    seats = [*found.seats]
    seats[number] = replace(seats[number], stand_in=0)
    begun = found.turn.begun
    return Turn(begun, due(clock, number, seats, begun))


def started(clock: Clock | None, found: Standing, number: int, seat: Seat, now: float) -> Turn:
    """The turn when a person or a bot comes to a seat that waited: the last one starts the clock.

    A person whose seat a bot has kept starts nothing, but for the own turn.
    """
    seats = [*found.seats]
    seats[number] = seat
    runs = found.turn.due is not None or (_complete(found.seats) and found.actor != number)
    if clock is None or runs or not _complete(seats):
        return found.turn
    return Turn(now, due(clock, found.actor, seats, now))


def _complete(seats: list[Seat]) -> bool:
    """Has somebody come to every seat, or does a bot keep it?"""
    return all(seat.taken or seat.player for seat in seats)
