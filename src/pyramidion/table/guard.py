"""What every request passes: limits, the same-origin check, and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pyramidion.table import errors
from pyramidion.table.settings import Settings

SAFE = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    # Never a path, which may be a secret, but not `no-referrer` either: then our own forms would
    # say `Origin: null`, and at http:// in a home network that is all a browser tells of them.
    "Referrer-Policy": "strict-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}

Answer = Callable[[Scope, errors.TableError], ASGIApp]


class Bucket:
    """So many at once, so many a second, for each address."""

    def __init__(self, rate: float, most: float, addresses: int = 10_000) -> None:
        self._rate, self._most, self._addresses = rate, most, addresses
        self._level: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Is one more fine?"""
        now = time.monotonic()
        level, last = self._level.pop(address, (self._most, now))
        level = min(self._most, level + (now - last) * self._rate)
        fine = level >= 1
        self._level[address] = (level - 1 if fine else level, now)
        while len(self._level) > self._addresses:
            self._level.popitem(last=False)
        return fine


class Guard:
    """Refuses what must not reach the application; `answer` puts the refusal into words."""

    def __init__(self, app: ASGIApp, settings: Settings, answer: Answer) -> None:
        self._app = app
        self._limit = settings.body_limit
        self._changes = Bucket(settings.changes_per_second, settings.changes_at_once)
        self._answer = answer
        self._host = urlsplit(settings.address or "").netloc
        secure = (settings.address or "").startswith("https:")
        headers = {**HEADERS, "Cache-Control": "no-store", **(HTTPS_ONLY if secure else {})}
        self.headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, self.headers)
        if "\0" in scope["path"]:  # no address of ours, and PostgreSQL refuses to look for it
            await self._answer(scope, errors.nowhere())(scope, receive, send)
            return
        if scope["method"] in SAFE:
            await self._app(scope, receive, send)
            return
        headers = text_of(scope)
        try:
            self.admit(scope, headers)
            body = await _read(headers, receive, self._limit)
        except errors.TableError as error:
            await self._answer(scope, error)(scope, receive, send)
            return
        await self._app(scope, once(body, receive), send)

    def admit(self, scope: Scope, headers: Mapping[bytes, str]) -> None:
        """A change counts; raises what is wrong with it."""
        check_origin(headers, self._host)
        if not self._changes.take(address_of(scope)):
            raise errors.too_many()


def text_of(scope: Scope) -> dict[bytes, str]:
    """The headers of a request, by their names in lower case."""
    return {name: value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: Scope) -> str:
    """Whose limits these are."""
    client = scope.get("client")
    return household(str(client[0])) if client else "?"


@lru_cache(maxsize=10_000)
def household(address: str) -> str:
    """One line's address. With IPv6 a household has 2⁶⁴ of them, so all of a /64 are one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or ip_network((parsed.packed[:8] + bytes(8), 64)))
    return address


def check_origin(headers: Mapping[bytes, str], public: str = "") -> None:
    """A change must come from our own page, or from a program that carries no cookie."""
    site = headers.get(b"sec-fetch-site")
    origin = headers.get(b"origin")
    if site is not None:
        fine = site in ("same-origin", "none")
    elif origin is not None:
        host = _host_of(origin)
        fine = bool(host) and host in (headers.get(b"host", ""), public)
    else:
        fine = b"cookie" not in headers
    if not fine:
        raise errors.foreign()


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # a bracket that is left open, and the like
        return ""


async def _read(headers: Mapping[bytes, str], receive: Receive, limit: int) -> bytes:
    length = headers.get(b"content-length", "0")
    if not (length.isascii() and length.isdigit()) or len(length) > 18 or int(length) > limit:
        raise errors.too_large()
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return body
        body += bytes(message.get("body", b""))
        if len(body) > limit:
            raise errors.too_large()
        if not message.get("more_body"):
            return body


def once(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, to be read again."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(
    send: Send, ours: list[tuple[bytes, bytes]]
) -> Callable[[Message], Awaitable[None]]:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            given = {name.lower() for name, _ in headers}
            message["headers"] = headers + [pair for pair in ours if pair[0] not in given]
        await send(message)

    return sending
