"""Whatever is sent: no 5xx, an answer as documented, and a refused call changes nothing."""

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
import schemathesis
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis.checks import (
    CHECKS,
    load_all_checks,
    not_a_server_error,
)

import pyramidion
from pyramidion.errors import PyramidionError
from pyramidion.table.app import create_app
from pyramidion.table.schema import META
from pyramidion.table.settings import Settings
from tests.table.live import serving, settings

load_all_checks()
DOCUMENTED = [
    not_a_server_error,
    *CHECKS.get_by_names(
        [
            "status_code_conformance",
            "content_type_conformance",
            "response_headers_conformance",
            "response_schema_conformance",
            "allow_header_conformance",
        ]
    ),
]
EXAMPLES = 12  # of each operation, twice
PLAIN = hypothesis_settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],  # what fails is small enough already
    suppress_health_check=list(HealthCheck),
)
described = schemathesis.openapi.from_dict(create_app(Settings("sqlite://")).openapi())
schema = described.exclude(path_regex="/events$")  # never ends


@dataclass
class Target:
    """A server with one table of two programs, and its database."""

    client: httpx2.Client
    address: str
    engine: sa.Engine
    table: dict[str, Any]

    def rows(self) -> str:
        """A fingerprint of everything that is kept, when no bot is about to move."""
        address = f"{self.address}/api/v1/tables/{self.table['id']}"
        while (seen := self.client.get(address).json())["view"]["actor"] is not None:
            if not seen["seats"][seen["view"]["actor"]]["stand_in"]:
                break
            time.sleep(0.01)
        digest = hashlib.sha256()
        with self.engine.connect() as c:
            for table in META.sorted_tables:
                for row in c.execute(sa.select(table).order_by(*table.primary_key)):
                    digest.update(repr(tuple(row)).encode())
        return digest.hexdigest()


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("fuzz")
    chosen = settings(folder)
    with serving(chosen) as address, httpx2.Client() as client:
        seats = [{"kind": "person"}, {"kind": "person"}]
        wanted = {"game": "pyramido", "seats": seats}
        made = client.post(f"{address}/api/v1/tables", json=wanted).json()
        engine = sa.create_engine(chosen.database)
        yield Target(client, address, engine, made)
        engine.dispose()


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@schema.parametrize()
@PLAIN
def test_the_api_answers_as_documented(case: Any, known: bool, target: Target) -> None:
    headers = {}
    if known:
        headers = {"Authorization": f"Bearer {target.table['tokens']['0']}"}
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = target.table["id"]
    before = target.rows()
    response = case.call(base_url=target.address, headers=headers)
    case.validate_response(response, checks=DOCUMENTED)
    if response.status_code >= 400:
        assert target.rows() == before


def test_the_fuzzing_reaches_the_game(target: Target) -> None:
    """The fingerprint can differ: else nothing above would mean anything."""
    before = target.rows()
    answer = target.client.post(
        f"{target.address}/api/v1/tables/{target.table['id']}/seats/0/link",
        headers={"Authorization": f"Bearer {target.table['tokens']['0']}"},
    )
    assert answer.status_code == 200
    assert target.rows() != before


LINKS = st.one_of(
    st.text(min_size=1, max_size=60)
    .filter(lambda text: text not in (".", ".."))
    .map(lambda text: quote(text, safe="")),
    st.text("ABCabc012-_", min_size=40, max_size=50),
    st.binary(min_size=1, max_size=30).map(lambda raw: "".join(f"%{b:02x}" for b in raw)),
    st.sampled_from(
        ["..%2f", "%2e%2e%2f", "%00", "a" * 5000, "%7Bsecret%7D", "%27%20OR%201=1%20--"]
    ),
)


@given(link=LINKS)
@hypothesis_settings(PLAIN, max_examples=25)
def test_a_wrong_link_is_a_page_in_words(link: str, target: Target) -> None:
    before = target.rows()
    for method, where in (
        ("GET", f"join/{link}"),
        ("POST", f"join/{link}"),
        ("GET", f"t/{link}"),
        ("GET", f"t/{link}/events"),
        ("POST", f"t/{link}/again"),
    ):
        answer = target.client.request(method, f"{target.address}/{where}")
        assert 400 <= answer.status_code < 500, answer.text
        assert "<main" in answer.text
    assert target.rows() == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
MOVES = st.lists(
    st.sampled_from(["a1", "a2", "a1-b1", "b1", "<0", "*x", ""]) | st.text(max_size=6) | JSON,
    max_size=8,
)
RECORDS = st.dictionaries(st.text(max_size=8), JSON) | st.fixed_dictionaries(
    {},
    optional={
        "format": st.sampled_from([1, 2, "1", None]),
        "game": st.sampled_from(["pyramido", "jaguar", "pharao", "chess", 3]),
        "players": st.sampled_from([2, 3, 0, -1, "2", None, 2.0, True]),
        "options": st.sampled_from([{}, {"quiet_limit": 4}, {"x": 1}, [], None]),
        "moves": MOVES | JSON,
        "result": st.sampled_from([None, ["1", "0"], "1"]),
        "version": st.sampled_from([1, 9, "x"]),
    },
)


def outcome(source: Any) -> str:
    """Why it is refused; nothing if it is read and comes out the same."""
    try:
        match = pyramidion.load(source)
    except PyramidionError as error:
        return str(error)
    assert pyramidion.load(match.record()).record() == match.record()
    return ""


@given(record=RECORDS)
@hypothesis_settings(PLAIN, max_examples=150)
def test_a_broken_record_is_refused_in_words(record: dict[str, Any]) -> None:
    if record.get("game") not in ("pyramido", "jaguar", "pharao"):
        assert outcome(record)
    else:
        outcome(record)


@given(
    content=st.binary(max_size=40) | (JSON | RECORDS).map(lambda data: json.dumps(data).encode())
)
@hypothesis_settings(PLAIN, max_examples=100)
def test_a_broken_file_is_refused_in_words(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    outcome(path)


def test_a_good_record_is_read() -> None:
    """So that the two above are not refused for a reason that all have."""
    match = pyramidion.new("pyramido")
    match.play("a1")
    assert outcome(match.record()) == ""
