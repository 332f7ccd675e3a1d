"""Flaming Pyramids in a real Chromium: a whole game, what helps a player, mayhem in steps."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.table.test_browser import play_by_clicks, sit_down, wait_for_turn_or_end

MARKS = ".f-breaks, .f-burns, .f-explodes"
PATIENCE = 30_000


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    """A page that may move things."""
    context = browser.new_context(locale="en-GB", reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def cause_mayhem(page: Page) -> None:
    """Play, at best something that does not fit, until a tile has done damage."""
    for _ in range(40):
        page.keyboard.press("Escape")  # past what the bot's move has caused
        assert wait_for_turn_or_end(page)
        bad = page.locator(".f-hand .lit:has(.f-bad)")
        harmful = bad.count() > 0
        if page.locator(".f-hand .lit").count() == 0:  # something falls
            page.locator(".f-choices .lit").first.click()
        else:
            (bad if harmful else page.locator(".f-hand .lit")).first.click()
            page.locator(".f-slot.lit").first.click()
        if harmful:
            return
        page.wait_for_timeout(100)
    raise AssertionError("everything always fitted")


def test_a_whole_game_by_clicks_against_bots(page: Page, server: str) -> None:
    sit_down(page, server, "flaming", "here", "bot-1", "bot-1", turn_limit="24")
    assert play_by_clicks(page) > 12
    expect(page.locator(".prompt.over")).to_have_text(re.compile("win|share|draw"))
    assert page.locator("#more button").count() == 0  # everything was drawn


def test_a_phone_in_the_dark_has_no_fault_in_the_middle_of_a_game(
    browser: Browser, server: str
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-DE",
        color_scheme="dark", reduced_motion="reduce", bypass_csp=True,
    )  # fmt: skip
    page = context.new_page()
    sit_down(page, server, "flaming", "here", "bot-1")
    for _ in range(16):
        if wait_for_turn_or_end(page):
            page.locator("#table .lit:visible").last.tap()
    wait_for_turn_or_end(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [rule["id"] for rule in Axe().run(page).response["violations"]] == []
    context.close()


def test_a_chosen_tile_shows_in_every_slot_what_it_would_do(page: Page, server: str) -> None:
    sit_down(page, server, "flaming", "here", "bot-1")
    slot = page.locator(".f-slot").first
    expect(slot.locator("[data-with='']")).to_be_visible()  # how many fit: all, on the ground
    tile = page.locator(".f-hand .lit").first
    key = tile.get_attribute("data-key")
    told = slot.locator(f"[data-with={key}]")
    expect(told).to_be_hidden()
    tile.click()
    expect(told).to_be_visible()
    expect(slot.locator("[data-with='']")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    for _ in range(20):  # F3: a left-over fire tile is gone; and two tiles may burn each other
        if page.locator(".f-brick").count():
            break
        page.locator(".f-hand .lit").first.click()
        page.locator(".f-slot.lit").first.click()
        assert wait_for_turn_or_end(page)
    page.locator(".f-brick").first.click()
    expect(page.locator("#toast")).to_contain_text("first choose the tile of your hand")


def test_mayhem_is_shown_step_by_step_and_can_be_skipped(moving: Page, server: str) -> None:
    sit_down(moving, server, "flaming", "here", "bot-1")
    cause_mayhem(moving)
    expect(moving.locator("#skip")).to_be_visible()
    expect(moving.locator(MARKS).first).to_be_visible()
    assert moving.locator("#table .lit").count() == 0  # nothing can be touched meanwhile
    moving.locator("#board").click()
    expect(moving.locator(MARKS)).to_have_count(0)


def test_with_reduced_motion_the_steps_are_shown_on_demand(page: Page, server: str) -> None:
    sit_down(page, server, "flaming", "here", "bot-1")
    cause_mayhem(page)
    expect(page.locator("#steps")).to_be_visible()
    assert wait_for_turn_or_end(page)
    assert page.locator(MARKS).count() == 0
    before = page.locator("#prompt").inner_text()
    page.locator("#steps").click()
    expect(page.locator(MARKS).first).to_be_visible()
    expect(page.locator("#live")).to_contain_text("the pile of")
    page.locator("#skip").click()
    expect(page.locator(MARKS)).to_have_count(0)
    expect(page.locator("#prompt")).to_have_text(before)
    expect(page.locator("#table .lit").first).to_be_visible()
