"""What a viewer sees of a table: fragments of the page, made from the hidden view only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from pyramidion.bots import LEVELS
from pyramidion.games import catalogue
from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.table.rooms import Room
from pyramidion.table.storage import Seat
from pyramidion.table.texts import LANGUAGES, in_language, text

HERE = Path(__file__).parent
LOG_LINES = 150  # on a page
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
    acts_here = actor is not None and actor in viewer.seats
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
        acting = side.seat is not None and side.seat == match.actor
        known = None if side.seat is None else match.hidden(side.seat)
        moves = match.paths(side.seat) if acting and side.seat is not None else {}
        last = next((p for p in reversed(range(match.ply)) if match.moves[p][0] != "*"), None)
        lines = _log(match, side.seat, first, names, language)
        context: dict[str, Any] = {
            "game": match.game,
            "face": match.face,
            "view": view,
            "seat": side.seat,
            "seats": seats,
            "names": names,
            "viewer": viewer,
            "acting": acting,
            "hand_to": side.hand_to,
            "present": room.present,
            "prompt": self._prompt(room, viewer, side, names),
            "table": room.id,
        }
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
            "fragments": {
                "prompt": self.render("prompt.html", language, **context),
                "board": self.board(match.game, language, context),
                "panel": self._part(f"{match.game}/panel.html", language, context),
                "seats": self.render("seats.html", language, **context),
                "cover": self.render("cover.html", language, **context),
            },
            "log": {"from": first, "lines": lines},
            "told": [line for ply, line in lines if ply >= unseen],
            "scenes": self._scenes(match, unseen, language, context) if scenes else [],
        }

    def _scenes(
        self, match: Match, unseen: int, language: str, context: dict[str, Any]
    ) -> list[dict[str, str]]:
        """The parts of the page that change from step to step."""
        found = []
        for ply in range(max(unseen, match.ply - SCENE_PLIES), match.ply):
            for scene in match.scenes(ply, context["seat"]):
                told = in_language(scene.words, language).format(*context["names"])
                now = {**context["view"], "legal": None, "result": None, **scene.view}
                step = {**context, "view": now, "acting": False, "prompt": told}
                found.append(
                    {
                        "prompt": self.render("prompt.html", language, **step),
                        "board": self.board(match.game, language, step),
                        "panel": self._part(f"{match.game}/panel.html", language, step),
                    }
                )
        return found

    def board(self, game: str, language: str, context: dict[str, Any]) -> str:
        """The drawing of a game, or its board as text."""
        if self.has(f"{game}/board.svg"):
            return self.render(f"{game}/board.svg", language, **context)
        drawn = context["face"].draw(context["view"])
        return self.render("plain_board.html", language, drawn=drawn, **context)

    def _part(self, name: str, language: str, context: dict[str, Any]) -> str:
        return self.render(name, language, **context) if self.has(name) else ""

    def _prompt(self, room: Room, viewer: Viewer, side: Angle, names: list[str]) -> str:
        match, language = room.match, viewer.language
        if match.result is not None:
            return _outcome(match.result, viewer, names, language)
        actor = match.actor
        assert actor is not None
        if side.hand_to is not None:
            return text("cover", language, name=names[side.hand_to])
        if not room.seats[actor].taken:
            return text("waits_open", language, number=actor + 1)
        if side.seat == actor:
            several = len(viewer.seats) > 1
            who = names[actor] if several else text("your_turn", language)
            what = in_language(match.face.prompt(match.hidden(actor)), language)
            return f"{who}: {what}"
        key = "waits_bot" if room.seats[actor].kind == "bot" else "waits_person"
        return text(key, language, name=names[actor])


def gathered(match: Match, seat: int, keys: Sequence[str]) -> dict[str, Any] | None:
    """What can follow after these touches, where the game lets one gather."""
    found = match.face.gather(match.hidden(seat), keys)
    if found is None:
        return None
    return {"more": list(found.more), "ends": {key: list(m) for key, m in found.ends.items()}}


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


def _outcome(result: list[str], viewer: Viewer, names: list[str], language: str) -> str:
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
