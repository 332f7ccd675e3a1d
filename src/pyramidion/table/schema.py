"""The tables of the database as they are now. A change here needs a step in migrations.py."""

import sqlalchemy as sa

META = sa.MetaData()
SCHEMA = sa.Table("schema", META, sa.Column("version", sa.Integer, nullable=False))
MATCHES = sa.Table(
    "matches",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("actor", sa.Integer),  # null: over
    sa.Column("clock", sa.String(40), nullable=False, server_default=""),
    sa.Column("due", sa.Float),  # when the time of the seat to act runs out
    sa.Column("next", sa.String(32)),  # the table where the same people play again
    sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.text("true")),
    sa.Index("matches_by_due", "due"),
)
SEATS = sa.Table(
    "seats",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
    sa.Column("stand_in", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("passed", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("time_left", sa.Float),  # of a game's time, when the seat's turn begins
)
MOVES = sa.Table(
    "moves",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),  # null: chance
    sa.Column("made", sa.Float, nullable=False),
)
# Who holds a seat: the hash of a browser's secret, of a link or of a program's token. A link
# that `passes` the seat on holds nothing itself, and once it was used it is kept for the one
# browser that used it, which may ask twice.
KEYS = sa.Table(
    "keys",
    META,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("passes", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("link", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("taken_by", sa.String(64)),  # the hash of the browser that used a link that passes
    sa.Index("keys_by_seat", "match", "seat"),
)
# Which process thinks for the bot that makes this move, and until when nobody else may.
JOBS = sa.Table(
    "jobs",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
CHAT = sa.Table(
    "chat",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("name", sa.String(40), nullable=False, server_default=""),  # of who sat there then
)
# Records that somebody brought to look at; the id is made of the record.
RECORDS = sa.Table(
    "records",
    META,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)
# One row for each game that was asked for; `moments` is there when the work is done.
ANALYSES = sa.Table(
    "analyses",
    META,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("moments", sa.Text),
)
