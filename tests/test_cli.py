"""The command line, used as people use it."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pyramidion
from pyramidion.cli.main import main


def run(*arguments: str) -> int:
    return main(arguments)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    out = capsys.readouterr().out
    for command in ("play", "rules", "replay", "simulate", "arena", "bench"):
        assert f"    {command}" in out


def test_simulate_prints_results_with_intervals_and_writes_records_that_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ["simulate", "pyramido", "--games", "1500", "--seed", "4"]
    assert run(*arguments, "--option", "quiet_limit=5", "--records", str(path)) == 0
    out = capsys.readouterr().out
    assert "share of seat 1" in out
    assert "[" in out
    games = list(pyramidion.load_all(path))
    assert len(games) == 1500
    assert all(m.result and m.options == {"quiet_limit": 5} for m in games)
    moves = sum(m.ply for m in games) / 1500
    assert f"{moves:.2f} [" in out


def test_simulate_gives_the_same_games_for_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, threads in (("a", "1"), ("b", "2")):
        options = ["--games", "30", "--seed", "9", "--threads", threads]
        run("simulate", "pyramido", *options, "--records", str(tmp_path / name))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_replay_traces_every_position_as_a_line_of_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    m = pyramidion.new("pyramido", quiet_limit=1)
    for move in ("a1", "a2", "a1-b1"):
        m.play(move)
    pyramidion.save(m, tmp_path / "game.json")
    assert run("replay", str(tmp_path / "game.json"), "--trace") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ply"] for line in lines] == [0, 1, 2, 3]
    assert [line["actor"] for line in lines] == [1, 2, 1, None]
    assert [line["move"] for line in lines] == ["a1", "a2", "a1-b1", None]
    assert lines[0]["legal"] == [f"a{n}" for n in range(1, 9)]
    assert lines[3]["legal"] == []
    assert all(line["odds"] is None for line in lines)
    assert run("replay", str(tmp_path / "game.json")) == 0
    assert "seat 1 climbs from a1 to b1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "pyramido", "--players", "3"], "for 2 players, not 3"),
        (["simulate", "pyramido", "--option", "quiet_limit=0"], "at least 1"),
        (["simulate", "pyramido", "--option", "quiet"], "NAME=VALUE"),
        (["replay", "nowhere.json"], "there is no file"),
        (["arena", "pyramido", "--bots", "5"], "at least two bots"),
        (["arena", "pyramido", "--bots", "5,9"], "a level from 1 to 5, or a level"),
        (["play", "pyramido", "--seats", "you"], "2 seats are to be filled"),
        (["rules", "pyramido", "P99"], "has no rule 'P99'"),
    ],
)
def test_bad_input_gets_one_clear_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_whole_game_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Two people; wrong moves, commands and undo on the way; quiet_limit ends it."""
    saved = tmp_path / "saved.json"
    typed = [
        "a9",
        "help",
        "moves",
        "a1",
        "undo",
        "rule P6",
        "undo",
        "a1",
        "a2",
        "hint",
        "board",
        "values",
    ]
    typed += [f"save {saved}", "a1-b1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert run("play", "pyramido", "--seats", "you,you", "--option", "quiet_limit=1") == 0
    out = capsys.readouterr().out
    assert "(P2)" in out
    assert "there is no move to take back" in out
    assert "seat 1: 1/2 of the win" in out
    assert "for seat 1 this is open" in out  # so near to the quiet limit nothing is proved
    assert pyramidion.load(saved).moves == ["a1", "a2"]


def test_a_bot_answers_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("a4\n"))
    assert run("play", "pyramido", "--opponent", "1", "--seed", "1") == 0
    out = capsys.readouterr().out
    assert "seat 1 places on a4" in out
    assert "bot 2 places on" in out


def test_the_arena_rates_bots_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["arena", "pyramido", "--bots", "2,random", "--seed", "3", "--out"]
    assert run(*arguments, str(tmp_path / "whole"), "--games", "8") == 0
    whole = capsys.readouterr().out
    assert run(*arguments, str(tmp_path / "parts"), "--games", "3") == 0
    with (tmp_path / "parts.records.jsonl").open("a") as file:
        file.write('{"format": 1, "ga')  # killed while it wrote
    capsys.readouterr()
    assert run(*arguments, str(tmp_path / "parts"), "--games", "8") == 0
    assert capsys.readouterr().out == whole
    records = [(tmp_path / f"{name}.records.jsonl").read_text() for name in ("whole", "parts")]
    assert records[0] == records[1]
    summary = json.loads((tmp_path / "whole.json").read_text())
    assert summary["standings"][0]["share"]["value"] > 0.8
    assert run("arena", "pyramido", "--bots", "1,random", "--out", str(tmp_path / "whole")) == 2
    assert "another contest" in capsys.readouterr().err


