"""How heavy a table page is, and how fast a move reaches the other browser.

    .venv/bin/python -m bench.table [--tables 50] [--moves 40]

Two Chromiums sit at one table while programs play at others through the API, a move a
second each. Measured in the browsers: from the click in one to the stone in the other.
"""

import argparse
import contextlib
import random
import statistics
import tempfile
import threading
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Page

from tests.table.live import browsing, serving, settings
from tests.table.test_browser import invitation, sit_down

WATCH = """() => { window.times = {}; const note = () => { for (const spot of
    document.querySelectorAll('[data-key]')) if (spot.querySelector('.stone'))
    window.times[spot.dataset.key] ??= performance.timeOrigin + performance.now() };
    new MutationObserver(note).observe(document.getElementById('board'), {childList: true}) }"""
CLICKED = """() => addEventListener('pointerdown', () =>
    window.clicked = performance.timeOrigin + performance.now(), true)"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=40)
    arguments = parser.parse_args()
    stop = threading.Event()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(settings(Path(folder))) as address,
        browsing() as browser,
    ):
        for number in range(arguments.tables):
            threading.Thread(target=_keep_busy, args=(address, number, stop), daemon=True).start()
        one, other = browser.new_context().new_page(), browser.new_context().new_page()
        delays: list[float] = []
        while len(delays) < arguments.moves:
            delays += _one_table(address, one, other)
        stop.set()
        weight = _weigh(one) / 1000
        print(f"a table page with its script, styles and first event: {weight:.1f} kB")
        print(
            f"a move on the other's screen, {arguments.tables} other tables in play: "
            f"median {statistics.median(delays):.0f} ms, slowest of {len(delays)} "
            f"{max(delays):.0f} ms"
        )


def _weigh(page: Page) -> float:
    """Bytes over the wire, compressed as they are sent, to show this table to a new browser."""
    sizes: dict[str, float] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    def arrived(event: dict[str, Any]) -> None:  # the stream of events never finishes
        known = sizes.get(event["requestId"], 0)
        sizes[event["requestId"]] = known + (event["encodedDataLength"] or event["dataLength"])

    session.on("Network.dataReceived", arrived)
    session.on("Network.loadingFinished", finished)
    page.goto(page.url)
    page.wait_for_timeout(1500)
    return sum(sizes.values())


def _one_table(address: str, one: Page, other: Page) -> list[float]:
    sit_down(one, address, "pyramido", "here", "link")
    other.goto(invitation(one))
    other.locator("button.main").click()
    one.keyboard.press("Escape")
    delays = []
    for page in (one, other):
        page.evaluate(WATCH)
        page.evaluate(CLICKED)
    for number in range(1, 9):
        mover, watcher = (one, other) if number % 2 else (other, one)
        mover.locator(f"[data-key=a{number}].lit").click()
        watcher.wait_for_function("key => window.times[key]", arg=f"a{number}")
        seen = watcher.evaluate("key => window.times[key]", f"a{number}")
        delays.append(seen - mover.evaluate("window.clicked"))
    return delays


def _keep_busy(address: str, number: int, stop: threading.Event) -> None:
    """One of the other tables: a legal move a second, a new game when one is over."""
    chooser = random.Random(number)
    with (
        contextlib.suppress(httpx2.TransportError),  # the server ends before we do
        httpx2.Client(base_url=f"{address}/api/v1", timeout=60) as client,
    ):
        stop.wait(chooser.random())
        while not stop.is_set():
            seats = [{"kind": "person"}, {"kind": "person"}]
            made = client.post("/tables", json={"game": "pyramido", "seats": seats}).json()
            seat: int | None = 0
            while seat is not None and not stop.wait(1.0):
                bearer = {"Authorization": f"Bearer {made['tokens'][str(seat)]}"}
                table = f"/tables/{made['id']}"
                legal = client.get(f"{table}/legal", headers=bearer).json()
                move = {"move": chooser.choice(sorted(legal["moves"])), "number": legal["number"]}
                client.post(f"{table}/moves", headers=bearer, json=move)
                seat = client.get(table).json()["view"]["actor"]


if __name__ == "__main__":
    main()
