"""A room is one table in memory: the match, its seats, and who is listening.

The log is the truth; a room can be thrown away and built again from it at any time.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyramidion.errors import IllegalMove
from pyramidion.match import Match, replay
from pyramidion.table import clocks, errors, turns
from pyramidion.table.storage import Kept, Seat, SeatChange, Standing, Storage, Turn
from pyramidion.table.undo import last_decision

if TYPE_CHECKING:
    from pyramidion.table.news import News

BACK = "<"  # an entry `<12`: taken back to ply 12
GRACE = 4.0  # seconds that a line may be broken until its seat is shown as away
ELSEWHERE = 8.0  # seconds that people are thought to be at another server since it said so


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of the log that is checked but not kept yet."""

    number: int  # of its first entry
    entries: list[str]
    seat: int
    match: Match  # as it will be
    plies: list[int]  # after each of the entries
    turn: Turn  # that begins with it
    time_left: float | None  # of the seat; see `turns.left`


class Room:
    """One table. A move is proposed, kept in the log, and adopted; one change at a time.

    Whoever changes something holds `changing` until it is kept. The `lock` is for what is in
    memory and held for moments only, so that nobody who looks has to wait for the disk.
    """

    def __init__(self, kept: Kept, storage: Storage, heed: Callable[[Room], None]) -> None:
        self.id = kept.id
        self.seats: list[Seat] = kept.seats
        self.lock = threading.RLock()
        self.changing = threading.Lock()
        self.client = ""  # who changed something last: bots think for them; unknown at first
        self._storage = storage
        self._heed = heed  # whoever plays the bots
        self._last = 0
        self._listeners: dict[int, tuple[Callable[[], None], Collection[int]]] = {}
        self._elsewhere: dict[str, tuple[set[int], float]] = {}  # by process, and until when
        self._met: set[int] = set()
        self._gone: dict[int, float] = {}  # when the last line of a seat broke
        self.house, self.clock = kept.house, clocks.read(kept.house.clock)
        self.turn, self.next, self.said = kept.turn, kept.next, kept.said
        self.match: Match = beginning(kept)
        self.plies = [0]  # after each number of entries
        self._follow(kept.entries)

    @property
    def number(self) -> int:
        """How many entries the log has: how new the table is."""
        return len(self.plies) - 1

    @property
    def times(self) -> list[float | None]:
        """What each seat has left, where a game's time is counted."""
        counted = self.clock is not None and self.clock.kind == "game"
        return [seat.time_left if counted else None for seat in self.seats]

    @property
    def bots(self) -> list[int]:
        """The seats where a bot plays now."""
        return [n for n, seat in enumerate(self.seats) if seat.player]

    def play(self, move: str, number: int, mine: Collection[int], bot: bool = False) -> int:
        """A move of whoever holds these seats: checked, dealt, kept, and only then real.

        Returns how many entries the log has with it. A person who moves is back.
        """
        with self.changing:
            self._hear(number)
            proposal = self.propose(move, number, mine)
            if bot != bool(self.seats[proposal.seat].player):
                if bot:
                    raise errors.not_your_turn()  # the person came back while it thought
                self._come_back(proposal.seat, moves=True)
                proposal = self.propose(move, number, mine)
            return self._keep(proposal)

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
        return self._proposal(number, trial.moves[before:], seat, trial, plies)

    def adopt(self, proposal: Proposal) -> int:
        """It is kept, so it is real. Returns how many entries the log has with it."""
        with self.lock:
            if self.number == proposal.number:  # else it was read from the log meanwhile
                self.match = proposal.match
                self.plies += proposal.plies
                self.turn = proposal.turn
                if proposal.time_left is not None:
                    seats = [*self.seats]
                    mover = seats[proposal.seat]
                    seats[proposal.seat] = replace(mover, time_left=proposal.time_left)
                    self.seats = seats
        self.tell()
        return proposal.number + len(proposal.entries)

    def back(self, number: int, mine: Collection[int]) -> int:
        """Take back to the last own decision, if nothing forbids it; returns as `play`."""
        with self.changing:
            self._hear(number)
            with self.lock:
                if number != self.number:
                    raise errors.stale()
                ply = self.can_go_back(mine)
                if ply is None:
                    raise errors.refused(errors.NO_UNDO)
                trial = self.match.at(ply)
            assert trial.actor is not None
            return self._keep(self._proposal(number, [f"{BACK}{ply}"], trial.actor, trial, [ply]))

    def can_go_back(self, mine: Collection[int]) -> int | None:
        """The ply that the holder of these seats may go back to, or None."""
        if not mine or (self.clock is not None and self.clock.kind != "days"):
            return None  # who plays against time lets moves stand
        return last_decision(self.match, mine, self.bots)

    # Who plays, and against which time

    def sit(self, number: int, name: str, link: str, browser: str, passes: bool, most: int) -> bool:
        """Somebody takes a seat by a link; False if the link leads there no more."""
        with self.changing:
            done = self._storage.sit(
                link, browser, self.id, number, most,
                lambda found: self._seated(found, number, name, passes),
            )  # fmt: skip
            with self.lock:
                self._read_again()
        return done

    def _seated(self, found: Standing, number: int, name: str, passed: bool) -> tuple[Seat, Turn]:
        """How it is when somebody has taken a seat."""
        old, now = found.seats[number], time.time()
        seat = replace(
            old, kind="link", name=name or old.name, taken=True, stand_in=0,
            passed=old.passed + passed,
        )  # fmt: skip
        if not old.taken:
            return seat, turns.started(self.clock, found, number, seat, now)
        turn = turns.resumed(self.clock, found, number)
        if found.actor == number and turns.is_late(turn, now):
            seat = replace(seat, stand_in=old.stand_in)  # this move is still the bot's
        return seat, turn

    def stand_in(self, number: int, level: int) -> None:
        """Let a bot play for a seat until its person is back; the time of a turn runs on."""

        def stand_in(found: Standing) -> tuple[Seat, Turn]:
            old = found.seats[number]
            seat = replace(old, stand_in=level)
            if old.taken:
                return seat, found.turn
            return seat, turns.started(self.clock, found, number, seat, time.time())

        self._change(number, stand_in)

    def come_back(self, number: int) -> None:
        """The person of a seat plays again."""
        with self.changing:
            self._come_back(number)

    def run_out(self) -> None:
        """If the time of who acts has run out, a bot stands in."""
        actor = self.match.actor
        if actor is None or self.seats[actor].player or not turns.is_late(self.turn, time.time()):
            return

        def stand_in(found: Standing) -> tuple[Seat, Turn] | None:
            if found.actor != actor or not turns.is_late(found.turn, time.time()):
                return None  # a move came at the last moment, and counts
            seat = found.seats[actor]
            return None if seat.player else (replace(seat, stand_in=clocks.LEVEL), found.turn)

        self._change(actor, stand_in)

    def follow_on(self, id: str) -> None:
        """The same people play again, there."""
        self.next = id
        self.tell()

    def heard(self, number: int) -> None:
        """There are so many lines of chat now."""
        self.said = max(self.said, number)
        self.tell()

    def _come_back(self, number: int, moves: bool = False) -> None:
        """Raises if this turn's time is used up, unless it ends with a move right now."""

        def back(found: Standing) -> tuple[Seat, Turn] | None:
            turn = turns.resumed(self.clock, found, number)
            if not found.seats[number].stand_in:
                return None
            if found.actor == number and turns.is_late(turn, time.time()) and not moves:
                raise errors.time_is_up()
            return replace(found.seats[number], stand_in=0), turn

        self._alter(number, back)

    def _change(self, number: int, change: SeatChange) -> None:
        with self.changing:
            self._alter(number, change)

    def _alter(self, number: int, change: SeatChange) -> None:
        self._storage.change_seat(self.id, number, change)
        with self.lock:
            self._read_again()

    def catch_up(self) -> None:
        """Another process has, or may have, changed the table."""
        with self.lock:
            self._storage.forget(self.id)
            self._read_again()
            actor = self.match.actor
            timeless = turns.lacks_time(self.clock, actor, self.seats, self.turn)
        if actor is not None and timeless:
            self._change(
                actor, lambda found: (found.seats[actor], turns.resumed(self.clock, found, actor))
            )

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
                self._gone.update(dict.fromkeys(seats, time.monotonic()))

        return leave

    @property
    def present_here(self) -> set[int]:
        """The seats whose holders have the table open here, or had it a moment ago."""
        with self.lock:
            lately = time.monotonic() - GRACE
            here = {seat for _, seats in self._listeners.values() for seat in seats}
            return here | {seat for seat, when in self._gone.items() if when > lately}

    @property
    def present(self) -> set[int]:
        """The same, at any server."""
        with self.lock:
            now = time.monotonic()
            others = [seats for seats, until in self._elsewhere.values() if until > now]
            return self.present_here.union(*others)

    def meet(self, process: str, seats: Collection[int]) -> None:
        """The people of these seats have the table open at another process."""
        with self.lock:
            self._elsewhere[process] = set(seats), time.monotonic() + ELSEWHERE
        self.look_around()

    def look_around(self) -> None:
        """Tell if somebody has come or gone, at whichever server."""
        with self.lock:
            met, self._met = self._met, self.present
        if met != self._met:
            self.tell()

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

    def _proposal(
        self, number: int, entries: list[str], seat: int, match: Match, plies: list[int]
    ) -> Proposal:
        """With what it does to the clock."""
        now, seats = time.time(), [*self.seats]
        back = entries[0].startswith(BACK)
        left = self._left(seat, back, now)
        if left is not None:
            seats[seat] = replace(seats[seat], time_left=left)
        due = turns.due(self.clock, match.actor, seats, now)
        if left is not None and self._goes_on(seat, match):
            due = now + left  # also while a bot stands in, for when its person is back
        return Proposal(number, entries, seat, match, plies, Turn(now, due), left)

    def _left(self, seat: int, back: bool, now: float) -> float | None:
        if not back:
            return turns.left(self.clock, self.seats[seat], self.turn, now)
        if self.clock is None:
            return None
        return turns.left_again(self.seats[seat], self.turn, self.match.actor == seat, now)

    def _goes_on(self, seat: int, match: Match) -> bool:
        """Does who took something back still act where the match has been before?"""
        assert self.clock is not None
        return self.clock.kind == "days" and match.actor == seat and match.ply <= max(self.plies)

    def _hear(self, number: int) -> None:
        if number > self.number:  # seen in another process, of which we have not heard yet
            with self.lock:
                self._read_again()

    def _keep(self, proposal: Proposal) -> int:
        try:
            self._storage.append(
                self.id, proposal.number, proposal.entries, proposal.seat, proposal.match.actor,
                proposal.turn, proposal.time_left,
            )  # fmt: skip
        except errors.TableError:  # another process was faster: see what it did
            with self.lock:
                self._read_again()
            raise
        return self.adopt(proposal)

    def _read_again(self) -> None:
        kept = self._storage.read(self.id, self.number)
        if kept is None:
            return
        before = (self.number, self.seats, self.turn, self.next, self.said)
        self._follow(kept.entries)
        self.seats, self.turn, self.next, self.said = kept.seats, kept.turn, kept.next, kept.said
        if before != (self.number, self.seats, self.turn, self.next, self.said):
            self.tell()

    def _follow(self, entries: list[str]) -> None:
        if entries:  # pages read the match while it is followed: change a copy
            self.match = self.match.copy()
        for match in follow(self.match, entries):
            self.match = match
            self.plies.append(match.ply)


