"""A real server on a free port, and a real Chromium, for tests, pictures and benchmarks."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from pyramidion.table.app import create_app
from pyramidion.table.server import Server
from pyramidion.table.settings import Settings
from tools import debian

NewPage = Callable[..., Page]

PATIENCE = 90_000  # milliseconds; the machine may be busy
LAN = "table.test"  # our machine as others on a local network call it: a host no browser trusts
FLAGS = [
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a running server."""
    line = socket.socket()
    line.bind(("127.0.0.1", 0))
    server = Server(create_app(settings), settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [line]}, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{line.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        line.close()


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=debian.chromium(), args=FLAGS)
        make = browser.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = make(**options)
            context.set_default_timeout(PATIENCE)
            return context

        browser.new_context = new_context  # type: ignore[method-assign]
        try:
            yield browser
        finally:
            browser.close()


def settings(folder: Path, **more: object) -> Settings:
    """For a server that is used fast and thrown away."""
    return settings_for(f"sqlite:///{folder / 'table.sqlite3'}", **more)


def settings_for(database: str, **more: object) -> Settings:
    """The same on any database."""
    fast = {"bot_pause": 0.0, "changes_per_second": 1e6, "changes_at_once": 10**6,
            "tables_per_minute": 1e6, "hints_per_minute": 1e6, "prepare": False,
            "analysis_seconds": 0.5, "analyses_per_hour": 1e6, "lines_per_minute": 1e6,
            "bot_seconds_per_minute": 1e6}  # fmt: skip
    return Settings(database, **{**fast, **more})  # type: ignore[arg-type]


def tables_heard(page: Page) -> list[Any]:
    """A list that fills with every table that the stream brings; else it brings heartbeats only."""
    heard: list[Any] = []

    def hear(event: dict[str, Any]) -> None:
        said = json.loads(event["data"])
        if event["eventName"] == "table" or not isinstance(said, int | float):
            heard.append(said)

    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.eventSourceMessageReceived", hear)
    return heard
