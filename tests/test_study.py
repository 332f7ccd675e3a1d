"""A study says what its games say: reproducible, resumable, with data that other programs read."""

import io
import json
import re
import signal
import subprocess
import sys
from html import escape, unescape
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import pyramidion
from pyramidion.cli.main import main
from pyramidion.lab.intervals import Interval, mean
from pyramidion.study.game import Row, Setting, event_of, play_game
from pyramidion.study.metrics import NUMBER, SHARE, Metric, compare, metrics
from pyramidion.study.plots import scale_for
from tests.adapters.small import IDS, OPTIONS, SMALL

STUDIES = Path(__file__).parent.parent / "docs" / "studies"


def study(out: Path, *arguments: str) -> int:
    return main(["study", "pyramido", "--seed", "5", "--out", str(out), *arguments])


@pytest.mark.parametrize(("game", "options"), SMALL, ids=IDS)
def test_every_game_can_be_studied_and_a_game_follows_from_its_seed(
    game: str, options: dict[str, Any]
) -> None:
    rest = {name: value for name, value in options.items() if name != "players"}
    for level in (0, 1) if game == "pyramido" else (0,):
        setting = Setting(game, options["players"], level, rest)
        row = play_game(setting, 7, 3)
        assert play_game(setting, 7, 3) == row
        assert sum(row.results) == pytest.approx(1.0)
        assert sum(row.uses.values()) == row.moves >= row.decisions > row.forced
        assert 0.0 <= row.decided <= 1.0
        assert row.ending


