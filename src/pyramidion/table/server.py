"""Uvicorn as we use it: quiet, without secrets in its log, and quick to end."""

import socket

import uvicorn
from fastapi import FastAPI


class Server(uvicorn.Server):
    """Ends the streams of events first; otherwise it would wait for the browsers to go."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,  # the addresses of links are secrets
                server_header=False,
                timeout_graceful_shutdown=3,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hang up, then finish what is being answered."""
        self._app.state.tables.hang_up()
        await super().shutdown(sockets)
