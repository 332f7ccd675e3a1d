"""Every game with every number of players, with options that make it short."""

from typing import Any

import pyramidion
from pyramidion.games import catalogue
from tests.games.jaguar.cases import SHORT

OPTIONS: dict[str, dict[str, Any]] = {
    "flaming": {"turn_limit": 12},
    "jaguar": {"path": SHORT},
    "pharao": {"turn_limit": 4, "offers_per_turn": 1},
    "pyramido": {"quiet_limit": 3},
    "spitze": {"quiet_limit": 20},
}
SMALL = [
    (game, {"players": players, **OPTIONS.get(game, {})})
    for game in pyramidion.games()
    if game in OPTIONS  # the catalogue may hold the tutorial's game too
    for players in catalogue.face(game).players
]
IDS = [f"{game}-{options['players']}" for game, options in SMALL]
