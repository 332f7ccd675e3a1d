"""The API of the chat: who holds a seat may write, everybody may read."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from pyramidion.table import errors
from pyramidion.table.api import PROBLEMS, Id, Place, Strict, room_of
from pyramidion.table.keys import hashed
from pyramidion.table.storage import HOST
from pyramidion.table.talk import LENGTH
from pyramidion.table.texts import text
from pyramidion.table.who import who

router = APIRouter(prefix="/api/v1", tags=["chat"], responses=PROBLEMS)


class Wanted(Strict):
    """Something to say; who holds several seats says which of them speaks."""

    said: Annotated[str, Field(max_length=2 * LENGTH)]
    seat: Place | None = None


class Said(Strict):
    """The number of the line."""

    number: int


class Line(Strict):
    """One line."""

    number: int
    seat: int
    name: str
    said: str
    made: float


class Lines(Strict):
    """The latest lines."""

    lines: list[Line]


@router.post("/tables/{id}/chat", status_code=201)
def say(request: Request, id: Id, wanted: Wanted) -> Said:
    """Say something at the table. Only who holds a seat may."""
    tables, room, looking = room_of(request, id)
    seat = wanted.seat if wanted.seat is not None else min(looking.seats, default=HOST)
    if seat not in looking.seats:
        raise errors.not_your_seat()
    key = hashed(who(request).secret or "")
    return Said(number=tables.talk.say(room, seat, key, wanted.said))


@router.get("/tables/{id}/chat")
def hear(request: Request, id: Id, after: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> Lines:
    """What was said at the table after this number, the latest lines of it."""
    tables, room, looking = room_of(request, id)
    lines = [Line(**asdict(line)) for line in tables.talk.lines(room, after)]
    for line in lines:
        line.name = line.name or text("seat", looking.language, number=line.seat + 1)
    return Lines(lines=lines)
