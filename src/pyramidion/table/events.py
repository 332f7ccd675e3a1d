"""Server-sent events: on every change a viewer gets the table anew, as it may see it."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from pyramidion.table.rooms import GRACE, Room

COME_BACK = (500, 2500)  # milliseconds until a lost browser tries again, not all at once
HEARTBEAT = 15.0  # seconds; so that both ends notice a broken line, also one that just falls silent

HISTORY = ("log", "told", "scenes", "now")  # what is no news by itself

Render = Callable[[int], dict[str, Any]]


def seen(request: Request, number: int) -> int:
    """How many entries a viewer knows: from the page, or from before the line broke."""
    last = request.headers.get("last-event-id", "")
    return int(last) if last.isascii() and last.isdigit() and len(last) < 10 else number


def stream(
    room: Room, seats: Collection[int], since: int, render: Render, closing: threading.Event
) -> StreamingResponse:
    """On every change send `render(entries known so far)`; its `number` is the event's id."""
    return StreamingResponse(
        _events(room, seats, since, render, closing),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


async def _events(
    room: Room, seats: Collection[int], since: int, render: Render, closing: threading.Event
) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()

    def call() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed.set)

    leave = room.listen(call, seats)
    holders = _holders(room)
    sent: dict[str, Any] = {}
    beat = f"event: beat\ndata: {HEARTBEAT:g}\n\n"  # when to expect the next
    yield f"retry: {random.randint(*COME_BACK)}\n{beat}"
    try:
        while not closing.is_set():
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield beat
                continue
            changed.clear()
            if closing.is_set() or holders != _holders(room):
                break  # who has lost a seat sees with other eyes: ask again who it is
            data = await run_in_threadpool(render, since)
            if any(data[part] != sent.get(part) for part in data if part not in HISTORY):
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                yield f"id: {data['number']}\nevent: table\ndata: {text}\n\n"
                since = data["number"]
                sent = data
    finally:
        leave()
        loop.call_later(GRACE, room.tell)  # who is not back by then is shown as away


def _holders(room: Room) -> list[int]:
    return [seat.passed for seat in room.seats]
