"""Over plain http at an address that is not this machine's own name, as in a home network.

Browsers trust such a host less than localhost: they send no Sec-Fetch-Site and offer no clipboard.
"""

import re

import pytest
from playwright.sync_api import Request, expect

from tests.table.live import LAN, NewPage
from tests.table.test_browser import invitation, play_by_clicks, sit_down
from tests.table.test_people_browser import close, join
from tests.table.test_replay_browser import brought

PATIENCE = 30_000  # milliseconds; the machine may be busy


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def lan(server: str) -> str:
    return server.replace("127.0.0.1", LAN)


def test_people_in_a_home_network_set_up_join_move_and_talk(person: NewPage, lan: str) -> None:
    host, guest = person(), person()
    sent: list[str | None] = []
    host.on("request", lambda asked: sent.append(asked.headers.get("sec-fetch-site")))
    sit_down(host, lan, "pyramido", "here", "link")
    assert not host.evaluate("isSecureContext")
    assert set(sent) == {None}
    link = invitation(host)
    assert link.startswith(f"{lan}/join/")
    close(host)
    join(guest, link, "Ann")
    host.locator("[data-key=a1]").click()
    guest.locator("[data-key=a2].lit").click()
    expect(host.locator("#log li").last).to_have_text("Ann places on a2")
    guest.locator("#chat input").fill("hello")
    guest.locator("#chat input").press("Enter")
    expect(host.locator("#chat li")).to_have_text("Ann hello")


def test_a_rematch_a_replay_and_its_curve_work_in_a_home_network(person: NewPage, lan: str) -> None:
    page = person()
    page.goto(lan)
    page.locator("form[action='/play/pyramido'] button.main").click()
    page.wait_for_selector("#board > *")
    sit_down(page, lan, "pyramido", "here", "bot-1", quiet_limit="4")
    play_by_clicks(page)
    finished = page.url
    page.locator("#to-replay a").click()
    page.locator("#curve form button").click()
    expect(page.locator("svg.curve polyline")).to_have_count(2, timeout=60_000)
    page.goto(finished)
    page.locator("#again button").click()
    expect(page.locator(".seats li.seat-1")).to_contain_text("you")
    assert page.url != finished


def test_the_address_of_a_join_link_is_told_to_nobody(person: NewPage, lan: str) -> None:
    host, guest = person(), person()
    sit_down(host, lan, "pyramido", "here", "link")
    link = invitation(host)
    asked: list[Request] = []
    guest.on("request", lambda request: asked.append(request))
    join(guest, link, "Ann")
    guest.wait_for_selector("#seats .acts")
    told = {request.headers.get("referer") for request in asked}
    assert {f"{lan}/"} <= told <= {None, f"{lan}/"}
    guest.goto(link)  # nor to another site, which learns the host alone
    guest.route(re.compile("//elsewhere\\.test/"), lambda route: route.fulfill(body="hello"))
    guest.evaluate("location.href = 'http://elsewhere.test/'")
    guest.wait_for_url("http://elsewhere.test/")
    assert guest.evaluate("document.referrer") in ("", f"{lan}/")


def test_links_are_copied_where_browsers_offer_no_clipboard(person: NewPage, lan: str) -> None:
    page = person()
    sit_down(page, lan, "pyramido", "here", "link")
    link = invitation(page)
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    close(page)
    page.locator("#chat input").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#chat input")).to_have_value(link)
    page.goto(brought(page, lan.replace(LAN, "127.0.0.1"), "pyramido").replace("127.0.0.1", LAN))
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
