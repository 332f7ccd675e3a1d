"""What whoever runs the table can choose, and what happens behind a proxy."""

import argparse
from dataclasses import fields
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from pyramidion.cli.main import main
from pyramidion.table.app import create_app
from pyramidion.table.settings import (
    BadSetting,
    Settings,
    add_flags,
    environment_name,
    flag_name,
    read_settings,
    unknown_names,
)
from tests.table.helpers import bearer, set_up
from tests.table.live import serving, settings

SETTINGS = fields(Settings)


def parsed(*typed: str) -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return vars(parser.parse_args(typed))


def test_a_flag_wins_over_the_environment_and_both_over_the_default() -> None:
    environment = {"PYRAMIDION_ROOMS": "7", "PYRAMIDION_PREPARE": "off", "PYRAMIDION_PORT": ""}
    chosen = read_settings(parsed("--rooms", "9", "--no-browser"), environment)
    assert chosen.rooms == 9
    assert not chosen.prepare
    assert not chosen.browser
    assert chosen.port is None
    assert read_settings(parsed(), environment).rooms == 7
    assert read_settings(parsed(), {}) == Settings()


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("address", "https://Games.example/", "https://games.example"),
        ("proxies", "127.0.0.1, 10.0.0.0/8", ("127.0.0.1/32", "10.0.0.0/8")),
        ("metrics", "[::1]:9321", ("::1", 9321)),
        ("metrics", "off", None),
        ("changes_per_second", "1e9", 1e9),
        ("database", "postgresql://me@there/x", "postgresql://me@there/x"),
    ],
)
def test_what_is_read(name: str, typed: str, value: object) -> None:
    assert getattr(read_settings({name: typed}, {}), name) == value


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("port", "99999"), ("port", "-1"), ("port", "http"), ("address", "games.example"),
        ("address", "https://games.example/sub"), ("proxies", "everybody"), ("log", "xml"),
        ("log_level", "loud"), ("metrics", "9321"), ("grace", "-1"), ("grace", "inf"),
        ("grace", "nan"), ("body_limit", "0"), ("prepare", "maybe"), ("database", "mysql://x"),
        ("bot_threads", "0"), ("rooms", "1.5"),
    ],
)  # fmt: skip
def test_a_wrong_value_says_where_it_is_and_what_is_allowed(name: str, typed: str) -> None:
    one = next(one for one in SETTINGS if one.name == name)
    with pytest.raises(ValueError, match=r"\S") as allowed:
        one.metadata["read"](typed)
    for flags, environment, where in (
        ({name: typed}, {}, flag_name(one)),
        ({}, {environment_name(one): typed}, environment_name(one)),
    ):
        with pytest.raises(BadSetting) as refused:
            read_settings(flags, environment)
        assert str(refused.value).startswith(f"{where} is {allowed.value}, not ")


def test_a_refused_database_does_not_show_its_password() -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings({"database": "mysql://me:hunter2@there/x"}, {})
    assert "hunter2" not in str(refused.value)


def test_the_command_says_it_too_and_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--port", "http"]) == 2
    assert "a whole number from 0 to 65535" in capsys.readouterr().err


def test_a_slip_of_the_keyboard_is_noticed() -> None:
    assert unknown_names({"PYRAMIDION_PROT": "1", "PYRAMIDION_PORT": "1", "PATH": ""}) == [
        "PYRAMIDION_PROT"
    ]


def test_help_explains_every_setting_with_default_and_environment(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["table", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for one in SETTINGS:
        about, shown = one.metadata["about"], one.metadata["shown"]
        assert f"{about} ({shown}; {environment_name(one)})" in told


def test_the_documentation_has_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "running.md").read_text()
    for one in SETTINGS:
        about, shown = one.metadata["about"], one.metadata["shown"]
        line = f"| `{flag_name(one)}` | `{environment_name(one)}` | {shown} | {about} |"
        assert line in page


def headers_of(proxies: tuple[str, ...], folder: Path) -> httpx2.Headers:
    """What a new browser gets that came by https to a proxy, which says so."""
    with serving(settings(folder, proxies=proxies)) as address:
        forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
        return httpx2.get(f"{address}/language/de", headers=forwarded).headers


def test_a_proxy_is_believed_if_it_was_named(tmp_path: Path) -> None:
    assert "; Secure" in headers_of(("127.0.0.1/32",), tmp_path)["set-cookie"]
    assert "; Secure" not in headers_of((), tmp_path)["set-cookie"]
    assert "; Secure" not in headers_of(("10.0.0.0/8",), tmp_path)["set-cookie"]


def test_limits_are_for_the_client_behind_the_proxy(tmp_path: Path) -> None:
    slow = {"changes_per_second": 0.01, "changes_at_once": 1, "proxies": ("127.0.0.1/32",)}
    with serving(settings(tmp_path, **slow)) as address:

        def post(client: str) -> int:
            forwarded = {"X-Forwarded-For": client}
            return httpx2.post(f"{address}/api/v1/tables", headers=forwarded, json={}).status_code

        assert [post("203.0.113.9"), post("203.0.113.9"), post("203.0.113.10")] == [400, 429, 400]
        # who sends such a header through the proxy gains nothing: the proxy's word is the last
        assert post("203.0.113.77, 203.0.113.9") == 429


def test_the_public_address_is_in_links_and_makes_cookies_secure(tmp_path: Path) -> None:
    with TestClient(
        create_app(settings(tmp_path, address="https://games.example")), follow_redirects=False
    ) as client:
        made = set_up(client)
        path = f"/api/v1/tables/{made['id']}/seats/0/link"
        link = client.post(path, headers=bearer(made, 0)).json()
        assert link["url"] == f"https://games.example{link['path']}"
        ours = client.post(path, headers={**bearer(made, 0), "Origin": "https://games.example"})
        assert ours.status_code == 200
        answer = client.get("/language/de")
        assert "; Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
