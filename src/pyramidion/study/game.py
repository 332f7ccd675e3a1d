"""One game of a study: played by equals, and what can be read off it.

Who leads is judged by playing on at random from up to POINTS moments of the game, PLAYOUTS
times each: the share of wins of every seat. Everything follows from the seed and the number
of the game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from pyramidion.bots import LevelBot
from pyramidion.engine import CHANCE, NOBODY, OVER, blank, calls, clone, generator, pick
from pyramidion.engine.loops import buffers, play_games
from pyramidion.games import catalogue
from pyramidion.games.face import Face
from pyramidion.match import Match

POINTS, PLAYOUTS = 20, 64
LEAD = 0.15  # ahead of everybody else by so much of a win, a seat leads
BEHIND = 0.5  # of a fair share: who was lower than this and wins has come back
MASTER = 20_000  # simulations for a level that would think by the clock
LONGEST = 1_000_000
MIX = 1_000_003

Mover = Callable[[Any, int], int]


@dataclass(frozen=True)
class Setting:
    """What is played: a game, its players and options, and how strong the players are."""

    game: str
    players: int
    level: int  # 0: at random
    options: Mapping[str, Any] = field(default_factory=dict)

    def start(self) -> tuple[Face, Any]:
        """The face and the position before the first move."""
        match = Match(self.game, self.players, self.options, chance="manual")
        return match.face, match.state

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass
class Row:
    """What one game came to."""

    number: int
    results: list[float]  # of every seat
    moves: int = 0  # chance included
    decisions: int = 0
    forced: int = 0  # decisions with one legal move
    choices: int = 0  # legal moves, summed over decisions
    lead_changes: int = 0
    comeback: bool = False
    decided: float = 0.0  # after this share of the game the lead did not change any more
    ending: str = ""
    uses: dict[str, int] = field(default_factory=dict)  # how often each kind of move was made
    events: dict[str, int] = field(default_factory=dict)  # and what followed by itself


def play_game(setting: Setting, seed: int, number: int) -> Row:
    """Game number `number` of a setting."""
    face, s = setting.start()
    rng = generator(seed, number)
    movers = [_mover(setting, seed, number, seat) for seat in range(setting.players)]
    room, weights = buffers(face.game)
    uses: Counter[str] = Counter()
    events: Counter[str] = Counter()
    positions = []
    row = Row(number, [])
    before, action = s, 0
    while (who := calls.actor(s)) != OVER:
        n = calls.legal(s, room)
        if who == CHANCE:
            calls.odds(s, weights)
            action = int(room[pick(rng, weights, n)])
        else:
            row.decisions += 1
            row.forced += n == 1
            row.choices += n
            known = blank(s.dtype)
            calls.hide(s, who, known)
            action = movers[who](known, who)
            positions.append(clone(s))
        story = [words.en for words in face.tell(s, action, NOBODY)]
        uses[kind_of(face.name(s, action), story)] += 1
        events.update(map(event_of, story[1:]))
        before = clone(s)
        calls.play(s, action)
        row.moves += 1
    shares = np.zeros(setting.players)
    calls.score(s, shares)
    row.results = [float(share) for share in shares]
    row.uses = dict(sorted(uses.items()))
    row.events = dict(sorted(events.items()))
    row.ending = ending_of(face, before, action, s)
    _judge(row, face, positions, seed)
    return row


def kind_of(name: str, story: list[str]) -> str:
    """The kind of a move: the first word of its name, or of what it does."""
    first = name.split()[0]
    if re.fullmatch(r"\*?[a-z]+", first):
        return first
    told = re.match(r"\{\d\} (\w+)", story[0]) if story else None
    return told[1] if told else first


def event_of(sentence: str) -> str:
    """What happened, without saying to whom and to how many."""
    return re.sub(r": #.*|(, #)* and #", "", _plain(sentence))


def ending_of(face: Face, before: Any, action: int, after: Any) -> str:
    """How the game ended, without the names of seats and without numbers."""
    if words := face.ending(after):
        return words.en
    told = [words.en for words in face.tell(before, action, NOBODY)]
    if calls.actor(before) != CHANCE and len(told) > 1:
        del told[0]  # the move itself
    return _plain("; ".join(told[:2]))


def _plain(sentence: str) -> str:
    seats = re.sub(r"\{\d\}", "a seat", sentence)
    plain = re.sub(r"\b[a-z]?\d+", "#", seats)  # of cards and tiles too: b10
    return plain[:1].upper() + plain[1:]


def _mover(setting: Setting, seed: int, number: int, seat: int) -> Mover:
    chooser = random.Random(seed + MIX * (16 * number + seat))
    if setting.level == 0:
        room, _ = buffers(catalogue.face(setting.game).game)
        return lambda known, who: int(room[chooser.randrange(calls.legal(known, room))])
    bot = LevelBot(setting.game, setting.players, setting.level)

    def think(known: Any, who: int) -> int:
        budget = bot.simulations(known) or MASTER
        return bot.think(known, who, simulations=budget, seed=chooser.getrandbits(60)).action

    return think


def _judge(row: Row, face: Face, positions: list[Any], seed: int) -> None:
    """Lead changes, comeback, and when it was decided."""
    players = len(row.results)
    points = sorted({round(i) for i in np.linspace(0, len(positions) - 1, POINTS)})
    leader, lowest = None, [1.0] * players
    for point in points:
        chances = _chances(face, positions[point], players, seed + MIX * row.number + point)
        lowest = [min(a, b) for a, b in zip(lowest, chances, strict=True)]
        first, second = sorted(range(players), key=lambda seat: -chances[seat])[:2]
        if chances[first] - chances[second] > LEAD and first != leader:
            row.lead_changes += leader is not None
            leader = first
            row.decided = point / max(len(positions) - 1, 1)
    winner = int(np.argmax(row.results))
    row.comeback = row.results[winner] == 1.0 and lowest[winner] < BEHIND / players
    if leader is not None and row.results[leader] == 0.0:
        row.decided = 1.0  # the last leader lost after all


def _chances(face: Face, s: Any, players: int, seed: int) -> list[float]:
    rows = np.zeros((PLAYOUTS, 3), np.int64)
    results = np.zeros((PLAYOUTS, players))
    uses = np.zeros(face.game.actions, np.int64)
    play_games(
        s, blank(s.dtype), seed, 0, LONGEST, *buffers(face.game), rows, results, uses
    )  # fmt: skip
    return [float(share) for share in results.mean(axis=0)]
