"""What is proved of a position, in words: with every hint, where a game is known exactly."""

import threading
from typing import Any

from pyramidion.bots.exact import judge
from pyramidion.match import Match
from pyramidion.table.texts import TEXTS, in_language

SECONDS = 1.0  # for the proof, besides the time for the hint
SAID = {"won": "proved_won", "lost": "proved_lost", "open": "proved_open"}


def proved(match: Match, known: Any, language: str, stop: threading.Event) -> str:
    """The value of the position and of every move, as far as it is proved; else nothing."""
    judgement = judge(match.game, known, SECONDS, stop, every_move=True)
    if judgement is None:
        return ""

    def moves(value: str) -> str:
        found = [action for action, word in judgement.values.items() if word == value]
        return ", ".join(match.face.name(known, action) for action in found) or "–"

    words = in_language(TEXTS[SAID[judgement.verdict]], language)
    return words.format(won=moves("won"), lost=moves("lost"), open=moves("open"))
