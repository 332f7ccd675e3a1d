"""What a viewer sees of a table: fragments of the page, made from the hidden view only."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from pyramidion.bots import LEVELS
from pyramidion.engine import calls
from pyramidion.games import catalogue
from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.table.rooms import Room
from pyramidion.table.storage import Seat
from pyramidion.table.texts import LANGUAGES, in_language, text

HERE = Path(__file__).parent
LOG_LINES = 150  # on a page
SINCE_PLIES = 40  # who was away longer sees the last of it
SCENE_PLIES = 24  # who was away longer sees how it is now, not how it came about
BOT_NAMES = ("Imhotep", "Merit", "Hemiunu", "Nefru", "Teti", "Sobek")


@dataclass(frozen=True)
class Viewer:
    """Who looks: the seats held here, and at one screen for several who said to be ready."""

    seats: tuple[int, ...] = ()
    host: bool = False
    ready: int | None = None
    language: str = "en"


@dataclass(frozen=True)
class Angle:
    """From which seat the table is shown (None: what everybody may see), or to whom it is to be
    handed first.
    """

    seat: int | None
    hand_to: int | None = None


def angle(room: Room, viewer: Viewer) -> Angle:
    """With several persons at one screen and hidden hands, each sees the own only when ready."""
    actor = room.match.actor
    acts_here = actor is not None and actor in viewer.seats and actor not in room.bots
    if len(viewer.seats) < 2:
        return Angle(viewer.seats[0] if viewer.seats else None)
    if not room.match.face.hidden:
        return Angle(actor if acts_here else viewer.seats[0])
    if acts_here and viewer.ready != actor:
        return Angle(None, actor)
    return Angle(viewer.ready if viewer.ready in viewer.seats else None)


def names_of(seats: list[Seat], language: str) -> list[str]:
    """What the seats are called."""
    bots = iter(BOT_NAMES)
    return [
        seat.name or (next(bots) if seat.kind == "bot" else text("seat", language, number=n + 1))
        for n, seat in enumerate(seats)
    ]


class Painter:
    """Renders templates: our own, and those in the games' folders."""

    def __init__(self) -> None:
        self.environment = Environment(
            loader=FileSystemLoader([HERE / "templates", catalogue.FOLDER]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def has(self, name: str) -> bool:
        """Is there such a template?"""
        try:
            self.environment.get_template(name)
        except TemplateNotFound:
            return False
        return True

    def render(self, name: str, language: str, **context: Any) -> str:
        """A template in a language: `t(key)` is a text of ours, `w(en, de)` one on the spot."""

        def t(key: str, **fields: Any) -> str:
            return text(key, language, **fields)

        def w(en: str, de: str) -> str:
            return in_language(Words(en, de), language)

        def say(words: Words) -> str:
            return in_language(words, language)

        return self.environment.get_template(name).render(
            t=t, w=w, say=say, language=language, languages=LANGUAGES, levels=LEVELS, **context
        )

    def table(self, room: Room, viewer: Viewer, since: int, scenes: bool = False) -> dict[str, Any]:
        """Everything that a page at the table needs, for one who has seen `since` entries.

        With `scenes`, also how it came about, step by step.
        """
        with room.lock:  # so that the parts belong together
            match, number, seats = room.match, room.number, [*room.seats]
            unseen = room.first_ply_since(since)
        # a game of memory takes lines away again, so its log is always sent whole
        first = 0 if match.face.forgets(match.state) else unseen
        language = viewer.language
        names = names_of(seats, language)
        side = angle(room, viewer)
        view = match.view(side.seat)
        acting = side.seat is not None and side.seat == match.actor and not seats[side.seat].player
        known = None if side.seat is None else match.hidden(side.seat)
        moves = match.paths(side.seat) if acting and side.seat is not None else {}
        last = next((p for p in reversed(range(match.ply)) if match.moves[p][0] != "*"), None)
        lines = _log(match, side.seat, first, names, language)
        context = self._context(room, viewer, side, view, acting)
        return {
            "number": number,
            "seat": side.seat,
            "cover": side.hand_to,
            "moves": [[move, list(keys)] for move, keys in moves.items()],
            "any_order": acting and match.face.any_order(known),
            "gather": gathered(match, side.seat, ()) if acting and side.seat is not None else None,
            "last": [] if last is None else list(match.touched(last, side.seat)),
            "undo": side.hand_to is None and room.can_go_back(viewer.seats) is not None,
            "hint": acting,
            "over": match.actor is None,
            "mine": list(viewer.seats),
            "next": room.next,
            "said": room.said,
            "clock": _clock(room),
            "now": time.time(),
            "fragments": {
                "prompt": self.render("prompt.html", language, **context),
                "board": self.board(match.game, language, context),
                "panel": self.part(f"{match.game}/panel.html", language, context),
                "seats": self.render("seats.html", language, **context),
                "cover": self.render("cover.html", language, **context),
            },
            "log": {"from": first, "lines": lines},
            "told": [line for ply, line in lines if ply >= unseen],
            "scenes": self._scenes(match, unseen, language, context, match.ply) if scenes else [],
        }

    def _context(
        self, room: Room, viewer: Viewer, side: Angle, view: dict[str, Any], acting: bool
    ) -> dict[str, Any]:
        """What a template gets."""
        names = names_of(room.seats, viewer.language)
        return {
            "game": room.match.game,
            "face": room.match.face,
            "view": view,
            "seat": side.seat,
            "seats": room.seats,
            "names": names,
            "viewer": viewer,
            "acting": acting,
            "hand_to": side.hand_to,
            "present": room.present,
            "clock": room.clock,
            "prompt": self._prompt(room, viewer, side, names),
            "table": room.id,
        }

    def since(self, room: Room, viewer: Viewer, number: int | None) -> list[dict[str, str]]:
        """What happened since an own move, step by step: after so many entries, or the last.

        At one screen for several everybody was there; and in a game of memory nobody looks back.
        """
        match, names = room.match, names_of(room.seats, viewer.language)
        if len(viewer.seats) != 1 or match.face.forgets(match.state):
            return []
        seat = viewer.seats[0]
        first = _after_last_move(match, seat) if number is None else room.first_ply_since(number)
        context = self._context(room, viewer, angle(room, viewer), match.view(seat), False)
        found: list[dict[str, str]] = []
        for begin, end in _turns(match, max(first, match.ply - SINCE_PLIES)):
            found += self._scenes(match, begin, viewer.language, context, end)
            told = [line for _, line in _log(match.at(end), seat, begin, names, viewer.language)]
            if told:
                view = {**match.at(end).view(seat), "legal": None}
                found.append(self._step(match.game, context, view, ". ".join(told)))
        return found

    def _scenes(
        self, match: Match, unseen: int, language: str, context: dict[str, Any], end: int
    ) -> list[dict[str, str]]:
        """What followed moves by itself, as it looked."""
        found = []
        for ply in range(max(unseen, end - SCENE_PLIES), end):
            for scene in match.scenes(ply, context["seat"]):
                told = in_language(scene.words, language).format(*context["names"])
                now = {**context["view"], "legal": None, "result": None, **scene.view}
                found.append(self._step(match.game, context, now, told))
        return found

    def _step(
        self, game: str, context: dict[str, Any], view: dict[str, Any], told: str
    ) -> dict[str, str]:
        """The parts of the page that change from step to step."""
        step = {**context, "view": view, "acting": False, "prompt": told}
        language = context["viewer"].language
        return {
            "prompt": self.render("prompt.html", language, **step),
            "board": self.board(game, language, step),
            "panel": self.part(f"{game}/panel.html", language, step),
        }

    def board(self, game: str, language: str, context: dict[str, Any]) -> str:
        """The board of a view: the game's drawing, or its text."""
        if self.has(f"{game}/board.svg"):
            return self.render(f"{game}/board.svg", language, **context)
        drawn = context["face"].draw(context["view"])
        return self.render("plain_board.html", language, drawn=drawn, **context)

    def part(self, name: str, language: str, context: dict[str, Any]) -> str:
        """A part of the page that not every game has."""
        return self.render(name, language, **context) if self.has(name) else ""

    def _prompt(self, room: Room, viewer: Viewer, side: Angle, names: list[str]) -> str:
        match, language = room.match, viewer.language
        if match.result is not None:
            return outcome(match.result, viewer, names, language)
        actor = match.actor
        assert actor is not None
        if side.hand_to is not None:
            return text("cover", language, name=names[side.hand_to])
        if not room.seats[actor].taken and not room.seats[actor].player:
            return text("waits_open", language, number=actor + 1)
        if side.seat == actor and room.seats[actor].stand_in:
            return text("stands_in_for_you", language)
        if side.seat == actor:
            several = len(viewer.seats) > 1
            who = names[actor] if several else text("your_turn", language)
            what = in_language(match.face.prompt(match.hidden(actor)), language)
            return f"{who}: {what}"
        key = "waits_bot" if room.seats[actor].player else "waits_person"
        return text(key, language, name=names[actor])


def gathered(match: Match, seat: int, keys: Sequence[str]) -> dict[str, Any] | None:
    """What can follow after these touches, where the game lets one gather."""
    found = match.face.gather(match.hidden(seat), keys)
    if found is None:
        return None
    return {"more": list(found.more), "ends": {key: list(m) for key, m in found.ends.items()}}


def _after_last_move(match: Match, seat: int) -> int:
    """The ply after a seat's last decision; 0 if it has made none."""
    own = (p for p in reversed(range(match.ply)) if int(calls.actor(match.position(p))) == seat)
    return next(own, -1) + 1


def _turns(match: Match, first: int) -> list[tuple[int, int]]:
    """From where to where each decision goes, with what chance answers; chance alone before."""
    starts = [p for p in range(first, match.ply) if p == first or match.moves[p][0] != "*"]
    return list(pairwise([*starts, match.ply]))


def _clock(room: Room) -> dict[str, Any] | None:
    """What the script needs to let the clocks tick."""
    if room.clock is None:
        return None
    return {
        "kind": room.clock.kind,
        "actor": room.match.actor,
        "due": room.turn.due,
        "begun": room.turn.begun,
        "left": room.times,
    }


def _log(
    match: Match, seat: int | None, first: int, names: list[str], language: str
) -> list[tuple[int, str]]:
    told = (
        (ply, in_language(words, language).format(*names))
        for ply in range(max(first, match.ply - LOG_LINES), match.ply)
        for words in match.story(ply, seat)
    )
    lines: list[tuple[int, str]] = []
    for line, same in groupby(told, key=lambda pair: pair[1]):  # fifteen cards dealt: one line
        plies = [ply for ply, _ in same]
        lines.append((plies[0], f"{line} ({len(plies)}×)" if len(plies) > 1 else line))
    return lines


def outcome(result: list[str], viewer: Viewer, names: list[str], language: str) -> str:
    """Who has won, as the viewer would say it."""
    winners = [n for n, share in enumerate(result) if share != "0"]
    if len(winners) == len(names):
        return text("draw", language)
    if len(winners) > 1:
        listed = f" {text('and', language)} ".join(names[n] for n in winners)
        return text("share", language, names=listed)
    winner = winners[0]
    if viewer.seats == (winner,):
        return text("you_win", language)
    key = "you_lose" if len(viewer.seats) == 1 else "wins"
    return text(key, language, name=names[winner])
