"""Die Pyramiden des Jaguar in a real Chromium: whole games by clicks, helps, one screen for two."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.table.live import tables_heard
from tests.table.test_browser import PATIENCE, sit_down

# The first round that is won ends the game.
SHORT = json.dumps({"numbers": [None] * 5 + ["end"], "events": {"1": "own", "2": "other"}})
SOMETHING = ".cover, .prompt.over, #table .lit"


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def uncover(page: Page) -> None:
    """Say to be ready."""
    page.locator("[data-ready]").click()
    expect(page.locator(".cover")).to_have_count(0)


def play(page: Page, each: Any = lambda: None, tap: bool = False, most: int = 400) -> int:
    """Touch lit things until the game is over; `each` looks before every touch."""
    for touches in range(most):
        page.wait_for_selector(SOMETHING, timeout=90_000)  # a bot may be compiled first
        if page.locator(".prompt.over").count():
            return touches
        each()
        if page.locator("[data-ready]").count():
            uncover(page)
            continue
        target = page.locator("#table .lit:visible").first
        target.tap() if tap else target.click()
    raise AssertionError("the game did not end")


def state(page: Page) -> Any:
    """The table as the API tells it to the one who holds this page."""
    return page.request.get(page.url.replace("/t/", "/api/v1/tables/")).json()


def test_a_whole_game_by_clicks_against_a_bot(page: Page, server: str) -> None:
    sit_down(page, server, "jaguar", "here", "bot-1", path=SHORT)
    assert play(page) > 5
    expect(page.locator(".prompt.over")).to_have_text(re.compile("win"))
    expect(page.locator(".jaguar .round")).to_contain_text("won the round")
    assert state(page)["view"]["result"] in (["1", "0"], ["0", "1"])


def test_a_whole_game_on_a_phone_in_german(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page = context.new_page()
    sit_down(page, server, "jaguar", "here", "bot-1", path=SHORT)
    assert play(page, tap=True) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_axe_finds_nothing_in_any_phase(browser: Browser, server: str) -> None:
    found: list[str] = []
    phases: set[str] = set()
    for theme in ("light", "dark"):
        context = browser.new_context(
            color_scheme=theme,
            bypass_csp=True,  # so that axe itself may run in the page
            reduced_motion="reduce",
        )
        page = context.new_page()
        sit_down(page, server, "jaguar", "here", "bot-1", path=SHORT)

        def check(page: Page = page, theme: str = theme) -> None:
            phase = f"{theme} {state(page)['view']['phase']}"
            if phase in phases:
                return
            phases.add(phase)
            for rule in Axe().run(page).response["violations"]:
                targets = [node["target"] for node in rule["nodes"]][:3]
                found.append(f"{phase}: {rule['id']} {rule['help']} {targets}")

        play(page, check)
        check()
        context.close()
    assert {"light bid", "light take", "dark place", "dark over"} <= phases
    assert found == []


def begin(page: Page, server: str) -> None:
    """Two people at one screen; both have chosen a card, and the one who begins is to offer."""
    sit_down(page, server, "jaguar", "here", "here")
    for _ in range(2):
        uncover(page)
        page.locator(".hand .lit").first.click()
    expect(page.locator("#log li").last).to_contain_text("begins the round")
    if page.locator("[data-ready]").count():  # no ceremony for the one who bid last
        uncover(page)
    expect(page.locator(".hand .lit")).to_have_count(15)


def hand(page: Page) -> list[str]:
    return [str(key) for key in page.locator(".hand .card b").all_inner_texts()]


@pytest.mark.parametrize("order", [(3, 9), (9, 3)])
def test_two_cards_are_offered_in_either_order(
    page: Page, server: str, order: tuple[int, int]
) -> None:
    begin(page, server)
    cards = hand(page)
    for number in order:
        page.locator(f"[data-key=hand-{cards[number]}]").click()
    expect(page.locator("#log li").last).to_have_text(
        re.compile(f"offers {cards[3]} and {cards[9]}")
    )


def test_a_card_chosen_for_an_offer_is_put_back_by_touching_it_again(
    page: Page, server: str
) -> None:
    begin(page, server)
    one = page.locator(f"[data-key=hand-{hand(page)[5]}]")
    one.click()
    expect(one).to_have_class(re.compile("chosen"))
    one.click()
    expect(page.locator("#table .chosen")).to_have_count(0)
    expect(page.locator(".hand .lit")).to_have_count(15)


def test_a_card_in_the_hand_tells_and_shows_where_it_could_go(page: Page, server: str) -> None:
    begin(page, server)
    card = page.locator(".hand .card").nth(4)
    expect(card).to_have_attribute("aria-label", re.compile("Seat 1: fits on field 1, 2, 3"))
    expect(card.locator(".fate.good")).to_have_count(2)
    shown = "els => els.filter(el => getComputedStyle(el).opacity === '1').length"
    page.mouse.move(1, 1)  # away from the cards
    assert page.locator(".jaguar .would").evaluate_all(shown) == 0
    card.hover()
    assert page.locator(".jaguar .would").evaluate_all(shown) == 20


def test_an_offered_card_tells_where_it_can_go_and_touching_it_lights_the_fields(
    page: Page, server: str
) -> None:
    begin(page, server)
    for _ in range(2):
        page.locator(".hand .lit").first.click()
    uncover(page)
    offered = page.locator("[data-key^=offered-]")
    expect(offered).to_have_count(2)
    expect(offered.first).to_have_attribute("aria-label", re.compile("Offered: .*: fits; .*: fits"))
    expect(page.locator(".jaguar .ghost")).to_have_count(40)  # two cards, both pyramids empty
    offered.first.click()
    expect(page.locator(".jaguar .spot.lit[data-key^=pyramid-]")).to_have_count(10)
    acting = page.locator(".seats .acts").get_attribute("class") or ""
    mine = 1 if "seat-0" in acting else 2
    assert page.locator(f".lit[data-key^=pyramid-{mine}-]").count() == 10


def test_a_touch_that_leads_nowhere_names_the_rule(page: Page, server: str) -> None:
    begin(page, server)
    page.locator("[data-key=pyramid-1-3]").click()
    expect(page.locator("#toast a")).to_have_attribute("href", "/rules/jaguar#J5")
    for _ in range(2):
        page.locator(".hand .lit").first.click()
    uncover(page)
    page.locator(".hand .card").first.click(force=True)  # for a program it is disabled
    expect(page.locator("#toast a")).to_have_attribute("href", "/rules/jaguar#J6")


def test_the_chance_that_the_game_ends_is_told(page: Page, server: str) -> None:
    sit_down(page, server, "jaguar", "here", "bot-1", path=SHORT)
    expect(page.locator(".jaguar .ends")).to_contain_text("100 %")  # five ahead is the last field
    sit_down(page, server, "jaguar", "here", "bot-1")
    expect(page.locator(".jaguar .ends")).to_have_text(
        re.compile("Seat 1: 0 %.*Imhotep: 0 %", re.S)
    )


def test_two_people_play_on_one_screen_and_never_see_each_others_hand(
    page: Page, server: str
) -> None:
    """Everything that reaches the browser is read: while covered, nobody's hand is in it."""
    arrived = tables_heard(page)
    sit_down(page, server, "jaguar", "here", "here", path=SHORT)
    assert 'data-key="hand-' not in page.content()
    covers = 0

    def look() -> None:
        nonlocal covers
        if not page.locator("[data-ready]").count():
            return
        covers += 1
        assert page.locator(".hand").count() == 0
        assert page.locator("#table .lit").count() == 0

    play(page, look)
    assert covers > 8
    assert len(arrived) > covers
    for table in arrived:
        assert (table["cover"] is None) or 'data-key="hand-' not in json.dumps(table["fragments"])
        if table["cover"] is not None:
            assert table["moves"] == []
