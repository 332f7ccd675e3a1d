"""How the database's tables change from one version of the program to the next.

`schema.py` says how the tables are now, and a new database is made from it. An older one
is brought up by the steps below. Both happen when the program starts, in one transaction,
and of several processes that start at once one does it while the others wait.

To add a table or a column:

1. change `schema.py`;
2. append a step to `STEPS`, in SQL that SQLite and PostgreSQL both understand
   (`CREATE TABLE`, `CREATE INDEX`, `ALTER TABLE … ADD COLUMN`, `UPDATE`); a column that is
   added to a table with rows is nullable or has a `DEFAULT`, in `schema.py` as
   `server_default`;
3. run `tests/table/test_migrations.py`: it compares a database brought up from version 1
   with a new one, table by table, on both kinds.

Then write with `Storage.changing(id)`, which also tells other processes.

A step that was released is never edited, and never names `schema.py`: it must do the same
in ten years. While a server is updated the old program may still run beside the new one,
so steps add and do not take away.

These few lines stand here instead of Alembic because there is one line of history, no
downgrade and nothing to generate: what Alembic adds would be configuration.
"""

import sqlalchemy as sa

from pyramidion.errors import PyramidionError
from pyramidion.table.schema import META, SCHEMA

STEPS: tuple[tuple[str, ...], ...] = (
    # 2: bots' moves are shared out between processes
    (
        "CREATE TABLE jobs ("
        " match VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES matches (id),"
        " number INTEGER NOT NULL,"
        " until FLOAT NOT NULL)",
    ),
    # 3: replays of records from elsewhere, and games that a bot looked at again
    (
        "CREATE TABLE records ("
        " id VARCHAR(64) NOT NULL PRIMARY KEY,"
        " record TEXT NOT NULL,"
        " made FLOAT NOT NULL)",
        "CREATE TABLE analyses ("
        " id VARCHAR(64) NOT NULL PRIMARY KEY,"
        " changed FLOAT NOT NULL,"
        " done INTEGER NOT NULL,"
        " total INTEGER NOT NULL,"
        " moments TEXT)",
    ),
    # 4: people in different places: bots that stand in, seats passed on, clocks, rematch, chat
    (
        "ALTER TABLE matches ADD COLUMN clock VARCHAR(40) NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN due FLOAT",
        "ALTER TABLE matches ADD COLUMN next VARCHAR(32)",
        "ALTER TABLE matches ADD COLUMN chat BOOLEAN NOT NULL DEFAULT true",
        "CREATE INDEX matches_by_due ON matches (due)",
        "ALTER TABLE seats ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN passed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN time_left FLOAT",
        "ALTER TABLE keys ADD COLUMN passes BOOLEAN NOT NULL DEFAULT false",
        "CREATE TABLE chat ("
        " match VARCHAR(32) NOT NULL REFERENCES matches (id),"
        " number INTEGER NOT NULL,"
        " seat INTEGER NOT NULL,"
        " said TEXT NOT NULL,"
        " made FLOAT NOT NULL,"
        " PRIMARY KEY (match, number))",
    ),
    # 5: links are told from browsers, and one that was used from those that are open
    (
        "ALTER TABLE keys ADD COLUMN link BOOLEAN NOT NULL DEFAULT false",
        "ALTER TABLE keys ADD COLUMN taken_by VARCHAR(64)",
        "UPDATE keys SET link = true WHERE passes",
    ),
    # 6: what was said stays with who said it, whoever has the seat later
    (
        "ALTER TABLE chat ADD COLUMN name VARCHAR(40) NOT NULL DEFAULT ''",
        "UPDATE chat SET name = (SELECT seats.name FROM seats"
        " WHERE seats.match = chat.match AND seats.seat = chat.seat)",
    ),
)
VERSION = 1 + len(STEPS)
LOCK = 0x70797261  # any number that no other program takes: "pyra"


def migrate(engine: sa.Engine) -> None:
    """Make the tables, or bring them up to date; refuse those of a newer program."""
    with engine.execution_options(writes=True).begin() as c:
        if c.dialect.name == "postgresql":  # in SQLite, who writes is alone
            c.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        found = _version(c)
        if found == VERSION:
            return
        if found > VERSION:
            raise PyramidionError(
                f"The database is of version {found}, and this program knows versions up to "
                f"{VERSION}. Use a newer Pyramidion with it, or another database"
            )
        if found == 0:
            META.create_all(c)
            c.execute(SCHEMA.insert().values(version=VERSION))
            return
        for step in STEPS[found - 1 :]:
            for statement in step:
                c.execute(sa.text(statement))
        c.execute(SCHEMA.update().values(version=VERSION))


def _version(c: sa.Connection) -> int:
    """0: there is nothing yet."""
    if not sa.inspect(c).has_table(SCHEMA.name):
        return 0
    return c.execute(sa.select(SCHEMA.c.version)).scalar() or 0
