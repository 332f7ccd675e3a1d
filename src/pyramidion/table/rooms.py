"""A room is one table in memory: the match, its seats, and who is listening.

The log is the truth; a room can be thrown away and built again from it at any time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramidion.errors import IllegalMove
from pyramidion.match import Match, replay
from pyramidion.table import errors
from pyramidion.table.storage import Kept, Seat, Storage
from pyramidion.table.undo import last_decision

if TYPE_CHECKING:
    from pyramidion.table.news import News

BACK = "<"  # an entry `<12`: taken back to ply 12


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that is checked but not kept yet."""

    number: int  # of its first entry
    entries: list[str]
    seat: int
    match: Match  # as it will be
    plies: list[int]  # after each of the entries


class Room:
    """One table. A change is proposed, kept in the log, and adopted; one at a time.

    Whoever proposes holds the turn until it is adopted or refused. The lock is held for
    moments only, so that nobody who looks has to wait for the disk.
    """

    def __init__(self, kept: Kept, storage: Storage, heed: Callable[[Room], None]) -> None:
        self.id = kept.id
        self.seats: list[Seat] = kept.seats
        self.lock = threading.RLock()
        self.turn = threading.Lock()
        self._storage = storage
        self._heed = heed  # whoever plays the bots
        self._last = 0
        self._listeners: dict[int, tuple[Callable[[], None], Collection[int]]] = {}
        start = {"game": kept.game, "players": kept.players, "options": kept.options}
        self.match: Match = replay({**start, "moves": []}, chance="manual")
        self.plies = [0]  # after each number of entries
        self._follow(kept.entries)

    @property
    def number(self) -> int:
        """How many entries the log has: how new the table is."""
        return len(self.plies) - 1

    @property
    def bots(self) -> list[int]:
        """The seats of bots."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "bot"]

    @property
    def open_seats(self) -> list[int]:
        """Seats whose person has not come yet."""
        return [n for n, seat in enumerate(self.seats) if not seat.taken]

    def play(self, move: str, number: int, mine: Collection[int]) -> int:
        """A move of whoever holds these seats: checked, dealt, kept, and only then real.

        Returns how many entries the log has with it.
        """
        with self.turn:
            self._hear(number)
            return self._keep(self.propose(move, number, mine))

    def propose(self, move: str, number: int, mine: Collection[int]) -> Proposal:
        """What the move would lead to; nothing is changed yet."""
        with self.lock:
            if number != self.number:
                raise errors.stale()
            seat = self.match.actor
            if seat is None or seat not in mine:
                raise errors.not_your_turn()
            trial = self.match.copy()
        trial.chance = "auto"  # what chance answers is appended with the move
        before = trial.ply
        try:
            trial.play(move)
        except IllegalMove as error:
            raise errors.refused(error.refusal) from None
        trial.chance = "manual"
        plies = list(range(before + 1, trial.ply + 1))
        return Proposal(number, trial.moves[before:], seat, trial, plies)

    def adopt(self, proposal: Proposal) -> int:
        """It is kept, so it is real. Returns how many entries the log has with it."""
        with self.lock:
            if self.number == proposal.number:  # else it was read from the log meanwhile
                self.match = proposal.match
                self.plies += proposal.plies
        self.tell()
        return proposal.number + len(proposal.entries)

    def back(self, number: int, mine: Collection[int]) -> int:
        """Take back to the last own decision, if nothing forbids it; returns as `play`."""
        with self.turn:
            self._hear(number)
            with self.lock:
                if number != self.number:
                    raise errors.stale()
                ply = self.can_go_back(mine)
                if ply is None:
                    raise errors.refused(errors.NO_UNDO)
                trial = _at(self.match, ply)
            return self._keep(Proposal(number, [f"{BACK}{ply}"], min(mine), trial, [ply]))

    def can_go_back(self, mine: Collection[int]) -> int | None:
        """The ply that the holder of these seats may go back to, or None."""
        return last_decision(self.match, mine, self.bots) if mine else None

    def change_seat(self, number: int, seat: Seat) -> None:
        """Another name or another kind of seat."""
        with self.lock:
            self._storage.change_seat(self.id, number, seat)
            self.seats[number] = seat
        self.tell()

    def catch_up(self) -> None:
        """Another process has, or may have, changed the table."""
        with self.lock:
            before = (self.number, self.seats)
            self._storage.forget(self.id)
            self.seats, entries = self._storage.news(self.id, self.number)
            self._follow(entries)
            changed = before != (self.number, self.seats)
        if changed:
            self.tell()

    def first_ply_since(self, number: int) -> int:
        """The first ply that somebody who has seen `number` entries does not know."""
        return min(self.plies[max(0, min(number, self.number)) :])

    # Who listens

    def listen(self, call: Callable[[], None], seats: Collection[int]) -> Callable[[], None]:
        """Call on every change, from any thread, until what is returned is called."""
        with self.lock:
            self._last += 1
            handle = self._last
            self._listeners[handle] = (call, seats)
        self.tell()

        def leave() -> None:
            with self.lock:
                self._listeners.pop(handle, None)
            self.tell()

        return leave

    @property
    def present(self) -> set[int]:
        """The seats whose holders have the table open."""
        with self.lock:
            return {seat for _, seats in self._listeners.values() for seat in seats}

    @property
    def watched(self) -> bool:
        """Is anybody listening?"""
        return bool(self._listeners)

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return len(self._listeners)

    def tell(self) -> None:
        """Let all listeners know that something is new."""
        if self._listeners:
            with self.lock:
                calls = [call for call, _ in self._listeners.values()]
            for call in calls:
                call()
        self._heed(self)

    # How it is done

    def _hear(self, number: int) -> None:
        if number > self.number:  # seen in another process, of which we have not heard yet
            with self.lock:
                self._follow_log()

    def _keep(self, proposal: Proposal) -> int:
        try:
            self._storage.append(
                self.id, proposal.number, proposal.entries, proposal.seat, proposal.match.actor
            )
        except errors.TableError:  # another process was faster: see what it did
            with self.lock:
                self._follow_log()
            raise
        return self.adopt(proposal)

    def _follow_log(self) -> None:
        if entries := self._storage.entries(self.id, self.number):
            self._follow(entries)
            self.tell()

    def _follow(self, entries: list[str]) -> None:
        if entries:  # pages read the match while it is followed: change a copy
            self.match = self.match.copy()
        for entry in entries:
            if entry.startswith(BACK):
                self.match = _at(self.match, int(entry[len(BACK) :]))
            else:
                self.match.play(entry)
            self.plies.append(self.match.ply)


def _at(match: Match, ply: int) -> Match:
    earlier = match.copy()
    earlier.chance = "manual"  # one step at a time
    while earlier.ply > ply:
        earlier.undo()
    return earlier


class Rooms:
    """The rooms in memory, the longest unused thrown away first."""

    def __init__(self, storage: Storage, most: int, heed: Callable[[Room], None]) -> None:
        self._storage = storage
        self._most = most
        self._heed = heed
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        self._news = self._listen() if storage.shared else None

    def get(self, id: str) -> Room:
        """The room of a table; raises `no_table`."""
        known = self.at_hand(id)
        if known is not None:
            if not self.is_current:
                known.catch_up()
            return known
        kept = self._storage.read(id)
        if kept is None:
            raise errors.no_table()
        return self.open(kept)

    def at_hand(self, id: str) -> Room | None:
        """The room of a table, if it is in memory now."""
        with self._lock:
            known = self._rooms.get(id)
            if known is not None:
                self._rooms.move_to_end(id)
            return known

    def open(self, kept: Kept) -> Room:
        """The room of a table that was just read or set up."""
        built = Room(kept, self._storage, self._heed)
        with self._lock:
            room = self._rooms.setdefault(kept.id, built)
            self._make_room()
        if room is built:
            if self._news is not None:  # what happened since it was read was no news to us yet
                room.catch_up()
            self._heed(room)
        return room

    @property
    def is_current(self) -> bool:
        """Does every room know what was done to its table, here or by another process?"""
        return self._news is None or self._news.current

    def close(self) -> None:
        """Listen to other processes no longer."""
        if self._news is not None:
            self._news.close()

    def all(self) -> list[Room]:
        """The rooms that are in memory now."""
        with self._lock:
            return list(self._rooms.values())

    def _listen(self) -> News:
        from pyramidion.table.news import News  # needs psycopg, which is not always there

        return News(self._storage.engine, self._storage.me, self._changed, self._catch_up)

    def _changed(self, id: str) -> None:
        with self._lock:
            room = self._rooms.get(id)
        if room is not None:
            room.catch_up()

    def _catch_up(self) -> None:
        for room in self.all():
            room.catch_up()

    def _make_room(self) -> None:
        for id in list(self._rooms)[: max(0, len(self._rooms) - self._most)]:
            if not self._rooms[id].watched:
                del self._rooms[id]
                self._storage.forget(id)
