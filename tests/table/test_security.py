"""What protects tables and people; docs/threat-model.md says against what."""

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from pyramidion.table.app import create_app
from pyramidion.table.guard import household
from pyramidion.table.schema import META
from tests.table.helpers import bearer, move, set_up
from tests.table.live import settings


def bits(secret: str) -> int:
    return 8 * len(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)))


def test_every_secret_has_at_least_128_bits_and_is_never_given_twice(client: TestClient) -> None:
    tables = [set_up(client) for _ in range(3)]
    links = [
        client.post(f"/api/v1/tables/{made['id']}/seats/0/link", headers=bearer(made, 0)).json()
        for made in tables
    ]
    found = [token for made in tables for token in made["tokens"].values()]
    found += [made["id"] for made in tables]  # what spectators have
    found += [link["path"].removeprefix("/join/") for link in links]
    client.post("/play/pyramido", data={})
    found.append(client.cookies["pyramidion"])
    assert all(bits(secret) >= 128 for secret in found)
    assert len(set(found)) == len(found)


def test_nothing_in_the_database_opens_a_seat(client: TestClient, tmp_path: Path) -> None:
    made = set_up(client)
    path = f"/api/v1/tables/{made['id']}/seats/0/link"
    link = client.post(path, headers=bearer(made, 0)).json()["path"].removeprefix("/join/")
    client.post(f"/join/{link}", data={"name": "x"})
    secrets = [*made["tokens"].values(), link, client.cookies["pyramidion"]]
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    with engine.connect() as c:
        kept = repr([c.execute(sa.select(table)).all() for table in META.sorted_tables])
    engine.dispose()
    assert made["id"] in kept
    assert [secret for secret in secrets if secret in kept] == []


PATHS = ["/", "/rules/pyramido", "/new/pyramido", "/nowhere", "/t/nowhere", "/join/nowhere"]
PATHS += ["/api/v1/games", "/api/v1/tables/nowhere", "/static/table.js", "/health", "/ready"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    check_headers(client.get(path).headers)


def test_the_short_way_and_refusals_have_the_headers_too(client: TestClient) -> None:
    made = set_up(client)
    for answer in (
        move(client, made, 0, "a1", 0),  # the short way
        move(client, made, 0, "a1", 0),  # stale
        client.post("/api/v1/tables", headers={"Origin": "https://evil.example"}),
        client.post("/api/v1/tables", content=b"x" * 100_000),
        client.request("PROPFIND", "/"),
    ):
        check_headers(answer.headers)
        assert answer.headers["cache-control"] == "no-store"


def check_headers(headers: httpx2.Headers) -> None:
    policy = headers["content-security-policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["form-action"] == "'self'"
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "strict-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"


class Inline(HTMLParser):
    """Finds what a strict policy would block, or would have to allow."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        data = given.get("type") == "application/json"  # never run
        if tag == "style" or (tag == "script" and not given.get("src") and not data):
            self.found.append(tag)
        self.found += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        for name in ("src", "href", "action"):
            value = given.get(name) or ""
            if re.match(r"(?i)\s*(javascript:|data:|https?:|//)", value):
                self.found.append(f"{tag} {name}={value}")


def test_the_short_way_is_no_way_around_the_guard(tmp_path: Path) -> None:
    """A move that is fine in every other respect: from another site, and too soon."""
    limited = settings(tmp_path, changes_per_second=0.001, changes_at_once=4)
    with TestClient(create_app(limited), headers={"Origin": "http://testserver"}) as client:
        made = set_up(client)
        address = f"/api/v1/tables/{made['id']}"
        for number, text in enumerate(("a4", "a5")):
            assert move(client, made, number, text, number).status_code == 200
        third = {"move": "a4-b4", "number": 2}
        for origin, status in (("http://elsewhere.example", 403), ("http://testserver", 200)):
            headers = {**bearer(made, 0), "Origin": origin}
            answer = client.post(f"{address}/moves", json=third, headers=headers)
            assert answer.status_code == status
        assert move(client, made, 1, "a5-b5", 3).status_code == 429
        assert client.get(address).json()["number"] == 3


def test_pages_can_be_asked_for_their_headers_alone(server: str) -> None:
    for path in PATHS:
        asked, got = httpx2.head(f"{server}{path}"), httpx2.get(f"{server}{path}")
        assert (asked.status_code, asked.content) == (got.status_code, b"")
        assert asked.headers["content-type"] == got.headers["content-type"]
        check_headers(asked.headers)


def test_no_page_has_anything_inline_or_from_another_host(client: TestClient) -> None:
    client.post("/play/jaguar", data={})
    made = set_up(client)
    link = client.post(f"/api/v1/tables/{made['id']}/seats/0/link", headers=bearer(made, 0))
    pages = ["/", "/new/pharao", "/rules/jaguar", "/nowhere", f"/t/{made['id']}"]
    for path in [*pages, link.json()["path"]]:
        looking = Inline()
        looking.feed(client.get(path).text)
        assert looking.found == [], path


def test_cookies_are_for_our_own_pages_only(client: TestClient) -> None:
    set_cookie = client.post("/play/pyramido", data={}).headers["set-cookie"]
    parts = {part.strip().lower() for part in set_cookie.split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert not any(part.startswith("domain") for part in parts)


def test_private_pages_are_kept_by_no_cache(client: TestClient) -> None:
    made = set_up(client)
    for path in ("/", f"/t/{made['id']}", f"/api/v1/tables/{made['id']}"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_a_script_is_asked_for_again_only_when_it_is_new(client: TestClient) -> None:
    first = client.get("/static/table.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/table.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_whole_ipv6_network_is_one_client() -> None:
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2:ffff::1")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::ffff:203.0.113.9") == household("203.0.113.9") == "203.0.113.9"
    assert household("testclient") == "testclient"


def test_an_ipv6_neighbour_shares_the_limit(tmp_path: Path) -> None:
    slow = settings(tmp_path, changes_per_second=0.01, changes_at_once=1)
    app = create_app(slow)
    answers = []
    for host in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
        with TestClient(app, client=(host, 1)) as client:
            answers.append(client.post("/api/v1/tables", json={}).status_code)
    assert answers == [400, 429, 400]


def test_tables_have_a_limit_of_their_own(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path, tables_per_minute=2.0))) as client:
        wanted = {"game": "pyramido", "seats": [{"kind": "person"}] * 2}
        found = [client.post("/api/v1/tables", json=wanted).status_code for _ in range(3)]
    assert found == [201, 201, 429]


def test_what_holds_a_secret_is_never_compressed_with_what_a_stranger_sends(
    client: TestClient,
) -> None:
    """Sizes would tell: so a new secret is made for each answer, and pages hold none (BREACH)."""
    made = set_up(client)
    client.post("/play/pyramido", data={})
    cookie = client.cookies["pyramidion"]
    for path in ("/", f"/t/{made['id']}", "/new/pyramido"):
        page = client.get(path, headers=bearer(made, 0)).text
        assert cookie not in page
        assert made["tokens"]["0"] not in page
    path = f"/api/v1/tables/{made['id']}/seats/0/link"
    first, second = (client.post(path, headers=bearer(made, 0)).json() for _ in range(2))
    assert first["path"] != second["path"]
