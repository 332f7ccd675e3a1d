"""Where others in the same network find this machine: `localhost` in a link leads to themselves."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

EVERYWHERE = "0.0.0.0"
OURSELVES = {"localhost", "127.0.0.1"}


def own_address() -> str | None:
    """This machine's address in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # sends nothing: it only asks from where we would
        except OSError:
            return None
        return str(line.getsockname()[0])


def for_others(address: str, host: str) -> str:
    """An address of ours as others reach it, if we listen for them (`host`)."""
    if host != EVERYWHERE:
        return address
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # as whoever asked has put it
        return address
    own = own_address() if parts.hostname in OURSELVES else None
    if own is None or own.startswith("127."):
        return address
    return parts._replace(netloc=own + port).geturl()
