"""Finished games looked at again by a bot: in a thread of their own, one after the other.

Nobody waits for it: pages ask how far it is. What came of it is kept for everybody.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from pyramidion.bots.analysis import analyse
from pyramidion.table import errors
from pyramidion.table.guard import Bucket
from pyramidion.table.replays import Replay
from pyramidion.table.settings import Settings
from pyramidion.table.shelf import Shelf

LEAST, MOST = 0.02, 0.4  # seconds for one decision
WAITING = 20  # games in line, at most
REPORT = 1.0  # seconds between two notes on how far it is

log = logging.getLogger(__name__)


class Analyses:
    """Looks at games again, within so many seconds each."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._seconds = settings.analysis_seconds
        self._asked = Bucket(settings.analyses_per_hour / 3600, settings.analyses_per_hour)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._line: dict[str, int] = {}  # games that wait or are looked at, with their length
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def ask(self, replay: Replay, address: str) -> None:
        """Begin, unless it is made already or somebody is at work."""
        if self._shelf.progress(replay.id).state != "none":
            return
        decisions = sum(1 for move in replay.match.moves if not move.startswith("*"))
        with self._lock:
            if replay.id in self._line:
                return
            if len(self._line) >= WAITING or not self._asked.take(address):
                raise errors.too_many()
            self._line[replay.id] = decisions
        self._shelf.note(replay.id, 0, decisions)
        self._worker.submit(self._work, replay, decisions)

    def close(self) -> None:
        """Leave what is not done."""
        self._closing.set()
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _work(self, replay: Replay, decisions: int) -> None:
        each = max(LEAST, min(MOST, self._seconds / max(1, decisions)))
        moments = []
        told = time.monotonic()
        try:
            for moment in analyse(replay.match, seconds=each):
                if self._closing.is_set():
                    return
                moments.append({**asdict(moment), "turned": moment.turned})
                if time.monotonic() - told > REPORT:
                    told = time.monotonic()
                    self._shelf.note(replay.id, len(moments), decisions)
                    self._still_waiting(replay.id)
            self._shelf.note(replay.id, decisions, decisions, moments)
        except Exception:
            log.exception("a game could not be looked at again")
        finally:
            with self._lock:
                self._line.pop(replay.id, None)

    def _still_waiting(self, current: str) -> None:
        """Those in line are not forgotten, only not begun."""
        with self._lock:
            waiting = {id: length for id, length in self._line.items() if id != current}
        for id, length in waiting.items():
            self._shelf.note(id, 0, length)
