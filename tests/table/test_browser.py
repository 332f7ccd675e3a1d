"""The table in a real Chromium: clicks, keys, a phone, two people, languages."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

PATIENCE = 20_000  # milliseconds; the machine may be busy


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def sit_down(page: Page, server: str, game: str = "pyramido", *kinds: str, **options: str) -> None:
    """Set up a table as a person does: by the form."""
    page.goto(f"{server}/new/{game}?players={len(kinds)}", timeout=90_000)
    for number, kind in enumerate(kinds):
        page.locator(f"[name=seat-{number}]").select_option(kind)
    for name, value in options.items():
        page.locator(f"[name=option-{name}]").fill(value)
    page.locator("form button.main").click()
    page.wait_for_selector("#board > *", timeout=90_000)


def invitation(page: Page) -> str:
    """The link to the open seat."""
    page.wait_for_load_state()  # before that a click is not heard
    page.locator("[data-invite]").click()
    field = page.locator("#invite input")
    expect(field).to_have_value(re.compile("/join/"))
    return field.input_value()


def version(page: Page) -> int:
    """How many steps the log shows."""
    return page.locator("#log li[data-ply]").count()


def wait_for_turn_or_end(page: Page) -> bool:
    """True when it is our turn, False when the game is over."""
    page.wait_for_selector(".prompt.over, #table .lit", timeout=PATIENCE)
    return page.locator(".prompt.over").count() == 0


def play_by_clicks(page: Page, most: int = 400, tap: bool = False) -> int:
    """Touch a lit thing, again and again, until the game is over."""
    for touches in range(most):
        if not wait_for_turn_or_end(page):
            return touches
        target = page.locator("#table .lit:visible").last
        target.tap() if tap else target.click()
    raise AssertionError("the game did not end")


def test_a_whole_game_by_clicks_against_a_bot(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "bot-1", quiet_limit="12")
    assert play_by_clicks(page) > 5
    expect(page.locator(".prompt.over")).to_have_text(re.compile("win|draw"))
    page.locator("#again button").click()
    expect(page.locator(".seats li.seat-1")).to_contain_text("you")


def test_a_whole_game_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(server)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#board > *", timeout=90_000)
    for _ in range(300):
        if not wait_for_turn_or_end(page):
            break
        if not page.evaluate("!!document.activeElement.closest('[data-key]')"):
            for _ in range(30):
                page.keyboard.press("Tab")
                if page.evaluate("!!document.activeElement.closest('.lit')"):
                    break
        before = version(page)
        page.keyboard.press("ArrowUp")  # away from placing, towards climbing
        page.keyboard.press("Enter")
        if page.locator("#table .chosen").count():
            page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('#log li[data-ply]').length > n"
            " || document.querySelector('.prompt.over')",
            arg=before,
            timeout=PATIENCE,
        )
    expect(page.locator(".prompt.over")).to_be_visible()


def test_arrows_choose_and_escape_takes_back(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    for key in ("a1", "a2"):
        page.locator(f"[data-key={key}]").click()
        expect(page.locator("#log li").last).to_contain_text(key)
    page.locator("[data-key=a1]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=a1]")).to_have_class(re.compile("chosen"))
    expect(page.locator("[data-key=b1]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#table .chosen")).to_have_count(0)
    expect(page.locator("[data-key=a1]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-key=a3]")).to_be_focused()


def test_a_stone_is_dragged_to_where_it_climbs(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    for key in ("a1", "a2"):
        page.locator(f"[data-key={key}]").click()
        expect(page.locator("#log li").last).to_contain_text(key)
    page.locator("[data-key=a1]").drag_to(page.locator("[data-key=b1]"))
    expect(page.locator("#log li").last).to_have_text("Seat 1 climbs from a1 to b1")
    page.locator("[data-key=a3]").click()  # the drag left no half-made choice behind
    expect(page.locator("#log li").last).to_have_text("Seat 2 places on a3")


def test_a_whole_game_on_a_phone(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page = context.new_page()
    sit_down(page, server, "pyramido", "here", "bot-1", quiet_limit="8")
    assert play_by_clicks(page, tap=True) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_an_impossible_touch_says_why_and_links_the_rule(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    page.locator("[data-key=c2]").click()
    expect(page.locator("#toast")).to_contain_text("stones are placed on the base only")
    link = page.locator("#toast a")
    expect(link).to_have_attribute("href", "/rules/pyramido#P6")
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator("#P6")).to_be_in_viewport()


def test_two_browsers_at_one_table_and_a_spectator(
    browser: Browser, page: Page, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    link = invitation(page)
    page.keyboard.press("Escape")
    second, third = browser.new_context(locale="en"), browser.new_context(locale="de")
    guest, spectator = second.new_page(), third.new_page()
    guest.goto(link)
    guest.locator("#name").fill("Ann")
    guest.locator("button.main").click()
    spectator.goto(page.url)
    expect(guest).to_have_url(page.url)  # the secret is no longer in the address
    expect(page.locator("#seats")).to_contain_text("Ann")
    page.locator("[data-key=a1]").click()
    expect(guest.locator("#log li").last).to_have_text("Seat 1 places on a1")
    guest.locator("[data-key=a2]").click()
    expect(page.locator("#log li").last).to_have_text("Ann places on a2")
    expect(spectator.locator("#log li").last).to_have_text("Ann setzt auf a2 ein")
    assert spectator.locator(".lit").count() == 0
    guest.reload()
    expect(guest.locator("#log li").last).to_have_text("Ann places on a2")
    page.locator("[data-key=a3]").click()
    expect(guest.locator("#log li").last).to_have_text("Seat 1 places on a3")
    guest.close()
    expect(page.locator("#seats")).to_contain_text("away")
    second.close()
    third.close()


def test_a_lost_line_comes_back_and_nothing_is_missed(
    browser: Browser, page: Page, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    twin = page.context.new_page()
    twin.goto(page.url)
    page.context.set_offline(True)
    page.context.set_offline(False)
    for key in ("a1", "a2", "a3"):
        twin.locator(f"[data-key={key}].lit").click()
        expect(twin.locator("#log li").last).to_contain_text(key)
    expect(page.locator("#log li[data-ply]")).to_have_count(3)


def test_taking_back_and_a_hint(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "bot-1")
    page.locator("[data-key=a4]").click()
    expect(page.locator("#log li[data-ply]")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator("#log li[data-ply]")).to_have_count(0)
    expect(page.locator("#undo")).to_be_hidden()
    page.locator("#hint").click()
    expect(page.locator("#toast")).to_contain_text("A good idea")
    page.locator(".hinted").first.click()
    expect(page.locator("#log li[data-ply]")).to_have_count(2)


def test_the_language_switches_anywhere(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    page.locator("[data-key=a1]").click()
    expect(page.locator("#log li").last).to_have_text("Seat 1 places on a1")
    here = page.url
    page.locator("nav.switches a[hreflang=de]").click()
    expect(page).to_have_url(here)
    expect(page.locator("#log li").last).to_have_text("Platz 1 setzt auf a1 ein")
    expect(page.locator("#prompt")).to_contain_text("Setz einen Stein ein oder steig auf")
    page.goto(f"{server}/rules/pyramido")
    expect(page.locator("h2").first).to_have_text("Brett und Steine")


def test_every_change_is_told_to_a_screen_reader(page: Page, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "here")
    page.locator("[data-key=a4]").click()
    expect(page.locator("#live")).to_contain_text("Seat 1 places on a4")
    expect(page.locator("#live")).to_contain_text("Seat 2: Place a stone or climb")
    expect(page.locator("[data-key=a4]")).to_have_attribute("aria-label", "a4: Seat 1")


def test_pieces_glide_unless_reduced_motion_is_asked_for(browser: Browser, server: str) -> None:
    watch = """() => { window.glides = 0; const real = Element.prototype.animate;
        Element.prototype.animate = function (...a) {
            window.glides++; return real.apply(this, a) } }"""
    for motion, expected in (("no-preference", 1), ("reduce", 0)):
        context = browser.new_context(reduced_motion=motion)  # type: ignore[arg-type]
        page = context.new_page()
        sit_down(page, server, "pyramido", "here", "here")
        page.evaluate(watch)
        page.locator("[data-key=a4]").click()
        expect(page.locator("[data-key=a4] .stone")).to_have_count(1)
        assert page.evaluate("window.glides") == expected
        context.close()
