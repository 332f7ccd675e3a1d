"""A proof in progress: a start, a table, and how far the search has come. Can be kept on disk."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pyramidion.engine.symmetry import find_symmetry
from pyramidion.engine.verbs import actor, registered
from pyramidion.errors import PyramidionError
from pyramidion.solve.search import CIRCLES, DELTA, DEPTH, NODES, PHI, Desk, search
from pyramidion.solve.table import LINE, WAYS, new_table

FORMAT = 1  # of a file with a proof in progress
SLICE = 4_000_000  # nodes between two looks at the clock and the keyboard
MAGIC = b"Pyramidion proof "


@dataclass
class Progress:
    """How far a search has come."""

    nodes: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # what the search itself had of them, on a shared machine
    phi: int = 1  # the proof numbers of the start: 0 means proved
    delta: int = 1
    depth: int = 0  # the longest path so far
    circles: int = 0  # children met that were on the path already

    @property
    def value(self) -> int | None:
        """1 when the mover wins, -1 when the mover loses, None while it is open."""
        return 1 if self.phi == 0 else -1 if self.delta == 0 else None

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / max(self.seconds, 1e-9)

    def add(self, told: Any, seconds: float, cpu_seconds: float) -> None:
        """Take in what one call of the search tells."""
        self.nodes += int(told[NODES])
        self.seconds += seconds
        self.cpu_seconds += cpu_seconds
        self.phi, self.delta = int(told[PHI]), int(told[DELTA])
        self.depth = max(self.depth, int(told[DEPTH]))
        self.circles += int(told[CIRCLES])


class Prover:
    """Proves who wins from a position; everything learned stays in its table."""

    def __init__(self, start: Any, memory: int) -> None:
        find_symmetry(registered(start.dtype))
        self.start = start
        self.table = new_table(memory)
        self.progress = Progress()
        self.stop = np.zeros(1, np.uint8)  # set from another thread, it ends a search at once
        self._desk = Desk(start)
        self.prove(start, 0)  # so that compiling is not part of the time

    @property
    def winner(self) -> int | None:
        """The seat that wins from the start, once it is known."""
        value = self.progress.value
        if value is None:
            return None
        mover = int(actor(self.start))
        return mover if value == 1 else 1 - mover

    @property
    def filled(self) -> float:
        """How full the table is, from a sample."""
        return float((self.table[: 1 << 14, :WAYS] != 0).mean())

    def advance(self, nodes: int = SLICE) -> Progress:
        """Search on for so many nodes, or until the value is known."""
        self._search(self.start, nodes, self.progress)
        return self.progress

    def prove(self, s: Any, nodes: int = 1 << 62) -> Progress:
        """Search from any other position of the same game."""
        progress = Progress()
        self._search(s, nodes, progress)
        return progress

    def _search(self, s: Any, nodes: int, progress: Progress) -> None:
        desk, told = self._desk, np.zeros(5, np.int64)
        desk.states[0] = s
        begun, cpu_begun = time.monotonic(), time.thread_time()
        search(
            self.table, desk.states, desk.spare, desk.children, desk.path, desk.shares, desk.room,
            nodes, self.stop, told,
        )  # fmt: skip
        progress.add(told, time.monotonic() - begun, time.thread_time() - cpu_begun)

    # On disk

    def save(self, path: Path) -> None:
        """Keep everything in a file; a file of that name is replaced only when all is written."""
        part = path.with_name(path.name + ".part")
        header = {"format": FORMAT, "start": self._name(), "buckets": len(self.table)}
        line = json.dumps({**header, **asdict(self.progress)})
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(MAGIC + line.encode() + b"\n")
            self.table.tofile(file)
        os.replace(part, path)

    def resume(self, path: Path) -> None:
        """Go on from a file; an error says if it is the proof of something else."""
        with path.open("rb") as file:
            line = file.readline(100_000)
            if not line.startswith(MAGIC):
                raise PyramidionError(f"{path} holds no proof in progress")
            header = json.loads(line[len(MAGIC) :])
            if header.pop("format") != FORMAT or header.pop("start") != self._name():
                raise PyramidionError(f"{path} holds the proof of another board or version")
            buckets = header.pop("buckets")
            table = new_table(buckets * LINE)
            if file.readinto(table.reshape(-1).view(np.uint8)) != table.nbytes:
                raise PyramidionError(f"{path} is cut off")
        self.table, self.progress = table, Progress(**header)

    def _name(self) -> str:
        """What is proved: the game and the bytes of its start."""
        return f"{registered(self.start.dtype).name} {self.start.tobytes().hex()}"
