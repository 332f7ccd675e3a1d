"""Forms, query strings and headers as no page of ours sends them: no 5xx, on both databases."""

import json
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pyramidion.games import catalogue
from pyramidion.table.app import create_app
from tests.table.helpers import Json, set_up
from tests.table.live import settings_for
from tests.table.postgres import Postgres
from tests.table.test_replay import play_out

EXAMPLES = 40
SHORT = hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # what fails is small enough already
    suppress_health_check=list(HealthCheck),
)

ODD = st.sampled_from(
    ["", "²", "٣", "𝟛", "①", "-1", "+1", "1_0", " 2", "2\n", "1e3", "1e999", "NaN", "Infinity",
     "true", "null", "0x2", "9" * 30, "9" * 5000, "[" * 1100, '{"a":' * 1100, '"\\ud800"',
     "\0", "\ud800", "\ufeff2", "%", "%zz", "{}", "[]", '"', "on", "off", "2", "3"]
)  # fmt: skip
TEXT = ODD | st.text(max_size=12)
SEAT = st.sampled_from(["here", "link", "bot-1", "bot-5"]) | TEXT.map(lambda odd: f"bot-{odd}")
CLOCK = st.sampled_from(["move 30", "game 5+3", "days 2"]) | TEXT.map(lambda odd: f"move {odd}")
OPTIONS = [f"option-{name}" for key in catalogue.names() for name in catalogue.face(key).options]
GAME = st.sampled_from(catalogue.names()) | TEXT.map(lambda odd: quote(odd, "", errors="replace"))


