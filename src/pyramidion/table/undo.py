"""How far back somebody may go.

Own moves can be taken back while nobody else has acted since; moves of bots and of seats
at the same screen go back with them. And never past anything that was shown: a dealt card,
a roll, a hand. Whether something was shown is asked of the rules themselves, not of a list:
deal anew all that the seats could not know before, play the same moves, and if anything
looks different to them now, then those moves have shown it. In a game of memory every move
may have shown what is to be remembered, so there nothing is taken back.
"""

from collections.abc import Collection
from typing import Any

from pyramidion.engine import blank, calls, generator
from pyramidion.engine.loops import buffers
from pyramidion.match import Match

TRIES = 24  # worlds that the seats could not tell from the real one


def last_decision(match: Match, mine: Collection[int], bots: Collection[int]) -> int | None:
    """The ply that holders of the seats `mine` may go back to, or None."""
    if match.face.forgets(match.state):
        return None
    if match.actor is None and match.face.hidden:
        return None  # at the end all hands lie open
    for ply in reversed(range(match.ply)):
        if match.moves[ply].startswith("*"):
            return None
        who = int(calls.actor(match.position(ply)))
        if who in mine:
            return None if _was_shown(match, ply, mine) else ply
        if who not in bots:
            return None
    return None


def _was_shown(match: Match, ply: int, mine: Collection[int]) -> bool:
    if not match.face.hidden:
        return False
    return any(_differs(match, ply, seat, number) for seat in mine for number in range(TRIES))


def _differs(match: Match, ply: int, seat: int, number: int) -> bool:
    """Would the seat see something else now, had the hidden things been others?"""
    other = _known(match.position(ply), seat)
    calls.redeal(other, seat, generator(number, ply))
    for played in range(ply, match.ply):
        names = _names(match, other)
        if match.moves[played] not in names:
            return True
        calls.play(other, names[match.moves[played]])
    now = match.position(match.ply)
    return bool(_known(other, seat).tobytes() != _known(now, seat).tobytes())


def _known(s: Any, seat: int) -> Any:
    known = blank(s.dtype)
    calls.hide(s, seat, known)
    return known


def _names(match: Match, s: Any) -> dict[str, int]:
    room, _ = buffers(match.face.game)
    n = calls.legal(s, room)
    return {match.face.name(s, int(action)): int(action) for action in room[:n]}