def test_an_arena_leaves_records_that_it_cannot_read_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "mine.records.jsonl"
    log.write_text("my notes\n")
    assert run("arena", "pyramido", "--bots", "1,random", "--out", str(tmp_path / "mine")) == 2
    assert "mine.records.jsonl cannot be read" in capsys.readouterr().err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["my notes\n"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"mine.json": b"my notes"}, "mine.json cannot be read"),
        ({"mine.json": b"\xff\xfe"}, "mine.json cannot be read"),
        ({"mine.json": b"[]"}, "mine.json cannot be read"),
        ({"mine.json": b'{"contest": {"game": "pyramido"}}'}, "is of another contest"),
        ({"mine.records.jsonl": b'{"game": "pyramido"}\n'}, "whose mine.json is missing"),
    ],
)
def test_an_arena_leaves_files_that_are_not_its_own_alone(
    tmp_path: Path, files: dict[str, bytes], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    assert run("arena", "pyramido", "--bots", "1,random", "--out", str(tmp_path / "mine")) == 2
    assert message in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_records_that_are_not_of_games_are_no_memory_of_an_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["arena", "pyramido", "--bots", "random,random", "--seed", "1", "--games", "2"]
    assert run(*command, "--out", str(tmp_path / "mine")) == 0
    with (tmp_path / "mine.records.jsonl").open("a") as file:
        file.write('{"notes": "mine"}\n')
    assert run(*command, "--out", str(tmp_path / "mine")) == 2
    assert "its lines are not games of an arena" in capsys.readouterr().err


def test_an_address_of_a_cluster_is_not_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("simulate", "pyramido", "--games", "10", "--ray", "")
    assert "must be HOST:PORT" in capsys.readouterr().err


def test_few_games_say_nothing_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    for games in ("1", "3"):
        assert run("simulate", "pyramido", "--seed", "1", "--games", games) == 0
        out = capsys.readouterr().out
        assert re.search(r"share of seat 1 .* \[0\.0, 100\.0\]", out)
        assert not re.search(r"[\[ ]-", out)


def test_analyse_shows_chances_and_better_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    m = pyramidion.new("pyramido")
    for move in ("a1", "a2", "a3"):
        m.play(move)
    path = tmp_path / "game.json"
    pyramidion.save(m, path)
    assert run("analyse", str(path), "--seconds", "0.05") == 0
    out = capsys.readouterr().out
    assert "   3. seat 1  a3" in out
    assert re.search(r"The game turned at move \d|No single move turned the game", out)
    assert run("analyse", str(path), "--seconds", "0.05", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["move"] for line in lines] == ["a1", "a2", "a3", ""]
    assert run("analyse", str(path), "--seconds", "0") == 2
    assert "more than 0" in capsys.readouterr().err


def test_ctrl_c_offers_to_save_and_leaves_the_terminal_sane(tmp_path: Path) -> None:
    saved = tmp_path / "kept.json"
    leader, follower = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "pyramidion.cli.main",
        "play",
        "pyramido",
        "--seats",
        "you,you",
    ]
    game = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower,
        # who runs the tests in the background of a shell has Ctrl-C switched off
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )  # fmt: skip
    os.close(follower)
    screen = ""

    def comes(text: str, seconds: float) -> bool:
        nonlocal screen
        until = time.monotonic() + seconds
        while text not in screen and time.monotonic() < until:
            if select.select([leader], [], [], 1)[0]:
                screen += os.read(leader, 4096).decode(errors="replace")
        return text in screen

    def wait_for(text: str) -> None:
        assert comes(text, 60), screen

    wait_for("Place a stone or climb> ")
    os.write(leader, b"a4\n")
    wait_for("seat 2: Place a stone")
    for _ in range(6):  # a signal that comes before it reads waits for the next line
        game.send_signal(signal.SIGINT)
        if comes("Save the game?", 5):
            break
    wait_for("Save the game?")
    os.write(leader, f"{saved}\n".encode())
    wait_for("saved:")
    assert game.wait(30) == 0
    os.close(leader)
    assert "Traceback" not in screen
    assert pyramidion.load(saved).moves == ["a4"]
