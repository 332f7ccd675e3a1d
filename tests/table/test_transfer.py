"""Everything as one file and back, between both kinds of databases; a bad file changes nothing."""

import hashlib
import json
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from pyramidion.cli.main import main
from pyramidion.table import transfer
from pyramidion.table.app import create_app
from pyramidion.table.database import open_database
from pyramidion.table.schema import MATCHES, META, RECORDS
from pyramidion.table.storage import House, Seat, Storage
from pyramidion.table.transfer import NOT_CARRIED, OTHERS, PARTS
from tests.table.helpers import Json, look, move, set_up
from tests.table.live import settings_for
from tests.table.postgres import Postgres


def everything(url: str) -> dict[str, list[Any]]:
    engine = open_database(url)
    with engine.connect() as c:
        found = {
            name: sorted(map(tuple, c.execute(sa.select(table))), key=str)
            for name, table in META.tables.items()
            if name not in NOT_CARRIED
        }
    engine.dispose()
    return found


def fill(url: str) -> list[Json]:
    """Tables with chance, hidden hands, an undo, names, keys, chat; a record from elsewhere."""
    with TestClient(create_app(settings_for(url))) as client:
        made = [
            set_up(client),
            set_up(client, "jaguar"),
            set_up(client, "flaming", *["person"] * 3),
        ]
        move(client, made[0], 0, "a1")
        token = {"Authorization": f"Bearer {made[0]['tokens']['0']}"}
        path = f"/api/v1/tables/{made[0]['id']}/undo"
        assert client.post(path, json={"number": 1}, headers=token).status_code == 200
        move(client, made[0], 0, "a2")
        client.post(f"/join/{made[0]['tokens']['1']}", data={"name": "Zoë ☥"})
    storage = Storage(url)
    storage.say(made[0]["id"], 0, 'Glück & "Segen"\n☥')
    with storage.writer.begin() as c:
        c.execute(RECORDS.insert().values(id="r1", record="{}", made=1.25))
    storage.close()
    return made


@pytest.fixture
def source(database: str) -> str:
    fill(database)
    return database


def other(database: str, folder: Path, postgres: Postgres) -> str:
    """An empty database of the other kind."""
    if database.startswith("sqlite"):
        return postgres.database()
    return f"sqlite:///{folder / 'other.sqlite3'}"


