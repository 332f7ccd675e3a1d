"""Files that grow by a line of JSON for each game: what was stopped goes on where they end."""

import json
import os
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError


def read_lines(path: Path) -> list[Any]:
    """What is in a file, which may not be there yet; a last line that was cut off is dropped."""
    if not path.exists():
        return []
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    rest = written[len(whole) :]
    try:
        found = [json.loads(line) for line in whole.splitlines()]
    except ValueError as error:
        raise PyramidionError(f"{path} cannot be read: {error}") from None
    if rest and not rest.startswith(b"{"):
        raise PyramidionError(f"{path} cannot be read: its last line was not begun here")
    if rest:
        os.truncate(path, len(whole))
    return found


def add_line(path: Path, data: Any) -> None:
    """Write one more line, whole or not at all for who reads it again."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(data) + "\n")
