"""A room is one table in memory: the match, its seats, and who is listening.

The log is the truth; a room can be thrown away and built again from it at any time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pyramidion.errors import IllegalMove
from pyramidion.match import Match, replay
from pyramidion.table import errors
from pyramidion.table.storage import Kept, Seat, Storage
from pyramidion.table.undo import last_decision

BACK = "<"  # an entry `<12`: taken back to ply 12


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that is checked but not kept yet."""

    number: int  # of its first entry
    entries: list[str]
    seat: int
    match: Match  # as it will be


class Room:
    """One table. A change is proposed, kept in the log, and adopted.

    Of two proposals for the same number the log takes one; so nobody has to hold the room's
    lock while the disk is at work, be it in this process or in another.
    """

    def __init__(self, kept: Kept, storage: Storage, heed: Callable[[Room], None]) -> None:
        self.id = kept.id
        self.seats: list[Seat] = kept.seats
        self.lock = threading.RLock()
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
        proposal = self.propose(move, number, mine)
        self._append(proposal)
        return self.adopt(proposal)

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
        return Proposal(number, trial.moves[before:], seat, trial)

    def adopt(self, proposal: Proposal) -> int:
        """It is kept, so it is real. Returns how many entries the log has with it."""
        with self.lock:
            if self.number == proposal.number:  # else it was read from the log meanwhile
                match, entries = proposal.match, proposal.entries
                self.match = match
                if entries[0].startswith(BACK):
                    self.plies.append(match.ply)
                else:
                    self.plies += range(match.ply - len(entries) + 1, match.ply + 1)
        self.tell()
        return proposal.number + len(proposal.entries)

    def back(self, number: int, mine: Collection[int]) -> int:
        """Take back to the last own decision, if nothing forbids it; returns as `play`."""
        with self.lock:
            if number != self.number:
                raise errors.stale()
            ply = self.can_go_back(mine)
            if ply is None:
                raise errors.refused(errors.NO_UNDO)
            trial = _at(self.match, ply)
        proposal = Proposal(number, [f"{BACK}{ply}"], min(mine), trial)
        self._append(proposal)
        return self.adopt(proposal)

    def can_go_back(self, mine: Collection[int]) -> int | None:
        """The ply that the holder of these seats may go back to, or None."""
        return last_decision(self.match, mine, self.bots) if mine else None

    def change_seat(self, number: int, seat: Seat) -> None:
        """Another name or another kind of seat."""
        with self.lock:
            self._storage.change_seat(self.id, number, seat)
            self.seats[number] = seat
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

    def tell(self) -> None:
        """Let all listeners know that something is new."""
        if self._listeners:
            with self.lock:
                calls = [call for call, _ in self._listeners.values()]
            for call in calls:
                call()
        self._heed(self)

    # How it is done

    def _append(self, proposal: Proposal) -> None:
        try:
            self._storage.append(
                self.id, proposal.number, proposal.entries, proposal.seat, proposal.match.actor
            )
        except errors.TableError:  # somebody was faster: see what it was
            with self.lock:
                self._follow(self._storage.entries(self.id, self.number))
            raise

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

    def get(self, id: str) -> Room:
        """The room of a table; raises `no_table`."""
        if found := self.at_hand(id):
            return found
        kept = self._storage.read(id)
        if kept is None:
            raise errors.no_table()
        return self.open(kept)

    def open(self, kept: Kept) -> Room:
        """The room of a table that was just read or set up."""
        built = Room(kept, self._storage, self._heed)
        with self._lock:
            room = self._rooms.setdefault(kept.id, built)
            self._make_room()
        if room is built:
            self._heed(room)
        return room

    def at_hand(self, id: str) -> Room | None:
        """The room of a table, if it is in memory now."""
        with self._lock:
            if id in self._rooms:
                self._rooms.move_to_end(id)
            return self._rooms.get(id)

    def all(self) -> list[Room]:
        """The rooms that are in memory now."""
        with self._lock:
            return list(self._rooms.values())

    def _make_room(self) -> None:
        for id in list(self._rooms)[: max(0, len(self._rooms) - self._most)]:
            if not self._rooms[id].watched:
                del self._rooms[id]
