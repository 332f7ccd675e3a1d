"""One server of the crash test, in a process of its own."""

import socket

from pyramidion.table.app import create_app
from pyramidion.table.server import Server
from tests.table.live import settings_for

OPEN, BOTS = "pyramido", "jaguar"  # all can be seen; hidden hands, chance and a bot


def serve(port: int, database: str) -> None:
    """Serve until killed."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.bind(("127.0.0.1", port))
    chosen = settings_for(database)
    Server(create_app(chosen), chosen).run(sockets=[line])