def follow(match: Match, entries: Iterable[str]) -> Iterator[Match]:
    """The match after each of these entries of a log."""
    for entry in entries:
        if entry.startswith(BACK):
            match = match.at(int(entry[len(BACK) :]))
        else:
            match.play(entry)
        yield match


def replayed(kept: Kept) -> Match:
    """The match of a whole log; raises what is wrong with it."""
    match = beginning(kept)
    for after in follow(match, kept.entries):
        match = after
    return match


def beginning(kept: Kept) -> Match:
    """The match before the first entry."""
    start = {"game": kept.game, "players": kept.players, "options": kept.options}
    return replay({**start, "moves": []}, chance="manual")


class Rooms:
    """The rooms in memory, the longest unused thrown away first."""

    def __init__(self, storage: Storage, most: int, heed: Callable[[Room], None]) -> None:
        self._storage = storage
        self._most = most
        self._heed = heed
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        self._news = self._listen() if storage.shared else None

    def get(self, id: str, client: str = "") -> Room:
        """The room of a table; raises `no_table`. If it is not in memory, `client` brings it."""
        known = self.at_hand(id)
        if known is not None:
            if not self.is_current:
                known.catch_up()
            return known
        kept = self._storage.read(id)
        if kept is None:
            raise errors.no_table()
        built = Room(kept, self._storage, self._heed)
        built.client = client
        with self._lock:
            room = self._rooms.setdefault(id, built)
            self._make_room()
        if room is built:
            if self._news is not None:  # what happened since it was read was no news to us yet
                room.catch_up()
            self._heed(room)
        return room

    def at_hand(self, id: str) -> Room | None:
        """The room of a table, if it is in memory now."""
        with self._lock:
            known = self._rooms.get(id)
            if known is not None:
                self._rooms.move_to_end(id)
            return known

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

        return News(self._storage.engine, self._storage.me, self)

    def changed(self, id: str) -> None:
        """Another process has changed a table."""
        self._storage.forget(id)
        with self._lock:
            room = self._rooms.get(id)
        if room is not None:
            room.catch_up()

    def missed(self) -> None:
        """Other processes may have changed any table."""
        for room in self.all():
            room.catch_up()

    def elsewhere(self, process: str, present: dict[str, list[int]]) -> None:
        """These seats of these tables have their people at another process."""
        for room in self.all():
            if room.id in present:
                room.meet(process, present[room.id])

    def present(self) -> dict[str, list[int]]:
        """Those that have them here; asked every few seconds."""
        for room in self.all():
            room.look_around()
        return {room.id: sorted(seats) for room in self.all() if (seats := room.present_here)}

    def _make_room(self) -> None:
        for id in list(self._rooms)[: max(0, len(self._rooms) - self._most)]:
            if not self._rooms[id].watched:
                del self._rooms[id]
                self._storage.forget(id)
