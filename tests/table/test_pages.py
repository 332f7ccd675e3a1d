"""The pages without a browser: what they say, what they refuse, what they never tell."""

import re

import pytest
from fastapi.testclient import TestClient

from pyramidion.games import catalogue
from pyramidion.table.guard import HEADERS
from tests.table.helpers import bearer, look, move, set_up

SEATS = {"players": "2", "seat-0": "here", "seat-1": "bot-1"}


def sit_down(client: TestClient, game: str = "pyramido", **form: str) -> str:
    """Set up a table by the form; its path."""
    answer = client.post(f"/new/{game}", data={**SEATS, **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_home_has_every_game_with_its_three_ways(client: TestClient) -> None:
    page = client.get("/").text
    for game in catalogue.names():
        assert f'action="/play/{game}"' in page
        assert f'href="/new/{game}"' in page
        assert f'href="/rules/{game}"' in page


@pytest.mark.parametrize("game", catalogue.names())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_has_an_anchor_in_both_languages(
    client: TestClient, game: str, language: str
) -> None:
    face = catalogue.face(game)
    page = client.get(f"/rules/{game}", headers={"Accept-Language": language}).text
    numbers = re.findall(rf"^- \*\*({face.rule_prefix}\d+)\*\*", face.rules_page(language), re.M)
    assert numbers
    for number in numbers:
        assert f'<li id="{number}"' in page


def test_play_now_leads_to_a_table_that_stays_in_the_list(client: TestClient) -> None:
    answer = client.post("/play/pyramido", data={"level": "1"})
    assert answer.status_code == 303
    path = answer.headers["location"]
    assert client.get(path).status_code == 200
    assert path in client.get("/").text


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/play/pyramido", {"level": "9"}),
        ("/play/pyramido", {"level": "-1"}),
        ("/play/pyramido", {"players": "7"}),
        ("/new/pyramido", {**SEATS, "players": "x"}),
        ("/new/pyramido", {**SEATS, "seat-1": "cat"}),
        ("/new/pyramido", {**SEATS, "seat-1": ""}),
        ("/new/pyramido", {**SEATS, "seat-1": "bot-77"}),
        ("/new/pyramido", {**SEATS, "option-quiet_limit": "-3"}),
        ("/new/pyramido", {**SEATS, "option-quiet_limit": "many"}),
        ("/new/pyramido", {**SEATS, "option-quiet_limit": ""}),
    ],
)
def test_a_form_filled_in_wrongly_is_refused_in_words(
    client: TestClient, path: str, form: dict[str, str]
) -> None:
    answer = client.post(path, data=form, headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert "<main" in answer.text
    assert 'lang="de"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/t/nowhere",
        "/t/nowhere/events",
        "/join/nothing",
        "/rules/chess",
        "/new/chess",
        "/nowhere",
        "/games/pyramido/rules.py",
        "/static/../app.py",
        "/language/xx",
    ],
)
def test_addresses_that_lead_nowhere_are_a_404_in_words(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "de"})
    assert answer.status_code == 404
    assert "Hier geht es nicht weiter" in answer.text


def test_an_option_of_the_form_reaches_the_match(client: TestClient) -> None:
    path = sit_down(client, **{"option-quiet_limit": "7"})
    seen = client.get(path.replace("/t/", "/api/v1/tables/")).json()
    assert seen["view"]["quiet_limit"] == 7


def test_every_answer_has_the_headers_that_protect(client: TestClient) -> None:
    for path in ("/", "/nowhere", "/api/v1/games", "/static/table.js"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy


def test_no_page_has_inline_script_or_style_or_another_host(client: TestClient) -> None:
    table = sit_down(client)
    for path in ("/", "/new/pyramido", "/rules/pyramido", table):
        page = client.get(path).text
        assert not re.search(r"\sstyle=|\son\w+=|<style", page)
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page)
        for script in re.findall(r"<script[^>]*>", page):
            assert "src=" in script or "application/json" in script


def test_names_are_escaped_and_cut(client: TestClient) -> None:
    path = sit_down(client, **{"name-0": "<b>{0}Ann</b>" + "x" * 90})
    page = client.get(path).text
    assert "<b>{0}Ann" not in page
    assert "&lt;b&gt;{0}Ann" in page
    assert "x" * 30 not in page


def test_a_seat_by_link_is_taken_with_a_name_and_the_address_is_clean(client: TestClient) -> None:
    path = sit_down(client, **{"seat-1": "link"})
    id = path.removeprefix("/t/")
    link = client.post(f"/api/v1/tables/{id}/seats/1/link").json()["path"]
    host = dict(client.cookies)
    client.cookies.clear()
    assert client.get(link).status_code == 200
    assert client.get(f"/api/v1/tables/{id}").json()["yours"] == []  # looking is not taking
    joined = client.post(link, data={"name": "Ann"})
    assert (joined.status_code, joined.headers["location"]) == (303, path)
    cookie = joined.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert client.get(f"/api/v1/tables/{id}").json()["yours"] == [1]
    # the one who set it up no longer gets links to the seat that is taken
    client.cookies.clear()
    client.cookies.update(host)
    assert client.post(f"/api/v1/tables/{id}/seats/1/link").status_code == 403


def test_only_holders_get_links(client: TestClient) -> None:
    made = set_up(client)
    link = f"/api/v1/tables/{made['id']}/seats/0/link"
    assert client.post(link).status_code == 403
    assert client.post(link, headers=bearer(made, 1)).status_code == 403
    assert client.post(link, headers=bearer(made, 0)).status_code == 200
    beyond = link.replace("seats/0", "seats/9")
    assert client.post(beyond, headers=bearer(made, 0)).status_code == 403


def test_a_spectator_sees_the_board_and_no_moves(client: TestClient) -> None:
    made = set_up(client)
    move(client, made, 0, "a4")
    page = client.get(made["url"]).text
    assert "Seat 1 places on a4" in page
    assert '"moves": []' in page


def test_a_switch_leads_back_and_never_to_another_host(client: TestClient) -> None:
    for back, where in [("/rules/pyramido", "/rules/pyramido"), ("//evil.example", "/"),
                        ("https://evil.example", "/"), ("/\\evil.example", "/")]:  # fmt: skip
        answer = client.get("/language/de", params={"back": back})
        assert answer.headers["location"] == where
    assert 'lang="de"' in client.get("/").text
    client.get("/theme/dark")
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize(
    ("path", "where"),
    [("/play/pharao", "/new/pharao"), ("/t/nowhere/again", "/t/nowhere"),
     ("/replay/nowhere/analysis", "/replay/nowhere")],
)  # fmt: skip
def test_the_switches_on_the_page_of_a_refused_form_lead_to_a_page(
    client: TestClient, path: str, where: str
) -> None:
    refused = client.post(path, data={"players": "9"})
    assert 400 <= refused.status_code < 500
    switch = re.search(r'href="(/language/de[^"]*)"', refused.text)
    assert switch
    back = client.get(switch[1]).headers["location"]
    assert back == path
    assert client.get(back).headers["location"] == where


def test_a_refused_change_of_the_table_changes_nothing(client: TestClient) -> None:
    made = set_up(client)
    before = look(client, made, 0)
    for path in ("undo", "moves", "why", "hint", "seats/1/link"):
        client.post(f"/api/v1/tables/{made['id']}/{path}", json={"number": 5, "move": "z"})
    assert look(client, made, 0) == before
