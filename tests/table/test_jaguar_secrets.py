"""Everything that reaches a browser during a game of Jaguar is read: the page's source, the stream
of events, every answer of the API. No card is in it that the seat may not know at that moment.
"""

import json
import random
import re
from typing import Any

from playwright.sync_api import Browser, Page, Response

import pyramidion
from pyramidion.games.jaguar.view import bits
from tests.table.live import tables_heard
from tests.table.test_browser import invitation, sit_down

# Two rounds or so, in which many cards are drawn unseen (J17).
PATH = {"numbers": [None] * 9 + ["end"], "events": {str(field): "hand" for field in range(1, 9)}}

# How the pages write a card: keys and pieces, notation, tablets, words. Fields of the path and of
# a pyramid are numbers too, but are never written like these.
WRITTEN = [
    r"\b(?:hand|offered|card)-(\d+)",
    r"\b(?:bid|take|deal|draw|test|offers?) (\d+)",
    r"\boffers? \d+ (?:and )?(\d+)",
    r"\bplace (\d+) (?:@|lose)",
    r"<b>(\d+)</b>(?!/10)",
    r'class="(?:value|ghost)[^>]*>(\d+)',
    r'aria-label="(\d+)',
    r"\b(?:the|showed|card|covers?|Offered:|field \d+:|here:|play:|you:) (\d+)",
    r"[;·] (\d+)\b",
    r"\bcovers \d+ / (\d+)",
]
EXAMPLES = "bid 17|offer 17 23|take 17 @4|place 23 @7"  # of notation, in reasons
# The fields of a view that hold cards; every other is named too, so that a new one is judged.
CARDS = {"hand", "drawn", "gone", "bids", "offered", "failed", "pyramids"}
PLACES = {"places", "hand_places"}
NO_CARDS = {
    "game", "players", "options", "seat", "actor", "result", "points", "phase", "to_act", "round",
    "starter", "turn", "stones", "supply", "explorers", "path", "cards", "event", "event_fields",
    "ends",
}  # fmt: skip
ELSEWHERE = {"last", "legal", "last_round"}

Heard = tuple[int, Any]  # how many moves were made by then, and a text or data


