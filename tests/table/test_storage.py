"""Kept before it is answered, in groups, and never twice."""

import concurrent.futures
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from pyramidion.table.errors import TableError
from pyramidion.table.schema import KEYS
from pyramidion.table.storage import Seat, Storage
from pyramidion.table.writer import Append, Writer


def append(match: str, number: int = 0) -> Append:
    return Append(match, number, ["a1"], 0, 1, 0.0)


def test_appends_that_wait_share_a_transaction_and_nobody_is_answered_before_it_is_over() -> None:
    groups: list[list[str]] = []
    first, over = threading.Event(), threading.Event()

    def write(group: object) -> None:
        groups.append([a.match for a in group])  # type: ignore[attr-defined]
        if len(groups) == 1:
            first.set()
            assert over.wait(10)

    writer = Writer(write)
    with concurrent.futures.ThreadPoolExecutor(8) as many:
        alone = many.submit(writer.append, append("x"))
        assert first.wait(10)
        others = [many.submit(writer.append, append(name)) for name in "dcba"]
        done, _ = concurrent.futures.wait([alone, *others], timeout=0.2)
        assert not done
        over.set()
        for future in [alone, *others]:
            future.result(10)
    assert groups[0] == ["x"]
    assert sorted(name for group in groups[1:] for name in group) == ["a", "b", "c", "d"]
    assert all(group == sorted(group) for group in groups)
    assert len(groups) < 5


def test_a_refused_append_in_a_group_takes_nobody_with_it(database: str) -> None:
    storage = Storage(database)
    names = [f"t{n}" for n in range(20)]
    for name in names:
        storage.add(name, "pyramido", 1, {}, [Seat("link"), Seat("link")], [], 0, [])
    begin = threading.Barrier(40)

    def play(n: int) -> str:
        begin.wait(10)
        try:
            storage.append(names[n // 2], 0, [f"a{1 + n % 2}", "*x"], 0, 1)
        except TableError as error:
            return error.code
        return "won"

    with concurrent.futures.ThreadPoolExecutor(40) as many:
        ends = list(many.map(play, range(40)))
    for n, name in enumerate(names):
        pair = ends[2 * n : 2 * n + 2]
        assert sorted(pair) == ["stale", "won"]
        assert storage.entries(name, 0) == [f"a{1 + pair.index('won')}", "*x"]
    storage.close()


def test_when_the_database_fails_everybody_who_waits_hears_of_it() -> None:
    def write(_: object) -> None:
        raise sa.exc.OperationalError("INSERT", {}, RuntimeError("the disk is full"))

    writer = Writer(write)
    with concurrent.futures.ThreadPoolExecutor(8) as many:
        futures = [many.submit(writer.append, append(name)) for name in "abcdefgh"]
        for future in futures:
            with pytest.raises(sa.exc.OperationalError):
                future.result(10)


def test_a_commit_to_sqlite_is_flushed_to_the_disk(tmp_path: Path) -> None:
    """WAL alone outlives a killed process; `FULL` (2) a power cut too."""
    storage = Storage(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    with storage.engine.connect() as c:
        assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert c.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    storage.close()


def test_a_key_that_was_taken_away_holds_nothing_any_more(database: str) -> None:
    storage, other = Storage(database), Storage(database)
    storage.add("t", "pyramido", 1, {}, [Seat("link"), Seat("link")], [], 0, [("old", 0)])
    assert storage.held("old", "t") == other.held("old", "t") == [0]
    assert storage.give_link("link", "t", 0, by="old", most=2, passes=True)
    assert storage.sit("link", "new", "t", 0, 2, lambda found: (found.seats[0], found.turn))
    assert storage.held("old", "t") == []
    assert storage.held("new", "t") == [0]
    other.forget("t")  # what the news makes another process do
    assert other.held("old", "t") == []
    storage.close()
    other.close()


def test_whoever_changes_a_seat_waits_and_sees_what_the_one_before_has_done(database: str) -> None:
    """Two processes: while one takes a seat over, the other takes it, or makes a link to it."""
    storage, other = Storage(database), Storage(database)
    storage.add("t", "pyramido", 1, {}, [Seat("link"), Seat("link")], [], 0, [("old", 0)])
    assert storage.give_link("link", "t", 0, by="old", most=2, passes=True)
    assert other.held("old", "t") == [0]
    with concurrent.futures.ThreadPoolExecutor(2) as both:
        with storage.changing("t") as c:
            c.execute(KEYS.delete())
            taken = both.submit(
                other.sit, "link", "new", "t", 0, 2, lambda found: (found.seats[0], found.turn)
            )
            given = both.submit(other.give_link, "mine", "t", 0, by="old", most=2)
            done, _ = concurrent.futures.wait([taken, given], timeout=0.3)
            assert not done
        assert not taken.result(30)
        assert not given.result(30)
    storage.close()
    other.close()
