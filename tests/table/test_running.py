"""Whoever runs the server: health, readiness, metrics, the log, and a quiet end."""

import gc
import json
import logging
import re
import threading
import time
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from pyramidion.table.app import create_app
from pyramidion.table.logs import JsonLines, Readable
from pyramidion.table.prepare import Preparation
from tests.table.helpers import move, set_up
from tests.table.live import settings
from tests.table.process import Running, free_port, running


def test_ready_says_what_is_missing(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "fine"}
    assert client.get("/ready").json() == {"ready": True, "missing": {}}
    tables = client.app.state.tables  # type: ignore[attr-defined]
    tables.preparation.games = ["pyramido"]
    tables.leaving.set()
    answer = client.get("/ready")
    assert answer.status_code == 503
    assert answer.json()["missing"] == {
        "shutdown": "the server is ending",
        "preparation": "0 of 1 games are compiled",
    }
    assert client.get("/health").status_code == 200


def test_what_is_there_when_games_are_prepared_is_not_searched_for_garbage_again() -> None:
    before, preparation = gc.get_freeze_count(), Preparation(["pyramido"])
    preparation.start()
    assert preparation.wait("pyramido", 120)
    deadline = time.monotonic() + 20
    while gc.get_freeze_count() <= before and time.monotonic() < deadline:
        time.sleep(0.01)
    kept = gc.get_freeze_count()
    gc.unfreeze()
    assert kept > before


def test_ready_notices_a_database_that_is_gone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tables = client.app.state.tables  # type: ignore[attr-defined]
    gone = tmp_path.rename(tmp_path.with_name("gone"))
    tables.storage.engine.dispose()  # now no new connection can be made
    answer = client.get("/ready")
    gone.rename(tmp_path)
    assert (answer.status_code, answer.json()["missing"]) == (
        503,
        {"database": "OperationalError"},
    )


def play(server: Running) -> list[str]:
    """Two browsers and a program at a table with a bot; every secret that was used."""
    same = {"Origin": server.address}
    with (
        httpx2.Client(base_url=server.address, headers=same, timeout=60) as first,
        httpx2.Client(base_url=server.address, headers=same, timeout=60) as second,
    ):
        return _play(server, first, second)


def _play(server: Running, first: httpx2.Client, second: httpx2.Client) -> list[str]:
    form = {"players": "2", "seat-0": "here", "seat-1": "link", "name-0": "Nofretete"}
    made = first.post("/new/pyramido", data=form)
    table = made.headers["location"].rpartition("/")[2]
    link = first.post(f"/api/v1/tables/{table}/seats/1/link").json()["path"]
    assert second.get(link).status_code == 200
    assert second.post(link, data={"name": "Echnaton"}).status_code == 303
    assert second.get(f"{link}x").status_code == 404
    path = f"/api/v1/tables/{table}/moves"
    assert first.post(path, json={"move": "a1", "number": 0}).status_code == 200
    assert second.post(path, json={"move": "a2", "number": 1}).status_code == 200
    assert first.post(path, json={"move": "b1", "number": 2}).status_code == 422
    assert first.post(path, json={"move": "a1", "number": 0}).status_code == 409
    seats = [{"kind": "person"}, {"kind": "bot", "level": 1}]
    program = httpx2.post(
        f"{server.address}/api/v1/tables", json={"game": "pyramido", "seats": seats}
    ).json()
    token = program["tokens"]["0"]
    bearer = {"Authorization": f"Bearer {token}"}
    to = f"{server.address}/api/v1/tables/{program['id']}"
    answer = httpx2.post(f"{to}/moves", json={"move": "a4", "number": 0}, headers=bearer)
    assert answer.status_code == 200
    deadline = time.monotonic() + 60
    while httpx2.get(to, headers=bearer).json()["number"] < 2:  # the bot answers
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert httpx2.get(f"{to}/legal?token={token}").status_code == 200  # where it does not belong
    cookies = [first.cookies["pyramidion"], second.cookies["pyramidion"]]
    link = link.rpartition("/")[2]
    return [table, program["id"], token, link, "Nofretete", "Echnaton", *cookies]


