"""Connect Four as people see it."""

from collections.abc import Mapping
from typing import Any

from pyramidion.engine import OVER
from pyramidion.games.face import Face, Refusal, Words
from pyramidion.terminal import PLAIN, Ink
from pyramidion.tutorial.connect_four import rules

DISCS = "○●"


class ConnectFour(Face):
    game = rules.rule
    title = "Connect Four"
    designer = "Howard Wexler and Ned Strongin"
    about = Words("Four discs in a row win", "Vier Steine in einer Reihe gewinnen")
    players = (2,)
    rule_prefix = "C"

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        pass

    def name(self, s: Any, action: int) -> str:
        return "abcdefg"[action]

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        who, column = f"{{{rules.actor(s)}}}", self.name(s, action)
        return [Words(f"{who} drops into {column}", f"{who} wirft in {column}")]

    def prompt(self, s: Any) -> Words:
        return Words("Drop a disc into a column", "Wirf einen Stein in eine Spalte")

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        return (self.name(s, action),)

    def refuse(self, s: Any, move: str) -> Refusal:
        if len(move) == 1 and move in "abcdefg":
            return Refusal("C2", Words(f"column {move} is full", f"Spalte {move} ist voll"))
        return Refusal(
            "C2", Words("a move is a column, a to g", "ein Zug ist eine Spalte, a bis g")
        )

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        owner = {0: None, 1: 0, 2: 1}
        columns = [
            [
                owner[int(s.discs[0] >> bit & 1) + 2 * int(s.discs[1] >> bit & 1)]
                for bit in range(7 * column, 7 * column + 6)
            ]
            for column in range(7)
        ]
        return {"columns": columns, "over": bool(rules.actor(s) == OVER)}

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        rows = [
            " ".join(
                "·" if column[row] is None else DISCS[column[row]] for column in view["columns"]
            )
            for row in reversed(range(6))
        ]
        return "\n".join([*rows, "a b c d e f g"])


FACE = ConnectFour()
