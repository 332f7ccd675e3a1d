"""For whoever watches the server: does it live, and should people be sent to it?"""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from pyramidion.table.tables import Tables
from pyramidion.table.who import tables_of

PATIENCE = 2.0  # seconds for the database

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> dict[str, str]:
    """The process lives and answers."""
    return {"status": "fine"}


@router.get("/ready")
async def ready(request: Request) -> JSONResponse:
    """200 when people should be sent here; else 503 with what is missing."""
    missing = await _missing(tables_of(request))
    return JSONResponse({"ready": not missing, "missing": missing}, 503 if missing else 200)


async def _missing(tables: Tables) -> dict[str, str]:
    missing = {}
    if tables.leaving.is_set():
        missing["shutdown"] = "the server is ending"
    state = tables.preparation
    if not state.over:
        missing["preparation"] = f"{len(state.done)} of {len(state.games)} games are compiled"
    if not tables.rooms.is_current:
        missing["news"] = "no connection for news from other processes"
    try:
        await asyncio.wait_for(run_in_threadpool(_ask, tables), PATIENCE)
    except TimeoutError:
        missing["database"] = f"no answer in {PATIENCE:g} seconds"
    except sa.exc.SQLAlchemyError as error:  # its text may have the address of the database
        missing["database"] = type(error).__name__
    return missing


def _ask(tables: Tables) -> None:
    with tables.storage.engine.connect() as c:
        c.execute(sa.text("SELECT 1"))
