"""Kill servers while people play, and see that nothing is lost.

    .venv/bin/python -m tools.crash [--seconds 60] [--servers 4] [--matches 300] [--seed 1]
                                    [--clients 16] [--database sqlite|postgresql|ADDRESS]

Real server processes share a PostgreSQL of their own (or one works on an SQLite file). Many
clients play hundreds of matches through the JSON API, at any server, several of them at the
same matches without agreeing. Meanwhile servers are killed with SIGKILL at random moments
and started again. At the end: every move that was acknowledged is in the log, exactly once
and where it was said to be; no number was given to two; every log replays by the rules.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError
from pyramidion.match import Match
from pyramidion.table.prepare import exercise
from pyramidion.table.rooms import replayed
from pyramidion.table.storage import Storage
from tests.table.postgres import running
from tools.crash_server import BOTS, OPEN, serve

TIMEOUT = 20.0  # seconds a client waits for an answer
PATIENCE = 120.0  # seconds until a server must have started
LEAST, LEAST_MOVES = 3, 20  # kills, and moves acknowledged, however slow the machine is
Serve = Callable[[int, str], None]


@dataclass(frozen=True)
class Plan:
    """What is to happen."""

    database: str
    servers: int = 4
    matches: int = 300
    clients: int = 16
    seconds: float = 60.0
    seed: int = 1
    bot_share: float = 0.1  # of the matches have a bot
    pause: tuple[float, float] = (0.2, 1.5)  # between two kills


@dataclass(frozen=True)
class Acknowledged:
    """A server said: this is done."""

    match: str
    number: int  # of the entry
    entry: str
    after: int  # how many entries there were then


@dataclass
class Outcome:
    """What happened, and what is wrong with it."""

    matches: int = 0
    kills: int = 0
    entries: int = 0
    acknowledged: list[Acknowledged] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        said = ", ".join(f"{n} {what}" for what, n in sorted(self.answers.items()))
        return (
            f"{self.matches} matches, {len(self.acknowledged)} moves acknowledged, "
            f"{self.entries} entries in the logs, {self.kills} servers killed ({said})"
        )


# The servers


class Fleet:
    """The servers. A process that has loaded everything already makes them, in no time."""

    def __init__(self, count: int, database: str, serve: Serve) -> None:
        self._make = multiprocessing.get_context("forkserver")
        self._make.set_forkserver_preload(["tools.warm", serve.__module__])
        self._database, self._serve = database, serve
        self.ports = [_free_port() for _ in range(count)]
        self._processes: list[BaseProcess] = [self._start(port) for port in self.ports]

    def _start(self, port: int) -> BaseProcess:
        process = self._make.Process(target=self._serve, args=(port, self._database), daemon=True)
        process.start()
        return process

    def wait(self, count: int) -> None:
        """Until so many answer."""
        deadline = time.monotonic() + PATIENCE
        while len(self.up) < count:
            if time.monotonic() > deadline:
                raise RuntimeError("a server did not start")
            time.sleep(0.02)

    @property
    def up(self) -> list[int]:
        """The servers that answer now."""
        return [n for n, port in enumerate(self.ports) if _answers(port)]

    def kill(self, n: int) -> None:
        """As a power cut would, for this process."""
        process = self._processes[n]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()

    def restart(self, n: int) -> None:
        """Once more at the same port."""
        self._processes[n] = self._start(self.ports[n])

    def close(self) -> None:
        """No server is left."""
        for n, process in enumerate(self._processes):
            if process.is_alive():
                self.kill(n)


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


# The clients


class Unknown(Exception):
    """No answer: what was asked for may have been done, or not."""


class Client:
    """Plays at all matches, through any server, and notes what was acknowledged."""

    def __init__(self, ports: list[int], tables: list[dict[str, Any]], seed: int) -> None:
        self._ports, self._tables = ports, tables
        self._chooser = random.Random(seed)
        self._lines: dict[int, http.client.HTTPConnection] = {}
        self._known: dict[str, tuple[int, Match]] = {}  # entries seen, and the match then
        self.acknowledged: list[Acknowledged] = []
        self.answers: Counter[str] = Counter()

    def run(self, over: threading.Event) -> None:
        """Play until it is over."""
        try:
            while not over.is_set():
                table = self._chooser.choice(self._tables)
                try:
                    self._play(table)
                except Unknown:
                    self.answers["without an answer"] += 1
                    self._known.pop(table["id"], None)
                    over.wait(0.01)
        finally:
            self.close()

    def _play(self, table: dict[str, Any]) -> None:
        if table["game"] == OPEN:
            self._play_open(table)
        else:
            self._play_hidden(table)

    def close(self) -> None:
        """Hang up."""
        for line in self._lines.values():
            line.close()

    def ask(
        self, method: str, path: str, token: str | None = None, body: object = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and answer of any server; raises `Unknown`."""
        port = self._chooser.choice(self._ports)
        line = self._lines.get(port)
        if line is None:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            self._lines[port] = line
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            line.request(method, f"/api/v1{path}", json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            line.close()
            del self._lines[port]
            raise Unknown from None

    def _look(self, path: str, token: str | None = None) -> dict[str, Any]:
        status, answer = self.ask("GET", path, token)
        if status != 200:
            self.answers[answer.get("code", str(status))] += 1
            raise Unknown
        return answer

    def _play_open(self, table: dict[str, Any]) -> None:
        """A match of which everything can be seen: the client keeps its own board."""
        if table["id"] not in self._known:
            seen = self._look(f"/tables/{table['id']}")
            match = Match(OPEN)
            for move in seen["log"]:
                match.play(move)
            self._known[table["id"]] = seen["number"], match
        number, match = self._known[table["id"]]
        if match.moves and (match.actor is None or self._chooser.random() < 0.05):
            mover = (match.ply - 1) % 2
            entry, done = f"<{match.ply - 1}", match.undo
            after = self._change(table, mover, "undo", {"number": number}, entry)
        else:
            assert match.actor is not None
            move = self._chooser.choice(match.legal)
            entry, done = move, lambda: match.play(move)
            body = {"move": move, "number": number}
            after = self._change(table, match.actor, "moves", body, entry)
        if after is None:
            del self._known[table["id"]]
        else:
            done()
            self._known[table["id"]] = after, match

    def _play_hidden(self, table: dict[str, Any]) -> None:
        """A match with a bot: seat 0 asks what it may do."""
        token = table["tokens"]["0"]
        legal = self._look(f"/tables/{table['id']}/legal", token)
        if legal["moves"]:
            move = self._chooser.choice(sorted(legal["moves"]))
            body = {"move": move, "number": legal["number"]}
            self._change(table, 0, "moves", body, move)

    def _change(
        self, table: dict[str, Any], seat: int, what: str, body: dict[str, Any], entry: str
    ) -> int | None:
        path, token = f"/tables/{table['id']}/{what}", table["tokens"][str(seat)]
        status, answer = self.ask("POST", path, token, body)
        if status != 200:
            self.answers[answer.get("code", str(status))] += 1
            return None
        done = Acknowledged(table["id"], body["number"], entry, answer["number"])
        self.acknowledged.append(done)
        return done.after


def set_up(ports: list[int], plan: Plan) -> list[dict[str, Any]]:
    """The matches."""
    client, tables = Client(ports, [], plan.seed), []
    person, bot = {"kind": "person"}, {"kind": "bot", "level": 1}
    for n in range(plan.matches):
        game = BOTS if n < plan.bot_share * plan.matches else OPEN
        seats = [person, bot if game == BOTS else person]
        _, made = client.ask("POST", "/tables", None, {"game": game, "seats": seats})
        tables.append({**made, "game": game})
    client.close()
    return tables


# The whole


def crash(plan: Plan, serve: Serve = serve, say: Callable[[str], None] = print) -> Outcome:
    """Play, kill, and look at what is left."""
    for game in (OPEN, BOTS):
        exercise(game)  # so that no client has to wait for the compiler
    outcome = Outcome(plan.matches)
    fleet = Fleet(plan.servers, plan.database, serve)
    try:
        fleet.wait(plan.servers)
        tables = set_up(fleet.ports, plan)
        over = threading.Event()
        clients = [Client(fleet.ports, tables, plan.seed + 1 + n) for n in range(plan.clients)]
        threads = [threading.Thread(target=client.run, args=(over,)) for client in clients]
        for thread in threads:
            thread.start()
        try:
            outcome.kills = _kill(fleet, plan, clients, say)
        finally:
            over.set()
            for thread in threads:
                thread.join()
    finally:
        fleet.close()
    for client in clients:
        outcome.acknowledged += client.acknowledged
        outcome.answers += client.answers
    check(plan.database, tables, outcome)
    return outcome


def _kill(fleet: Fleet, plan: Plan, clients: list[Client], say: Callable[[str], None]) -> int:
    """Kill one server after the other until the time is over and there is something to check."""
    chooser, kills, moves = random.Random(plan.seed), 0, 0
    end = time.monotonic() + plan.seconds
    while time.monotonic() < end or kills < LEAST or moves < LEAST_MOVES:
        fleet.wait((plan.servers + 1) // 2)  # a busy machine starts them slowly
        _wait_for_moves(clients, moves + 1)  # and they answer slowly at first
        time.sleep(chooser.uniform(*plan.pause))
        victim = chooser.choice(fleet.up)
        fleet.kill(victim)
        kills += 1
        moves = _moves(clients)
        left = max(0.0, end - time.monotonic())
        say(f"{moves} moves acknowledged, {kills} servers killed, {left:.0f} s left")
        fleet.restart(victim)
    return kills


def _moves(clients: list[Client]) -> int:
    return sum(len(client.acknowledged) for client in clients)


def _wait_for_moves(clients: list[Client], count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while _moves(clients) < count:
        if time.monotonic() > deadline:
            raise RuntimeError("nobody can play")
        time.sleep(0.02)


def check(database: str, tables: list[dict[str, Any]], outcome: Outcome) -> None:
    """Compare what was acknowledged with what is kept; note what is wrong."""
    storage = Storage(database)
    logs: dict[str, list[str]] = {}
    for table in tables:
        kept = storage.read(table["id"])
        if kept is None:
            outcome.problems.append(f"table {table['id']} is gone")
            continue
        logs[kept.id] = kept.entries
        outcome.entries += len(kept.entries)
        try:
            replayed(kept)
        except PyramidionError as error:
            outcome.problems.append(f"the log of {kept.id} does not replay: {error}")
    storage.close()
    given = Counter((done.match, done.number) for done in outcome.acknowledged)
    for (match, number), times in given.items():
        if times > 1:
            outcome.problems.append(f"number {number} of {match} was acknowledged {times} times")
    for done in outcome.acknowledged:
        log = logs.get(done.match, [])
        if log[done.number : done.number + 1] != [done.entry] or len(log) < done.after:
            found = log[done.number] if done.number < len(log) else "nothing"
            outcome.problems.append(
                f"{done.entry!r} was acknowledged as number {done.number} of {done.match}, "
                f"where there is {found!r}"
            )


@contextlib.contextmanager
def database_of(choice: str) -> Iterator[str]:
    """An address: the one given, or a new SQLite file or PostgreSQL for as long as it lasts."""
    if choice == "postgresql":
        with running() as server:
            yield server.database()
    elif choice == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'table.sqlite3'}"
    else:
        yield choice


def main() -> int:
    """Run it and say how it went."""
    parser = argparse.ArgumentParser(description="Kill servers while people play.")
    parser.add_argument("--database", default="postgresql")
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.database.startswith("sqlite") and asked.servers > 1:
        print("SQLite is for one server; more need PostgreSQL.")
        asked.servers = 1
    with database_of(asked.database) as database:
        plan = Plan(
            database, asked.servers, asked.matches, asked.clients, asked.seconds, asked.seed
        )
        outcome = crash(plan)
    print(outcome)
    for problem in outcome.problems[:20]:
        print(f"  {problem}")
    if outcome.problems:
        print(f"{len(outcome.problems)} problems (seed {asked.seed})")
        return 1
    print("Every acknowledged move is in its log exactly once, and every log replays.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
