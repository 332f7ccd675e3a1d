"""Nothing that reaches a viewer depends on what the viewer may not know."""

import copy
import json
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pyramidion.engine import calls, generator
from pyramidion.games import catalogue
from pyramidion.match import Match
from pyramidion.table.rooms import Room
from pyramidion.table.show import Angle, Painter, Viewer, angle
from pyramidion.table.storage import Kept, Seat
from tests.cases import Case, all_cases
from tests.table.test_browser import sit_down
from tests.walks import moments

HIDDEN = [game for game in catalogue.names() if catalogue.face(game).hidden]
painter = Painter()


def room_of(match: Match) -> Room:
    seats = [Seat("here") for _ in range(match.players)]
    kept = Kept("x", match.game, 1, match.players, match.options, seats, match.moves)
    return Room(kept, None, lambda room: None)  # type: ignore[arg-type]


def redealt(room: Room, seat: int, number: int) -> Room:
    """The same table in another world that the seat cannot tell from this one."""
    other = copy.copy(room)
    other.match = room.match.copy()
    known = room.match.hidden(seat)
    calls.redeal(known, seat, generator(21, number))
    other.match._s = known
    other.match._look()
    return other


def shown(room: Room, seat: int, language: str) -> str:
    """All that is drawn for a seat; the log is history and has a law of its own."""
    table = painter.table(room, Viewer((seat,), language=language), room.match.ply)
    return json.dumps({part: table[part] for part in ("fragments", "moves", "seat", "cover")})


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_leak_law_holds_for_every_page(case: Case) -> None:
    for number, match in enumerate(moments(case, seed=17, count=6)):
        room = room_of(match)
        for seat in range(case.players):
            other = redealt(room, seat, number)
            for language in ("en", "de"):
                assert shown(other, seat, language) == shown(room, seat, language)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_moves_are_sent_to_the_seat_that_acts_and_to_nobody_else(case: Case) -> None:
    for match in moments(case, seed=18, count=6):
        room = room_of(match)
        for seats in ((), *((seat,) for seat in range(case.players))):
            moves = painter.table(room, Viewer(seats), match.ply)["moves"]
            assert [move for move, _ in moves] == (match.legal if match.actor in seats else [])


DRAWN = [case for case in all_cases() if painter.has(f"{case.game}/board.svg")]  # no tutorial


@pytest.mark.parametrize("case", DRAWN, ids=str)
def test_every_touch_of_a_move_can_be_made_on_the_page(case: Case) -> None:
    for match in moments(case, seed=19, count=15):
        if match.actor is None:
            continue
        table = painter.table(room_of(match), Viewer((match.actor,)), match.ply)
        page = table["fragments"]["board"] + table["fragments"]["panel"]
        for _, keys in table["moves"]:
            for key in keys:
                assert f'data-key="{key}"' in page


def test_at_one_screen_a_hidden_hand_is_shown_only_to_who_said_to_be_ready() -> None:
    def seen(actor: int | None, hidden: bool, seats: tuple[int, ...], ready: int | None) -> Angle:
        room: Any = SimpleNamespace(
            match=SimpleNamespace(actor=actor, face=SimpleNamespace(hidden=hidden)), bots=[]
        )
        return angle(room, Viewer(seats, ready=ready))

    assert seen(0, True, (), None) == Angle(None)  # a spectator
    assert seen(1, True, (0,), None) == Angle(0)  # one person: always the own view
    assert seen(0, True, (0, 1), None) == Angle(None, hand_to=0)
    assert seen(0, True, (0, 1), 0) == Angle(0)
    assert seen(1, True, (0, 1), 0) == Angle(None, hand_to=1)
    assert seen(2, True, (0, 1), 0) == Angle(0)  # a bot acts: the last one keeps looking
    assert seen(0, True, (1, 2), 0) == Angle(None)  # not a seat of this screen
    assert seen(1, False, (0, 1), None) == Angle(1)  # nothing is hidden: no ceremony


@pytest.mark.parametrize("game", HIDDEN)
def test_one_screen_for_several_is_covered_between_turns(
    page: Page, server: str, game: str
) -> None:
    players = catalogue.face(game).players[0]
    sit_down(page, server, game, *["here"] * players)
    page.wait_for_selector(".cover", timeout=90_000)
    assert page.locator("#table .lit").count() == 0
    page.locator("[data-ready]").click()
    expect(page.locator(".cover")).to_have_count(0)
    who = page.locator(".seats .acts b").inner_text()
    while page.locator(".cover").count() == 0 and page.locator(".prompt.over").count() == 0:
        page.locator("#table .lit:visible").last.click()
        page.wait_for_selector(".cover, #table .lit, .prompt.over", timeout=90_000)
    if page.locator(".cover").count():
        expect(page.locator(".cover")).not_to_contain_text(who)
        assert page.locator("#table .lit").count() == 0
