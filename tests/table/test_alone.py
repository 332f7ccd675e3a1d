"""An SQLite file is for one server: a second one is refused in a sentence, a successor is not."""

import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from pyramidion.cli.main import main
from pyramidion.table.alone import Alone
from pyramidion.table.app import create_app
from pyramidion.table.database import DatabaseError
from tests.table.live import settings
from tests.table.process import running


def test_a_second_server_is_refused_in_a_sentence_and_the_first_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, "--no-prepare") as server:
        seats = [{"kind": "person"}] * 2
        wanted = {"game": "pyramido", "seats": seats}
        tables = f"{server.address}/api/v1/tables"
        made = httpx2.post(tables, json=wanted).json()
        again = tmp_path / "link"
        again.symlink_to(tmp_path / "table.sqlite3")  # the same file by another name
        for file in (tmp_path / "table.sqlite3", again):
            address = f"sqlite:///{file}"
            assert main(["table", "--no-browser", "--port", "0", "--database", address]) == 2
            told = capsys.readouterr()
            assert "Another server uses" in told.err
            assert told.err.count("\n") == 1
            assert told.out == ""
        assert httpx2.get(f"{tables}/{made['id']}").status_code == 200
        copy = tmp_path / "all.jsonl"
        database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
        assert main(["export", str(copy), "--database", database]) == 0  # it only reads
        assert "1 matches" in capsys.readouterr().out
        assert main(["import", str(copy), "--database", database]) == 2
        assert "Another server uses" in capsys.readouterr().err
    assert main(["import", str(copy), "--database", database]) == 0
    assert "1 matches were there already" in capsys.readouterr().out


def test_a_server_that_was_killed_does_not_stand_in_its_successors_way(tmp_path: Path) -> None:
    holds = "import sys; from pyramidion.table.alone import Alone; Alone(sys.argv[1]); print(1)"
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    command = [sys.executable, "-uc", f"{holds}; input()", database]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"1\n"
        with pytest.raises(DatabaseError):
            Alone(database)
        other.kill()
        other.wait()
        Alone(database).close()


def test_an_application_that_is_refused_leaves_the_first_as_it_is(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path))) as first:
        with pytest.raises(DatabaseError), TestClient(create_app(settings(tmp_path))):
            pass
        assert first.get("/ready").status_code == 200
    with TestClient(create_app(settings(tmp_path))) as successor:
        assert successor.get("/ready").status_code == 200


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "postgresql://x@y/z", "?"])
def test_what_is_no_file_needs_no_lock(address: str) -> None:
    with Alone(address), Alone(address):
        pass


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="cannot be opened"):
        Alone(f"sqlite:///{tmp_path / 'file' / 'table.sqlite3'}")
