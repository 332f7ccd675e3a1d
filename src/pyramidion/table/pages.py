"""The pages: home, setting up, joining, the table, the rules."""

from __future__ import annotations

import mimetypes
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from pyramidion.bots import LEVELS
from pyramidion.games import catalogue
from pyramidion.games.face import Face, Words
from pyramidion.table import clocks, errors, options, rulebook
from pyramidion.table.events import seen, stream
from pyramidion.table.keys import hashed
from pyramidion.table.show import LOG_LINES, Painter, names_of
from pyramidion.table.storage import Brief, House, Seat
from pyramidion.table.talk import LENGTH as CHAT_LENGTH
from pyramidion.table.texts import LANGUAGES, TEXTS, in_language
from pyramidion.table.who import (
    BROWSER,
    LANGUAGE,
    THEME,
    THEMES,
    browser_secret,
    form_of,
    number_in,
    remember,
    tables_of,
    viewer,
    who,
)

BOTS = {f"bot-{level}": level for level in LEVELS}  # how a form says which bot is to sit there
WAIT = 120.0  # seconds that a first game may take to compile

router = APIRouter(include_in_schema=False)
painter = Painter()

SCRIPT_TEXTS = (
    "offline", "lost", "failed", "rule", "copied", "hint_is", "hint_thinking", "preparing",
    "rematch_ready", "device_words", "pass_words", "invite_words", "watch_words", "chat_new",
    "chat_heard", "time_short", "due_at", "replay_step", "replay_play", "replay_pause",
    "curve_working",
)  # fmt: skip


def paint(request: Request, template: str, status: int = 200, /, **context: Any) -> HTMLResponse:
    """A whole page."""
    sender = who(request)
    html = painter.render(
        template,
        sender.language,
        theme=sender.theme,
        path=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        script_texts={key: in_language(TEXTS[key], sender.language) for key in SCRIPT_TEXTS},
        **context,
    )
    return HTMLResponse(html, status)


def go(path: str) -> RedirectResponse:
    """On to another page."""
    return RedirectResponse(path, 303)


def face_of(game: str) -> Face:
    """A game by its name in the address."""
    if game not in catalogue.names():
        raise errors.TableError(404, "unknown_game", TEXTS["no_game"])
    return catalogue.face(game)


@router.get("/")
def home(request: Request) -> Response:
    """The games, and the sender's tables."""
    tables, sender = tables_of(request), who(request)
    briefs = tables.storage.tables_of(hashed(sender.secret)) if sender.secret else []
    known = [brief for brief in briefs if brief.game in catalogue.names()]

    def others(brief: Brief) -> str:
        names = enumerate(names_of(brief.everybody, sender.language))
        return ", ".join(name for n, name in names if n not in brief.mine)

    cards = [
        {
            "face": face,
            "card": f"{face.key}/card.svg" if painter.has(f"{face.key}/card.svg") else "card.svg",
            "ready": tables.preparation.is_ready(face.key),
        }
        for face in map(catalogue.face, catalogue.names())
    ]
    return paint(
        request,
        "home.html",
        cards=cards,
        preparation=tables.preparation,
        tables=[(brief, catalogue.face(brief.game), others(brief)) for brief in known],
        iso=lambda when: datetime.fromtimestamp(when, UTC).isoformat(timespec="minutes"),
    )


@router.post("/play/{game}")
async def play_now(request: Request, game: str) -> Response:
    """A table against bots, at once."""
    face, form = face_of(game), await form_of(request)
    players = number_in(form, "players", face.players[0])
    _check_players(face, players)
    secret, tables = browser_secret(request), tables_of(request)
    client = tables.limit(request.scope)

    def make() -> str:
        tables.preparation.wait(game, WAIT)
        return tables.play_now(game, players, number_in(form, "level", 3), secret, client)

    response = go(f"/t/{await run_in_threadpool(make)}")
    remember(response, request, BROWSER, secret)
    return response


@router.get("/play/{game}")
def instead_of_play_now(game: str) -> Response:
    """Where the switches on the page of a refused form lead back to."""
    return go(f"/new/{face_of(game).key}")


@router.get("/new/{game}")
def set_up_form(request: Request, game: str, players: int | None = None) -> Response:
    """Choose seats and options."""
    face = face_of(game)
    players = face.players[0] if players is None else players
    _check_players(face, players)
    return paint(
        request,
        "new.html",
        face=face,
        players=players,
        fields=options.fields(face),
        clocks=clocks.CHOICES,
        problem="",
        given={},
    )


@router.post("/new/{game}")
async def set_up(request: Request, game: str) -> Response:
    """Make the table that the form describes."""
    face, form = face_of(game), await form_of(request)
    players = number_in(form, "players", face.players[0])
    _check_players(face, players)
    secret, tables = browser_secret(request), tables_of(request)
    client = tables.limit(request.scope)

    def make() -> str:
        chosen = options.read(face, form)
        seats = [
            _seat(form.get(f"seat-{n}", ""), form.get(f"name-{n}", "")) for n in range(players)
        ]
        tables.preparation.wait(game, WAIT)
        house = House(form.get("clock", ""), form.get("chat", "on") == "on")
        return tables.set_up(game, chosen, seats, secret, house, client)[0]

    try:
        id = await run_in_threadpool(make)
    except errors.TableError as error:
        problem = in_language(error.words, who(request).language)
        return paint(
            request, "new.html", error.status, face=face, players=players,
            fields=options.fields(face), clocks=clocks.CHOICES, problem=problem, given=form,
        )  # fmt: skip
    response = go(f"/t/{id}")
    remember(response, request, BROWSER, secret)
    return response


