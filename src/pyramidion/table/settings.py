"""What whoever runs the table can choose: by a flag, by the environment, or not at all.

One line here is one setting: its default, how it is read, and what `--help` and the
documentation say about it. A flag wins over the environment.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pyramidion.errors import PyramidionError

PREFIX = "PYRAMIDION_"
ELSEWHERE = {"PYRAMIDION_DATA", "PYRAMIDION_CACHE"}  # folders, for every command
PORT = 8321  # unless it is taken or another is chosen

Reader = Callable[[str], Any]  # raises ValueError with what is allowed


def data_folder() -> Path:
    """Where tables are kept: PYRAMIDION_DATA, or the user's data folder."""
    if chosen := os.environ.get("PYRAMIDION_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "pyramidion"


def default_database() -> str:
    """One SQLite file in the data folder."""
    return f"sqlite:///{data_folder() / 'table.sqlite3'}"


# How a setting is read from a text


def database(typed: str) -> str:
    """An address of a database."""
    if typed.split(":", 1)[0].split("+", 1)[0] in ("sqlite", "postgresql") and "://" in typed:
        return typed
    raise ValueError("sqlite:///file or postgresql://user@host/name")


def text(typed: str) -> str:
    """Any text that is not empty."""
    if typed:
        return typed
    raise ValueError("some text")


def whole(least: int, most: int) -> Reader:
    """A whole number in these bounds."""

    def read(typed: str) -> int:
        if typed.isascii() and typed.isdigit() and least <= int(typed) <= most:
            return int(typed)
        raise ValueError(f"a whole number from {least} to {most}")

    return read


def number(least: float) -> Reader:
    """A number of at least this."""

    def read(typed: str) -> float:
        allowed = f"a number of at least {least:g}"
        try:
            value = float(typed)
        except ValueError:
            raise ValueError(allowed) from None
        if not least <= value < float("inf"):
            raise ValueError(allowed)
        return value

    return read


def choice(*allowed: str) -> Reader:
    """One of these words."""

    def read(typed: str) -> str:
        if typed in allowed:
            return typed
        raise ValueError(" or ".join(allowed))

    return read


def switch(typed: str) -> bool:
    """On or off, in the environment; a flag is --name or --no-name."""
    words = {"1": True, "on": True, "yes": True, "true": True,
             "0": False, "off": False, "no": False, "false": False}  # fmt: skip
    if typed.lower() in words:
        return words[typed.lower()]
    raise ValueError("on or off")


def public_address(typed: str) -> str:
    """Where people reach the table."""
    parts = urlsplit(typed)
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme in ("http", "https") and parts.hostname and plain:
        return f"{parts.scheme}://{parts.netloc.lower()}"
    raise ValueError("https://name or http://name:port, without a path")


def networks(typed: str) -> tuple[str, ...]:
    """Addresses or networks, separated by commas."""
    try:
        return tuple(str(ip_network(part.strip())) for part in typed.split(","))
    except ValueError:
        raise ValueError("addresses or networks such as 127.0.0.1,10.0.0.0/8") from None


def listener(typed: str) -> tuple[str, int] | None:
    """host:port, or off."""
    if typed == "off":
        return None
    host, _, port = typed.rpartition(":")
    if host and port.isascii() and port.isdigit() and 0 <= int(port) < 2**16:
        return host.strip("[]"), int(port)
    raise ValueError("off, or host:port such as 127.0.0.1:9321")


def setting(default: Any, read: Reader, about: str, shown: str | None = None) -> Any:
    """One setting; `shown` is how `--help` writes a default that is not plain."""
    told = {"read": read, "about": about, "shown": str(default) if shown is None else shown}
    if callable(default):
        return field(default_factory=default, metadata=told)
    return field(default=default, metadata=told)


@dataclass(frozen=True)
class Settings:
    """Everything has a default that is right for a table at home."""

    # fmt: off
    database: str = setting(
        default_database, database, "where matches are kept: sqlite:///file or postgresql://…",
        "a file in your data folder")
    host: str = setting("127.0.0.1", text, "address to listen on; 0.0.0.0 is all of IPv4")
    port: int | None = setting(
        None, whole(0, 2**16 - 1), "port to listen on", f"{PORT}, or a free one")
    browser: bool = setting(True, switch, "open the browser at the start", "on")
    address: str | None = setting(
        None, public_address, "where people reach the table, if a proxy stands before it: "
        "https://name", "as the browser says")
    proxies: tuple[str, ...] = setting(
        (), networks, "proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: "
        "addresses or networks", "none")
    log: str = setting("readable", choice("readable", "json"), "how the log is written")
    log_level: str = setting(
        "warning", choice("debug", "info", "warning", "error"),
        "from which importance on; info has a line for every request")
    metrics: tuple[str, int] | None = setting(
        None, listener, "host:port where Prometheus may ask, apart from the table itself", "off")
    drain: float = setting(
        0.0, number(0), "seconds at the end in which /ready says no and all else goes on, so "
        "that a balancer can send people elsewhere")
    grace: float = setting(
        3.0, number(0), "seconds at the end in which running answers may finish")
    body_limit: int = setting(64 * 1024, whole(1024, 2**30), "bytes that a request may have")
    changes_per_second: float = setting(
        20.0, number(0), "of one client, lasting: moves, joins, everything but looking")
    changes_at_once: int = setting(60, whole(1, 10**9), "of one client, in a burst")
    tables_per_minute: float = setting(30.0, number(0), "set up by one client")
    hints_per_minute: float = setting(
        20.0, number(0), "asked by one client; a bot thinks for each")
    lines_per_minute: float = setting(20.0, number(0), "of chat, by one person or seat")
    analyses_per_hour: float = setting(
        12.0, number(0), "of finished games, asked for by one client")
    analysis_seconds: float = setting(30.0, number(0), "for the analysis of one game")
    rooms: int = setting(1000, whole(1, 10**6), "matches kept in memory")
    bot_pause: float = setting(
        0.6, number(0), "seconds a bot's move takes at least, so that people can follow")
    bot_threads: int = setting(2, whole(1, 256), "bots that think at the same time")
    bot_seconds_per_minute: float = setting(
        60.0, number(1), "that bots think for one client, who waits when they are used up")
    prepare: bool = setting(True, switch, "compile in the background at the start", "on")
    # fmt: on


class BadSetting(PyramidionError):
    """A value that cannot be; says where it came from and what is allowed."""


def environment_name(one: Field[Any]) -> str:
    """What a setting is called in the environment."""
    return PREFIX + one.name.upper()


def flag_name(one: Field[Any]) -> str:
    """What a setting is called on the command line."""
    return "--" + one.name.replace("_", "-")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """A flag for every setting."""
    for one in fields(Settings):
        about = f"{one.metadata['about']} ({one.metadata['shown']}; {environment_name(one)})"
        options: dict[str, Any] = {"help": about.replace("%", "%%"), "default": None}
        if one.metadata["read"] is switch:
            options["action"] = argparse.BooleanOptionalAction
        else:
            options["metavar"] = one.name.rpartition("_")[2].upper()
        parser.add_argument(flag_name(one), **options)


def read_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings of this run: flags, then the environment, then defaults."""
    chosen: dict[str, Any] = {}
    for one in fields(Settings):
        typed, source = flags.get(one.name), flag_name(one)
        if typed is None:
            source = environment_name(one)
            typed = environment.get(source) or None  # set but empty is not set
        if isinstance(typed, str):
            try:
                chosen[one.name] = one.metadata["read"](typed.strip())
            except ValueError as allowed:
                shown = "what was given" if one.name == "database" else repr(typed)
                raise BadSetting(f"{source} is {allowed}, not {shown}") from None
        elif typed is not None:
            chosen[one.name] = typed
    return Settings(**chosen)


def unknown_names(environment: Mapping[str, str] = os.environ) -> list[str]:
    """What looks like a setting of ours in the environment and is none: a slip of the keyboard."""
    known = {environment_name(one) for one in fields(Settings)} | ELSEWHERE
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
