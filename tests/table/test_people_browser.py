"""People in different places, each in a browser of their own."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.table.live import NewPage
from tests.table.test_browser import invitation, sit_down

PATIENCE = 30_000  # milliseconds; the machine may be busy


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=PATIENCE)


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.locator("#name").fill(name)
    page.locator("form button.main").click()
    page.wait_for_selector("#table")


def close(page: Page) -> None:
    page.locator("dialog[open] form button").click()


def test_a_link_has_a_code_and_a_seat_is_passed_on_and_handed_to_a_bot(
    page: Page, person: NewPage, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    guest, third = person(), person()
    link = invitation(page)
    expect(page.locator("#invite .code svg path")).to_have_count(1)
    close(page)
    join(guest, link, "Ann")
    expect(page.locator(".seats li.seat-1")).to_contain_text("at the table")
    # Ann passes the seat on, and loses it
    guest.locator("[data-seat]").click()
    guest.locator("[data-link=pass]").click()
    field = guest.locator("#invite input")
    expect(field).to_have_value(re.compile("/join/"))
    passed = field.input_value()
    close(guest)
    join(third, passed, "Bob")
    expect(page.locator(".seats li.seat-1")).to_contain_text("Bob")
    expect(guest.locator("[data-seat]")).to_have_count(0)
    expect(guest.locator("#chat form")).to_be_hidden()  # and may listen, no more
    # Bob lets a bot play, and is back
    third.locator("[data-seat]").click()
    third.locator("#seat-menu select").select_option("1")
    third.locator("#seat-menu [data-bot]").click()
    expect(page.locator(".seats li.seat-1")).to_contain_text("a bot stands in")
    page.locator("[data-key=a4]").click()
    expect(page.locator("#log li[data-ply]")).to_have_count(2)
    third.locator("[data-return]").click()
    expect(page.locator(".seats li.seat-1")).not_to_contain_text("a bot stands in")
    page.locator("#table .lit").first.click()
    expect(third.locator("#table .lit").first).to_be_visible()
    # a spectator's link is the address of the table
    page.locator("[data-watch]").click()
    expect(page.locator("#invite input")).to_have_value(page.url)


def test_a_clock_ticks_runs_out_and_the_person_returns(
    page: Page, person: NewPage, server: str
) -> None:
    page.goto(f"{server}/new/pyramido")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("[name=clock]").select_option("move 30")
    # the form offers 30 seconds; by hand it may be 5
    page.evaluate("document.querySelector('[name=clock] [value=\"move 30\"]').value = 'move 5'")
    page.locator("form button.main").click()
    guest = person()
    join(guest, invitation(page), "Ann")
    close(page)
    expect(page.locator("[data-clock='0']")).to_have_text(re.compile(r"0:0[1-5]"))
    expect(guest.locator("[data-clock='0']")).to_have_class(re.compile("runs"))
    expect(page.locator(".seats li.seat-0")).to_contain_text("a bot stands in")  # nobody moved
    expect(page.locator("#log li[data-ply]")).to_have_count(1)
    page.locator("[data-return]").click()
    guest.locator("#table .lit").first.click()
    expect(page.locator("#table .lit").first).to_be_visible()


def test_who_is_handed_the_screen_sees_the_time_run(page: Page, server: str) -> None:
    page.goto(f"{server}/new/jaguar")
    page.locator("[name=seat-1]").select_option("here")
    page.locator("[name=clock]").select_option("move 60")
    page.locator("form button.main").click()
    expect(page.locator(".cover .clock")).to_have_text(re.compile(r"^(0:5\d|1:00)$"))


PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize(
    ("game", "clock", "shown"),
    [
        ("pyramido", "move 180", r"^(2:5\d|3:00)$"),
        ("jaguar", "game 10+5", r"^(9:5\d|10:0\d)$"),
        ("spitze", "days 2", r"^bis .*\d:\d\d$"),
    ],
)
def test_on_a_phone_the_time_of_who_acts_is_above_the_board(
    person: NewPage, server: str, game: str, clock: str, shown: str
) -> None:
    page, guest = person(**PHONE, locale="de-DE"), person(**PHONE, locale="de-DE")
    page.goto(f"{server}/new/{game}")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("[name=clock]").select_option(clock)
    page.locator("form button.main").click()
    link = invitation(page)
    close(page)
    expect(page.locator("#pace")).to_have_text("")  # nobody's time runs yet
    join(guest, link, "Ann")
    for _ in range(2):  # for whoever acts and whoever waits, then the other way round
        for one in (page, guest):
            expect(one.locator("#pace")).to_have_text(re.compile(shown))
            one.evaluate("scrollTo(0, 0)")  # the invitation was further down
            expect(one.locator("#pace")).to_be_in_viewport(ratio=1)
            time, board = one.locator("#pace").bounding_box(), one.locator("#board").bounding_box()
            assert time
            assert board
            assert time["y"] + time["height"] <= board["y"]
            assert one.evaluate("document.documentElement.scrollWidth") <= 390
        number = page.locator("#log li[data-ply]").count()
        move([page, guest])
        expect(page.locator("#log li[data-ply]")).not_to_have_count(number)


def test_people_talk_and_markup_stays_text(page: Page, person: NewPage, server: str) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    guest, watcher = person(), person()
    join(guest, invitation(page), "Ann")
    close(page)
    watcher.goto(page.url)
    guest.locator("#chat input").fill("<img src=x onerror=alert(1)> hello")
    guest.locator("#chat input").press("Enter")
    for one in (page, guest, watcher):
        said = one.locator("#chat li")
        expect(said).to_have_text("Ann <img src=x onerror=alert(1)> hello")
        assert one.locator("#chat img").count() == 0
    assert watcher.locator("#chat input").count() == 0
    expect(guest.locator("#chat input")).to_have_value("")
    watcher.locator("#chat summary").click()  # hidden by one viewer, and it stays so
    watcher.reload()
    expect(watcher.locator("#chat ol")).to_be_hidden()
    page.locator("#chat input").fill("hi")
    page.locator("#chat button").click()
    expect(watcher.locator("#chat .new")).to_have_text("2 new")


def test_on_a_phone_what_is_said_is_shown_unless_the_chat_was_closed_by_hand(
    page: Page, person: NewPage, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    phone = person(**PHONE, locale="de-DE")
    join(phone, invitation(page), "Ann")
    close(page)
    phone.wait_for_load_state()
    expect(phone.locator("#chat ol")).to_be_hidden()
    for said in ("your move", "well?"):
        page.locator("#chat input").fill(said)
        page.locator("#chat input").press("Enter")
        expect(phone.locator("#toast")).to_have_text(f"Platz 1: „{said}“")
    expect(phone.locator("#chat .new")).to_have_text("2 neu")
    phone.locator("#chat summary").tap()  # looked at, and closed
    expect(phone.locator("#toast")).to_have_text("")  # it would hide what it says
    phone.locator("#chat summary").tap()
    expect(phone.locator("#chat ol")).to_be_hidden()
    page.locator("#chat input").fill("hello?")
    page.locator("#chat input").press("Enter")
    expect(phone.locator("#chat .new")).to_have_text("1 neu")
    expect(phone.locator("#toast")).not_to_contain_text("hello?")
    page.locator("[data-key=a1]").click()
    phone.reload()
    expect(phone.locator("#chat li")).to_have_count(3)
    expect(phone.locator("#toast")).to_have_text("")


def test_who_comes_back_sees_what_happened_step_by_step(
    page: Page, person: NewPage, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    guest = person(reduced_motion="no-preference")
    join(guest, invitation(page), "Ann")
    close(page)
    page.locator("[data-key=a1]").click()
    guest.locator("[data-key=a2].lit").click()
    expect(guest.locator("#log li").last).to_have_text("Ann places on a2")
    address = guest.url
    guest.goto("about:blank")
    page.locator("[data-key=a3].lit").click()
    expect(page.locator("#log li").last).to_have_text("Seat 1 places on a3")
    guest.goto(address)
    expect(guest.locator("#prompt")).to_have_text("Seat 1 places on a3")  # told by itself
    expect(guest.locator("#skip")).to_be_visible()
    guest.locator("#skip").click()
    expect(guest.locator("#prompt")).to_contain_text("Your turn")
    guest.locator("#since").click()  # and again
    expect(guest.locator("#prompt")).to_have_text("Seat 1 places on a3")
    expect(guest.locator("#prompt")).to_contain_text("Your turn")
    expect(guest.locator("[data-key=a4]")).to_have_class(re.compile("lit"))


def test_a_broken_line_is_shown_after_a_moment_and_the_seat_stays(
    page: Page, person: NewPage, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link")
    guest = person()
    join(guest, invitation(page), "Ann")
    close(page)
    seat = page.locator(".seats li.seat-1")
    expect(seat).to_contain_text("at the table")
    address = guest.url
    guest.goto("about:blank")
    expect(seat).to_contain_text("away")
    guest.goto(address)
    expect(seat).to_contain_text("at the table")
    page.locator("[data-key=a1]").click()
    guest.locator("[data-key=a2].lit").click()
    expect(page.locator("#log li").last).to_have_text("Ann places on a2")


def move(pages: list[Page]) -> None:
    """Whoever is to act makes some move, by the API with the page's own cookie."""
    table = pages[0].url.replace("/t/", "/api/v1/tables/")
    headers = {"Origin": "/".join(table.split("/")[:3])}
    for page in pages:
        legal = page.request.get(f"{table}/legal").json()
        if legal["moves"]:
            chosen = {"move": min(legal["moves"]), "number": legal["number"]}
            page.request.post(f"{table}/moves", data=chosen, headers=headers)
            return


