"""A replay in a real Chromium: slider, keys, the log, the curve, the link, a file."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.table.test_replay import played


def brought(page: Page, server: str, game: str, **options: int) -> str:
    record = json.dumps(played(game, **options).record())
    answer = page.request.post(f"{server}/api/v1/replays", data=record, headers={"Origin": server})
    return f"{server}{answer.json()['url']}"


def test_slider_keys_log_and_link_all_lead_to_positions(page: Page, server: str) -> None:
    address = brought(page, server, "pyramido")
    page.goto(f"{address}?at=0")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=1$"))
    expect(page.locator("#told")).to_contain_text("Seat 1 places on")
    expect(page.locator("#board .last")).to_have_count(1)
    page.locator("#forward").click()
    expect(page.locator("#log [aria-current]")).to_contain_text("Seat 2 places on")
    page.keyboard.press("End")
    expect(page.locator("#told")).to_contain_text(re.compile("wins|draw"))
    expect(page.locator("#forward")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator("#told")).to_have_text("The beginning")
    page.locator("#slider").fill("9")
    expect(page).to_have_url(re.compile(r"at=9$"))
    page.locator("#log li a").nth(4).click()
    expect(page).to_have_url(re.compile(r"at=5$"))
    board = page.locator("#board").inner_html()
    twin = page.context.new_page()
    twin.goto(page.url)  # the address is the position
    expect(twin.locator("#log [aria-current]")).to_have_text(
        page.locator("#log [aria-current]").inner_text()
    )
    assert twin.locator("#board").inner_html() == board


def test_it_runs_by_itself_until_it_is_stopped(page: Page, server: str) -> None:
    page.goto(f"{brought(page, server, 'pyramido')}?at=0")
    page.keyboard.press(" ")
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile(r"at=1$"))
    page.keyboard.press(" ")
    expect(page.locator("#run")).to_contain_text("Let it run")


def test_a_file_is_brought_and_its_curve_is_asked_for(
    page: Page, server: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played("pyramido", 5, quiet_limit=6).record()))
    page.goto(server)
    page.locator("footer a[href='/replay']").click()
    page.locator("#choose").wait_for()  # before that nothing on the page hears
    page.locator("[type=file]").set_input_files(file)
    page.locator("#curve form button").click()
    expect(page.locator("svg.curve polyline")).to_have_count(2, timeout=60_000)
    page.locator("svg.curve").click(position={"x": 3, "y": 60})
    expect(page).to_have_url(re.compile(r"at=0$"))


def test_a_turning_point_leads_to_its_position(page: Page, server: str) -> None:
    """Random play gives something away all the time."""
    address = brought(page, server, "pyramido")
    page.goto(f"{address}?at=0")
    page.locator("#curve form button").click()
    page.locator("ol.turns").wait_for(timeout=60_000)
    turn = page.locator("ol.turns li").first
    expect(turn.locator("a")).to_have_text(re.compile(r"^Move \d+: Seat \d "))
    expect(turn.locator("span")).to_have_text(
        re.compile(r"Seat \d’s chance to win fell from \d+\s% to \d+\s%; better: ")
    )
    ply = turn.locator("a").get_attribute("data-at")
    turn.locator("a").click()
    expect(page).to_have_url(f"{address}?at={ply}")


def test_language_eyes_and_analysis_keep_the_position(page: Page, server: str) -> None:
    page.goto(f"{brought(page, server, 'jaguar')}?at=40")
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=41$"))
    page.locator("nav.switches a[hreflang=de]").click()
    expect(page.locator("#where")).to_contain_text("Zug 41")
    page.locator(".eyes a").nth(2).click()
    expect(page).to_have_url(re.compile(r"\?at=41&as=2$"))
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=42&as=2$"))
    page.locator("#curve form button").click()
    expect(page.locator("#curve")).to_have_attribute("data-state", re.compile("working|ready"))
    expect(page).to_have_url(re.compile(r"\?at=42&as=2$"))


def test_nobody_is_to_act_in_a_replay(page: Page, server: str) -> None:
    page.goto(f"{brought(page, server, 'pharao', turn_limit=6)}?at=60")
    expect(page.locator(".open-hand")).to_have_count(3)
    expect(page.locator(".open-hand .card").first).to_be_visible()
    for button in page.locator("[data-key^=button-]").all():
        expect(button).to_be_hidden()


@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1280)])
def test_axe_finds_nothing_in_replays(
    browser: Browser, server: str, theme: str, width: int
) -> None:
    context = browser.new_context(
        color_scheme=theme,  # type: ignore[arg-type]
        viewport={"width": width, "height": 800},
        bypass_csp=True,  # so that axe itself may run in the page
    )
    page = context.new_page()
    pages = [f"{server}/replay", f"{brought(page, server, 'jaguar')}?at=60"]
    analysed = brought(page, server, "pyramido", quiet_limit=4)
    asked = analysed.replace("/replay/", "/api/v1/replays/") + "/analysis"
    page.request.post(asked, headers={"Origin": server})
    page.goto(analysed)
    page.wait_for_selector("svg.curve")
    found = []
    for address in [analysed, *pages]:
        page.goto(address)
        for rule in Axe().run(page).response["violations"]:
            found.append(f"{address}: {rule['id']} {[n['target'] for n in rule['nodes']][:3]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert found == []
