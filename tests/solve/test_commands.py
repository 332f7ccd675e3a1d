"""`pyramidion solve` and `pyramidion verify`."""

import argparse
from pathlib import Path

import pytest

from pyramidion.cli import solve
from pyramidion.solve.prover import Prover
from tests.solve.walks import certified


def run(*arguments: str | Path) -> int:
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers()
    solve.add_solve(subparsers)
    solve.add_verify(subparsers)
    args = parser.parse_args([str(argument) for argument in arguments])
    status: int = args.run(args)
    return status


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYRAMIDION_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


def test_solve_writes_a_certificate_that_verify_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ("--rows", "6,5,4", "--stones", "6", "--memory", "8M")
    assert run("solve", "pyramido", *small) == 0
    assert "The first player wins" in capsys.readouterr().out
    assert run("verify", tmp_path / "pyramido-6-5-4-6.cert") == 0
    assert "the first player wins Pyramido on 6-5-4 with 6 stones" in capsys.readouterr().out
    assert run("verify", "pyramido-6-5-4-6.cert", "--strict") == 1
    assert "Not proved" in capsys.readouterr().err
    out = tmp_path / "both.cert"
    assert run("solve", "pyramido", *small, "--strict", "1", "--out", out) == 0
    assert run("verify", out, "--strict") == 0
    assert "while a stone of theirs hangs" in capsys.readouterr().out


def test_a_stopped_proof_is_kept_and_goes_on(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ("solve", "pyramido", "--rows", "6,5,4,3", "--stones", "7", "--memory", "16M")
    monkeypatch.setattr(solve, "SLICE", 100_000)
    advance, calls = Prover.advance, []

    def interrupted(self: Prover, nodes: int) -> object:
        calls.append(nodes)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return advance(self, nodes)

    monkeypatch.setattr(Prover, "advance", interrupted)
    assert run(*small) == 130
    kept = data_folder / "proofs" / "pyramido-6-5-4-3-7.proof"
    assert kept.exists()
    assert "the same command goes on" in capsys.readouterr().out
    assert run(*small) == 0
    said = capsys.readouterr().out
    assert "Going on with" in said
    assert "The second player wins" in said
    assert not kept.exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--rows", "8,7,5"], "one field narrower"),
        (["--rows", "9,8,7"], "at most 8 wide"),
        (["--rows", "3,2,1"], "at least 2 fields"),
        (["--rows", "4"], "2 to 5 levels"),
        (["--stones", "0"], "1 to 100 stones"),
        (["--rows", "4,3,2", "--stones", "4", "--out", "no/such/folder/x"], "No such file"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("solve", "pyramido", "--memory", "1M", *arguments) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["--rows", "x"], ["--rows", ""], ["--memory", "5"], ["--memory", "2T"], ["--strict", "3"],
     ["--stones", "many"]],
)  # fmt: skip
def test_arguments_that_say_nothing_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run("solve", "pyramido", *arguments)
    assert "error: argument" in capsys.readouterr().err


def test_a_proof_of_another_board_is_not_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    state.write_bytes(b"nothing of the kind\n")
    assert run("solve", "pyramido", "--memory", "1M", "--state", state) == 2
    assert "holds no proof" in capsys.readouterr().err
    assert state.read_bytes() == b"nothing of the kind\n"


def test_verify_says_what_is_wrong_with_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "damaged.cert"
    file.write_bytes(certified((4, 3, 2), 4)[:-4])
    assert run("verify", file) == 1
    assert "damaged" in capsys.readouterr().err
    assert run("verify", tmp_path / "missing.cert") == 2
    assert "missing.cert" in capsys.readouterr().err
