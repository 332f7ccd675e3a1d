"""Servers are killed while people play: nothing acknowledged is lost. The long form is a command.

.venv/bin/python -m tools.crash --help
"""

import concurrent.futures
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from pyramidion.table.storage import Storage
from pyramidion.table.writer import Append
from tests.table.postgres import Postgres
from tools.crash import LEAST, LEAST_MOVES, Client, Fleet, Plan, crash, set_up
from tools.crash_server import serve


def short(database: str, servers: int) -> Plan:
    return Plan(database, servers, matches=40, clients=8, seconds=3.0, pause=(0.3, 0.8))


def test_servers_on_one_postgresql_lose_nothing_when_they_are_killed(postgres: Postgres) -> None:
    outcome = crash(short(postgres.database(), servers=2))
    assert outcome.problems == []
    assert outcome.kills >= LEAST
    assert len(outcome.acknowledged) >= LEAST_MOVES


def test_a_server_on_sqlite_loses_nothing_when_it_is_killed(tmp_path: Path) -> None:
    outcome = crash(short(f"sqlite:///{tmp_path / 'table.sqlite3'}", servers=1))
    assert outcome.problems == []
    assert outcome.kills >= LEAST
    assert len(outcome.acknowledged) >= LEAST_MOVES


def test_of_many_at_two_processes_exactly_one_wins_each_number(postgres: Postgres) -> None:
    database = postgres.database()
    fleet = Fleet(2, database, serve)
    try:
        fleet.wait(2)
        (table,) = set_up(fleet.ports, Plan(database, matches=1, bot_share=0))
        for number in range(8):
            clients = [Client([port], [], 0) for port in fleet.ports * 6]
            body = {"move": f"a{number + 1}", "number": number}
            post = ("POST", f"/tables/{table['id']}/moves", table["tokens"][str(number % 2)], body)
            with concurrent.futures.ThreadPoolExecutor(len(clients)) as many:
                answers = list(many.map(lambda client, post=post: client.ask(*post), clients))
            for client in clients:
                client.close()
            said = sorted(answer.get("code", "won") for _, answer in answers)
            assert said == ["stale"] * (len(clients) - 1) + ["won"]
    finally:
        fleet.close()


def serve_hastily(port: int, database: str) -> None:
    """A server that answers before anything is kept."""
    keep, one = Storage._append, threading.Lock()

    def later(storage: Storage, appends: Sequence[Append]) -> None:
        time.sleep(0.1)
        with one:
            keep(storage, appends)

    def hasty(storage: Storage, appends: Sequence[Append]) -> None:
        threading.Thread(target=later, args=(storage, appends), daemon=True).start()

    Storage._append = hasty  # type: ignore[assignment, method-assign]
    serve(port, database)


def test_a_server_that_answers_before_it_keeps_is_found_out(tmp_path: Path) -> None:
    plan = short(f"sqlite:///{tmp_path / 'table.sqlite3'}", servers=1)
    outcome = crash(plan, serve_hastily)
    assert any("was acknowledged as number" in problem for problem in outcome.problems)
