"""Pictures of every page and table, desktop and phone, light and dark.

.venv/bin/python -m tools.screenshots folder [game …]
"""

import json
import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

import pyramidion
from pyramidion.games import catalogue
from tests.table.live import browsing, serving, settings

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
PLIES = {"pharao": 60}  # played before the picture is taken; elsewhere 24


def main(folder: Path, games: list[str]) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(settings(Path(data))) as address,
        browsing() as browser,
    ):
        for size, viewport in SIZES.items():
            for theme in ("light", "dark"):
                look = {"viewport": viewport, "color_scheme": theme, "reduced_motion": "reduce"}
                _take(browser, look, address, folder, f"{size}-{theme}", games)


def _take(
    browser: Browser, look: dict[str, object], address: str, folder: Path, name: str,
    games: list[str],
) -> None:  # fmt: skip
    context = browser.new_context(locale="en-GB", **look)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.screenshot(path=folder / f"home-{name}.png", full_page=True)
    for game in games:
        page.goto(f"{address}/new/{game}")
        page.screenshot(path=folder / f"new-{game}-{name}.png", full_page=True)
        page.locator("form button.main").click()
        page.wait_for_selector("#board")
        play(page, PLIES.get(game, 24))
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"table-{game}-{name}.png")
        page.goto(f"{address}/rules/{game}")
        page.screenshot(path=folder / f"rules-{game}-{name}.png")
    _together(page, address, folder, name)
    _replay(page, address, folder, name)
    context.close()


def _together(page: Page, address: str, folder: Path, name: str) -> None:
    """The invitation to a seat, then a table with clocks and chat."""
    page.goto(f"{address}/new/spitze")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("[name=clock]").select_option("days 2")
    page.locator("form button.main").click()
    page.wait_for_load_state()
    page.locator("[data-invite]").click()
    page.locator("#invite .code svg").wait_for()
    page.screenshot(path=folder / f"invite-{name}.png")
    page.locator("dialog[open] form button").click()
    page.locator("#chat").evaluate("box => box.open = true")
    for said in ("Servus!", "Shall we play with the sandwich rule next time?"):
        page.locator("#chat input").fill(said)
        page.locator("#chat input").press("Enter")
        page.locator("#chat li", has_text=said).wait_for()
    page.screenshot(path=folder / f"together-{name}.png", full_page=True)


def _replay(page: Page, address: str, folder: Path, name: str) -> None:
    """A game that is over, with its curve, in the middle."""
    match = pyramidion.new("pyramido", seed=5)
    chooser = random.Random(5)
    while match.actor is not None:
        match.play(chooser.choice(match.legal))
    record, headers = json.dumps(match.record()), {"Origin": address}
    made = page.request.post(f"{address}/api/v1/replays", data=record, headers=headers).json()
    page.goto(f"{address}{made['url']}?at={match.ply // 2}")
    page.wait_for_load_state()
    if (ask := page.locator("#curve form button")).count():  # the first time
        ask.click()
    page.locator("svg.curve").wait_for(timeout=120_000)
    page.screenshot(path=folder / f"replay-{name}.png", full_page=True)


def play(page: Page, plies: int) -> None:
    """Random legal moves through the API, with the page's own cookie."""
    chooser = random.Random(4)
    api = page.url.replace("/t/", "/api/v1/tables/")
    headers = {"Origin": "/".join(page.url.split("/")[:3])}
    number = 0
    while number < plies:
        answer = page.request.get(f"{api}/legal").json()
        number = answer["number"]
        if answer["moves"]:
            data = {"move": chooser.choice(sorted(answer["moves"])), "number": number}
            page.request.post(f"{api}/moves", data=data, headers=headers)
        elif page.request.get(api).json()["view"]["actor"] is None:
            return


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:] or catalogue.names())
