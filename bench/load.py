"""How many moves one server process holds, next to boardgame.io's server in the same run.

    .venv/bin/python -m bench.load [--matches 50,200] [--seconds 8] [--rounds 2]

Needs Node (npm fetches boardgame.io into bench/load/node_modules the first time). Both serve
Connect Four. The generator is a process of its own and the same for both: one connection for
each match, both seats played over it, the next move when the last one is acknowledged. Ours
answers when the move is on the disk; boardgame.io keeps its matches in memory.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

HERE = Path(__file__).parent / "load"
NO_LIMITS = [
    "--changes-per-second", "1e9", "--changes-at-once", "1000000000", "--tables-per-minute", "1e9",
]  # fmt: skip
NAMES = {"theirs": "boardgame.io", "ours": "Pyramidion"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", default="50,200", help="at once (%(default)s)")
    parser.add_argument("--seconds", type=float, default=8, help="each (%(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="of all, in turn (%(default)s)")
    parser.add_argument("--pause", type=float, default=0, help="seconds between a match's moves")
    parser.add_argument("--only", choices=NAMES, help="one of the two")
    parser.add_argument("--database", help="for ours (a new SQLite file)")
    arguments = parser.parse_args()
    _install()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f} before", flush=True)
    print(f"{'':14}{'matches':>8}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'µs CPU/move':>13}")
    for matches in map(int, arguments.matches.split(",")):
        found: dict[str, list[dict[str, float]]] = {}
        for _ in range(arguments.rounds):
            for kind in [arguments.only] if arguments.only else NAMES:
                with serving(kind, arguments.database) as (port, process):
                    result = generate(kind, port, matches, arguments, process)
                    found.setdefault(kind, []).append(result)
                    _line(NAMES[kind], matches, result)
        middle = {
            kind: {key: statistics.median(r[key] for r in results) for key in results[0]}
            for kind, results in found.items()
        }
        if len(middle) == 2:
            more = middle["ours"]["rate"] / middle["theirs"]["rate"]
            slower = middle["ours"]["p99"] / middle["theirs"]["p99"]
            print(f"{'ours / theirs':14}{matches:8}{more:8.2f}×{'':8}{slower:7.2f}×", flush=True)
    print(f"load {os.getloadavg()[0]:.2f} after")


def _line(name: str, matches: int, r: dict[str, float]) -> None:
    print(
        f"{name:14}{matches:8}{r['rate']:9.0f}{r['p50']:8.1f}{r['p99']:8.1f}{r['micros']:13.0f}",
        flush=True,
    )


def _install() -> None:
    if not shutil.which("node") or not shutil.which("npm"):
        sys.exit("The load bench needs Node and npm. Debian: apt install nodejs npm")
    if not (HERE / "node_modules" / "boardgame.io").exists():
        print("Fetching boardgame.io …", flush=True)
        subprocess.run(
            ["npm", "install", "--silent", "--no-package-lock", "--no-audit", "--no-fund"], cwd=HERE
        )


@contextlib.contextmanager
def serving(kind: str, database: str | None) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A fresh server in a process of its own."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = database or f"sqlite:///{folder}/load.sqlite3"
        ours = [sys.executable, str(HERE / "server.py"), "--no-browser", "--port", str(port)]
        command = {
            "ours": [*ours, "--database", where, *NO_LIMITS],
            "theirs": ["node", str(HERE / "boardgame.cjs"), str(port)],
        }[kind]
        environment = {**os.environ, "NODE_ENV": "production"}
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        try:
            _wait(kind, port, process)
            yield port, process
        finally:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()


def generate(
    kind: str, port: int, matches: int, arguments: Any, process: subprocess.Popen[str]
) -> dict[str, float]:
    """Let the generator drive a server, and see what it measured."""
    numbers = [port, matches, arguments.seconds, arguments.pause, process.pid]
    done = subprocess.run(
        ["node", str(HERE / "generate.js"), kind, *map(str, numbers)],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    result: dict[str, float] = json.loads(done.stdout)
    result["rate"] = result["moves"] / result["seconds"]
    return result


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def _wait(kind: str, port: int, process: subprocess.Popen[str]) -> None:
    """Until it serves; ours has compiled what it serves then."""
    path = {"ours": "/ready", "theirs": "/games"}[kind]
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(process.stderr.read() if process.stderr else "it ended")
        with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}{path}", timeout=5):
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