def fields(**known: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    """A form with some of these fields, mostly as they should be, and whatever else."""
    odd = {name: st.one_of(good, TEXT) for name, good in known.items()}
    return st.tuples(
        st.fixed_dictionaries({}, optional=odd), st.dictionaries(TEXT, TEXT, max_size=2)
    ).map(lambda both: {**both[1], **both[0]})


def encoded(pairs: dict[str, str]) -> str:
    """As a browser sends it; lone surrogates too, which none does."""

    def one(text: str) -> str:
        return quote_plus(text.encode("utf-8", "surrogatepass"))

    return "&".join(f"{one(name)}={one(value)}" for name, value in pairs.items())


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def guest(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'table.sqlite3'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        database = server.database()
    app = create_app(settings_for(database))
    with TestClient(app, raise_server_exceptions=False, follow_redirects=False) as client:
        client.headers["Origin"] = "http://testserver"
        yield client


@pytest.fixture(scope="module")
def over(guest: TestClient) -> Json:
    """A table whose game is over."""
    made = set_up(guest, quiet_limit=4)
    play_out(guest, made)
    return made


JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def post(client: TestClient, path: str, body: str | bytes) -> None:
    answer = client.post(path, content=body, headers=FORM)
    assert answer.status_code < 500, (path, body, answer.text)


def get(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code < 500, (path, answer.text)


@pytest.mark.parametrize("odd", ["²", "٣", "9" * 5000, "", "-1"])
def test_a_bots_level_that_is_no_level_is_refused_in_words(guest: TestClient, odd: str) -> None:
    form = {"players": "2", "seat-0": "here", "seat-1": f"bot-{odd}"}
    answer = guest.post("/new/pyramido", data=form)
    assert answer.status_code == 400
    assert "<main" in answer.text


ADDRESSES = [
    "/", "/new/pyramido", "/new/{odd}", "/rules/pyramido", "/rules/{odd}", "{url}", "{url}/since",
    "/t/{odd}", "/t/{odd}/since", "/t/{odd}/events", "/join/{odd}", "/replay", "/replay/{id}",
    "/replay/{id}/position", "/replay/{odd}", "/replay/record-{odd}",
    "/replay/record-{odd}/position", "/language/de", "/language/{odd}", "/theme/{odd}",
    "/games/pyramido/{odd}", "/games/{odd}/board.css", "/static/{odd}", "/api/v1/tables/{odd}",
    "/api/v1/tables/{id}", "/api/v1/replays/record-{odd}/record", "/api/v1/replays/{id}/analysis",
    "/api/v1/tables/{id}/chat", "/api/v1/tables/{odd}/link",
]  # fmt: skip


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("odd", ["%00", "%ED%A0%80", "%C2%B2", "a" * 5000, "..%2f"])
def test_an_address_with_odd_signs(guest: TestClient, over: Json, path: str, odd: str) -> None:
    get(guest, path.format(odd=odd, **over))


@pytest.mark.parametrize("origin", ["http://[", "//[::1", "null", "", "²"])
def test_an_origin_that_is_none_is_foreign(guest: TestClient, origin: str) -> None:
    answer = guest.post("/join/x", headers=[(b"origin", origin.encode())])
    assert answer.status_code == 403


PLAYERS = st.sampled_from(["2", "3", "4"])
SEATS = {f"seat-{n}": SEAT for n in range(3)} | {f"name-{n}": TEXT for n in range(3)}
NEW = fields(
    players=PLAYERS, clock=CLOCK, chat=st.just("on"), **SEATS, **dict.fromkeys(OPTIONS, TEXT)
)


@given(game=GAME, form=NEW)
@SHORT
def test_any_form_for_a_new_table(guest: TestClient, game: str, form: dict[str, str]) -> None:
    post(guest, f"/new/{game}", encoded(form))


@given(game=GAME, form=fields(players=PLAYERS, level=st.sampled_from("12345")))
@SHORT
def test_any_form_to_play_at_once(guest: TestClient, game: str, form: dict[str, str]) -> None:
    post(guest, f"/play/{game}", encoded(form))


@given(option=st.sampled_from(OPTIONS), value=TEXT)
@SHORT
def test_any_value_of_an_option(guest: TestClient, option: str, value: str) -> None:
    for key in catalogue.names():
        if option.removeprefix("option-") in catalogue.face(key).options:
            players = catalogue.face(key).players[0]
            seats = {f"seat-{n}": "here" for n in range(players)}
            post(guest, f"/new/{key}", encoded({"players": str(players), **seats, option: value}))


@given(name=TEXT)
@SHORT
def test_any_name(guest: TestClient, name: str) -> None:
    made = set_up(guest)
    post(guest, f"/join/{made['tokens']['0']}", encoded({"name": name}))
    get(guest, made["url"])


@given(form=fields(record=TEXT))
@SHORT
def test_any_record(guest: TestClient, form: dict[str, str]) -> None:
    post(guest, "/replay", encoded(form))


PATHS = st.sampled_from(
    ["/play/pyramido", "/new/pyramido", "/join/x", "/replay", "/t/x/again", "/replay/x/analysis"]
)


@given(path=PATHS, body=st.binary(max_size=60))
@SHORT
def test_any_body(guest: TestClient, path: str, body: bytes) -> None:
    post(guest, path, body)


QUERY = fields(
    players=PLAYERS, number=st.just("0"), ready=st.just("1"), at=st.just("1"), seat=st.just("0"),
    back=st.just("/"), after=st.just("0"), **{"as": st.just("1")},
)  # fmt: skip


@given(path=st.sampled_from(ADDRESSES), odd=TEXT, query=QUERY)
@SHORT
def test_any_address(
    guest: TestClient, over: Json, path: str, odd: str, query: dict[str, str]
) -> None:
    odd = quote_plus(odd.encode("utf-8", "surrogatepass"))
    get(guest, f"{path.format(odd=odd, **over)}?{encoded(query)}")


HEADERS = st.sampled_from(
    ["cookie", "authorization", "accept-language", "last-event-id", "content-length", "origin",
     "host", "sec-fetch-site", "content-type", "x-forwarded-for"]
)  # fmt: skip
VALUES = st.one_of(
    ODD.map(lambda odd: odd.strip("\n\0").encode("utf-8", "surrogatepass")),
    st.sampled_from([b"\xb2", b"Bearer", b"Bearer \xff", b"pyramidion=\xb2; language=\xb2",
                     b"http://[", b"//[::1", b"https://\xff", b"de;q=\xb2, en;q=9"]),
    st.binary(max_size=20).map(lambda raw: bytes(b for b in raw if b >= 32 and b != 127)),
)  # fmt: skip


@given(name=HEADERS, value=VALUES)
@SHORT
def test_any_header(guest: TestClient, over: Json, name: str, value: bytes) -> None:
    for method, path, body in (
        ("GET", over["url"], b""),
        ("POST", "/join/x", b"name=x"),
        ("POST", f"/api/v1/tables/{over['id']}/moves", b'{"move": "a1", "number": 0}'),
    ):
        answer = guest.request(method, path, headers=[(name.encode(), value)], content=body)
        assert answer.status_code < 500, (method, path, name, value, answer.text)


TEXTS = st.sampled_from(["\0", "\ud800", "²", "x" * 30, "{0}", "%s"])


@given(odd=TEXTS, other=TEXTS)
@SHORT
def test_any_text_in_the_api(guest: TestClient, over: Json, odd: str, other: str) -> None:
    """Signs that a database or an answer cannot hold."""
    made = set_up(guest)
    base, bearer = f"/api/v1/tables/{made['id']}", f"Bearer {made['tokens']['0']}"
    seat = {"kind": "person", "name": odd}
    bodies: dict[str, dict[str, object]] = {
        "/api/v1/tables": {"game": "pyramido", "seats": [seat, seat], "clock": other},
        "/api/v1/tables/": {"game": odd, "seats": [seat]},
        f"{base}/moves": {"move": odd, "number": 0},
        f"{base}/why": {"keys": [odd, other]},
        f"{base}/gather": {"keys": [odd, other]},
        f"{base}/chat": {"said": f"x{odd}"},
        "/api/v1/replays": {"game": odd, "moves": [other], "options": {odd: other}},
    }
    for path, body in bodies.items():
        for more in ({}, {odd: other}):
            headers = {"Authorization": bearer, **JSON}
            text = json.dumps({**body, **more})
            answer = guest.post(path.rstrip("/"), content=text, headers=headers)
            assert answer.status_code < 500, (path, text, answer.text)
    options = {"game": "pyramido", "seats": [seat, seat], "options": {odd: other}}
    answer = guest.post("/api/v1/tables", content=json.dumps(options), headers=JSON)
    assert answer.status_code < 500, (options, answer.text)
    assert guest.get(f"{base}/chat").status_code == 200
