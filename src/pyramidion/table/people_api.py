"""The API for people in different places: links, passing a seat on, bots that stand in, rematch."""

from __future__ import annotations

from typing import Annotated

import segno
from fastapi import APIRouter, Path, Request
from pydantic import Field

from pyramidion.table import errors
from pyramidion.table.api import PROBLEMS, Id, Strict, room_of
from pyramidion.table.rooms import Room
from pyramidion.table.show import Viewer
from pyramidion.table.storage import HOST
from pyramidion.table.who import public_address, who

router = APIRouter(prefix="/api/v1", tags=["people"], responses=PROBLEMS)

SeatNumber = Annotated[int, Path(ge=0, lt=16, description="a seat, from 0")]


class LinkWanted(Strict):
    """A link to have the seat on one more device, or to pass it on to somebody else."""

    passes: bool = False


class Link(Strict):
    """What leads to a seat or a table: the path here, the whole address, and that as QR (SVG)."""

    path: str
    url: str
    qr: str


class Level(Strict):
    """How well the bot plays."""

    level: Annotated[int, Field(ge=1, le=5)] = 3


class Playing(Strict):
    """Who plays at a seat now: the level of a bot, or 0 for the person."""

    stand_in: int


class Next(Strict):
    """Where the same people play again."""

    id: str
    url: str


def link_to(request: Request, path: str) -> Link:
    """With a picture of the address, to be read by a phone."""
    url = public_address(request) + path
    code = segno.make(url, error="m", micro=False)
    drawn: str = code.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None)
    return Link(path=path, url=url, qr=drawn)


@router.get("/tables/{id}/link")
def spectators(request: Request, id: Id) -> Link:
    """The link for spectators: it shows what everybody may see."""
    room_of(request, id)
    return link_to(request, f"/t/{id}")


@router.post("/tables/{id}/seats/{seat}/link")
def link(request: Request, id: Id, seat: SeatNumber, wanted: LinkWanted | None = None) -> Link:
    """A new link to a seat that you hold, or that you set up and nobody has taken yet."""
    tables, room, _ = room_of(request, id)
    passes = wanted is not None and wanted.passes
    path = f"/join/{tables.seating.link(room, seat, who(request).secret, passes)}"
    return link_to(request, path)


@router.post("/tables/{id}/seats/{seat}/stand-in")
def stand_in(request: Request, id: Id, seat: SeatNumber, wanted: Level) -> Playing:
    """Let a bot play at your seat until you are back."""
    tables, room, looking = room_of(request, id)
    tables.seating.stand_in(room, seat, held_by(looking), wanted.level)
    return playing(room, seat)


@router.post("/tables/{id}/seats/{seat}/return")
def come_back(request: Request, id: Id, seat: SeatNumber) -> Playing:
    """Play yourself again."""
    tables, room, looking = room_of(request, id)
    tables.seating.come_back(room, seat, held_by(looking))
    return playing(room, seat)


@router.post("/tables/{id}/again", status_code=201)
def again(request: Request, id: Id) -> Next:
    """After the end: the same people once more, each a seat further, with the same tokens."""
    tables, room, looking = room_of(request, id)
    if not looking.seats:
        raise errors.not_your_seat()
    new = tables.again(room, tables.limit(request.scope))
    return Next(id=new, url=f"/t/{new}")


def playing(room: Room, seat: int) -> Playing:
    """Who plays there now."""
    return Playing(stand_in=room.seats[seat].stand_in)


def held_by(viewer: Viewer) -> list[int]:
    """The seats of the sender, and HOST for who set the table up."""
    return [*viewer.seats, HOST] if viewer.host else list(viewer.seats)
