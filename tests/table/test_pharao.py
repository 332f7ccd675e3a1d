"""Oh, Pharao! in a real Chromium: a whole game by clicks, building, trading, a theft, a phone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, expect

from pyramidion.table import tables
from tests.games.pharao.tables import dealt, play
from tests.table.helpers import bearer, move, set_up
from tests.table.test_browser import PATIENCE, sit_down

HANDS = ["4 4 4 5 5 6 j", "7 7 8 1 2 3 t", "9 9 2 2 3 3 1"]
Seat = Callable[..., None]


@pytest.fixture
def seat_at(monkeypatch: pytest.MonkeyPatch, server: str) -> Seat:
    """Sit down at a table where these cards are dealt and these moves are made."""

    def sit(page: Page, *moves: str, hands: list[str] = HANDS, here: int = 0) -> None:
        match = play(dealt(3, hands, "1 3 5"), *moves)
        monkeypatch.setattr(tables, "Match", lambda *_: match)
        kinds = ["link"] * 3
        kinds[here] = "here"
        sit_down(page, server, "pharao", *kinds)

    return sit


def touch(page: Page, *keys: str) -> None:
    """Touch these things, each as soon as it can be touched and the one before is taken up."""
    for key in keys:
        chosen = page.locator("#table .chosen").count()
        page.locator(f'[data-key="{key}"].lit:not(.chosen):visible').first.click()
        if key != keys[-1]:
            expect(page.locator("#table .chosen")).to_have_count(chosen + 1)


def last_line(page: Page) -> Any:
    return page.locator("#log li").last


def axe(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']} {[node['target'] for node in rule['nodes']][:3]}" for rule in found]


ACTING = ("take 1", "*show 8")


def test_several_cards_are_laid_by_touching_them_and_then_the_place(
    page: Page, seat_at: Seat
) -> None:
    seat_at(page, *ACTING)
    touch(page, "hand-6", "hand-4", "hand-5", "hand-4", "hand-4", "hand-5")
    expect(page.locator(".hand .chosen")).to_have_count(6)
    touch(page, "new")
    expect(last_line(page)).to_have_text("Seat 1 tops pyramid A: 6")
    expect(page.locator(".own .plate")).to_contain_text("45 points")
    expect(page.locator(".own .plate")).to_contain_text("(4+5+6) × 3")
    expect(page.locator(".own .odds")).to_contain_text("4/6")
    page.locator("#undo").click()  # the acts are single moves, so they go back one by one
    expect(last_line(page)).to_have_text("Seat 1 widens pyramid A: 5")


def test_a_card_is_put_back_by_a_second_touch_and_dragged_to_its_place(
    page: Page, seat_at: Seat
) -> None:
    seat_at(page, *ACTING, "found 4 4 5")
    second = page.locator("[data-key=hand-5]").first
    second.click()
    expect(second).to_have_class(re.compile("chosen"))
    second.click()
    expect(page.locator("#table .chosen")).to_have_count(0)
    page.locator("[data-key=hand-4]").drag_to(page.locator("[data-key='1A']"))
    expect(last_line(page)).to_have_text("Seat 1 widens pyramid A: 4")


def test_an_offer_of_one_for_one_takes_three_clicks(page: Page, seat_at: Seat) -> None:
    seat_at(page, *ACTING)
    page.locator(".person[data-key=seat-2]").click()
    touch(page, "hand-j", "want-7")
    expect(last_line(page)).to_have_text("Seat 1 offers Seat 2: joker for 7")
    expect(page.locator(".trade")).to_contain_text("You offer Seat 2")
    assert page.locator("#table .lit").count() == 0


def test_an_offer_of_several_cards_is_made_in_any_order(page: Page, seat_at: Seat) -> None:
    seat_at(page, *ACTING)
    touch(page, "hand-6", "hand-4", "seat-2", "button-several", "want-8", "want-7", "want-7")
    touch(page, "button-offer")
    expect(last_line(page)).to_have_text("Seat 1 offers Seat 2: 4, 6 for 7, 7, 8")


def test_an_offer_is_answered_with_a_counter_offer(page: Page, seat_at: Seat) -> None:
    seat_at(page, *ACTING, "trade 2", "give j", "want 9", "offer", here=1)
    expect(page.locator(".trade")).to_contain_text("Seat 1 offers you")
    expect(page.locator(".trade")).to_contain_text("You do not hold what is wanted")
    expect(page.locator("[data-key=button-accept]")).to_be_hidden()
    touch(page, "hand-7", "want-j", "button-counter")
    expect(last_line(page)).to_have_text("Seat 2 offers Seat 1: 7 for joker")


def test_what_stays_after_a_theft_is_chosen_with_one_click(page: Page, seat_at: Seat) -> None:
    building = ("found 4 4 5", "widen A 4", "widen A 5", "top A", "done", "discard nothing")
    drawn = ("*draw 1",) * 5
    theft = ("take 3", "*show 2", "thief 1A", "no pharaoh", "*roll 5", "steal 5")
    seat_at(page, *ACTING, *building, *drawn, *theft)
    assert axe(page) == []
    expect(page.locator(".event")).to_contain_text("Your pyramid was robbed")
    expect(page.locator(".stay").first).to_contain_text("18 points")
    page.locator(".stay").first.click()
    expect(last_line(page)).to_have_text("Seat 1 lets the rest stay")
    expect(page.locator("[data-key=hand-6]")).to_have_count(1)


def test_too_early_a_touch_names_the_rule(page: Page, seat_at: Seat) -> None:
    seat_at(page, *ACTING, "found 4 4 5")
    page.locator("[data-key='1A']").click()
    expect(page.locator("#toast")).to_contain_text("first touch the cards of your hand")
    touch(page, "hand-5")
    page.locator("[data-key='1A']").click(force=True)
    expect(page.locator("#toast a")).to_have_attribute("href", "/rules/pharao#O6")


def test_cards_are_picked_up_and_laid_by_keyboard_alone(page: Page, seat_at: Seat) -> None:
    seat_at(page, *ACTING, "found 4 4 5")
    page.locator("[data-key=hand-4].lit").focus()  # once the script is there
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=hand-4]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-key='1A-4'].lit").focus()
    page.keyboard.press("Enter")
    expect(last_line(page)).to_have_text("Seat 1 widens pyramid A: 4")
    expect(page.locator("#live")).to_contain_text("Seat 1 widens pyramid A: 4")


MOVED_ON = """old => document.querySelector('.prompt.over') || old !== ['prompt', 'log', 'panel']
    .map((id) => document.getElementById(id).innerHTML).join('')"""


def next_touches(page: Page) -> None:
    """Found a pyramid where it is possible, trade with nobody, otherwise what is lit last."""
    decline = page.locator("[data-key=button-decline]")
    if decline.is_visible():
        return decline.click()
    if (
        page.locator("[data-key=button-done].lit").count()
        and page.locator("[data-key=new]").count()
    ):
        hand = page.locator(".hand .card").evaluate_all("all => all.map((e) => e.dataset.key)")
        for n in range(1, 9):
            if hand.count(f"hand-{n}") > 1 and f"hand-{n + 1}" in hand:
                return touch(page, f"hand-{n + 1}", f"hand-{n}", f"hand-{n}", "new")
    lit = page.locator("#table .lit:visible")
    if (lit.last.get_attribute("data-key") or "").startswith("hand-"):
        return touch(page, str(lit.last.get_attribute("data-key")), "discard")
    return lit.last.click()


def whole_game(page: Page, check: Callable[[], None]) -> None:
    """Touch what is lit until the game is over."""
    for turn in range(300):
        page.wait_for_selector(".prompt.over, #table .lit", timeout=PATIENCE)
        if page.locator(".prompt.over").count():
            return
        if turn % 12 == 0:
            check()
        parts = ("prompt", "log", "panel")
        before = "".join(page.locator(f"#{part}").inner_html() for part in parts)
        next_touches(page)
        page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)
    raise AssertionError("the game did not end")


def test_a_whole_game_by_clicks_against_bots(browser: Browser, server: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    sit_down(page, server, "pharao", "here", "bot-1", "bot-1", turn_limit="15")
    whole_game(page, lambda: faults.extend(axe(page)))
    expect(page.locator(".prompt.over")).to_have_text(re.compile("win|draw|share"))
    faults += axe(page)
    assert faults == []
    context.close()


def test_nothing_sticks_out_on_a_phone(browser: Browser, server: str, tmp_path: Path) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page = context.new_page()
    sit_down(page, server, "pharao", "here", "bot-1", "bot-1", "bot-1", turn_limit="12")

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        # asked in one go: the board may be drawn anew at any moment
        below = page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom")
        assert below < 740  # in thumb's reach

    whole_game(page, fits)
    context.close()


def test_a_program_asks_what_can_follow_and_only_when_it_is_its_turn(client: TestClient) -> None:
    made = set_up(client, "pharao", "person", "person", "person")
    path = f"/api/v1/tables/{made['id']}/gather"
    assert client.post(path, json={"keys": []}, headers=bearer(made, 1)).status_code == 409
    assert client.post(path, json={"keys": []}).status_code == 403
    assert client.post(path, json={"keys": ["x" * 99]}, headers=bearer(made, 0)).status_code == 400
    taking = client.post(path, json={"keys": []}, headers=bearer(made, 0))
    assert taking.json() is None  # every move has a path of its own here
    move(client, made, 0, "take pile")
    acting = client.post(path, json={"keys": ["nonsense"]}, headers=bearer(made, 0))
    assert acting.json() == {"more": [], "ends": {}}
    acting = client.post(path, json={"keys": []}, headers=bearer(made, 0))
    assert acting.json()["ends"] == {"button-done": ["done"]}
    assert "seat-2" in acting.json()["more"]
