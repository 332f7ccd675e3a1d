"""`pyramidion table`: play in the browser."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
import threading
import time
import webbrowser

PORT = 8321


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "table",
        help="play in the browser",
        description="Start the table and open it in the browser.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, help=f"port to listen on ({PORT}, or a free one)")
    parser.add_argument(
        "--database",
        default=os.environ.get("PYRAMIDION_DATABASE"),
        help="sqlite:///file or postgresql://… (a file in your data folder)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        from pyramidion.table.app import create_app
        from pyramidion.table.database import open_database
        from pyramidion.table.server import Server
        from pyramidion.table.settings import Settings
    except ModuleNotFoundError as missing:
        print(
            f"The table needs {missing.name}: install pyramidion[table].",
            file=sys.stderr,
        )
        return 2
    settings = Settings(database=arguments.database) if arguments.database else Settings()
    open_database(settings.database).dispose()  # what is wrong with it is said before all else
    line = _listen(arguments.host, arguments.port)
    if line is None:
        where = f"{arguments.host}:{arguments.port or PORT}"
        print(f"Cannot listen on {where}; choose another --port.", file=sys.stderr)
        return 1
    host = "localhost" if arguments.host in ("127.0.0.1", "0.0.0.0", "::") else arguments.host
    address = f"http://{host}:{line.getsockname()[1]}/"
    print(f"The table is at {address} (Ctrl+C ends)", flush=True)
    server = Server(create_app(settings))
    if not arguments.no_browser:
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[line])
    return 0


def _listen(host: str, port: int | None) -> socket.socket | None:
    """A port that was asked for must be free; the usual one may give way to any other."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (PORT, 0) if port is None else (port,):
        line = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((host, candidate))
            return line
        except OSError:
            line.close()
    return None


def _open(server: object, address: str) -> None:
    while not getattr(server, "started", False):
        time.sleep(0.05)
    webbrowser.open(address)
