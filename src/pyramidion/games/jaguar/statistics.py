"""What `simulate` tells about many games: rounds, how they end, what the events are used for."""

from typing import Any

from pyramidion.games.jaguar import material
from pyramidion.games.jaguar.path import EVENT_NAMES


def statistics(uses: Any, games: int) -> list[tuple[str, str]]:
    """Lines from the number of times that each action was made in `games` games."""
    width = material.CARDS + 1
    endings = [
        int(uses[material.TEST + width * how : material.TEST + width * (how + 1)].sum())
        for how in (material.COMPLETE, material.LOST, material.NO_CARDS)
    ]
    rounds = sum(endings)
    lines = [("rounds per game", f"{rounds / max(games, 1):.2f}")]
    for label, n in zip(
        (
            "rounds won by a complete pyramid (J19)",
            "rounds lost by a card that fits nowhere (J10)",
            "rounds that ran out of cards (J20)",
        ),
        endings,
        strict=True,
    ):
        lines.append((label, _share(n, rounds)))
    for event, name in EVENT_NAMES.items():
        first = material.EVENT + material.WIDTH * event
        asked = int(uses[first : first + material.WIDTH].sum())
        used = asked - int(uses[first])
        per_round = asked / max(rounds, 1)
        lines.append((f"event {name}", f"{per_round:.2f} per round, used {_share(used, asked)}"))
    return lines


def _share(n: int, total: int) -> str:
    return f"{n / total:.1%}" if total else "–"
