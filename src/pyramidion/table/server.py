"""Uvicorn as we use it: quiet, without secrets in its log, and quick to end."""

import asyncio
import math
import socket

import uvicorn
from fastapi import FastAPI

from pyramidion.table.settings import Settings

# Longer than a proxy keeps its connections to us; else it would use one that we just closed.
KEEP_ALIVE = 75


class Server(uvicorn.Server):
    """Ends the streams of events first; otherwise it would wait for the browsers to go."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self._app = app
        self._drain = settings.drain
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,  # ours, see logs.py
                access_log=False,  # the addresses of links are secrets
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=math.ceil(settings.grace),
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that it ends, hang up, then finish what is being answered."""
        tables = self._app.state.tables
        tables.leaving.set()
        await asyncio.sleep(self._drain)
        tables.hang_up()
        await super().shutdown(sockets)
