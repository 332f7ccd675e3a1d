"""A server that restarts behind its proxy: pages wait for it and go on, without a reload."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from pyramidion.table import events
from tests.table.live import NewPage
from tests.table.proxy import behind
from tests.table.test_browser import invitation, sit_down
from tests.table.test_people_browser import close, join
from tests.table.test_replay_browser import brought

PATIENCE = 40_000  # milliseconds; the machine may be busy


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def mark(page: Page) -> None:
    page.evaluate("window.stayed = true")


def stayed(page: Page) -> bool:
    """Was it not loaded anew since it was marked?"""
    return bool(page.evaluate("window.stayed === true"))


def test_a_page_waits_while_a_proxy_answers_502_and_goes_on_by_itself(
    person: NewPage, server: str
) -> None:
    page, guest = person(), person()
    with behind(server) as proxy:
        sit_down(page, proxy.address, "pyramido", "here", "link")
        join(guest, invitation(page).replace(proxy.address, server), "Ann")  # reaches it directly
        close(page)
        page.locator("[data-key=a1]").click()
        expect(page.locator("#log li[data-ply]")).to_have_count(1)
        mark(page)
        proxy.go_away()
        expect(page.locator("#lost")).to_have_text("No connection. Trying again …")
        guest.locator("[data-key=a2].lit").click()
        guest.locator("#chat input").fill("where are you?")
        guest.locator("#chat input").press("Enter")
        expect(guest.locator("#chat li")).to_have_count(1)
        # what is sent meanwhile is refused, and what was typed stays
        page.locator("#chat input").fill("here")
        page.locator("#chat input").press("Enter")
        expect(page.locator("#toast")).to_have_text("No connection. Try again in a moment.")
        expect(page.locator("#lost")).to_be_visible()
        before = proxy.refused
        page.wait_for_timeout(9000)  # longer than any other message is shown
        expect(page.locator("#lost")).to_be_visible()
        while proxy.refused - before < 2:  # it asks again and again
            page.wait_for_timeout(100)
        proxy.come_back()
        expect(page.locator("#log li[data-ply]")).to_have_count(2)
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator("#chat li")).to_have_text("Ann where are you?")
        page.locator("#chat input").press("Enter")
        expect(guest.locator("#chat li")).to_have_count(2)
        page.locator("[data-key=a3].lit").click()
        expect(guest.locator("#log li").last).to_have_text("Seat 1 places on a3")
        assert stayed(page)


def test_a_short_break_is_not_worth_a_word(
    person: NewPage, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "COME_BACK", (200, 300))  # so that a busy machine is in time, too
    page = person()
    with behind(server) as proxy:
        sit_down(page, proxy.address, "pyramido", "here", "here")
        seen = """() => { window.seen = []; new MutationObserver(() => window.seen.push(
            document.getElementById("lost").textContent)).observe(
            document.getElementById("lost"), { childList: true, attributes: true }) }"""
        page.evaluate(seen)
        with page.expect_request(re.compile("/events")):
            proxy.go_away()
            proxy.come_back()
        page.locator("[data-key=a1]").click()
        expect(page.locator("#log li[data-ply]")).to_have_count(1)
        assert "".join(page.evaluate("window.seen")) == ""


def test_an_analysis_is_waited_for_while_the_server_cannot_say(
    person: NewPage, server: str
) -> None:
    page = person()
    page.goto(brought(page, server, "pyramido"))
    refusal = {"code": "database_away", "message": {"en": "", "de": ""}, "rule": ""}
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, json=refusal)

    page.route(re.compile("/api/v1/replays/.*/analysis"), refuse)
    page.locator("#curve form button").click()
    page.locator("#curve progress").wait_for()
    mark(page)
    while len(asked) < 2:
        page.wait_for_timeout(100)
    assert stayed(page)
    page.unroute_all()
    expect(page.locator("svg.curve polyline")).to_have_count(2)


def test_a_line_that_fell_silent_is_noticed_by_the_missing_heartbeat(
    person: NewPage, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a phone wakes up: the line looks open, and nothing will ever come."""
    monkeypatch.setattr(events, "HEARTBEAT", 1.0)
    page, guest = person(), person()
    with behind(server) as proxy:
        sit_down(page, proxy.address, "pyramido", "here", "link")
        join(guest, invitation(page).replace(proxy.address, server), "Ann")
        close(page)
        page.locator("[data-key=a1]").click()
        expect(page.locator("#log li[data-ply]")).to_have_count(1)
        mark(page)
        proxy.fall_silent()
        guest.locator("[data-key=a2].lit").click()
        expect(page.locator("#log li[data-ply]")).to_have_count(2)
        assert stayed(page)
