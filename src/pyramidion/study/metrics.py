"""What many games say: every figure is a mean over games, with its 95% interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.lab.intervals import Interval, around, by_chance, mean, share
from pyramidion.study.game import Row

# How long people take, to turn moves into minutes: an assumption, the same for all games.
CHOICE, FORCED, CHANCE = 15.0, 3.0, 2.0  # seconds

SHARE, NUMBER = "share", "number"


@dataclass(frozen=True)
class Metric:
    """One figure of a setting: a number for each game."""

    group: str
    label: str
    kind: str  # SHARE or NUMBER
    values: NDArray[np.float64]

    @property
    def interval(self) -> Interval:
        n, total = len(self.values), float(self.values.sum())
        if self.kind == SHARE and set(np.unique(self.values)) <= {0.0, 1.0}:
            return share(total, n)
        most = 1.0 if self.kind == SHARE else math.inf  # and no figure is ever below nothing
        return mean(total, float((self.values**2).sum()), n).within(0.0, most)

    def text(self) -> str:
        """For a table."""
        return self.interval.percent() if self.kind == SHARE else str(self.interval)


@dataclass(frozen=True)
class Difference:
    """What a change of the rules did to one figure."""

    group: str
    label: str
    kind: str
    difference: Interval
    p: float  # that chance alone brings so much, by Welch's test
    significant: bool  # at 5% over all figures of the comparison together, by Holm's method


def minutes(row: Row) -> float:
    """How long people would play this game."""
    free = row.decisions - row.forced
    events = row.moves - row.decisions
    return (CHOICE * free + FORCED * row.forced + CHANCE * events) / 60


def metrics(rows: Sequence[Row]) -> list[Metric]:
    """All figures of a setting."""

    def of(group: str, label: str, kind: str, values: Any) -> Metric:
        return Metric(group, label, kind, np.array(list(values), np.float64))

    players = len(rows[0].results)
    kinds = sorted({kind for row in rows for kind in row.uses})
    events = sorted({event for row in rows for event in row.events})
    endings = sorted({row.ending for row in rows})
    return [
        *(
            of("Seats", f"seat {seat + 1} wins", SHARE, (row.results[seat] for row in rows))
            for seat in range(players)
        ),
        of("Length", "moves", NUMBER, (row.moves for row in rows)),
        of("Length", "decisions", NUMBER, (row.decisions for row in rows)),
        of("Length", "minutes", NUMBER, map(minutes, rows)),
        of("Choice", "legal moves at a decision", NUMBER,
           (row.choices / max(row.decisions, 1) for row in rows)),
        of("Choice", "decisions without a choice", SHARE,
           (row.forced / max(row.decisions, 1) for row in rows)),
        of("Tension", "one winner", SHARE, (max(row.results) == 1.0 for row in rows)),
        of("Tension", "lead changes", NUMBER, (row.lead_changes for row in rows)),
        of("Tension", "comebacks", SHARE, (row.comeback for row in rows)),
        of("Tension", "part of the game until it is decided", SHARE,
           (row.decided for row in rows)),
        *(of("How games end", text, SHARE, (row.ending == text for row in rows))
          for text in endings),
        *(of("Moves in a game", kind, NUMBER,
             (row.uses.get(kind, 0) for row in rows)) for kind in kinds),
        *(of("Events in a game", event, NUMBER,
             (row.events.get(event, 0) for row in rows)) for event in events),
    ]  # fmt: skip


def compare(before: Sequence[Metric], after: Sequence[Metric]) -> list[Difference]:
    """What changed from one setting to another; what never happens in one of them counts 0."""
    ours = {(m.group, m.label): m for m in before}
    theirs = {(m.group, m.label): m for m in after}
    found = []
    for key, metric in {**theirs, **ours}.items():
        a, b = (
            side[key].values if key in side else np.zeros(len(games[0].values))
            for side, games in ((ours, before), (theirs, after))
        )
        found.append((metric, *_welch(a, b)))
    significant = _holm([p for _, _, p in found])
    return [
        Difference(metric.group, metric.label, metric.kind, difference, p, clear)
        for (metric, difference, p), clear in zip(found, significant, strict=True)
    ]


def _welch(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[Interval, float]:
    """The difference of two means, and how probable it is by chance."""
    middle = float(b.mean() - a.mean())
    parts = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
    error = math.sqrt(sum(parts))
    if not error:  # all games of a side alike: how often would shuffling set them apart like this?
        apart = 2 / math.comb(len(a) + len(b), len(a)) if middle else 1.0
        return Interval(middle, middle, middle), apart
    squares = parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1)
    freedom = sum(parts) ** 2 / squares
    return around(middle, error, freedom), by_chance(middle / error, freedom)


def _holm(ps: list[float]) -> list[bool]:
    clear = [False] * len(ps)
    for rank, index in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        if ps[index] > 0.05 / (len(ps) - rank):
            break
        clear[index] = True
    return clear
