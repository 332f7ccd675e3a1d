"""The short way of a move: no framework, no thread, no database but its writer.

`POST /api/v1/tables/{id}/moves` is what a busy server does most. When everything is as it
should be (a well-formed body, a table in memory, a holder who was here a moment ago, a legal
move, nothing that the guard minds) the move is checked right here, handed to the writer, and
answered when it is on the disk. Anything else is passed on unchanged to the long way, by the
guard to `api.py`, which finds words for it; so there is one place that refuses, and this one
can only agree with it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Mapping

from starlette.datastructures import State
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyramidion.table.guard import Guard, address_of, text_of
from pyramidion.table.keys import hashed
from pyramidion.table.logs import new_request
from pyramidion.table.rooms import Proposal, Room
from pyramidion.table.storage import Storage
from pyramidion.table.tables import Tables
from pyramidion.table.watch import AFTER, BEFORE, note
from pyramidion.table.who import BROWSER
from pyramidion.table.writer import Append

LONGEST = 1000  # bytes of a usual move


class MovePath:
    """Answers the usual move itself and passes on everything else."""

    def __init__(self, app: ASGIApp, guard: Guard, state: State) -> None:
        self._app = app
        self._guard = guard
        self._state = state  # has the tables, once the application has started
        self._settling = Settling()
        self._headers = [(b"content-type", b"application/json"), *guard.headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if not path.endswith(AFTER) or not path.startswith(BEFORE) or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        first = await receive()
        number = None
        if first["type"] == "http.request" and not first.get("more_body"):
            number = await self._move(scope, path[len(BEFORE) : -len(AFTER)], first["body"])
        if number is None:
            await self._app(scope, _again(first, receive), send)
            return
        body, id = b'{"number":%d}' % number, new_request()
        note(scope, 200, time.perf_counter() - begun, id)
        length = (b"content-length", b"%d" % len(body)), (b"x-request-id", id.encode())
        headers = [*self._headers, *length]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _move(self, scope: Scope, id: str, body: bytes) -> int | None:
        """The number of entries with the move, or None where the long way has to look."""
        tables: Tables = self._state.tables
        room, wanted = tables.rooms.at_hand(id), _read(body)
        if room is None or wanted is None or not tables.rooms.is_current:
            return None
        headers = text_of(scope)
        secret = _secret(headers)
        seats = tables.storage.remembered(hashed(secret), id) if secret else None
        if not seats or not room.changing.acquire(blocking=False):
            return None
        try:
            proposal = room.propose(*wanted, seats)
            if room.seats[proposal.seat].player:
                return None  # a bot stood in; the long way brings the person back
            self._guard.admit(scope, headers)
            await self._settling.keep(tables.storage, _append(room, proposal))
            room.client = address_of(scope)
            return room.adopt(proposal)
        except Exception:  # refused, or something is wrong: the long way meets it too, in words
            return None
        finally:
            room.changing.release()


def _again(first: Message, receive: Receive) -> Receive:
    """What was received already, and then the rest."""
    waiting = [first]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


class Settling:
    """Brings the writer's answers into the event loop: one call for all that come together."""

    def __init__(self) -> None:
        self._settled: deque[tuple[asyncio.Future[None], Exception | None]] = deque()

    async def keep(self, storage: Storage, append: Append) -> None:
        """Wait until the writer has it on the disk."""
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[None] = loop.create_future()

        def done(error: Exception | None) -> None:  # in the writer's thread
            self._settled.append((kept, error))
            if len(self._settled) == 1:  # else a call is under way that will find this one too
                loop.call_soon_threadsafe(self._settle)

        storage.append_soon(append, done)
        await kept

    def _settle(self) -> None:
        while self._settled:
            kept, error = self._settled.popleft()
            if kept.cancelled():
                continue
            if error:
                kept.set_exception(error)
            else:
                kept.set_result(None)


def _read(body: bytes) -> tuple[str, int] | None:
    """The move and its number, if they are just that."""
    if len(body) > LONGEST:
        return None
    try:
        wanted = json.loads(body.decode())
    except (ValueError, RecursionError):
        return None
    if type(wanted) is not dict or len(wanted) != 2:
        return None
    move, number = wanted.get("move"), wanted.get("number")
    if type(move) is str and len(move) <= 200 and type(number) is int and 0 <= number < 2**31:
        return move, number
    return None


def _secret(headers: Mapping[bytes, str]) -> str | None:
    """A program's token or a browser's cookie, where the body is said to be JSON."""
    if headers.get(b"content-type") != "application/json":
        return None
    if token := headers.get(b"authorization"):
        return token[7:].strip() if token[:7].lower() == "bearer " else None
    return cookie_parser(headers.get(b"cookie", "")).get(BROWSER)


def _append(room: Room, proposal: Proposal) -> Append:
    return Append(
        room.id,
        proposal.number,
        proposal.entries,
        proposal.seat,
        proposal.match.actor,
        proposal.turn.begun,
        proposal.turn.due,
        proposal.time_left,
    )