def test_neither_log_nor_metrics_have_a_secret(tmp_path: Path) -> None:
    port = free_port()
    environment = {
        "PYRAMIDION_LOG": "json",
        "PYRAMIDION_LOG_LEVEL": "debug",
        "PYRAMIDION_METRICS": f"127.0.0.1:{port}",
        "PYRAMIDION_PREPARE": "off",
        "PYRAMIDION_BOT_PAUSE": "0",
    }
    with running(tmp_path, **environment) as server:
        secrets = play(server)
        told = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
        assert httpx2.get(f"{server.address}/metrics").status_code == 404
        assert server.end() == 0
        log = server.log.read_text()
    for text in (log, told):
        assert [secret for secret in secrets if secret in text] == []
        assert "127.0.0.1" not in text
    assert "/join/{secret}" in log
    assert "/api/v1/tables/{id}/moves" in log
    lines = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "message", "request"} <= set(line) for line in lines)
    assert len({line["request"] for line in lines}) == len(lines)
    moves = 'pyramidion_requests_total{method="POST",route="/api/v1/tables/{id}/moves",status="%s"}'
    assert number(told, moves % 200) == 3
    assert number(told, moves % 409) == number(told, moves % 422) == 1
    assert number(told, "pyramidion_moves_total") == 4  # one is the bot's
    assert number(told, 'pyramidion_refused_total{code="stale"}') == 1
    assert number(told, "pyramidion_tables") == 2
    assert number(told, "pyramidion_thought_seconds_count") >= 1
    assert number(told, "pyramidion_commit_seconds_count") >= 1
    assert 'pyramidion_build_info{python="' in told


def number(told: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", told, re.MULTILINE)
    assert found, f"{name} is not in\n{told}"
    return float(found[1])


def test_the_readable_log_has_the_same_in_a_line() -> None:
    record = logging.makeLogRecord({"msg": "GET", "levelname": "INFO", "route": "/", "ms": 1.5})
    assert Readable("%(message)s%(tail)s").format(record) == "GET route=/ ms=1.5"
    told = json.loads(JsonLines().format(record))
    assert (told["message"], told["route"], told["ms"]) == ("GET", "/", 1.5)


def test_every_answer_has_an_id_of_its_own(client: TestClient) -> None:
    made = set_up(client)
    quick = move(client, made, 0, "a1", 0)
    slow = client.get("/")
    assert quick.headers["x-request-id"] != slow.headers["x-request-id"]


def test_being_asked_to_end_it_finishes_answers_hangs_up_and_leaves(tmp_path: Path) -> None:
    with running(tmp_path, "--drain", "1", "--no-prepare") as server:
        seats = [{"kind": "person"}, {"kind": "bot", "level": 5}]
        made = httpx2.post(
            f"{server.address}/api/v1/tables", json={"game": "pyramido", "seats": seats}
        ).json()
        path = f"{server.address}/api/v1/tables/{made['id']}"
        bearer = {"Authorization": f"Bearer {made['tokens']['0']}"}
        httpx2.post(f"{path}/hint", headers=bearer, timeout=120)  # all is compiled then
        heard: list[str] = []
        ended = threading.Event()

        def listen() -> None:
            with httpx2.stream("GET", f"{path}/events", timeout=60) as stream:
                heard.extend(stream.iter_lines())
            ended.set()

        threading.Thread(target=listen, daemon=True).start()
        hint: list[httpx2.Response] = []
        asking = threading.Thread(
            target=lambda: hint.append(httpx2.post(f"{path}/hint", headers=bearer, timeout=60))
        )
        asking.start()  # a bot thinks about this one
        time.sleep(0.3)
        begun = time.monotonic()
        server.process.terminate()
        while httpx2.get(f"{server.address}/ready").status_code == 200:
            assert time.monotonic() - begun < 1
        missing = httpx2.get(f"{server.address}/ready").json()["missing"]
        assert missing == {"shutdown": "the server is ending"}
        assert server.process.wait(15) == 0
        assert ended.wait(5)
        asking.join(5)
        assert hint[0].status_code == 200
        assert any(line.startswith("retry: ") for line in heard)
        assert server.log.read_text() == ""  # nothing to complain about


def test_hints_have_a_limit_of_their_own(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path, hints_per_minute=1.0))) as client:
        made = set_up(client)
        path = f"/api/v1/tables/{made['id']}/hint"
        bearer = {"Authorization": f"Bearer {made['tokens']['0']}"}
        assert client.post(path, headers=bearer).status_code == 200
        assert client.post(path, headers=bearer).json()["code"] == "too_many"
        assert move(client, made, 0, "a1", 0).status_code == 200
