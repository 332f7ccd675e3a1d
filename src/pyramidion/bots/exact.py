"""Exact knowledge where a game has it: Pyramido is solved.

A judge says of a position "won", "lost" or "open" and proves it. One judge serves the
whole process: what it has learned for one bot helps the next.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pyramidion.solve.oracle import Judgement, Oracle


@cache
def judge_of(game: str) -> Oracle | None:
    """Who knows this game exactly, if anybody does."""
    if game != "pyramido":
        return None
    from pyramidion.solve.oracle import Oracle  # it learns the certificate by heart: a second

    return Oracle()


def judge(
    game: str,
    known: Any,
    seconds: float,
    stop: threading.Event | None = None,
    every_move: bool = False,
) -> Judgement | None:
    """What is proved of a position within so many seconds; None where nobody can."""
    oracle = judge_of(game)
    if oracle is None:
        return None
    with _flag(stop) as flag:
        return oracle.judge(known, seconds, flag, every_move)


@contextmanager
def _flag(stop: threading.Event | None) -> Iterator[Any]:
    """An array that compiled code looks at, set as soon as the event is."""
    flag = np.zeros(1, np.uint8)
    done = threading.Event()

    def watch(event: threading.Event) -> None:
        while not done.is_set():
            if event.wait(0.02):
                flag[0] = 1
                return

    if stop is None:
        yield flag
        return
    watcher = threading.Thread(target=watch, args=(stop,), daemon=True)
    watcher.start()
    try:
        yield flag
    finally:
        done.set()
        watcher.join()
