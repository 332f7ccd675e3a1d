"""A database grows with the program: from version 1 to now, on both kinds of databases."""

import concurrent.futures
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pyramidion.cli.main import main
from pyramidion.errors import PyramidionError
from pyramidion.table import migrations
from pyramidion.table.database import DatabaseError, open_database
from pyramidion.table.schema import META, SCHEMA
from pyramidion.table.storage import Storage
from tests.table.postgres import Postgres

# As the first version made it. Never edited: there are such databases.
VERSION_1 = """
CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema VALUES (1);
CREATE TABLE matches (
    id VARCHAR(32) NOT NULL, game VARCHAR(40) NOT NULL, version INTEGER NOT NULL,
    players INTEGER NOT NULL, options TEXT NOT NULL, made FLOAT NOT NULL,
    changed FLOAT NOT NULL, actor INTEGER, PRIMARY KEY (id));
CREATE TABLE seats (
    match VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, kind VARCHAR(8) NOT NULL,
    level INTEGER NOT NULL, name VARCHAR(40) NOT NULL, taken BOOLEAN NOT NULL,
    PRIMARY KEY (match, seat), FOREIGN KEY(match) REFERENCES matches (id));
CREATE TABLE moves (
    match VARCHAR(32) NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL, seat INTEGER,
    made FLOAT NOT NULL, PRIMARY KEY (match, number),
    FOREIGN KEY(match) REFERENCES matches (id));
CREATE TABLE keys (
    hash VARCHAR(64) NOT NULL, match VARCHAR(32) NOT NULL, seat INTEGER NOT NULL,
    made FLOAT NOT NULL, PRIMARY KEY (hash, match, seat),
    FOREIGN KEY(match) REFERENCES matches (id));
CREATE INDEX keys_by_seat ON keys (match, seat);
INSERT INTO matches VALUES ('old', 'pyramido', 1, 2, '{}', 5.5, 6.5, 1);
INSERT INTO seats VALUES ('old', 0, 'link', 3, 'Ada', true);
INSERT INTO seats VALUES ('old', 1, 'bot', 4, '', true);
INSERT INTO moves VALUES ('old', 0, 'a4', 0, 6.5);
INSERT INTO keys VALUES ('abc', 'old', 0, 5.5);
"""


def make_old(url: str) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as c:
        for statement in VERSION_1.split(";"):
            if statement.strip():
                c.execute(sa.text(statement))
    engine.dispose()


def bring_up_to(version: int, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a program of that version would have."""
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[: version - 1])
        patch.setattr(migrations, "VERSION", version)
        open_database(url).dispose()


def shape(engine: sa.Engine) -> dict[str, Any]:
    """Everything that distinguishes one database from another."""
    found: dict[str, Any] = {}
    inspector = sa.inspect(engine)
    for table in inspector.get_table_names():
        found[table] = {
            "columns": {
                c["name"]: (str(c["type"]), c["nullable"], c["default"])
                for c in inspector.get_columns(table)
            },
            "key": inspector.get_pk_constraint(table)["constrained_columns"],
            "foreign": sorted(
                (k["constrained_columns"], k["referred_table"], k["referred_columns"])
                for k in inspector.get_foreign_keys(table)
            ),
            "indexes": sorted(
                (str(i["name"]), i["column_names"], bool(i["unique"]))
                for i in inspector.get_indexes(table)
            ),
            "unique": sorted(u["column_names"] for u in inspector.get_unique_constraints(table)),
        }
    return found


def test_a_database_of_version_1_becomes_as_a_new_one_and_keeps_what_was_in_it(
    database: str, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old(database)
    bring_up_to(5, database, monkeypatch)  # the first with chat was 4
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as c:
        c.execute(sa.text("INSERT INTO chat VALUES ('old', 1, 0, 'hello', 7.5)"))
    engine.dispose()
    storage = Storage(database)
    assert [(line.name, line.said) for line in storage.chat("old", 0, 9)] == [("Ada", "hello")]
    kept = storage.read("old")
    assert kept is not None
    assert (kept.entries, kept.seats[0].name, kept.seats[1].kind) == (["a4"], "Ada", "bot")
    assert storage.held("abc", "old") == [0]
    storage.append("old", 1, ["a5"], 1, 0)
    assert storage.entries("old", 0) == ["a4", "a5"]
    other = f"sqlite:///{tmp_path / 'new'}" if "sqlite" in database else postgres.database()
    new = open_database(other)
    assert shape(storage.engine) == shape(new)
    assert set(shape(new)) == set(META.tables)
    new.dispose()
    storage.close()


def test_a_second_start_changes_nothing(database: str) -> None:
    open_database(database).dispose()
    engine = open_database(database)
    with engine.connect() as c:
        assert c.execute(sa.select(SCHEMA.c.version)).scalars().all() == [migrations.VERSION]
    engine.dispose()


@pytest.mark.parametrize("old", [False, True])
def test_of_many_that_start_at_once_one_makes_the_tables(database: str, old: bool) -> None:
    if old:
        make_old(database)
    with concurrent.futures.ThreadPoolExecutor(8) as many:
        for engine in many.map(lambda _: open_database(database), range(8)):
            engine.dispose()
    test_a_second_start_changes_nothing(database)


def test_a_database_of_a_newer_program_is_refused_and_left_alone(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = open_database(database)
    newer = migrations.VERSION + 1
    with engine.begin() as c:
        c.execute(SCHEMA.update().values(version=newer))
    with pytest.raises(PyramidionError, match=f"of version {newer}, and this program knows"):
        Storage(database)
    assert main(["table", "--no-browser", "--database", database]) == 2
    assert f"The database is of version {newer}" in capsys.readouterr().err
    with engine.connect() as c:
        assert c.execute(sa.select(SCHEMA.c.version)).scalar() == newer
    engine.dispose()


def test_a_step_that_fails_leaves_the_database_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old(database)
    broken = (
        *migrations.STEPS,
        ("CREATE TABLE more (n INTEGER)", "INSERT INTO nowhere VALUES (1)"),
    )
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", broken)
        patch.setattr(migrations, "VERSION", 1 + len(broken))
        with pytest.raises(DatabaseError, match="nowhere"):
            open_database(database)
    engine = open_database(database)
    assert "more" not in sa.inspect(engine).get_table_names()
    engine.dispose()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("nonsense", "A database is sqlite:///FILE or postgresql://"),
        ("mysql://localhost/x", "not mysql"),
        ("sqlite:////proc/none.sqlite3", "cannot be opened"),
        ("postgresql://me:geheim@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_a_wrong_address_is_explained_without_its_password(address: str, says: str) -> None:
    with pytest.raises(DatabaseError) as caught:
        open_database(address)
    assert says in str(caught.value)
    assert "geheim" not in str(caught.value)
