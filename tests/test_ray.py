"""A Ray cluster plays the same games, bit for bit, and loses none when a worker is killed."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from pyramidion.cli.main import main
from pyramidion.spread import LOCAL, spread
from pyramidion.study.game import Setting
from pyramidion.study.plan import Study, play_piece

pytest.importorskip("ray", reason="pip install 'pyramidion[ray]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray's own start


def work(folder: Path, piece: int) -> tuple[int, object]:
    """A piece of a study; the first who comes to piece 5 dies of it."""
    sign = folder / "killed"
    if piece == 5 and not sign.exists():
        sign.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    study = Study((Setting("jaguar", 2, 0),), ("",), 12, 3)
    return os.getpid(), play_piece(study, piece)


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "killed").touch()
    here = list(spread(partial(work, tmp_path / "here"), range(12), 2))
    there = list(spread(partial(work, tmp_path), range(12), 2, LOCAL))
    assert [row for _, row in there] == [row for _, row in here]
    assert (tmp_path / "killed").exists()
    workers = {process for process, _ in there}
    assert os.getpid() not in workers
    assert len(workers) >= 2


def test_simulate_arena_and_study_give_the_same_bytes_on_ray(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for name, where in (("here", []), ("there", ["--ray"])):
        out = tmp_path / name
        out.mkdir()
        end = ["--seed", "4", "--threads", "2", *where]
        games = ["simulate", "jaguar", "--games", "1500", "--records", str(out / "games.jsonl")]
        assert main([*games, *end]) == 0
        bots = ["arena", "pyramido", "--bots", "1,random", "--games", "6"]
        assert main([*bots, "--out", str(out / "arena"), *end]) == 0
        study = ["study", "pyramido", "--games", "8", "--level", "1"]
        assert main([*study, "--out", str(out / "study"), *end]) == 0
        said[name] = capsys.readouterr().out.replace(str(out), "")
    assert said["here"] == said["there"]
    files = [path for path in sorted((tmp_path / "here").rglob("*")) if path.is_file()]
    assert len(files) == 7
    for path in files:
        assert path.read_bytes() == Path(str(path).replace("/here/", "/there/")).read_bytes()


def test_a_cluster_that_is_not_there_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "pyramido", "--games", "10", "--ray", "no-such-host:1"]) == 2
    assert "there is no Ray cluster at no-such-host:1" in capsys.readouterr().err
