"""A study: settings side by side, the same number of games each, kept on disk as they are played.

The file of rows is the memory: a study that was stopped goes on where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError
from pyramidion.journal import add_line, read_lines
from pyramidion.spread import spread
from pyramidion.study.game import Row, Setting, play_game


@dataclass(frozen=True)
class Study:
    """What is studied; the settings that change a rule come after the one they change."""

    settings: tuple[Setting, ...]
    changes: tuple[str, ...]  # of each setting, in words: "" or "quiet_limit=50"
    games: int
    seed: int

    def data(self) -> dict[str, Any]:
        """For JSON."""
        settings = [
            {**setting.data(), "change": change}
            for setting, change in zip(self.settings, self.changes, strict=True)
        ]
        return {"settings": settings, "games": self.games, "seed": self.seed}


def play_piece(study: Study, piece: int) -> Row:
    """Games of all settings, numbered through."""
    setting, number = divmod(piece, study.games)
    return play_game(study.settings[setting], study.seed, number)


class Memory:
    """The rows of a study in a folder."""

    def __init__(self, folder: Path, study: Study) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "rows.jsonl"
        wanted = json.loads(json.dumps(study.data()))
        begun, *rows = read_lines(self.path) or [None]
        if begun is None:
            add_line(self.path, wanted)
        elif begun != wanted:
            raise PyramidionError(
                f"{self.path} is of another study, so take another folder (--out): {begun}"
            )
        self.rows = [Row(**row) for row in rows]

    def add(self, row: Row) -> None:
        """Keep one more row."""
        self.rows.append(row)
        add_line(self.path, asdict(row))


def carry_out(study: Study, memory: Memory, threads: int, ray: str | None) -> Iterator[Row]:
    """Play what is missing, in order."""
    pieces = range(len(memory.rows), len(study.settings) * study.games)
    for row in spread(partial(play_piece, study), pieces, threads, ray):
        memory.add(row)
        yield row


def rows_of(study: Study, memory: Memory, setting: int) -> list[Row]:
    """The rows of one setting."""
    return memory.rows[setting * study.games : (setting + 1) * study.games]
