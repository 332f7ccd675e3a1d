"""What is noted of every request: its id, how long it took, and how it ended."""

from __future__ import annotations

import logging
import time
from functools import cache

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyramidion.table import metrics
from pyramidion.table.logs import new_request, request_id

log = logging.getLogger(__name__)

BEFORE, AFTER = "/api/v1/tables/", "/moves"
MOVES = f"{BEFORE}{{id}}{AFTER}"  # a template that is known before any route is looked for

NOWHERE = "(none)"  # no route of ours; the path itself may be anything, even a secret


class Watch:
    """Counts, times and logs; changes nothing but one header of the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note a request from its beginning to its first answer."""
        begun = time.perf_counter()
        id = new_request()
        request_id.set(id)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                note(scope, message["status"], time.perf_counter() - begun, id)
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", id.encode())]
            await send(message)

        await self._app(scope, receive, sending)


def note(scope: Scope, status: int, seconds: float, id: str) -> None:
    """One more answer."""
    route, method = route_of(scope), scope["method"]
    count, duration = _counters(route, method, status)
    count.inc()
    duration.observe(seconds)
    if log.isEnabledFor(logging.INFO):
        more = {"route": route, "status": status, "ms": round(seconds * 1000, 1), "request": id}
        log.info("%s", method, extra=more)


@cache
def _counters(route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    return metrics.REQUESTS.labels(route, method, status), metrics.SECONDS.labels(route)


def route_of(scope: Scope) -> str:
    """The template of the route that answered."""
    path: str = scope["path"]
    if path.startswith(BEFORE) and path.endswith(AFTER):
        return MOVES
    if "route" not in scope:
        return NOWHERE
    return str(getattr(scope["route"], "path", NOWHERE)) or "/"
