"""The command `pyramidion table` as a process of its own, as whoever runs it has it."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2


@dataclass
class Running:
    """A running server."""

    process: "subprocess.Popen[bytes]"
    address: str
    log: Path

    def end(self, patience: float = 20) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience)


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextlib.contextmanager
def running(folder: Path, *flags: str, **environment: str) -> Iterator[Running]:
    """Started with these flags and this environment, and surely gone afterwards."""
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-m", "pyramidion.cli.main", "table", "--no-browser"]
    command += ["--port", str(port), "--database", f"sqlite:///{folder / 'table.sqlite3'}", *flags]
    with log.open("wb") as err:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=err, env={**os.environ, **environment}
        )
    address = f"http://127.0.0.1:{port}"
    try:
        with httpx2.Client(timeout=5) as client:
            for _ in range(1200):
                assert process.poll() is None, log.read_text()
                with contextlib.suppress(httpx2.TransportError):
                    if client.get(f"{address}/health").status_code == 200:
                        break
                time.sleep(0.05)
        yield Running(process, address, log)
    finally:
        process.kill()
        process.wait()
