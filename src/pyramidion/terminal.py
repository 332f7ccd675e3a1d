"""Colour and progress in a terminal, and nothing of both where none is wanted."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

Item = TypeVar("Item")

STYLES = {
    "bold": "1", "faint": "2", "inverse": "7",
    "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36",
}  # fmt: skip


class Ink:
    """Writes text in a style: `ink("a4", "bold", "red")`."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, *styles: str) -> str:
        if not self.colour or not styles:
            return text
        codes = ";".join(STYLES[style] for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m"


PLAIN = Ink(False)


def ink_for(stream: TextIO) -> Ink:
    """Colour for a terminal; none for a file or where NO_COLOR is set."""
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Ink(stream.isatty() and not dull)


def progress(
    items: Iterable[Item], total: int, what: str, size: Callable[[Item], int] = lambda item: 1
) -> Iterator[Item]:
    """Pass the items through and draw a bar on the terminal's error stream.

    `size(item)` says how much of `total` an item is; `what` names what is counted.
    Where nobody watches, nothing is drawn.
    """
    watched = sys.stderr.isatty()
    done, begun, drawn = 0, time.monotonic(), 0.0
    try:
        for item in items:
            yield item
            done += size(item)
            now = time.monotonic()
            if watched and (now - drawn > 0.1 or done >= total):
                drawn = now
                sys.stderr.write(f"\r{_bar(done, total, what, now - begun)}\x1b[K")
                sys.stderr.flush()
    finally:
        if watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _bar(done: int, total: int, what: str, seconds: float) -> str:
    share = min(1.0, done / total) if total else 1.0
    left = seconds / share - seconds if share > 0 else 0.0
    text = f" {share:4.0%}  {done:,} of {total:,} {what}, {left:.0f} s left"
    width = max(10, min(40, shutil.get_terminal_size().columns - len(text) - 2))
    full = round(width * share)
    return "█" * full + "░" * (width - full) + text
