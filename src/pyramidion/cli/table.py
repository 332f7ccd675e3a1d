"""`pyramidion table`: play in the browser."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser

from pyramidion.table.settings import PORT, Settings, add_flags, read_settings, unknown_names


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "table",
        help="play in the browser",
        description="Start the table and open it in the browser.",
    )
    add_flags(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = read_settings(vars(arguments))
    for name in unknown_names():
        print(f"pyramidion: there is no setting {name} (see table --help)", file=sys.stderr)
    try:
        from pyramidion.table.alone import Alone
        from pyramidion.table.app import create_app
        from pyramidion.table.database import open_database
        from pyramidion.table.logs import configure
        from pyramidion.table.nearby import for_others
        from pyramidion.table.server import Server
    except ModuleNotFoundError as missing:
        print(
            f"The table needs {missing.name}: install pyramidion[table].",
            file=sys.stderr,
        )
        return 2
    with Alone(settings.database):  # what is wrong with it is said before all else
        open_database(settings.database).dispose()
    line = _listen(settings.host, settings.port)
    if line is None:
        where = f"{settings.host}:{settings.port or PORT}"
        print(f"Cannot listen on {where}; choose another --port.", file=sys.stderr)
        return 1
    address = _address(settings, line)
    print(f"The table is at {address} (Ctrl+C ends)", flush=True)
    if (others := for_others(address, settings.host)) != address:
        print(f"Others in your network find it at {others}", flush=True)
    configure(settings.log, settings.log_level)
    server = Server(create_app(settings), settings)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # being asked to end is no failure
    if settings.browser:
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[line])
    return 0


def _address(settings: Settings, line: socket.socket) -> str:
    """What to type into a browser."""
    if settings.address:
        return f"{settings.address}/"
    everywhere = settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1")
    host = "localhost" if everywhere else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{line.getsockname()[1]}/"


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
