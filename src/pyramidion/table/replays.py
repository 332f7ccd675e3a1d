"""Games to look at again: every finished table, and records that somebody brought.

A table that is still in play is none of them: its hands are nobody's business yet.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from pyramidion.errors import IllegalMove, RecordError
from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.records import match_of
from pyramidion.table import errors
from pyramidion.table.rooms import Rooms
from pyramidion.table.shelf import Shelf
from pyramidion.table.storage import Seat
from pyramidion.table.texts import TEXTS, filled

BROUGHT = "record-"  # how the name of a record begins that is no table's
MOST_MOVES = 4000
IN_MEMORY = 64


@dataclass(frozen=True)
class Replay:
    """One game to look at again."""

    id: str
    match: Match
    seats: list[Seat]
    table: bool  # was it played here?

    @property
    def stops(self) -> list[int]:
        """Where one can stand: before each decision, and at the end. Chance needs no stop."""
        moves = self.match.moves
        first = [] if moves and moves[0].startswith("*") else [0]
        between = [n for n in range(1, len(moves)) if not moves[n].startswith("*")]
        return sorted({*first, *between, len(moves)})


class Replays:
    """All of them."""

    def __init__(self, shelf: Shelf, rooms: Rooms) -> None:
        self._shelf, self._rooms = shelf, rooms
        self._brought: OrderedDict[str, Match] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, id: str) -> Replay:
        """A game by its name; raises if there is none, or if it is still in play."""
        if id.startswith(BROUGHT):
            match = self._match(id)
            return Replay(id, match, [Seat("here") for _ in range(match.players)], False)
        room = self._rooms.get(id)
        match, seats = room.match, [*room.seats]
        if match.actor is not None:
            raise errors.still_running()
        return Replay(id, match, seats, True)

    def bring(self, text: str) -> str:
        """Keep a record that somebody has; its name is made of what it says."""
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            raise errors.bad_request(TEXTS["record_no_json"]) from None
        match = check(record)
        # written anew, so that the same game has the same name however it was typed
        written = json.dumps(match.record(), sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(written.encode()).digest()[:18]
        id = BROUGHT + base64.urlsafe_b64encode(digest).decode()
        self._shelf.keep(id, written)
        self._remember(id, match)
        return id

    def _match(self, id: str) -> Match:
        with self._lock:
            if id in self._brought:
                self._brought.move_to_end(id)
                return self._brought[id]
        record = self._shelf.record(id)
        if record is None:
            raise errors.no_table()
        match = check(record)
        self._remember(id, match)
        return match

    def _remember(self, id: str, match: Match) -> None:
        with self._lock:
            self._brought[id] = match
            while len(self._brought) > IN_MEMORY:
                self._brought.popitem(last=False)


def check(record: Any) -> Match:
    """The match of a record; one that cannot be is refused with the number of its bad move."""
    moves = record.get("moves") if isinstance(record, dict) else None
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise errors.bad_request(filled("record_long", most=MOST_MOVES))
    try:
        return match_of(record)
    except RecordError as error:
        raise errors.bad_request(_why(error)) from None


def _why(error: RecordError) -> Words:
    cause = error.__context__
    if error.move is not None and isinstance(cause, IllegalMove):
        move, reason = cause.move[:60], cause.refusal.words
        lead = filled("record_stops", number=error.move, move=move, reason="{reason}")
        return Words(lead.en.replace("{reason}", reason.en), lead.de.replace("{reason}", reason.de))
    return filled("record_bad", reason=str(error)[:300])
