"""What the conformance suite runs over: every game, player count and set of options.

Each folder of tests/games says in its `cases.py` which sets of options its game has.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from pyramidion.engine import blank, calls
from pyramidion.games import catalogue
from pyramidion.games.face import Face
from pyramidion.match import Match

HERE = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Case:
    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.players}{'-' + options if options else ''}"

    @property
    def face(self) -> Face:
        return catalogue.face(self.game)

    def match(self, seed: int | None = None, chance: str = "auto") -> Match:
        return Match(self.game, self.players, self.options, seed, chance)

    def start(self) -> Any:
        """The position before the first move."""
        s = blank(self.face.game.state)
        players, options = self.face.check(self.players, self.options)
        self.face.configure(s, players, options)
        calls.setup(s)
        return s


def all_cases() -> list[Case]:
    cases: list[Case] = []
    for folder in sorted(HERE.iterdir()):
        if (folder / "cases.py").exists():
            cases += import_module(f"tests.games.{folder.name}.cases").CASES
    return cases


def plain_cases() -> list[Case]:
    """One case for every game and number of players: for what does not depend on options."""
    first: dict[tuple[str, int], Case] = {}
    for case in all_cases():
        first.setdefault((case.game, case.players), case)
    return list(first.values())