def _seat(kind: str, name: str) -> Seat:
    if kind in BOTS:
        return Seat("bot", BOTS[kind], name)
    return Seat(kind, name=name, taken=kind != "link")


def _check_players(face: Face, players: int) -> None:
    if players not in face.players:
        listed = ", ".join(map(str, face.players))
        words = TEXTS["bad_players"]
        raise errors.bad_request(
            Words(
                words.en.format(game=face.title, players=listed),
                words.de.format(game=face.title, players=listed),
            )
        )


@router.get("/join/{secret}")
def join_form(request: Request, secret: str) -> Response:
    """What a link leads to: a seat, and the question for a name."""
    room, seat, passes = tables_of(request).seating.place(secret)
    taken = room.seats[seat].taken and seat not in viewer(request, room.id).seats
    response = paint(
        request, "join.html", face=room.match.face, seat=seat, room=room, secret=secret,
        taken=taken, holder=names_of(room.seats, who(request).language)[seat] if passes else "",
    )  # fmt: skip
    # known before it sits down: whoever asks twice, because an answer was lost, is one browser
    remember(response, request, BROWSER, browser_secret(request))
    return response


@router.post("/join/{secret}")
async def join(request: Request, secret: str) -> Response:
    """Sit down. From here on the browser's cookie holds the seat; the address is clean."""
    form, browser = await form_of(request), browser_secret(request)
    room = await run_in_threadpool(
        tables_of(request).seating.sit, secret, browser, form.get("name", "")
    )
    response = go(f"/t/{room.id}")
    remember(response, request, BROWSER, browser)
    return response


@router.get("/t/{id}")
def table(request: Request, id: str) -> Response:
    """The table."""
    room = tables_of(request).rooms.get(id)
    looking = viewer(request, id)
    shown = painter.table(room, looking, 0)
    cut = max(0, room.match.ply - LOG_LINES)
    return paint(
        request, "table.html", room=room, face=room.match.face, shown=shown, cut=cut,
        viewer=looking, names=names_of(room.seats, looking.language),
        has_style=has_style(room.match.game), chat_length=CHAT_LENGTH,
        talk=room.house.chat and any(seat.kind == "link" for seat in room.seats),
    )  # fmt: skip


@router.get("/t/{id}/events")
def table_events(
    request: Request,
    id: str,
    ready: Annotated[int | None, Query(ge=0, lt=16)] = None,
    number: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> StreamingResponse:
    """Fresh fragments on every change."""
    tables = tables_of(request)
    room = tables.rooms.get(id)
    looking = viewer(request, id, ready)
    return stream(
        room, looking.seats, seen(request, number),
        lambda since: painter.table(room, looking, since, scenes=True), tables.closing,
    )  # fmt: skip


@router.get("/t/{id}/since")
def since_own_move(
    request: Request, id: str, number: Annotated[int | None, Query(ge=0, lt=2**31)] = None
) -> dict[str, Any]:
    """What happened since an own move, for the page to show step by step."""
    room = tables_of(request).rooms.get(id)
    return {"steps": painter.since(room, viewer(request, id), number)}


@router.post("/t/{id}/again")
async def again(request: Request, id: str) -> Response:
    """The same people once more, each a seat further."""
    tables = tables_of(request)
    client = tables.limit(request.scope)

    def make() -> str:
        if not viewer(request, id).seats:
            raise errors.not_your_seat()
        return tables.again(tables.rooms.get(id), client)

    return go(f"/t/{await run_in_threadpool(make)}")


@router.get("/t/{id}/again")
def instead_of_again(id: str) -> Response:
    """Where the switches on the page of a refused rematch lead back to."""
    return go(f"/t/{id}")


@router.get("/rules/{game}")
def rules(request: Request, game: str) -> Response:
    """The rules of a game."""
    face = face_of(game)
    return paint(request, "rules.html", face=face, rules=rulebook.page(game, who(request).language))


@router.get("/language/{language}")
def set_language(request: Request, language: str, back: str = "/") -> Response:
    """Switch the language, and back to where one was."""
    if language not in LANGUAGES:
        raise errors.TableError(404, "unknown_language", TEXTS["not_found"])
    response = go(_inside(back))
    remember(response, request, LANGUAGE, language)
    return response


@router.get("/theme/{theme}")
def set_theme(request: Request, theme: str, back: str = "/") -> Response:
    """Light, dark, or as the device."""
    response = go(_inside(back))
    remember(response, request, THEME, theme if theme in THEMES else "")
    return response


@router.get("/games/{game}/{name}")
def game_file(request: Request, game: str, name: str) -> Response:
    """The style of a game's board."""
    found = _game_file(face_of(game).key, name) if name == "board.css" else None
    if found is None:
        raise errors.TableError(404, "not_found", TEXTS["not_found"])
    kind = mimetypes.guess_type(name)[0] or "text/plain"
    return Response(found, media_type=kind, headers={"Cache-Control": "no-cache"})


def has_style(game: str) -> bool:
    """Has a game's board a style of its own?"""
    return _game_file(game, "board.css") is not None


def _game_file(game: str, name: str) -> bytes | None:
    path = catalogue.FOLDER / game / name
    return path.read_bytes() if path.is_file() else None


def _inside(path: str) -> str:
    """Only to our own pages."""
    return path if path.startswith("/") and path[1:2] not in ("/", "\\") else "/"


def error_page(request: Request, status: int, message: str) -> HTMLResponse:
    """What went wrong, in words."""
    return paint(request, "error.html", status, message=message, status=status)
