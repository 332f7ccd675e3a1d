"""A real PostgreSQL for tests, benchmarks and the crash test: a cluster of its own, thrown away."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from tools import debian

ADMIN = "pyramidion"  # of the cluster that we make


class Postgres:
    """A running server, reached by a socket in its folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.data = folder / "data"

    def start(self) -> None:
        """Start it, with what a crash would test switched on."""
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=on"
        self._run(
            "pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start"
        )

    def stop(self, how: str = "fast") -> None:
        """Stop it; `immediate` is as good as a crash."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def make(self) -> None:
        """A new cluster in the folder."""
        self._run("initdb", "-D", self.data, "-U", ADMIN, "-A", "trust", "-E", "UTF8", "--locale=C")

    def database(self) -> str:
        """The address of a new, empty place: a schema, which is made and gone in no time."""
        name = f"t{uuid.uuid4().hex[:12]}"
        address = f"postgresql://{ADMIN}@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as c:
            c.execute(f"CREATE SCHEMA {name}".encode())
        return f"{address}&options=-csearch_path%3D{name}"

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self.programs / program), *map(str, arguments)]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        result = subprocess.run(command, cwd=self.folder, **quiet, **_unprivileged())
        if result.returncode:
            log = self.folder / "log"
            said = log.read_text() if log.exists() else ""
            raise RuntimeError(f"{' '.join(command)} failed ({result.returncode}). {said}")


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """A server for as long as the block lasts."""
    programs = debian.postgresql()
    # not pytest's own folder: only its owner may enter that, and PostgreSQL refuses to be root
    with tempfile.TemporaryDirectory(prefix="pyramidion-pg-") as folder:
        if user := _unprivileged().get("user"):
            shutil.chown(folder, user)
        server = Postgres(programs, Path(folder))
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then as the user that its package made."""
    return {"user": "postgres"} if hasattr(os, "geteuid") and os.geteuid() == 0 else {}
