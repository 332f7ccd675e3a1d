"""A match: one game in progress. The one object that Python users hold."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.engine import CHANCE, NOBODY, OVER, blank, calls, clone, generator, pick
from pyramidion.errors import IllegalMove, OptionError, PyramidionError
from pyramidion.games import catalogue
from pyramidion.games.face import Face, Refusal, Scene, Words
from pyramidion.terminal import PLAIN, Ink

if TYPE_CHECKING:
    from pyramidion.bots.analysis import Moment

FORMAT = 1  # of a record


class Match:
    """One game in progress: its position, its moves so far, and what each seat may see.

    >>> import pyramidion
    >>> m = pyramidion.new("pyramido")
    >>> m.play("a4")
    >>> m.actor, m.legal[:3]
    (1, ['a1', 'a2', 'a3'])
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        chance: str = "auto",
    ) -> None:
        if chance not in ("auto", "manual"):
            raise OptionError(f"chance is 'auto' or 'manual', not {chance!r}")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 0):
            raise OptionError(f"a seed is a whole number from 0, not {seed!r}")
        self.face: Face = catalogue.face(game)
        given = dict(options or {})
        self.players, everything = self.face.check(players, given)
        self.options = deepcopy(given)  # whoever holds a path may change it later
        self.seed = seed
        self.chance = chance
        self.moves: list[str] = []
        self._actions: list[int] = []
        self._before: list[bytes] = []  # the position before each move
        self._s = blank(self.face.game.state)
        self.face.configure(self._s, self.players, everything)
        calls.setup(self._s)
        self._look()
        self._deal()

    # What can be asked

    @property
    def game(self) -> str:
        """The game's name."""
        return self.face.key

    @property
    def ply(self) -> int:
        """How many moves were made, chance included."""
        return len(self.moves)

    @property
    def actor(self) -> int | None:
        """The seat to act (from 0), CHANCE, or None when the game is over."""
        return None if self._actor == OVER else self._actor

    @property
    def legal(self) -> list[str]:
        """The legal moves, or at a chance node the possible outcomes."""
        return list(self._names)

    @property
    def actions(self) -> list[int]:
        """The same by number, as bots and simulations know them."""
        return list(self._names.values())

    @property
    def odds(self) -> dict[str, Fraction]:
        """At a chance node: how probable each outcome is; otherwise empty."""
        if self._actor != CHANCE:
            return {}
        weights = self._weights()
        total = sum(weights)
        return {
            name: Fraction(weight, total) for name, weight in zip(self._names, weights, strict=True)
        }

    @property
    def result(self) -> list[str] | None:
        """None while the game runs; then for every seat "1", "0" or "1/k"."""
        if self._actor != OVER:
            return None
        shares = np.zeros(self.players, np.float64)
        calls.score(self._s, shares)
        return [str(Fraction(share).limit_denominator(self.players)) for share in shares]

    @property
    def points(self) -> list[int] | None:
        """The points of every seat, in games that have points."""
        return self.face.points(self._s)

    @property
    def state(self) -> Any:
        """A copy of the whole position, secrets included."""
        return clone(self._s)

    def hidden(self, seat: int = NOBODY) -> Any:
        """What a seat knows of the position: all that may leave for a viewer, a bot or a wire."""
        self._check_seat(seat)
        known = blank(self._s.dtype)
        calls.hide(self._s, seat, known)
        return known

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) sees, as data for JSON."""
        who = NOBODY if seat is None else seat
        known = self.hidden(who)
        return {
            "game": self.game,
            "players": self.players,
            "options": deepcopy(self.options),
            "seat": seat,
            "actor": "chance" if self._actor == CHANCE else self.actor,
            "legal": self.legal if seat is not None and seat == self._actor else None,
            "last": self._shown(self.ply - 1, who) if self.moves else None,
            "result": self.result,
            "points": self.points,
            **self.face.view(known, who),
        }

    def log(self, seat: int | None = None) -> list[str]:
        """The moves as a seat (None: a spectator) may see them: `?` for what it may not."""
        who = NOBODY if seat is None else seat
        self._check_seat(who)
        return [self._shown(ply, who) for ply in range(self.ply)]

    def story(self, ply: int, seat: int | None = None) -> list[Words]:
        """What happened by move number `ply` (from 0), in words, as a seat may know it.

        Nothing is told of a move that a game of memory does not show any more.
        """
        who = NOBODY if seat is None else seat
        self._check_seat(who)
        if self._forgotten(ply):
            return []
        return self.face.tell(_thaw(self._before[ply], self._s.dtype), self._actions[ply], who)

    def scenes(self, ply: int, seat: int | None = None) -> list[Scene]:
        """What followed move number `ply` (from 0) by itself, as a seat may see it."""
        who = NOBODY if seat is None else seat
        if self._is_hidden(ply, who):
            return []
        known = blank(self._s.dtype)
        calls.hide(_thaw(self._before[ply], self._s.dtype), who, known)
        return self.face.scenes(known, self._actions[ply], who)

    def paths(self, seat: int) -> dict[str, tuple[str, ...]]:
        """The legal moves with what a person touches for each; empty for a seat not to act."""
        if seat < 0 or seat != self._actor:
            return {}
        known = self.hidden(seat)
        return {name: self.face.clicks(known, action) for name, action in self._names.items()}

    def action(self, move: str) -> int:
        """The number that the engine knows a legal move by; raises IllegalMove."""
        return self._names[self._find(move)]

    def touched(self, ply: int, seat: int | None = None) -> tuple[str, ...]:
        """What shows that move number `ply` (from 0) was made, if a seat may know all of it."""
        who = NOBODY if seat is None else seat
        if self._is_hidden(ply, who):
            return ()
        return self.face.traces(_thaw(self._before[ply], self._s.dtype), self._actions[ply])

    def position(self, ply: int) -> Any:
        """A copy of the whole position before move number `ply` (from 0), secrets included."""
        return clone(self._s) if ply == self.ply else _thaw(self._before[ply], self._s.dtype)

    def draw(self, seat: int | None = None, ink: Ink = PLAIN) -> str:
        """The board as text, as a seat (None: a spectator) sees it."""
        return self.face.draw(self.view(seat), ink)

    def __str__(self) -> str:
        return self.draw(self._actor if self._actor >= 0 else None)

    def __repr__(self) -> str:
        return f"pyramidion.load({self.record()!r})"

    # What can be done

    def play(self, move: str) -> None:
        """Make a move, or at a chance node an outcome; raises IllegalMove and changes nothing."""
        if not isinstance(move, str):
            raise PyramidionError(f"a move is a text, not {move!r}")
        self._make(self._find(move))
        self._deal()

    def play_action(self, action: int) -> None:
        """Make a move by its number, as bots and simulations know it."""
        for name, legal in self._names.items():
            if legal == action:
                self._make(name)
                break
        else:
            raise PyramidionError(f"action {action} is not legal here")
        self._deal()

    def undo(self) -> None:
        """Take the last move back; a match that deals by itself goes back to the last decision."""
        ply = self.ply - 1
        while self.chance == "auto" and ply >= 0 and self.moves[ply].startswith("*"):
            ply -= 1
        if ply < 0:
            raise PyramidionError("there is no move to take back")
        self._s = _thaw(self._before[ply], self._s.dtype)
        del self.moves[ply:], self._actions[ply:], self._before[ply:]
        self._look()

    def at(self, ply: int) -> Match:
        """A match of its own, as this one was after its first `ply` moves."""
        if not 0 <= ply <= self.ply:
            raise PyramidionError(f"there are moves 0 to {self.ply}, not {ply!r}")
        earlier = self.copy()
        if ply < self.ply:
            earlier._s = self.position(ply)
            del earlier.moves[ply:], earlier._actions[ply:], earlier._before[ply:]
            earlier._look()
        return earlier

    def copy(self) -> Match:
        """A match that goes its own way from here."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._s = clone(self._s)
        twin.moves, twin._actions = list(self.moves), list(self._actions)
        twin._before = list(self._before)
        return twin

    def fresh(self) -> Match:
        """The same game before its first move, waiting for what chance brings."""
        return Match(self.game, self.players, self.options, chance="manual")

    def analyse(
        self, seconds: float | None = None, *, simulations: int | None = None
    ) -> list[Moment]:
        """Every decision so far (and the one to come) with chances and better moves.

        The budget is for each decision; one second unless given.
        """
        from pyramidion.bots.analysis import analyse

        budget = 1.0 if seconds is None and simulations is None else seconds
        return list(analyse(self, budget, simulations))

    def record(self) -> dict[str, Any]:
        """The whole game as data; `pyramidion.load` reads it. Holds secrets while the game runs."""
        record: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "options": deepcopy(self.options),
            "players": self.players,
            "moves": list(self.moves),
            "result": self.result,
        }
        if self.face.version != 1:
            record["version"] = self.face.version
        if (points := self.points) is not None:
            record["points"] = points
        return record

    # How it is done

    def _look(self) -> None:
        """Find out who acts and what is legal now."""
        self._actor = int(calls.actor(self._s))
        self._names: dict[str, int] = {}
        if self._actor != OVER:
            room = np.zeros(self.face.game.most, np.int64)
            n = calls.legal(self._s, room)
            self._names = {self.face.name(self._s, int(a)): int(a) for a in room[:n]}

    def _make(self, name: str) -> None:
        action = self._names[name]
        self._before.append(self._s.tobytes())
        calls.play(self._s, action)
        self.moves.append(name)
        self._actions.append(action)
        self._look()

    def _deal(self) -> None:
        """Let chance decide until a person must."""
        while self.chance == "auto" and self._actor == CHANCE:
            weights = self._weights()
            self._make(list(self._names)[self._draw(weights)])

    def _draw(self, weights: list[int]) -> int:
        if self.seed is None:  # nobody, not even this program, knows the next card
            rest = secrets.randbelow(sum(weights))
            return next(i for i in range(len(weights)) if rest < sum(weights[: i + 1]))
        return int(pick(generator(self.seed, self.ply), weights, len(weights)))

    def _weights(self) -> list[int]:
        room = np.zeros(self.face.game.most, np.int64)
        calls.odds(self._s, room)
        return [int(weight) for weight in room[: len(self._names)]]

    def _find(self, move: str) -> str:
        """The legal move that is meant."""
        text = " ".join(move.split())
        if text in self._names:
            return text
        for name in self._names:
            if name.casefold() == text.casefold():
                return name
        raise IllegalMove(move, self._refuse(text.casefold()), self.legal)

    def _refuse(self, move: str) -> Refusal:
        if self._actor == OVER:
            return Refusal("", Words("the game is over", "das Spiel ist zu Ende"))
        if self._actor == CHANCE:
            return Refusal(
                "", Words("chance decides here, with one of these outcomes",
                          "hier entscheidet der Zufall, mit einem dieser Ergebnisse"),
            )  # fmt: skip
        if move.startswith("*"):
            return Refusal(
                "", Words(f"seat {self._actor + 1} is to move, not chance",
                          f"Platz {self._actor + 1} ist am Zug, nicht der Zufall"),
            )  # fmt: skip
        return self.face.refuse(self.hidden(self._actor), move)

    def _shown(self, ply: int, seat: int) -> str:
        if self._forgotten(ply):
            return "?"
        before, action = _thaw(self._before[ply], self._s.dtype), self._actions[ply]
        opened = self.face.opened(before, action)
        if opened is not None and ply + opened < self.ply:
            return self.moves[ply]
        return self.face.shown(before, action, seat)

    def _is_hidden(self, ply: int, seat: int) -> bool:
        """Is this no move of a seat, or one that the seat may not know all of?"""
        return self.moves[ply].startswith("*") or self._shown(ply, seat) != self.moves[ply]

    def _forgotten(self, ply: int) -> bool:
        """In a running game of memory: has the seat that made this move made another since?"""
        if self._actor == OVER or not self.face.forgets(self._s):
            return False
        who = self._who(ply)
        return any(self._who(later) == who for later in range(ply + 1, self.ply))

    def _who(self, ply: int) -> int:
        return int(calls.actor(_thaw(self._before[ply], self._s.dtype)))

    def _check_seat(self, seat: int) -> None:
        if seat != NOBODY and seat not in range(self.players):
            raise PyramidionError(f"there are seats 0 to {self.players - 1}, not {seat!r}")


def replay(
    record: Mapping[str, Any],
    chance: str = "manual",
    seed: int | None = None,
    each: Callable[[Match], None] = lambda match: None,
) -> Match:
    """Play a record's moves from the start; `each` sees the match before every move."""
    match = Match(record["game"], record["players"], record["options"], seed, "manual")
    for move in record["moves"]:
        each(match)
        match.play(move)
    match.chance = chance
    return match


def _thaw(position: bytes, state: np.dtype[Any]) -> Any:
    return np.frombuffer(position, state).copy()[0]
