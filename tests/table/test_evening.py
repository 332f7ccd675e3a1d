"""An evening of Oh, Pharao!: two people and a spectator at one table with a bot, to the replay."""

import re

import pytest
from playwright.sync_api import Page, expect

from pyramidion.table import tables
from tests.games.pharao.tables import dealt, play
from tests.table.live import NewPage
from tests.table.test_browser import invitation, sit_down
from tests.table.test_people_browser import PATIENCE, close, finish, join
from tests.table.test_pharao import ACTING, HANDS, last_line, touch


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def test_two_people_a_spectator_and_a_bot_trade_reload_and_replay(
    page: Page, person: NewPage, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play(dealt(3, HANDS, "1 3 5", turn_limit=4), *ACTING)
    with monkeypatch.context() as dealing:
        dealing.setattr(tables, "Match", lambda *_: match)
        sit_down(page, server, "pharao", "here", "link", "bot-1")
    ann, watcher = person(), person()
    join(ann, invitation(page), "Ann")
    close(page)
    watcher.goto(page.url)

    # a trade between people: the joker for a seven
    page.locator(".person[data-key=seat-2]").click()
    touch(page, "hand-j", "want-7")
    expect(ann.locator(".trade")).to_contain_text("Seat 1 offers you")
    ann.reload()  # in the middle of it: nothing is lost
    expect(ann.locator(".trade")).to_contain_text("Seat 1 offers you")
    expect(watcher.locator("#log")).to_contain_text("Seat 1 offers Ann: joker for 7")
    assert watcher.locator("#table .lit").count() == 0
    touch(ann, "button-accept")
    expect(last_line(page)).to_have_text(re.compile("Ann accepts|trade", re.IGNORECASE))
    expect(page.locator("[data-key=hand-7]")).to_have_count(1)
    expect(ann.locator("[data-key=hand-j]")).to_have_count(1)
    assert watcher.locator("[data-key^=hand-]").count() == 0  # nobody's hand

    finish([page, ann])
    for one in (page, ann, watcher):
        expect(one.locator(".prompt.over")).to_be_visible()

    # everybody can replay it: all hands, and the trade as it was
    watcher.locator("#to-replay a").click()
    expect(watcher.locator("#told")).to_be_visible()
    watcher.locator("#log a", has_text="offers Ann").first.click()
    expect(watcher.locator("#told")).to_contain_text("offers Ann: joker for 7")
    expect(watcher.locator(".open-hand")).to_have_count(3)
    watcher.keyboard.press("ArrowRight")
    expect(watcher.locator("#told")).not_to_contain_text("offers Ann: joker for 7")
    watcher.locator(".eyes a", has_text="Ann").click()
    expect(watcher.locator(".open-hand")).to_have_count(0)
    expect(watcher.locator("#hands [data-key=hand-j]")).to_have_count(1)