def finish(pages: list[Page]) -> None:
    """They play to the end."""
    table = pages[0].url.replace("/t/", "/api/v1/tables/")
    while not pages[0].request.get(table).json()["view"]["result"]:
        move(pages)


def test_a_rematch_is_told_to_everybody_and_they_keep_their_rights(
    page: Page, person: NewPage, server: str
) -> None:
    sit_down(page, server, "pyramido", "here", "link", quiet_limit="4")
    guest = person()
    join(guest, invitation(page), "Ann")
    close(page)
    finish([page, guest])
    page.locator("#again button").click()
    expect(page.locator(".seats li.seat-1")).to_contain_text("you")
    expect(guest.locator("#next a")).to_be_visible()
    guest.locator("#board").click(position={"x": 2, "y": 2})  # drawn anew, it still offers one way
    expect(guest.locator("#again")).to_be_hidden()
    guest.locator("#next a").click()
    expect(guest).to_have_url(page.url)
    expect(guest.locator(".seats li.seat-0")).to_contain_text("Ann")
    expect(guest.locator("#prompt")).to_contain_text("Your turn")


TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll(
    ".seats b, .plate, #toast p, #prompt, #told, #log li, #chat li, h1, h2")]
    .filter((el) => el.scrollWidth > el.clientWidth && el.clientWidth).map((el) => el.outerHTML)"""


@pytest.mark.parametrize("width", [360, 1280])
def test_names_and_lines_of_one_long_word_fit(person: NewPage, server: str, width: int) -> None:
    page, guest = (person(viewport={"width": width, "height": 740}) for _ in "12")
    page.goto(f"{server}/new/jaguar")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("[name=clock]").select_option("game 45+15")
    page.locator("[name=name-0]").fill("W" * 24)
    page.locator("form button.main").click()
    join(guest, invitation(page), "M" * 24)
    close(page)
    page.locator("#chat").evaluate("box => box.open = false")
    guest.locator("#chat").evaluate("box => box.open = true")
    guest.locator("#chat input").fill("W" * 300)
    guest.locator("#chat input").press("Enter")
    expect(page.locator("#chat .new")).to_have_text("1 new")
    for one in (page, guest):
        one.locator("#log").evaluate("box => box.open = true")
        expect(one.locator("[data-clock='1']")).not_to_be_empty()
        assert one.evaluate(TOO_WIDE) == []
    finish([page, guest])
    expect(page.locator("#to-replay")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    page.goto(page.url.replace("/t/", "/replay/"))
    assert page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize(("theme", "width"), [("dark", 360), ("light", 1280)])
def test_axe_finds_nothing_in_dialogs_clocks_and_chat(
    person: NewPage, server: str, theme: str, width: int
) -> None:
    page = person(
        color_scheme=theme, viewport={"width": width, "height": 800}, bypass_csp=True,
        locale="de-DE",
    )  # fmt: skip
    found = []

    def check(where: str) -> None:
        for rule in Axe().run(page).response["violations"]:
            found.append(f"{where}: {rule['id']} {[n['target'] for n in rule['nodes']][:3]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.goto(f"{server}/new/pyramido")
    check("form")
    page.locator("[name=seat-1]").select_option("link")
    page.locator("[name=clock]").select_option("days 2")
    page.locator("form button.main").click()
    link = invitation(page)
    check("link")
    page.locator("#invite [data-bot]").click()
    page.locator("[data-seat]").first.click()
    check("menu")
    close(page)
    page.locator("#chat").evaluate("box => box.open = true")
    page.locator("#chat input").fill("Servus")
    page.locator("#chat input").press("Enter")
    expect(page.locator("#chat li")).to_have_count(1)
    check("table")
    page.goto(link)
    check("join")
    assert found == []
