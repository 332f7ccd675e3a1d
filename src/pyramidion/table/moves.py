"""The short way of a move: no framework, no thread, no database but its writer.

`POST /api/v1/tables/{id}/moves` is what a busy server does most. When everything is as it
should be (a well-formed body, a table in memory, a holder who was here a moment ago, a legal
move) the move is checked right here, handed to the writer, and answered when it is on the
disk. Anything else is passed on unchanged to the long way in `api.py`, which finds words for
it; so there is one place that refuses, and this one can only agree with it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.datastructures import State
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyramidion.table.guard import once
from pyramidion.table.keys import hashed
from pyramidion.table.rooms import Proposal, Room
from pyramidion.table.storage import Storage
from pyramidion.table.tables import Tables
from pyramidion.table.who import BROWSER
from pyramidion.table.writer import Append

BEFORE, AFTER = "/api/v1/tables/", "/moves"


class MovePath:
    """Answers the usual move itself and passes on everything else."""

    def __init__(self, app: ASGIApp, state: State) -> None:
        self._app = app
        self._state = state  # has the tables, once the application has started

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if not path.endswith(AFTER) or not path.startswith(BEFORE) or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        message = await receive()  # the guard has read it whole
        body = bytes(message.get("body", b""))
        number = await _move(self._state.tables, scope, path[len(BEFORE) : -len(AFTER)], body)
        if number is None:
            await self._app(scope, once(body, receive), send)
        else:
            await _answer(send, b'{"number":%d}' % number)


async def _move(tables: Tables, scope: Scope, id: str, body: bytes) -> int | None:
    """The number of entries with the move, or None where the long way has to look."""
    room, wanted = tables.rooms.at_hand(id), _read(body)
    if room is None or wanted is None or not tables.rooms.is_current:
        return None
    secret = _secret(scope["headers"])
    seats = tables.storage.remembered(hashed(secret), id) if secret else None
    if not seats or not room.changing.acquire(blocking=False):
        return None
    try:
        proposal = room.propose(*wanted, seats)
        if room.seats[proposal.seat].player:
            return None  # a bot stood in; the long way brings the person back
        await _keep(tables.storage, room, proposal)
        return room.adopt(proposal)
    except Exception:  # refused, or something is wrong: the long way meets it too, and has words
        return None
    finally:
        room.changing.release()


def _read(body: bytes) -> tuple[str, int] | None:
    """The move and its number, if they are just that."""
    try:
        wanted = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if type(wanted) is not dict or len(wanted) != 2:
        return None
    move, number = wanted.get("move"), wanted.get("number")
    if type(move) is str and len(move) <= 200 and type(number) is int and 0 <= number < 2**31:
        return move, number
    return None


def _secret(headers: list[tuple[bytes, bytes]]) -> str | None:
    """A program's token or a browser's cookie, where the body is said to be JSON."""
    token = cookie = kind = b""
    for name, value in headers:
        if name == b"authorization":
            token = value
        elif name == b"cookie":
            cookie = value
        elif name == b"content-type":
            kind = value
    if kind != b"application/json":
        return None
    if token:
        return token[7:].decode("latin-1").strip() if token[:7].lower() == b"bearer " else None
    return cookie_parser(cookie.decode("latin-1")).get(BROWSER)


async def _keep(storage: Storage, room: Room, proposal: Proposal) -> None:
    """Wait until the writer has it on the disk."""
    loop = asyncio.get_running_loop()
    kept: asyncio.Future[None] = loop.create_future()

    def settle(error: Exception | None) -> None:
        if kept.cancelled():
            return
        if error:
            kept.set_exception(error)
        else:
            kept.set_result(None)

    append = Append(
        room.id,
        proposal.number,
        proposal.entries,
        proposal.seat,
        proposal.match.actor,
        proposal.turn.begun,
        proposal.turn.due,
        proposal.time_left,
    )

    def done(error: Exception | None) -> None:
        loop.call_soon_threadsafe(settle, error)

    storage.append_soon(append, done)
    await kept


async def _answer(send: Send, body: bytes) -> None:
    headers: Any = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    start: Message = {"type": "http.response.start", "status": 200, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
