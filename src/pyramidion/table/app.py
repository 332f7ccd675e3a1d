"""The application: pages, API and everything around them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request as StarletteRequest
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import pyramidion
from pyramidion.games.face import Words
from pyramidion.table import api, chat_api, health, metrics, pages, people_api, replay_pages
from pyramidion.table.alone import Alone
from pyramidion.table.errors import TableError, bad_request, database_away
from pyramidion.table.guard import Guard
from pyramidion.table.moves import MovePath
from pyramidion.table.settings import Settings
from pyramidion.table.show import HERE
from pyramidion.table.tables import Tables
from pyramidion.table.texts import TEXTS, in_language
from pyramidion.table.watch import Watch
from pyramidion.table.who import who

log = logging.getLogger(__name__)


class Application(FastAPI):
    """Every request passes our guard first, and the usual move meets nothing else."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        super().__init__(**options)
        guard = Guard(super().__call__, settings, _refusal)
        self._front = MovePath(Watch(guard), guard, self.state)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Requests go in by the front; starting and ending is the framework's."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        if scope["method"] == "HEAD" and not scope["path"].endswith("/events"):
            scope = {**scope, "method": "GET"}  # whoever serves us leaves the body out
        await self._front(scope, receive, send)


class Static(StaticFiles):
    """Kept by browsers, who ask whether there is something newer."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server for tables."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with Alone(settings.database):
            tables = Tables(settings)
            app.state.tables = tables
            tables.preparation.start()
            metrics.watch(tables)
            listener = metrics.serve(settings.metrics) if settings.metrics else None
            yield
            if listener:
                await run_in_threadpool(listener.shutdown)
                listener.server_close()
            metrics.unwatch(tables)
            await run_in_threadpool(tables.close)

    app = Application(
        settings,
        title="Pyramidion",
        version=pyramidion.__version__,
        description="Five pyramid games. A seat's token is sent as `Authorization: Bearer …`.",
        lifespan=life,
        docs_url=None,  # they would load scripts from other hosts
        redoc_url=None,
        redirect_slashes=False,  # an address with more in it than we gave out is a wrong one
        openapi_url="/api/v1/openapi.json",
        middleware=[Middleware(GZipMiddleware, minimum_size=500)],
    )
    app.include_router(health.router)
    app.include_router(pages.router)
    app.include_router(replay_pages.pages)
    app.include_router(api.router)
    app.include_router(people_api.router)
    app.include_router(chat_api.router)
    app.include_router(replay_pages.api)
    app.mount("/static", Static(directory=HERE / "static"))
    app.add_exception_handler(TableError, _on_table_error)
    app.add_exception_handler(RequestValidationError, _on_bad_request)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(OperationalError, _on_database_away)
    app.add_exception_handler(Exception, _on_our_fault)
    return app


def _answer(request: Request, status: int, code: str, words: Words, rule: str = "") -> Response:
    if request.url.path.startswith("/api/"):
        message = {"en": words.en, "de": words.de}
        return JSONResponse({"code": code, "message": message, "rule": rule}, status)
    return pages.error_page(request, status, in_language(words, who(request).language))


def _refusal(scope: Scope, error: TableError) -> Response:
    metrics.REFUSED.labels(error.code).inc()
    return _answer(StarletteRequest(scope), error.status, error.code, error.words)


def _on_table_error(request: Request, error: Any) -> Response:
    metrics.REFUSED.labels(error.code).inc()
    return _answer(request, error.status, error.code, error.words, error.rule)


def _on_bad_request(request: Request, error: Any) -> Response:
    if not request.url.path.startswith("/api/"):
        return _on_table_error(request, bad_request(TEXTS["not_understood"]))
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    detail = f": {where} {first['msg']}".rstrip()
    words = TEXTS["not_understood"]
    return _answer(request, 400, "bad_request", Words(words.en + detail, words.de + detail))


def _on_http_error(request: Request, error: Any) -> Response:
    if error.status_code == 404:
        return _answer(request, 404, "not_found", TEXTS["not_found"])
    return _answer(request, error.status_code, "refused", TEXTS["not_understood"])


def _on_database_away(request: Request, error: Any) -> Response:
    log.error("the database cannot be used: %s", type(error.orig).__name__)
    return _on_table_error(request, database_away())


def _on_our_fault(request: Request, error: Exception) -> Response:
    log.exception("unexpected", exc_info=error)
    return _answer(request, 500, "our_fault", TEXTS["our_fault"])
