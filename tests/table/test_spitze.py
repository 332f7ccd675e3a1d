"""Einfach Spitze in the browser: every variant by clicks, opened stacks, what is refused."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, expect

from pyramidion.table.show import Painter, Viewer
from tests.games.spitze.tables import position
from tests.table.helpers import bearer, move, set_up
from tests.table.test_browser import PATIENCE, wait_for_turn_or_end
from tests.table.test_secrets import room_of

painter = Painter()


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def sit_down(page: Page, server: str, *kinds: str, **options: str) -> None:
    page.goto(f"{server}/new/spitze?players={len(kinds)}", timeout=90_000)
    for number, kind in enumerate(kinds):
        page.locator(f"[name=seat-{number}]").select_option(kind)
    for name, value in options.items():
        field = page.locator(f"[name=option-{name}]")
        field.select_option(value) if value == "true" else field.fill(value)
    page.locator("form button.main").click()
    page.wait_for_selector("#board > svg", timeout=90_000)


def race(page: Page, most: int = 400) -> int:
    """The foremost pyramid goes on, forwards where it can; the own side is at the bottom."""
    for touches in range(most):
        if not wait_for_turn_or_end(page):
            return touches
        page.locator("#table .lit:visible").first.click()
    raise AssertionError("the game did not end")


def touch(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key={key}]").click()


def told(page: Page, line: str) -> None:
    expect(page.locator("#log li").last).to_have_text(line)


def test_a_whole_game_by_clicks_against_a_bot(page: Page, server: str) -> None:
    sit_down(page, server, "here", "bot-1")
    assert race(page) > 20
    expect(page.locator(".prompt.over")).to_have_text(re.compile("win"))
    expect(page.locator("#board .home")).not_to_have_count(0)


def test_whoever_sits_opposite_sees_the_board_from_there(page: Page, server: str) -> None:
    sit_down(page, server, "bot-1", "here", "bot-1", "bot-1", quiet_limit="20")
    page.wait_for_selector("#table .lit")
    height = "key => document.querySelector(`[data-key=${key}]`).getBoundingClientRect().y"
    near, far = (page.evaluate(height, key) for key in ("a3", "f3"))
    assert near > far + 100  # West sits at the bottom of the screen
    assert race(page) > 4


def test_a_whole_match_with_points_and_memory_on_a_phone(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page = context.new_page()
    options = {"memory": "true", "points": "true", "match_limit": "1", "quiet_limit": "20"}
    sit_down(page, server, "here", "bot-1", **options)
    for value in (1, 2, 3, 4) * 3:
        page.locator(f"[data-key=value-{value}].lit").tap()
        page.wait_for_function("() => !document.querySelector('#table .chosen')")
    for _ in range(200):
        if not wait_for_turn_or_end(page):
            break
        page.locator("#table .lit:visible").first.tap()
    expect(page.locator(".prompt.over")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_a_pyramid_is_lifted_and_then_moved_with_one_touch(page: Page, server: str) -> None:
    sit_down(page, server, "here", "here", memory="true")
    touch(page, "b2", "b3")
    told(page, "Seat 1 moves from b2 to b3")
    expect(page.locator("[data-key=button-lift]")).to_be_hidden()
    touch(page, "b5", "button-lift")
    told(page, "Seat 2 lifts the pyramid on b5")
    touch(page, "b5")
    expect(page.locator("#toast")).to_contain_text("you lifted the pyramid on b5 and must move it")
    touch(page, "b4")
    told(page, "Seat 2 moves from b5 to b4")


def test_a_sandwich_is_taken_from_its_stack(page: Page, server: str) -> None:
    sit_down(page, server, "here", "here", sandwich="true")
    for start, end in ("b2", "b3"), ("b5", "b4"), ("b3", "b4"), ("c5", "c4"):
        touch(page, start, end)
        expect(page.locator("#log li").last).to_contain_text(f"from {start} to {end}")
    for start, end in ("b1", "b2"), ("c4", "b4"), ("b2", "b3"), ("f5", "f4"), ("b3", "b4"):
        touch(page, start, end)
        expect(page.locator("#log li").last).to_contain_text(f"from {start} to {end}")
    touch(page, "f4", "f3")
    told(page, "Seat 2 moves from f4 to f3")
    assert page.locator("[data-key=b4] .bread").count() == 1
    touch(page, "b4", "button-sandwich", "c4")
    told(page, "Seat 1 moves a sandwich of 3 from b4 to c4")


def test_a_stack_opens_under_the_pointer_and_under_the_keyboard(page: Page, server: str) -> None:
    sit_down(page, server, "here", "here", "here", "here")
    opened = page.locator("#board .peek.open")
    page.locator("[data-key=b6]").hover()
    expect(opened).to_have_attribute("data-peek", "b6")
    expect(opened).to_contain_text("Seat 3")
    page.locator("#prompt").hover()
    expect(opened).to_have_count(0)
    page.locator("[data-key=b1]").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(opened).to_have_attribute("data-peek", "d1")
    page.keyboard.press("Shift+ArrowUp")  # d2 is empty
    expect(page.locator("[data-key=d2]")).to_be_focused()
    expect(opened).to_have_count(0)
    page.keyboard.press("Shift+ArrowDown")
    expect(opened).to_have_count(1)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


def test_the_uppermost_pyramid_is_dragged_off_its_stack(page: Page, server: str) -> None:
    sit_down(page, server, "here", "here", "here", "here")
    page.locator("[data-key=c1]").drag_to(page.locator("[data-key=c2]"))
    told(page, "Seat 1 moves from c1 to c2")
    assert [page.locator(f"[data-key={key}] .pyramid").count() for key in ("c1", "c2")] == [1, 1]


def test_a_pyramid_that_comes_to_light_does_not_travel(browser: Browser, server: str) -> None:
    """With memory the colour alone would not tell which of two came and which lay there."""
    context = browser.new_context(locale="en-GB", reduced_motion="no-preference")
    page = context.new_page()
    sit_down(page, server, "here", "here", memory="true")
    for start, end in ("b2", "b3"), ("c5", "c4"), ("c2", "c3"), ("c4", "c3"):
        touch(page, start, end)
        expect(page.locator("#log li").last).to_contain_text(f"from {start} to {end}")
    page.evaluate("""() => { window.from = []; const real = Element.prototype.animate;
        Element.prototype.animate = function (frames, ...a) {
            window.from.push([this.closest("[data-key]").dataset.key, "translate" in frames[0]]);
            return real.call(this, frames, ...a) } }""")
    touch(page, "b3", "c3")  # South over North over South: nothing comes to light on b3
    told(page, "Seat 1 moves from b3 to c3")
    assert page.evaluate("window.from") == [["c3", True]]
    touch(page, "d5", "d4")
    told(page, "Seat 2 moves from d5 to d4")
    page.evaluate("window.from = []")
    touch(page, "c3", "d3")  # North's comes to light where it was
    told(page, "Seat 1 moves from c3 to d3")
    assert sorted(page.evaluate("window.from")) == [["c3", False], ["d3", True]]
    context.close()


@pytest.mark.parametrize("options", [{}, {"memory": "true"}, {"points": "true"}])
def test_axe_finds_nothing_in_any_variant(
    browser: Browser, server: str, options: dict[str, str]
) -> None:
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, server, "here", "bot-1", "bot-1", "bot-1", **options)
    page.wait_for_selector("#table .lit")
    page.locator("#table .lit").first.click()
    found = [
        (rule["id"], rule["nodes"][0]["target"]) for rule in Axe().run(page).response["violations"]
    ]
    context.close()
    assert found == []


@pytest.mark.parametrize(
    ("options", "keys", "rule"),
    [
        ({}, ["a5"], "S6"),  # not one's own
        ({}, ["c3"], "S6"),  # empty
        ({}, ["a2", "b3"], "S6"),  # diagonally
        ({}, ["a2", "a1"], "S6"),  # backwards
        ({"points": True}, ["b2"], "S19"),
        ({}, ["value-4"], ""),
        ({"sandwich": True}, ["a2", "button-sandwich", "a3"], "S14"),
        ({}, [], ""),
    ],
)
def test_a_touch_that_leads_nowhere_names_its_rule(
    client: TestClient, options: dict[str, bool], keys: list[str], rule: str
) -> None:
    made = set_up(client, "spitze", **options)
    path = f"/api/v1/tables/{made['id']}/why"
    answer = client.post(path, json={"keys": keys}, headers=bearer(made, 0))
    assert answer.json()["rule"] == rule


def test_a_value_that_is_used_up_says_so(client: TestClient) -> None:
    made = set_up(client, "spitze", points=True)
    for field in ("a1", "a2", "b1"):
        assert move(client, made, 0, f"{field}:4").status_code == 200
    path = f"/api/v1/tables/{made['id']}/why"
    answer = client.post(path, json={"keys": ["value-4"]}, headers=bearer(made, 0))
    assert answer.json()["message"]["en"] == "you have put all your pyramids of value 4"


def drawn(viewer: int, **given: Any) -> str:
    """The board as one seat sees it."""
    m = position(4, 0, **given)
    room = room_of(m)
    room.match = m
    return str(painter.table(room, Viewer((viewer,)), 0)["fragments"]["board"])


def test_a_field_is_told_in_words() -> None:
    board = drawn(0, c3="nws", b6="ns!", c6="", d4="sns", sandwich=True)
    for words in (
        "c3: Seat 1; under it, from the top: Seat 2, Seat 3",
        "b6: Seat 1, arrived; under it, from the top: Seat 3",
        "c6: empty; goal of Seat 1",
        "d4: Seat 1; under it, from the top: Seat 3, Seat 1; a sandwich of 3",
        "d3: empty",
    ):
        assert f'aria-label="{words}"' in board


def test_with_memory_a_covered_pyramid_looks_covered() -> None:
    board = drawn(1, c3="nws", a3="we", memory=True)
    assert "c3: Seat 1; under it, from the top: covered, covered" in board
    assert "a3: Seat 4; under it, from the top: Seat 2" in board
    assert board.count("light-covered") == 4  # two on the field, the same two in the opened stack
