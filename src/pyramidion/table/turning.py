"""Where a finished game turned, in words: what was done, what it cost, what was better."""

from __future__ import annotations

from typing import Any

from pyramidion.match import Match
from pyramidion.table.texts import in_language, text


def told(match: Match, moment: dict[str, Any], names: list[str], language: str) -> dict[str, Any]:
    """A turning point as its seat could judge it: `deed`, `fell` and `better`."""
    ply, actor = moment["ply"], moment["actor"]
    before, after = moment["value"], moment["value"] - moment["lost"]
    fell = {"name": names[actor], "before": percent(before), "after": percent(after)}
    better: dict[str, int] = {}  # by its words: what differs in notation alone is told once
    for move, value in moment["better"]:
        words = _deed(match, ply, move, language).removeprefix(f"{{{actor}}} ")  # the same seat
        better.setdefault(words.format(*names), percent(value))
    moves = ", ".join(f"{deed} ({value} %)" for deed, value in better.items())
    deed = _deed(match, ply, moment["move"], language).format(*names)
    return {
        "deed": text("turn", language, number=ply + 1, deed=deed),
        "fell": text("turn_fell", language, **fell),
        "better": text("turn_better", language, moves=moves) if moves else "",
    }


def percent(share: float) -> int:
    """As it is shown."""
    return round(100 * share)


def _deed(match: Match, ply: int, move: str, language: str) -> str:
    """A move that was made or could have been, as its seat would tell it; names are left open."""
    seen = match.at(ply)
    seat = seen.actor
    seen.play(move)
    return in_language(seen.story(ply, seat)[0], language)
