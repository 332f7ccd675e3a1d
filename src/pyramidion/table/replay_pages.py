"""The pages and the API of replays: a game step by step, its record, its analysis."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pyramidion.table import errors
from pyramidion.table.api import PROBLEMS, Strict
from pyramidion.table.guard import address_of
from pyramidion.table.pages import go, has_style, paint, painter
from pyramidion.table.replays import Replay
from pyramidion.table.show import names_of
from pyramidion.table.show_replay import Spot, curve, log, position
from pyramidion.table.texts import in_language
from pyramidion.table.who import form_of, tables_of, who

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["replay"], responses=PROBLEMS)

At = Annotated[int | None, Query(ge=0, lt=100_000, description="how many moves were made")]
As = Annotated[
    int | None,
    Query(ge=1, le=16, alias="as", description="through the eyes of a seat, from 1; all hands"),
]
Game = Annotated[str, Path(max_length=64, description="a finished table, or a kept record")]


class Brought(Strict):
    """Where a record can be replayed."""

    id: str
    url: str


class Looked(Strict):
    """How far an analysis is; `moments` when it is ready."""

    state: Literal["none", "working", "ready"]
    done: int
    total: int
    moments: list[dict[str, Any]] | None = None


def spot_of(request: Request, replay: Replay, at: int | None, seat: int | None) -> Spot:
    """Where the sender stands; a step or a seat that is not there is no page."""
    ply = replay.match.ply if at is None else at
    if ply > replay.match.ply or (seat is not None and seat > replay.match.players):
        raise errors.no_position(replay.match.ply, replay.match.players)
    return Spot(ply, None if seat is None else seat - 1, who(request).language)


def link(id: str, at: int, seat: int | None, what: str = "") -> str:
    """The address of a position, or of something to do there."""
    return f"/replay/{id}{what}?at={at}" + ("" if seat is None else f"&as={seat + 1}")


@pages.get("/replay")
def bring_form(request: Request) -> Response:
    """Replay a record of one's own."""
    return paint(request, "bring.html", problem="", given="")


@pages.post("/replay")
async def bring(request: Request) -> Response:
    """Check the record and show it, or say at which move it goes wrong."""
    form, tables = await form_of(request), tables_of(request)
    tables.limit(request.scope)
    given = form.get("record", "")
    try:
        id = await run_in_threadpool(tables.replays.bring, given)
    except errors.TableError as error:
        problem = in_language(error.words, who(request).language)
        return paint(request, "bring.html", error.status, problem=problem, given=given)
    return go(f"/replay/{id}?at=0")


@pages.get("/replay/{id}")
def replay(request: Request, id: Game, at: At = None, seat: As = None) -> Response:
    """A game, at a step, all hands shown or through the eyes of a seat."""
    tables = tables_of(request)
    found = tables.replays.get(id)
    spot = spot_of(request, found, at, seat)
    progress = tables.shelf.progress(id)
    stops = found.stops
    return paint(
        request,
        "replay.html",
        replay=found,
        face=found.match.face,
        names=names_of(found.seats, spot.language),
        spot=spot,
        shown=position(painter, found, spot, progress.moments),
        lines=log(found, spot.seat, spot.language),
        stops=stops,
        to=lambda ply: link(id, ply, spot.seat),
        seen=lambda eyes: link(id, spot.at, eyes),
        ask=link(id, spot.at, spot.seat, "/analysis"),
        before=max((stop for stop in stops if stop < spot.at), default=None),
        after=min((stop for stop in stops if stop > spot.at), default=None),
        progress=progress,
        curve=curve(found, progress.moments, spot.at, spot.language),
        has_style=has_style(found.match.game),
    )


@pages.get("/replay/{id}/position")
def step(request: Request, id: Game, at: At = None, seat: As = None) -> dict[str, Any]:
    """Another step of the same game, for the page that is open."""
    tables = tables_of(request)
    found = tables.replays.get(id)
    spot = spot_of(request, found, at, seat)
    return position(painter, found, spot, tables.shelf.progress(id).moments)


@pages.post("/replay/{id}/analysis")
async def look_again(request: Request, id: Game, at: At = None, seat: As = None) -> Response:
    """Ask for the curve of chances; the page, where one was, shows how far it is."""
    await run_in_threadpool(_ask, request, id)
    return go(f"/replay/{id}" if at is None else link(id, at, None if seat is None else seat - 1))


@pages.get("/replay/{id}/analysis")
def instead_of_look_again(id: Game) -> Response:
    """Where the switches on the page of a refused analysis lead back to."""
    return go(f"/replay/{id}")


@api.get("/replays/{id}/record")
def record(request: Request, id: Game) -> Response:
    """The record of a finished game."""
    found = tables_of(request).replays.get(id)
    text = json.dumps(found.match.record(), ensure_ascii=False) + "\n"
    name = f"{found.match.game}-{id[:12]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


RECORD = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}


@api.post("/replays", status_code=201, openapi_extra={"requestBody": RECORD})
async def bring_record(request: Request) -> Brought:
    """Keep a record (the body is the record itself) so that it can be replayed."""
    tables = tables_of(request)
    tables.limit(request.scope)
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise errors.no_text() from None
    id = await run_in_threadpool(tables.replays.bring, text)
    return Brought(id=id, url=f"/replay/{id}")


@api.get("/replays/{id}/analysis")
def analysis(request: Request, id: Game) -> Looked:
    """How far the analysis of a finished game is, and what came of it."""
    tables = tables_of(request)
    tables.replays.get(id)
    progress = tables.shelf.progress(id)
    return Looked(
        state=progress.state,  # type: ignore[arg-type]
        done=progress.done,
        total=progress.total,
        moments=progress.moments,
    )


@api.post("/replays/{id}/analysis", status_code=202)
def ask_for_analysis(request: Request, id: Game) -> Looked:
    """Begin to look at a finished game again, unless it is made or on its way."""
    _ask(request, id)
    return analysis(request, id)


def _ask(request: Request, id: str) -> None:
    tables = tables_of(request)
    tables.analyses.ask(tables.replays.get(id), address_of(request.scope))
