"""Who holds which seats, remembered for a moment, so that not every request asks the database.

Only what was found is remembered, so a new holder is known at once. What this process changes
it forgets; what another process may change is remembered for a moment only, so that a key which
was taken away there ends soon here.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable

ALONE, SHARED = 60.0, 2.0  # seconds, with the database for this process alone or for several
MOST = 20_000  # answers that are remembered


class Holders:
    """The seats of a key at a table."""

    def __init__(self, ask: Callable[[str, str], list[int]], seconds: float) -> None:
        self._ask = ask
        self._seconds = seconds
        self._known: OrderedDict[tuple[str, str], tuple[float, list[int]]] = OrderedDict()

    def remembered(self, key: str, id: str) -> list[int] | None:
        """Without asking the database."""
        until, seats = self._known.get((id, key), (0.0, []))
        return seats if time.monotonic() < until else None

    def seats(self, key: str, id: str) -> list[int]:
        """What the key holds there."""
        if (known := self.remembered(key, id)) is not None:
            return known
        begun = time.monotonic()
        if found := self._ask(key, id):
            self.remember(key, id, found, begun)
        return found

    def remember(self, key: str, id: str, seats: list[int], since: float | None = None) -> None:
        """Known from now on, or since the moment when the database was asked."""
        # spread, so that a busy server does not ask for all of them at the same time
        moment = self._seconds * random.uniform(0.5, 1)
        self._known[id, key] = ((since or time.monotonic()) + moment, seats)
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    def forget(self, id: str) -> None:
        """Somebody's hold on a seat of this table was changed."""
        for known in [pair for pair in list(self._known) if pair[0] == id]:
            self._known.pop(known, None)
