"""The engine: verbs chosen by the state's type, explicit chance, compiled loops.

Nothing in here knows a game. A game registers its rules (`game`), everything
else calls the verbs.
"""

from pyramidion.engine.bits import count_bits, lowest_bit
from pyramidion.engine.chance import below, generator, pick, seed_stream
from pyramidion.engine.compiled import compiled, helper
from pyramidion.engine.state import assign, blank, clone, record
from pyramidion.engine.verbs import (
    CHANCE,
    NOBODY,
    OVER,
    Game,
    actor,
    game,
    hide,
    is_open,
    legal,
    odds,
    play,
    redeal,
    registered,
    score,
    setup,
)

__all__ = [
    "CHANCE",
    "NOBODY",
    "OVER",
    "Game",
    "actor",
    "assign",
    "below",
    "blank",
    "clone",
    "compiled",
    "count_bits",
    "game",
    "generator",
    "helper",
    "hide",
    "is_open",
    "legal",
    "lowest_bit",
    "odds",
    "pick",
    "play",
    "record",
    "redeal",
    "registered",
    "score",
    "seed_stream",
    "setup",
]
