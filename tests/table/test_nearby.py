"""Links for others in a home network, given out by somebody who plays at localhost."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pyramidion.table import nearby
from pyramidion.table.app import create_app
from tests.table.helpers import bearer, set_up
from tests.table.live import settings


def link(tmp_path: Path, at: str, **more: object) -> str:
    """The link to a seat, as somebody gets it who has this address in the browser."""
    with TestClient(create_app(settings(tmp_path, **more)), base_url=at) as client:
        client.headers["Origin"] = at
        made = set_up(client)
        path = f"/api/v1/tables/{made['id']}/seats/0/link"
        url: str = client.post(path, headers=bearer(made, 0)).json()["url"]
        return url


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearby, "own_address", lambda: "192.168.1.5")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_server_for_the_whole_network_gives_out_its_address_there(
    tmp_path: Path, host: str
) -> None:
    found = link(tmp_path, f"http://{host}:8321", host="0.0.0.0")
    assert found.startswith("http://192.168.1.5:8321/join/")


def test_a_server_for_this_machine_alone_gives_out_no_other(tmp_path: Path) -> None:
    assert link(tmp_path, "http://localhost:8321").startswith("http://localhost:8321/join/")


def test_an_address_that_others_know_stays(tmp_path: Path) -> None:
    found = link(tmp_path, "http://attic.local:8321", host="0.0.0.0")
    assert found.startswith("http://attic.local:8321/join/")
    said = link(tmp_path, "http://localhost", host="0.0.0.0", address="https://games.example")
    assert said.startswith("https://games.example/join/")


def test_without_a_network_there_is_only_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearby, "own_address", lambda: None)
    found = link(tmp_path, "http://localhost:8321", host="0.0.0.0")
    assert found.startswith("http://localhost:8321/join/")


@pytest.mark.parametrize("odd", ["http://localhost:x", "http://[localhost", "", "localhost"])
def test_what_is_no_address_is_left_alone(odd: str) -> None:
    assert nearby.for_others(odd, "0.0.0.0") == odd
