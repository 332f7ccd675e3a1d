"""What whoever runs the table can choose."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Where tables are kept: PYRAMIDION_DATA, or the user's data folder."""
    if chosen := os.environ.get("PYRAMIDION_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "pyramidion"


def default_database() -> str:
    """One SQLite file in the data folder."""
    return f"sqlite:///{data_folder() / 'table.sqlite3'}"


@dataclass(frozen=True)
class Settings:
    """Everything has a default that is right for a table at home."""

    database: str = field(default_factory=default_database)
    body_limit: int = 64 * 1024  # bytes of a request
    changes_per_second: float = 20.0  # of one address, lasting
    changes_at_once: int = 60  # of one address, in a burst
    tables_per_minute: float = 30.0  # set up by one address
    lines_per_minute: float = 20.0  # of chat, by one person
    rooms: int = 1000  # matches kept in memory
    bot_pause: float = 0.6  # seconds a bot's move takes at least, so that people can follow
    bot_threads: int = 2
    analysis_seconds: float = 30.0  # for one game looked at again
    analyses_per_hour: float = 12.0  # asked for by one address
    prepare: bool = True  # compile in the background at the start