def test_everything_is_the_same_in_the_other_database(
    database: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    made = fill(database)
    target, file = other(database, tmp_path, postgres), tmp_path / "all.jsonl"
    assert main(["export", str(file), "--database", database]) == 0
    assert main(["import", str(file), "--database", target]) == 0
    assert "3 matches" in capsys.readouterr().out
    kept = everything(database)
    assert everything(target) == kept
    assert all(kept[name] for name in ("matches", "seats", "moves", "keys", "chat", "records"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with TestClient(create_app(settings_for(target))) as client:
        assert look(client, made[0])["seats"][1]["name"] == "Zoë ☥"
        assert move(client, made[0], 1, "a5").status_code == 200


def test_clocks_stand_still_between_export_and_import(
    database: str, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(database)
    seats = [Seat("link", time_left=300.0), Seat("link", time_left=200.0)]
    timed, due = House("game 5+3"), time.time() + 200
    storage.add("runs", "pyramido", 1, {}, seats, ["a1"], 1, [], timed, due)
    storage.add("bot", "pyramido", 1, {}, [Seat("link"), Seat("bot")], ["a1"], 1, [], timed)
    storage.add("plain", "pyramido", 1, {}, seats, ["a1"], 1, [])
    before = {id: storage.read(id) for id in ("runs", "bot", "plain")}
    storage.close()
    target, file = other(database, tmp_path, postgres), tmp_path / "all.jsonl"
    assert main(["export", str(file), "--database", database]) == 0
    day = 86_400.0
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + day)
    assert main(["import", str(file), "--database", target]) == 0
    monkeypatch.undo()
    storage = Storage(target)
    for id, known in before.items():
        found = storage.read(id)
        assert found is not None
        assert known is not None
        away = 0 if id == "plain" else day
        assert found.turn.begun == pytest.approx(known.turn.begun + away, abs=60)
        assert found.seats == known.seats
        if known.turn.due is None:
            assert found.turn.due is None
        else:
            assert found.turn.due is not None
            thinking = known.turn.due - known.turn.begun
            assert found.turn.due - found.turn.begun == pytest.approx(thinking, abs=0.001)
    storage.close()


def test_a_file_of_before_there_was_a_moment_in_it_is_read_unshifted(
    tmp_path: Path, exported: list[str]
) -> None:
    lines = list(exported)
    edit_line(0, lambda head: head.pop("made"))(lines)
    end = json.loads(lines[-1])
    before_end = "".join(f"{line}\n" for line in lines[:-1])
    end["end"]["sha256"] = hashlib.sha256(before_end.encode()).hexdigest()
    (tmp_path / "old").write_text(before_end + json.dumps(end) + "\n")
    target = f"sqlite:///{tmp_path / 'target'}"
    assert main(["import", str(tmp_path / "old"), "--database", target]) == 0
    assert [row[0] for row in everything(target)["matches"]] == ["a", "b", "c"]


def test_every_table_of_the_database_is_carried() -> None:
    assert set(META.tables) == {MATCHES.name, *PARTS, *OTHERS, *NOT_CARRIED}


def test_more_matches_than_are_read_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "MANY", 3)
    source, target = f"sqlite:///{tmp_path / 'a'}", f"sqlite:///{tmp_path / 'b'}"
    storage = Storage(source)
    for n in range(10):
        seats = [Seat("link"), Seat("bot")]
        storage.add(f"{n:x}Z-_a{n}", "pyramido", 1, {}, seats, ["a1"], 1, [(f"k{n}", 0)])
    storage.close()
    assert main(["export", str(tmp_path / "f"), "--database", source]) == 0
    assert main(["import", str(tmp_path / "f"), "--database", target]) == 0
    assert everything(target) == everything(source)


def test_what_is_there_already_is_left_alone(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "all.jsonl"
    main(["export", str(file), "--database", source])
    storage = Storage(source)
    first = json.loads(file.read_text().splitlines()[1])["match"]["id"]
    storage.change_seat(first, 0, lambda found: (Seat("link", name="later"), found.turn))
    storage.close()
    before = everything(source)
    assert main(["import", str(file), "--database", source]) == 0
    assert (
        "0 matches with 0 entries and 0 other rows were imported; 3 matches were there"
        in capsys.readouterr().out
    )
    assert everything(source) == before


def test_an_export_overwrites_nothing_and_invents_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, nowhere = tmp_path / "f", f"sqlite:///{tmp_path / 'none'}"
    assert main(["export", str(file), "--database", nowhere]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    file.write_text("mine")
    assert main(["export", str(file), "--database", f"sqlite:///{tmp_path / 'd'}"]) == 2
    assert file.read_text() == "mine"
    assert main(["import", str(tmp_path / "g"), "--database", nowhere]) == 2


def edit_line(n: int, change: Callable[[Any], object]) -> Callable[[list[str]], None]:
    def edit(lines: list[str]) -> None:
        line = json.loads(lines[n])
        change(line)
        lines[n] = json.dumps(line)

    return edit


BAD: dict[str, tuple[Callable[[list[str]], object], str]] = {
    "cut off between lines": (lambda lines: lines.pop(), "line 5: the end is missing"),
    "cut off in a line": (
        lambda lines: lines.__setitem__(slice(3, None), [lines[3][:40]]), "line 4: no JSON"),
    "no JSON": (lambda lines: lines.__setitem__(2, "\0\0"), "line 3: no JSON"),
    "too deep": (lambda lines: lines.__setitem__(2, "[" * 200_000), "line 3: no JSON"),
    "no object": (lambda lines: lines.__setitem__(2, "[]"), "line 3: every line is"),
    "another file": (lambda lines: lines.__setitem__(0, "{}"), "line 1: this is no export"),
    "a newer file": (edit_line(0, lambda x: x.update(version=99)), "line 1: the file is of"),
    "a moment that is none": (edit_line(0, lambda x: x.update(made="now")), "line 1: the moment"),
    "a line too few": (lambda lines: lines.pop(2), "line 4: the end says"),
    "more after the end": (lambda lines: lines.append("{}"), "line 6: there is something after"),
    "a changed name": (edit_line(2, lambda x: x["seats"][0].update(name="Eve")), "line 5: the end"),
    "an unknown part": (edit_line(1, lambda x: x.update(more=[])), "line 2: unknown parts more"),
    "an unknown column": (edit_line(1, lambda x: x["match"].update(x=1)), "line 2: match has no x"),
    "a lacking column": (edit_line(1, lambda x: x["match"].pop("game")), "match lacks game"),
    "a wrong type": (
        edit_line(3, lambda x: x["seats"][0].update(level="3")), "line 4: seats.level cannot be"),
    "a gap in the log": (edit_line(1, lambda x: x["moves"].pop(0)), "line 2: the numbers"),
    "a seat too few": (edit_line(1, lambda x: x["seats"].pop()), "line 2: there are not"),
    "an illegal move": (
        edit_line(1, lambda x: x["moves"][0].update(move="z9")), "cannot be replayed: 'z9'"),
    "an unknown game": (edit_line(2, lambda x: x["match"].update(game="chess")), "line 3: 'chess'"),
    "an unknown table": (
        lambda lines: lines.insert(4, '{"table": "x", "row": {}}'), "line 5: unknown table 'x'"),
    "a wrong row": (
        lambda lines: lines.insert(4, '{"table": "records", "row": {"id": "x"}}'),
        "line 5: records lacks record"),
    "neither match nor row": (lambda lines: lines.insert(4, "{}"), "line 5: match is an object"),
    "another actor": (edit_line(1, lambda x: x["match"].update(actor=7)), "acts, not 7"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_says_where_it_is_bad_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, exported: list[str]
) -> None:
    damage, says = BAD[name]
    lines = list(exported)
    damage(lines)
    (tmp_path / "bad").write_text("\n".join(lines) + "\n")
    target = f"sqlite:///{tmp_path / 'target'}"
    assert main(["import", str(tmp_path / "bad"), "--database", target]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "Nothing was imported" in told
    assert not any(everything(target).values())


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a good file: three matches, the first of which begins with a move."""
    folder = tmp_path_factory.mktemp("exported")
    storage = Storage(f"sqlite:///{folder / 'a'}")
    for id, entries in (("a", ["a1", "a2", "<1"]), ("b", []), ("c", ["a3"])):
        actor = 1 if entries else 0
        storage.add(id, "pyramido", 1, {}, [Seat("link"), Seat("link")], entries, actor, [])
    storage.close()
    main(["export", str(folder / "f"), "--database", f"sqlite:///{folder / 'a'}"])
    return (folder / "f").read_text().splitlines()


def test_broken_matches_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = f"sqlite:///{tmp_path / 'a'}", f"sqlite:///{tmp_path / 'b'}"
    storage = Storage(source)
    seats = [Seat("link"), Seat("link")]
    storage.add("fine", "pyramido", 1, {}, seats, ["a1"], 1, [])
    storage.add("gone", "a game of my own", 1, {}, seats, [], 0, [])
    storage.close()
    main(["export", str(tmp_path / "f"), "--database", source])
    assert main(["import", str(tmp_path / "f"), "--database", target]) == 2
    command = ["import", str(tmp_path / "f"), "--database", target, "--leave-out-broken"]
    assert main(command) == 0
    told = capsys.readouterr()
    assert "left out: line 3: 'a game of my own'" in told.err
    assert (
        "1 matches with 1 entries and 0 other rows were imported; 0 matches were there" in told.out
    )
    assert [row[0] for row in everything(target)["matches"]] == ["fine"]