def contents(folder: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {*files} == {"rows.jsonl", "study.json", "games.parquet", "index.html"}
    return files


def test_a_study_that_was_stopped_goes_on_and_ends_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--games", "12", "--level", "0", "--compare", "quiet_limit=4"]
    assert study(tmp_path / "whole", *arguments) == 0
    rows = (tmp_path / "whole" / "rows.jsonl").read_text()
    parts = tmp_path / "parts"
    parts.mkdir()
    (parts / "rows.jsonl").write_text(rows[: len(rows) // 3])  # killed while it wrote
    assert study(parts, *arguments, "--threads", "1") == 0
    assert contents(parts) == contents(tmp_path / "whole")
    capsys.readouterr()
    assert study(parts, "--games", "13") == 2
    assert "of another study" in capsys.readouterr().err


def test_a_study_that_was_killed_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    arguments = ["--games", "300", "--threads", "2"]
    rows = tmp_path / "killed" / "rows.jsonl"
    command = [sys.executable, "-m", "pyramidion.cli.main", "study", "pyramido", "--seed", "5"]
    running = subprocess.Popen([*command, "--out", str(rows.parent), *arguments])
    while not rows.exists() or rows.read_bytes().count(b"\n") < 20:
        assert running.poll() is None
        sleep(0.005)
    running.kill()
    assert running.wait() == -signal.SIGKILL
    assert 20 <= rows.read_bytes().count(b"\n") < 301
    for folder in (rows.parent, tmp_path / "whole"):
        assert study(folder, *arguments) == 0
    assert contents(rows.parent) == contents(tmp_path / "whole")


def test_a_folder_with_a_file_that_is_no_text_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.jsonl").write_bytes(b"\xff\xfe\n")
    assert main(["study", "pyramido", "--games", "5", "--out", str(tmp_path)]) == 2
    assert "rows.jsonl cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no JSON\n", "rows.jsonl cannot be read"),
        ("my notes", "rows.jsonl cannot be read"),
        ('{"settings": []}\nno JSON\n', "rows.jsonl cannot be read"),
        ('{"settings": []}\n', "rows.jsonl is of another study, so take another folder"),
    ],
)
def test_a_folder_with_something_else_in_it_is_left_alone(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.jsonl").write_text(text)
    assert study(tmp_path, "--games", "5") == 2
    assert message in capsys.readouterr().err
    assert [path.read_text() for path in tmp_path.iterdir()] == [text]


def test_a_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert study(tmp_path / "file", "--games", "5") == 2
    assert capsys.readouterr().err == f"pyramidion: {tmp_path / 'file'}: File exists\n"


def test_a_study_writes_a_page_and_data_that_agree(tmp_path: Path) -> None:
    assert study(tmp_path, "--games", "40", "--compare", "quiet_limit=4", "--level", "0") == 0
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.num_rows == 80
    data = json.loads((tmp_path / "study.json").read_text())
    plain, changed = data["settings"]
    found = {metric["label"]: metric for metric in plain["metrics"]}
    assert found["moves"]["value"] == pytest.approx(np.mean(table["moves"].to_numpy()[:40]))
    assert found["moves"]["low"] < found["moves"]["value"] < found["moves"]["high"]
    assert changed["options"] == {"quiet_limit": 4}
    differences = {change["label"]: change for change in changed["compared"]}
    assert differences["moves"]["significant"]  # a draw after four quiet turns makes games shorter
    assert differences["moves"]["difference"]["value"] < -10
    page = (tmp_path / "index.html").read_text()
    assert "http" not in page  # it needs nothing else
    for setting in (plain, changed):
        for metric in setting["metrics"]:
            interval = Interval(*(metric[name] for name in ("value", "low", "high")))
            text = interval.percent() if metric["kind"] == SHARE else str(interval)
            assert text in rows_of(page)[metric["group"], metric["label"]]
    for change in changed["compared"]:
        value = change["difference"]["value"] * (100 if change["kind"] == SHARE else 1)
        assert f"<td>{escape(change['label'])}</td><td>{value:+.2f}" in page


def rows_of(page: str) -> dict[tuple[str, str], list[str]]:
    """The figures that a page has beside its plots, for each group and figure."""
    found: dict[tuple[str, str], list[str]] = {}
    group = label = ""
    pattern = r"<h2[^>]*>(.*?)</h2>|<h3>(.*?)</h3>|<th scope=.row.>(.*?)</th>.*?</td><td>(.*?)</td>"
    for words in re.findall(pattern, page):
        heading, figure, name, text = map(unescape, words)
        group, label = heading or group, figure or label
        if text:  # the seats have a table for each setting, with a row for each figure
            key = name if group == "Seats" else label
            found.setdefault((group, key), []).append(text)
    return found


def test_a_page_shows_every_figure_of_all_settings_side_by_side(tmp_path: Path) -> None:
    arguments = ["--games", "3", "--players", "2,3", "--level", "0,1", "--seed", "2"]
    options = ["--option", "turn_limit=12", "--compare", "checking=players"]
    assert main(["study", "flaming", *arguments, *options, "--out", str(tmp_path)]) == 0
    found = rows_of((tmp_path / "index.html").read_text())
    groups = ["Seats", "Length", "Choice", "Tension", "How games end"]
    groups += ["Moves in a game", "Events in a game"]
    assert list(dict.fromkeys(group for group, _ in found)) == groups
    settings = 2 * 2 * 2
    for (group, label), texts in found.items():
        if group == "Seats":
            assert len(texts) == (settings if label != "seat 3 wins" else settings / 2)
        else:  # moves and minutes have a histogram for each setting too
            assert len(texts) == settings * (2 if label in ("moves", "minutes") else 1)
    assert "0.00 [0.00, 0.00]" in found["Moves in a game", "call"]  # only with the house rule


def test_several_house_rules_are_compared_with_the_game_each_for_itself(tmp_path: Path) -> None:
    given = ["--games", "2", "--option", "turn_limit=12"]
    given += ["--compare", "curse=true,checking=players", "--compare", "intro=true"]
    assert main(["study", "flaming", *given, "--seed", "3", "--out", str(tmp_path)]) == 0
    plain, both, intro = json.loads((tmp_path / "study.json").read_text())["settings"]
    limit = {"turn_limit": 12}
    assert plain["options"] == limit
    assert both["options"] == {**limit, "curse": True, "checking": "players"}
    assert intro["options"] == {**limit, "intro": True}
    for changed in (both, intro):
        moves = [
            next(metric["value"] for metric in side["metrics"] if metric["label"] == "moves")
            for side in (plain, changed)
        ]
        found = {change["label"]: change for change in changed["compared"]}
        assert found["moves"]["difference"]["value"] == pytest.approx(moves[1] - moves[0])


def test_what_follows_a_move_by_itself_is_counted() -> None:
    rows = [play_game(Setting("flaming", 2, 0, {"turn_limit": 60}), 3, n) for n in range(3)]
    found = {metric.label for metric in metrics(rows) if metric.group == "Events in a game"}
    assert {"# is too heavy and breaks in", "A seat draws # from the pile"} <= found


@pytest.mark.parametrize(
    ("sentence", "event"),
    [
        ("{0} draws b10, b3 and g7 from the pile", "A seat draws # from the pile"),
        (
            "wood fire, b4 leaves the game: b4 goes under the pile of {1}",
            "Wood fire, # leaves the game",
        ),
        ("Event: {1} may take a stone", "Event: a seat may take a stone"),
    ],
)
def test_an_event_is_the_same_whoever_it_happens_to(sentence: str, event: str) -> None:
    assert event_of(sentence) == event


@pytest.mark.parametrize(
    ("kind", "most", "end"),
    [
        (NUMBER, 0.0, 1.0),
        (NUMBER, 0.03, 0.03),
        (NUMBER, 524.0, 600.0),
        (NUMBER, 600.0, 600.0),
        (SHARE, 0.004, 0.1),
        (SHARE, 0.51, 0.6),
        (SHARE, 0.99, 1.0),
    ],
)
def test_a_scale_ends_at_a_round_number_that_nothing_exceeds(
    kind: str, most: float, end: float
) -> None:
    assert scale_for([Metric("", "", kind, np.full(50, most))]) == pytest.approx(end)


class Screen(io.StringIO):
    """A terminal that keeps what was drawn."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_a_study_is_and_a_file_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream, bars in ((Screen(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        assert study(tmp_path / str(bars), "--games", "6") == 0
        drawn = stream.getvalue().split("\r")
        assert any("100%  6 of 6 games" in line for line in drawn) == bars
        assert drawn[-1] == ("\x1b[K" if bars else "")  # the bar is gone


def test_a_difference_that_is_there_is_found_and_one_that_is_not_is_not() -> None:
    rng = np.random.default_rng(1)

    def sample(shift: float) -> list[Metric]:
        values = [rng.normal(shift if n == 0 else 0.0, 1.0, 400) for n in range(20)]
        return [Metric("", str(n), NUMBER, value) for n, value in enumerate(values)]

    clear = [change.significant for change in compare(sample(0.0), sample(0.5))]
    assert clear == [True] + [False] * 19
    alarms = 0
    for _ in range(40):  # twenty figures each time: an alarm in about 2 of 40 comparisons
        alarms += any(change.significant for change in compare(sample(0.0), sample(0.0)))
    assert alarms <= 6


def test_what_happens_only_with_a_house_rule_is_compared_too() -> None:
    with_draws = Row(0, [0.5, 0.5], moves=10, decisions=8, ending="A draw", uses={"pass": 3})
    without = Row(0, [1.0, 0.0], moves=10, decisions=8, ending="A win", uses={"jump": 2})
    plain, changed = metrics([without] * 30), metrics([with_draws, without] * 15)
    for before, after, sign in ((plain, changed, 1), (changed, plain, -1)):
        found = {change.label: change for change in compare(before, after)}
        assert found["A draw"].difference.value == 0.5 * sign
        assert found["A win"].difference.value == -0.5 * sign
        assert found["pass"].difference.value == 1.5 * sign
        assert found["pass"].significant


@pytest.mark.parametrize("kind", [SHARE, NUMBER])
def test_no_interval_says_that_something_may_happen_less_than_never(kind: str) -> None:
    values = np.zeros(200)
    values[0] = 0.01
    interval = Metric("", "", kind, values).interval
    assert 0.0 == interval.low < interval.value < interval.high < 1.0


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        interval = Metric("", "", SHARE, (rng.random(200) < 0.3).astype(float)).interval
        held += interval.low <= 0.3 <= interval.high
    assert 0.92 < held / 400 < 0.98


@pytest.mark.parametrize("games", [3, 5, 12, 60])
def test_few_games_have_wide_intervals(games: int) -> None:
    """Student's: of the means of a few numbers, too, 95 of 100 intervals hold the truth."""
    rng = np.random.default_rng(games)
    held = alarms = 0
    for _ in range(2000):
        a, b = rng.normal(3.0, 1.0, games), rng.normal(3.0, 1.0, games)
        interval = mean(float(a.sum()), float((a * a).sum()), games)
        held += interval.low <= 3.0 <= interval.high
        (change,) = compare([Metric("", "", NUMBER, a)], [Metric("", "", NUMBER, b)])
        alarms += change.significant
        assert (change.p <= 0.05) == (not change.difference.low <= 0 <= change.difference.high)
    assert 0.93 < held / 2000 < 0.97
    assert alarms / 2000 < 0.065


def test_two_games_against_two_show_nothing() -> None:
    for games, significant in ((2, False), (3, False), (10, True)):
        never, always = ([Metric("", "", SHARE, np.full(games, value))] for value in (0.0, 1.0))
        (change,) = compare(never, always)
        assert (change.difference.value, change.significant) == (1.0, significant)


def test_the_last_leader_who_loses_makes_a_game_open_to_its_end() -> None:
    row = Row(0, [0.0, 1.0], moves=10, decisions=8, forced=2, choices=30, decided=1.0)
    found = {metric.label: metric.interval.value for metric in metrics([row, row])}
    assert found["minutes"] == pytest.approx((6 * 15 + 2 * 3 + 2 * 2) / 60)
    assert found["seat 2 wins"] == 1.0


@pytest.mark.parametrize("game", OPTIONS)
def test_the_study_in_the_documents_is_of_the_game_and_the_bots_as_they_are(game: str) -> None:
    """One game of each of its settings, played again."""
    table = pyarrow.parquet.read_table(STUDIES / game / "games.parquet")
    firsts = [row for row in table.to_pylist() if row["number"] == 0]
    assert firsts
    for row in firsts:
        setting = Setting(game, row["players"], row["level"], json.loads(row["options"]))
        again = play_game(setting, row["seed"], 0)
        assert (again.moves, again.results, again.ending, again.lead_changes) == (
            row["moves"], row["results"], row["ending"], row["lead_changes"]
        )  # fmt: skip


@pytest.mark.parametrize("game", OPTIONS)
def test_what_the_documents_say_of_a_study_stands_in_it(game: str) -> None:
    text = (STUDIES.parent / "studies.md").read_text(encoding="utf-8")
    about = text.split(f"## {pyramidion.new(game).face.title}\n")[1].partition("\n## ")[0]
    page = (STUDIES / game / "index.html").read_text(encoding="utf-8")
    figures = re.findall(r"\d+\.\d+%? \[[\d.]+, [\d.]+\]", about)
    assert len(figures) > 5
    assert [figure for figure in figures if figure not in page] == []


@pytest.mark.parametrize(
    ("game", "seats", "missed"), [("flaming", 40, 8), ("pharao", 28, 0), ("spitze", 36, 6)]
)
def test_so_many_intervals_of_seats_miss_the_fair_share(game: str, seats: int, missed: int) -> None:
    """As the documents say; all of Flaming Pyramids' for those who sit earlier."""
    found = []
    for setting in json.loads((STUDIES / game / "study.json").read_text())["settings"]:
        fair = 1 / setting["players"]
        figures = [metric for metric in setting["metrics"] if metric["group"] == "Seats"]
        for seat, metric in enumerate(figures):
            late = seat > (setting["players"] - 1) / 2
            found.append(
                (metric["low"] <= fair <= metric["high"], (metric["value"] < fair) == late)
            )
    assert (len(found), [fair for fair, _ in found].count(False)) == (seats, missed)
    assert game != "flaming" or all(early for fair, early in found if not fair)
    numbers = {0: "none", 6: "six", 8: "eight", 28: "28", 36: "36", 40: "forty"}
    text = (STUDIES.parent / "studies.md").read_text(encoding="utf-8")
    assert re.search(
        rf"the {numbers[seats]} intervals of seats[a-z ]* {numbers[missed]} miss(es)?\b", text
    )


def test_pyramido_says_how_it_ended() -> None:
    face = pyramidion.new("pyramido").face
    endings = {
        play_game(Setting("pyramido", 2, 0, {"quiet_limit": limit}), 1, n).ending
        for limit in (4, 100)
        for n in range(12)
    }
    assert {text.rsplit("(")[1] for text in endings} == {"P13)", "P14)", "P15)"}
    assert face.key == "pyramido"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "6"], "levels 1 to 5, not 6"),
        (["--players", "2,3"], "for 2 players, not 3"),
        (["--compare", "quiet_limit=0"], "at least 1"),
        (["--compare", "quiet"], "NAME=VALUE"),
        (["--compare", ""], "NAME=VALUE"),
    ],
)
def test_a_study_that_cannot_be_is_refused_before_it_begins(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study(tmp_path / "never", *arguments) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "never").exists()
