"""What can go wrong, each with a sentence for the person who caused it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramidion.games.face import Refusal


class PyramidionError(ValueError):
    """Anything that a caller did wrong; nothing was changed."""


class UnknownGame(PyramidionError):
    """There is no game of that name."""


class OptionError(PyramidionError):
    """An option, a value for it or a number of players that a game does not allow."""


class IllegalMove(PyramidionError):
    """A move that a rule forbids: `rule` is its number, `refusal` says why in every language."""

    def __init__(self, move: str, refusal: Refusal, legal: list[str]) -> None:
        self.move = move
        self.rule = refusal.rule
        self.refusal = refusal
        self.legal = legal
        shown = ", ".join(legal[:40]) + (f", … ({len(legal)} in all)" if len(legal) > 40 else "")
        where = f" (rule {refusal.rule})" if refusal.rule else ""
        legal_part = f" Legal: {shown}." if legal else ""
        super().__init__(f"{move!r} is refused{where}: {refusal.words.en}.{legal_part}")


class RecordError(PyramidionError):
    """A record that is no record of a game; `move` is the number of the first bad move, from 1."""

    def __init__(self, message: str, move: int | None = None) -> None:
        self.move = move
        super().__init__(message)
