"""Who asks: a browser by its cookie, a program by its token; and in which language."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.responses import Response

from pyramidion.games.face import Words
from pyramidion.table import errors
from pyramidion.table.keys import new_secret
from pyramidion.table.nearby import for_others
from pyramidion.table.show import Viewer
from pyramidion.table.storage import HOST
from pyramidion.table.tables import Tables
from pyramidion.table.texts import TEXTS, pick_language

BROWSER, LANGUAGE, THEME = "pyramidion", "language", "theme"
YEAR = 365 * 24 * 3600
THEMES = ("light", "dark")


@dataclass(frozen=True)
class Who:
    """Whoever sent a request."""

    secret: str | None
    language: str
    theme: str  # "" as the device


def who(request: Request) -> Who:
    """Read the cookies and the token."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    secret = token.strip() if kind.lower() == "bearer" else request.cookies.get(BROWSER)
    theme = request.cookies.get(THEME, "")
    return Who(
        secret or None,
        pick_language(request.cookies.get(LANGUAGE), request.headers.get("accept-language")),
        theme if theme in THEMES else "",
    )


def tables_of(request: Request) -> Tables:
    """The tables of the application."""
    tables: Tables = request.app.state.tables
    return tables


def viewer(request: Request, id: str, ready: int | None = None) -> Viewer:
    """What the sender may see of a table."""
    sender = who(request)
    held = tables_of(request).seating.held(sender.secret, id)
    seats = tuple(seat for seat in held if seat != HOST)
    return Viewer(seats, HOST in held, ready, sender.language)


def public_address(request: Request) -> str:
    """Where people reach us: as whoever runs the server says, else as the browser does, unless
    that means its own machine and we are there for the whole network.
    """
    settings = tables_of(request).settings
    return settings.address or for_others(str(request.base_url).rstrip("/"), settings.host)


def browser_secret(request: Request) -> str:
    """The browser's secret, a new one if it has none yet."""
    known = request.cookies.get(BROWSER, "")
    return known if len(known) >= 40 else new_secret()


def remember(response: Response, request: Request, name: str, value: str) -> None:
    """Set one of our cookies."""
    secure = public_address(request).startswith("https:")
    response.set_cookie(
        name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form."""
    try:
        pairs = parse_qsl(
            (await request.body()).decode(), keep_blank_values=True, max_num_fields=200
        )
    except ValueError:
        raise errors.bad_request(TEXTS["not_understood"]) from None
    return dict(pairs)


def number_in(form: dict[str, str], name: str, default: int) -> int:
    """A whole number of a form."""
    typed = form.get(name, "")
    if typed == "":
        return default
    if not typed.isascii() or not typed.isdigit() or len(typed) > 6:
        raise errors.bad_request(Words(f"{name} is a whole number", f"{name} ist eine ganze Zahl"))
    return int(typed)
