"""One server for a file: a second process on the same SQLite would not hear of the first's moves.

The lock is on a small file next to the database's and belongs to the process that holds it.
The system lets go of it when that process ends, however it ends, so a server that was killed
never stands in its successor's way. (Not on the database's own file: closing that once more
would drop SQLite's locks on it.)
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from pyramidion.table.database import DatabaseError

try:
    import fcntl
except ImportError:  # Windows: there it is left to whoever runs the server
    fcntl = None  # type: ignore[assignment]


class Alone:
    """Holds a database that is for one process; others raise `DatabaseError` until `close`."""

    def __init__(self, url: str) -> None:
        self._line: int | None = None
        file = _file_of(url)
        if fcntl is None or file is None:
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._line = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._line, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise DatabaseError(
                f"Another server uses {file}, and SQLite is for one at a time. Stop that one, "
                "choose another --database, or use PostgreSQL"
            ) from None
        except OSError as error:
            self.close()
            raise DatabaseError(f"The database {file} cannot be opened: {error}") from None

    def close(self) -> None:
        """Let others have it."""
        if self._line is not None:
            os.close(self._line)
            self._line = None

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _file_of(url: str) -> Path | None:
    """The file that one process may use; None for PostgreSQL and for what is in memory."""
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        return None  # whoever opens it says what is wrong
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database)).resolve()
