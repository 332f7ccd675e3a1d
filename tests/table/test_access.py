"""axe-core finds nothing wrong on any page, light and dark, wide and narrow."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from pyramidion.games import catalogue
from tests.table.test_browser import invitation, sit_down


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(browser: Browser, server: str, theme: str, width: int) -> None:
    context = browser.new_context(
        color_scheme=theme,  # type: ignore[arg-type]
        viewport={"width": width, "height": 800},
        reduced_motion="reduce",
        bypass_csp=True,  # so that axe itself may run in the page
    )
    page = context.new_page()
    found: list[str] = []

    def check(where: str) -> None:
        for rule in Axe().run(page).response["violations"]:
            targets = [node["target"] for node in rule["nodes"]][:3]
            found.append(f"{where}: {rule['id']} {rule['help']} {targets}")

    page.goto(server)
    check("home")
    page.goto(f"{server}/t/nowhere")
    check("error")
    for game in catalogue.names():
        face = catalogue.face(game)
        page.goto(f"{server}/new/{game}")
        check(f"new {game}")
        if theme == "light" or game == catalogue.names()[0]:  # long, and all of the same make
            page.goto(f"{server}/rules/{game}")
            check(f"rules {game}")
        sit_down(page, server, game, "here", *["bot-1"] * (face.players[0] - 1))
        page.wait_for_selector("#table .lit")
        page.locator("#table .lit").first.click()
        check(f"table {game}")
    page.goto(f"{server}/new/{game}")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("form button.main").click()
    page.goto(invitation(page))
    check("join")
    context.close()
    assert found == []
