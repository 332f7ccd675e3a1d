"""A Ray cluster plays the same games, bit for bit, and loses none when a worker is killed."""

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import ray

from pyramidion.cli.main import main
from pyramidion.errors import PyramidionError
from pyramidion.spread import LOCAL, connected, spread
from pyramidion.study.game import Setting
from pyramidion.study.plan import Study, play_piece
from tests.games.jaguar.cases import SHORT

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray's own start
SHORTER = ["--option", f"path={json.dumps(SHORT)}"]
COMMANDS = {
    "simulate": ["simulate", "jaguar", *SHORTER, "--games", "1100", "--records", "OUT/records"],
    "arena": ["arena", "pyramido", "--bots", "1,random", "--games", "6", "--out", "OUT/arena"],
    "study": ["study", "jaguar", "--games", "80", "--out", "OUT/study"],
}
LONG = 120  # seconds: a start on a busy machine; nothing here is a question of time


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Ray with two workers, started as `--ray` starts it; the commands here use it as well."""
    with connected(LOCAL, 2) as found:
        yield found


def command(name: str, out: Path, *where: str) -> int:
    out.mkdir()
    given = [word.replace("OUT", str(out)) for word in COMMANDS[name]]
    return main([*given, "--seed", "4", "--threads", "2", *where])


def contents(folder: Path) -> dict[Path, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_bytes() for path in files}


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_gives_the_same_bytes_on_ray(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for folder, where in ((tmp_path / "here", []), (tmp_path / "there", ["--ray"])):
        assert command(name, folder, *where) == 0
        said.append(capsys.readouterr().out.replace(str(folder), ""))
    assert said[0] == said[1]
    assert contents(tmp_path / "here") == contents(tmp_path / "there") != {}


def test_a_worker_killed_in_the_middle_of_a_study_changes_nothing(
    tmp_path: Path, cluster: Any
) -> None:
    rows = tmp_path / "there" / "study" / "rows.jsonl"

    @cluster.remote  # type: ignore[untyped-decorator]
    def who() -> int:
        return os.getpid()

    def kill_a_worker() -> int:
        """One that Ray names, once the study has begun; how far the study was."""
        begun = monotonic()
        while not rows.exists() or rows.read_text().count("\n") < 4:
            assert monotonic() - begun < LONG
            sleep(0.01)
        worker = cluster.get(who.remote(), timeout=LONG)
        assert worker != os.getpid()
        os.kill(worker, signal.SIGKILL)
        return rows.read_text().count("\n")

    with ThreadPoolExecutor(1) as killer:
        killed = killer.submit(kill_a_worker)
        assert command("study", tmp_path / "there", "--ray") == 0
        assert killed.result() < 80
    assert command("study", tmp_path / "here") == 0
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def work(folder: Path, piece: int) -> tuple[int, object]:
    """A piece of a study; the first who comes to piece 5 dies of it."""
    with (folder / f"{piece}").open("a") as begun:
        begun.write(f"{os.getpid()}\n")
    if piece == 5 and (folder / "5").read_text().count("\n") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    study = Study((Setting("jaguar", 2, 0),), ("",), 12, 3)
    return os.getpid(), play_piece(study, piece)


@pytest.mark.usefixtures("cluster")
def test_the_piece_of_a_dead_worker_is_done_again_by_another(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "5").write_text("nobody\n")  # so that nobody dies here
    here = list(spread(partial(work, tmp_path / "here"), range(12), 2))
    there = list(spread(partial(work, tmp_path), range(12), 2, LOCAL))
    assert [row for _, row in there] == [row for _, row in here]
    assert os.getpid() not in {process for process, _ in there}
    dead, *others = map(int, (tmp_path / "5").read_text().split())
    assert there[5][0] == others[-1] != dead


@pytest.mark.usefixtures("cluster")
def test_work_that_is_left_leaves_the_ray_it_was_done_on() -> None:
    some = spread(abs, range(-50, 0), 2, LOCAL)
    assert next(some) == 50
    some.close()  # type: ignore[attr-defined]
    assert ray.is_initialized()
    assert list(spread(abs, range(-3, 0), 2, LOCAL)) == [3, 2, 1]


def test_without_an_address_ray_is_where_its_own_variable_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setenv("RAY_ADDRESS", "no-such-host:2")
    assert main(["simulate", "pyramido", "--games", "10", "--ray"]) == 2
    assert "there is no Ray cluster at no-such-host:2" in capsys.readouterr().err


def test_a_ray_that_dies_in_the_middle_is_one_clear_sentence(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(reference: Any) -> Any:
        raise ray.exceptions.LocalRayletDiedError

    monkeypatch.setattr(cluster, "get", get)
    with pytest.raises(PyramidionError, match="Ray has stopped: LocalRayletDiedError"):
        next(spread(abs, range(-5, 0), 2, LOCAL))


@pytest.mark.usefixtures("cluster")
def test_an_error_in_the_work_is_that_error_on_ray_too() -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(partial(divmod, 1), [1, 0], 2, LOCAL))


def test_a_cluster_that_is_not_there_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "pyramido", "--games", "10", "--ray", "no-such-host:1"]) == 2
    assert "there is no Ray cluster at no-such-host:1" in capsys.readouterr().err