class Ear:
    """Hears all that comes to a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stream = tables_heard(page)
        self.asked: list[Heard] = []
        self.answers: list[Response] = []
        page.on("response", self._answer)

    def _answer(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append(response)

    def ask(self, acting: bool) -> Any:
        """All that can be asked while nobody moves: the source, the API, the page as it is now."""
        api = self.page.url.replace("/t/", "/api/v1/tables/")
        table = self.page.request.get(api).json()
        now = table["number"]
        self.asked.append((now, table))
        self.asked.append((now, self.page.request.get(f"{api}/legal").json()))
        self.asked.append((now, self.page.request.get(self.page.url).text()))
        headers = {"Origin": "/".join(self.page.url.split("/")[:3])}
        for keys in (["hand-1", "hand-2"], ["offered-3", "pyramid-1-3"]):
            why = self.page.request.post(f"{api}/why", data={"keys": keys}, headers=headers)
            if why.status == 200:  # it repeats what was asked, and nothing else
                reason = re.sub(EXAMPLES, "", why.json()["message"]["en"])
                assert cards(reason) <= {1, 2, 3} | cards(table["view"])
        if acting:
            content = re.sub("<script.*?</script>", "", self.page.content())  # of the first load
            self.asked.append((now, content))
        while self.answers:
            self.asked.append((now, self.answers.pop().text()))
        return table


def cards(told: Any) -> set[int]:
    """All cards that a text or a view tells."""
    if isinstance(told, str):
        return {int(card) for form in WRITTEN for card in re.findall(form, told)}
    assert set(told) == CARDS | PLACES | NO_CARDS | ELSEWHERE
    found = {int(card) for name in CARDS for card in re.findall(r"\d+", json.dumps(told[name]))}
    for name in PLACES:
        found |= {int(card) for card in re.findall(r'"card": (\d+)', json.dumps(told[name]))}
    found |= {int(card) for card in re.findall(r'"test": (\d+)', json.dumps(told["last_round"]))}
    return found | cards(json.dumps(told["legal"]))


class Truth:
    """The whole game, put together from what both have seen of it."""

    def __init__(self, logs: list[list[str]], seat: int) -> None:
        match = pyramidion.new("jaguar", chance="manual", path=PATH)
        self.rounds: list[int] = []
        self.known: list[set[int]] = []  # after so many moves, in that round
        self.hands: list[list[int]] = []
        self.secrets: list[set[int]] = []
        for moves in [*zip(*logs, strict=True), None]:
            s = match.hidden(seat)
            new = not self.rounds or self.rounds[-1] != s.round_number
            self.rounds.append(int(s.round_number))
            now = bits(s.hand[seat] | s.drawn[seat] | s.seen | 1 << s.failed | 1 << s.test)
            known = {*now, *map(int, s.bid)} | (set() if new else self.known[-1])
            self.known.append(known)
            self.hands.append(bits(s.hand[seat]))
            self.secrets.append(set(bits(match.state.hand[1 - seat])) - known)
            if moves:
                match.play(next(move for move in moves if "?" not in move))
        assert match.result is not None

    def may_tell(self, ply: int, number: int) -> set[int]:
        """What a line of the log about move `ply` may tell when `number` moves were made."""
        same = [k for k in range(ply, number + 1) if self.rounds[k] == self.rounds[ply]]
        return self.known[same[-1]] | self.known[ply + 1]  # the test card shows itself


def check(number: int, told: Any, truth: Truth) -> set[int]:
    """No line of the log, no mark of the last move, nothing that is shown tells too much."""
    lines: list[Any] = []
    if isinstance(told, str):
        lines = re.findall(r'<li data-ply="(\d+)">(.*?)</li>', told)
        told = re.sub(r'"last": \[.*?\]|<ol tabindex.*?</ol>|<div id="live".*?</div>', "", told)
        shown = cards(told)
    elif "fragments" in told:
        lines = told["log"]["lines"]
        assert {*told["told"]} <= {line for _, line in lines}
        shown = cards(json.dumps([told["fragments"], told["moves"]]).replace('\\"', '"'))
    elif "view" in told:
        lines = [*enumerate(told["log"])]
        shown = cards(told["view"])
        assert cards(told["view"]["last"]) <= truth.may_tell(number - 1, number)
    else:
        shown = cards(json.dumps(told["moves"]))
    assert shown <= truth.known[number]
    for ply, line in lines:
        assert cards(line) <= truth.may_tell(int(ply), number)
    return shown


def touch(page: Page, chooser: random.Random) -> None:
    """Something lit; a card goes about where its value belongs, so that rounds last."""
    keys = "els => els.map(el => el.dataset.key)"
    lit = page.locator("#table .lit:visible").evaluate_all(keys)
    laid = page.locator(".chosen[data-key^=offered-]").evaluate_all(keys)
    laid += page.locator("[data-key^=offered-]").evaluate_all(keys)
    if laid and all(key.startswith("pyramid-") for key in lit):
        place = int(laid[0].split("-")[1]) / 4
        key = min(lit, key=lambda one: abs(int(one.split("-")[-1]) - place))
    else:
        key = chooser.choice(lit)
    page.locator(f"[data-key={key}]").click()


def test_no_card_reaches_a_browser_whose_seat_may_not_know_it(
    browser: Browser, page: Page, server: str
) -> None:
    other = browser.new_context(locale="en-GB", reduced_motion="reduce")
    guest = other.new_page()
    ears = [Ear(page), Ear(guest)]
    sit_down(page, server, "jaguar", "here", "link", path=json.dumps(PATH))
    link = invitation(page)
    page.keyboard.press("Escape")
    guest.goto(link)
    guest.locator("button.main").click()
    guest.wait_for_selector("#board > *")
    page.locator("#hint").click()
    page.wait_for_selector(".hinted", timeout=90_000)

    chooser = random.Random(6)
    for touches in range(600):
        if page.locator(".prompt.over").count() and guest.locator(".prompt.over").count():
            break
        acting = next((ear for ear in ears if ear.page.locator("#table .lit").count()), None)
        if acting is None:
            page.wait_for_timeout(20)
            continue
        if touches % 8 == 0 and acting.page.locator(".chosen").count() == 0:
            for ear in ears:
                ear.ask(ear is acting)
        touch(acting.page, chooser)
    logs = [ear.ask(acting=False)["log"] for ear in ears]
    other.close()

    for seat, ear in enumerate(ears):
        truth = Truth(logs, seat)
        heard = [*ear.asked, *((table["number"], table) for table in ear.stream)]
        assert len(ear.stream) > 20
        for number, told in heard:
            shown = check(number, told, truth)
            if isinstance(told, dict) and told.get("seat") == seat:  # what may be seen is found
                assert set(truth.hands[number]) <= shown
        assert sum(map(len, truth.secrets)) > 100
