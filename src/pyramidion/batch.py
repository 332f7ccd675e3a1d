"""Many games of one kind at once, for learning programs: arrays of actions in, arrays out."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import batches, blank, calls, clone
from pyramidion.engine.loops import buffers
from pyramidion.errors import OptionError, PyramidionError
from pyramidion.games import catalogue

MOST = 2**62
CHOICES = 0x70797261  # sets the seed of random choices apart from that of chance


class Batch:
    """Games side by side, each stepped to its next decision; chance plays itself.

    >>> import pyramidion
    >>> batch = pyramidion.Batch("pyramido", size=1000, seed=7)
    >>> batch.masks.shape, len(batch.observations)
    ((1000, 168), 1000)
    >>> for _ in range(100):
    ...     batch.step(batch.random_actions())
    >>> bool(batch.rewards[batch.done].sum() == batch.done.sum())
    True

    The arrays always speak of the games as they are now and are written anew by `step`:

    - `actor`: the seat to act;
    - `masks`: which actions are legal;
    - `known`: what the acting seat knows, field by field: `batch.known["stones"]`;
    - `observations`: the same as 0 and 1, `observation_fields` says where each field is.

    `rewards` (a row of results, 1 or 0 or 1/k) and `done` speak of the step that was made:
    where a game ended the next one has begun. Game by game it is what a match plays:
    `pyramidion.new(game, seed=int(batch.seeds[i]))` is game i.
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        players: int | None = None,
        seed: int = 0,
        threads: int = 1,
        **options: Any,
    ) -> None:
        size, threads = _whole("size", size, 1), _whole("threads", threads, 1)
        seed = _whole("seed", seed, 0)
        face = catalogue.face(game)
        self.game = game
        self.size = size
        self.players, self.options = face.check(players, options)
        self.seed = seed
        self.actions = face.game.actions
        state = face.game.state
        self._rules = face.game
        self._start, self._empty = blank(state), blank(state)
        face.configure(self._start, self.players, self.options)
        calls.setup(self._start)

        self.actor = np.zeros(size, np.int8)
        self.masks = np.zeros((size, self.actions), np.bool_)
        self.known = np.zeros(size, state)
        self.rewards = np.zeros((size, self.players), np.float32)
        self.done = np.zeros(size, np.bool_)
        self.seeds = np.zeros(size, np.int64)
        self._plies = np.zeros(size, np.int64)
        self._choices = np.zeros(size, np.int32)
        self._listed = np.zeros((size, face.game.most), np.int64)
        self._drawn = 0  # how many actions were chosen at random so far
        self._numbers = np.arange(size, dtype=np.int64)
        self._states = np.zeros(size, state)
        bits = np.zeros(size * state.itemsize, np.uint64)  # eight of them in one number
        self.observations: NDArray[np.uint8] = bits.view(np.uint8).reshape(size, -1)
        self.observation_fields = observation_fields(state)

        edges = [size * n // threads for n in range(threads + 1)]
        self._slices = [slice(a, b) for a, b in pairwise(edges) if a < b]
        self._pool = self._threads()
        self._in_slices(lambda part: self._step(part, np.full(size, batches.BEGIN)))

    def step(self, actions: Any) -> None:
        """Make one action in every game; an illegal one is an error, and nothing has changed."""
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.size,) or chosen.dtype.kind not in "iu":
            raise PyramidionError(
                f"a step takes {self.size} whole numbers, not {chosen.dtype} of shape "
                f"{chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        if (bad := batches.find_illegal(chosen, self.masks)) >= 0:
            raise PyramidionError(
                f"action {np.asarray(actions)[bad]} is not legal in game {bad} of the batch; "
                f"legal are {np.flatnonzero(self.masks[bad]).tolist()}"
            )
        self._in_slices(lambda part: self._step(part, chosen))

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, each as likely; the seed decides which."""
        out = np.empty(self.size, np.int64)
        seed = self.seed ^ CHOICES
        # here and now: calling another thread takes longer than choosing
        batches.choose_at_random(self._choices, self._listed, seed, self._drawn, out)
        self._drawn += self.size
        return out

    def state(self, game: int) -> Any:
        """A copy of the whole position of one game, secrets included."""
        return clone(self._states[game])

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return (
            f"pyramidion.Batch({self.game!r}, size={self.size}, players={self.players}, "
            f"seed={self.seed}{options})"
        )

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the threads, for `copy.deepcopy` and pickle."""
        return {**self.__dict__, "_pool": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._pool = self._threads()

    def _threads(self) -> ThreadPoolExecutor | None:
        """Those that step the slices after the first, as long as there is this batch."""
        others = len(self._slices) - 1
        pool = ThreadPoolExecutor(others) if others else None
        if pool:
            weakref.finalize(self, pool.shutdown, wait=False)
        return pool

    def _in_slices(self, work: Callable[[slice], None]) -> None:
        if self._pool is None:
            work(self._slices[0])
            return
        others = [self._pool.submit(work, part) for part in self._slices[1:]]
        work(self._slices[0])  # nobody only waits
        for other in others:
            other.result()

    def _step(self, part: slice, chosen: Any) -> None:
        batches.step_games(
            self._start, self._empty, self.seed, self.size, chosen[part], self._states[part],
            self.seeds[part], self._plies[part], self._numbers[part], self.actor[part],
            self.rewards[part], self.done[part], self.masks[part], self._choices[part],
            self._listed[part], self.known[part], *buffers(self._rules),
        )  # fmt: skip
        raw = self.known[part].view(np.uint8)
        batches.spell(raw, self.observations[part].reshape(-1).view(np.uint64))


def _whole(name: str, value: Any, least: int) -> int:
    """A whole number, also one of NumPy's."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not least <= value < MOST:
        raise OptionError(f"{name} must be a whole number from {least} below 2**62, not {value!r}")
    return int(value)


def observation_fields(state: np.dtype[Any]) -> Mapping[str, tuple[slice, tuple[int, ...]]]:
    """Where each field of a record is among the bits of an observation, and the shape of it.

    The last number of the shape is the bits of one whole number, the lowest first. Bits
    that belong to no field (records are aligned) are always 0.
    """
    found = {}
    for name, field in (state.fields or {}).items():
        kind, offset = field[:2]
        where = slice(8 * offset, 8 * (offset + kind.itemsize))
        found[name] = where, (*kind.shape, 8 * kind.base.itemsize)
    return found
