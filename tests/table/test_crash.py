"""Servers are killed while people play: nothing acknowledged is lost. The long form is a command.

.venv/bin/python -m tools.crash --help
"""

import threading
import time
from pathlib import Path

from pyramidion.table.writer import Append, Writer
from tests.table.postgres import Postgres
from tools.crash import LEAST, Plan, crash
from tools.crash_server import serve


def short(database: str, servers: int) -> Plan:
    return Plan(database, servers, matches=40, clients=8, seconds=3.0, pause=(0.3, 0.8))


def test_servers_on_one_postgresql_lose_nothing_when_they_are_killed(postgres: Postgres) -> None:
    outcome = crash(short(postgres.database(), servers=2))
    assert outcome.problems == []
    assert outcome.kills >= LEAST
    assert len(outcome.acknowledged) > 10


def test_a_server_on_sqlite_loses_nothing_when_it_is_killed(tmp_path: Path) -> None:
    outcome = crash(short(f"sqlite:///{tmp_path / 'table.sqlite3'}", servers=1))
    assert outcome.problems == []
    assert outcome.kills >= LEAST
    assert len(outcome.acknowledged) > 10


def serve_hastily(port: int, database: str) -> None:
    """A server that answers before anything is kept."""
    keep = Writer.append

    def later(writer: Writer, append: Append) -> None:
        time.sleep(0.1)
        keep(writer, append)

    def hasty(writer: Writer, append: Append) -> None:
        threading.Thread(target=later, args=(writer, append), daemon=True).start()

    Writer.append = hasty  # type: ignore[assignment, method-assign]
    serve(port, database)


def test_a_server_that_answers_before_it_keeps_is_found_out(tmp_path: Path) -> None:
    plan = short(f"sqlite:///{tmp_path / 'table.sqlite3'}", servers=1)
    outcome = crash(plan, serve_hastily)
    assert any("was acknowledged as number" in problem for problem in outcome.problems)
