"""Pyramido as people see it."""

import re
from collections.abc import Mapping
from typing import Any

from pyramidion.engine import OVER, count_bits
from pyramidion.games.face import Face, Refusal, Words, whole
from pyramidion.games.pyramido import rules
from pyramidion.terminal import PLAIN, Ink

STONES = ("●", "○")
COLOURS = ("yellow", "cyan")


def field_name(field: int) -> str:
    """P2: the level's letter and the number from the left."""
    return f"{'abcde'[field // 8]}{field % 8 + 1}"


def field_names(bits: int) -> list[str]:
    return [field_name(field) for field in range(40) if bits >> field & 1]


def field_of(name: str) -> int | None:
    """The field of that name, or None if the board has none."""
    if not re.fullmatch("[a-e][1-8]", name):
        return None
    field = 8 * "abcde".index(name[0]) + int(name[1]) - 1
    return field if rules.BOARD >> field & 1 else None


class Pyramido(Face):
    game = rules.rule
    title = "Pyramido"
    designer = "Reiner Knizia"
    about = Words(
        "Climb the pyramid on your own stones and the other's; two safe at the top win",
        "Steige über eigene und fremde Steine auf; zwei sichere an der Spitze gewinnen",
    )
    players = (2,)
    rule_prefix = "P"
    options = {
        "quiet_limit": whole(
            rules.QUIET_LIMIT,
            1,
            Words(
                "turns without a stone placed until the game is a draw (P15)",
                "Züge ohne Einsetzen, bis das Spiel unentschieden endet (P15)",
            ),
        )
    }

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        s.quiet_limit = options["quiet_limit"]

    def name(self, s: Any, action: int) -> str:
        if action < rules.MOVES:
            return field_name(action)
        field = (action - rules.MOVES) >> 2
        return f"{field_name(field)}-{field_name(field + int(rules.STEPS[action & 3]))}"

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        who, name = f"{{{s.to_act}}}", self.name(s, action)
        if action < rules.MOVES:
            return [Words(f"{who} places on {name}", f"{who} setzt auf {name} ein")]
        origin, target = name.split("-")
        if target[0] > origin[0]:
            return [
                Words(
                    f"{who} climbs from {origin} to {target}",
                    f"{who} steigt von {origin} nach {target} auf",
                )
            ]
        return [
            Words(
                f"{who} falls from {origin} to {target}",
                f"{who} fällt von {origin} nach {target}",
            )
        ]

    def prompt(self, s: Any) -> Words:
        if rules.hanging(s, s.to_act):
            return Words("Fall with a hanging stone", "Lass einen hängenden Stein fallen")
        return Words("Place a stone or climb", "Setz einen Stein ein oder steig auf")

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        return tuple(self.name(s, action).split("-"))

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        hanging = int(rules.hanging(s, 0) | rules.hanging(s, 1))
        return {
            "stones": [field_names(int(s.stones[player])) for player in (0, 1)],
            "reserve": [int(n) for n in s.reserve],
            "hanging": field_names(hanging),
            # who would win at the beginning of the next own turn, if the reply shakes nothing (P14)
            "threatens": [_safe_on_goal(s, player) >= 2 for player in (0, 1)],
            "quiet": int(s.quiet),
            "quiet_limit": int(s.quiet_limit),
            "to_act": None if rules.actor(s) == OVER else int(s.to_act),
        }

    def ending(self, s: Any) -> Words:
        if s.winner == rules.DRAW:
            return Words("Draw: no stone was placed for too long (P15)",
                         "Remis: zu lange kein Stein eingesetzt (P15)")  # fmt: skip
        if _safe_on_goal(s, s.winner) >= 2 and s.winner == s.to_act:
            return Words("Two safe stones on the goal level (P14)",
                         "Zwei sichere Steine auf der Zielebene (P14)")  # fmt: skip
        return Words("The other cannot move (P13)", "Der andere kann nicht ziehen (P13)")

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        lines = []
        for level in reversed(range(len(rules.LEVELS))):
            cells = []
            for number in range(rules.LEVELS[level]):
                name = field_name(8 * level + number)
                owner = next((p for p in (0, 1) if name in view["stones"][p]), None)
                mark = "!" if name in view["hanging"] else " "
                if owner is None:
                    cells.append(ink(f"·{name}{mark}", "faint"))
                else:
                    cells.append(ink(f"{STONES[owner]}{name}{mark}", "bold", COLOURS[owner]))
            lines.append("   " + "   " * level + "  ".join(cells).rstrip())
        for player in (0, 1):
            stones = STONES[player] * view["reserve"][player] or "–"
            lines.append(
                f"{'>' if view['to_act'] == player else ' '} seat {player + 1} "
                + ink(stones, COLOURS[player])
                + ("   two safe on the goal level" if view["threatens"][player] else "")
            )
        if view["hanging"]:
            lines.append(f"  ! hangs: {', '.join(view['hanging'])}")
        return "\n".join(lines)

    def refuse(self, s: Any, move: str) -> Refusal:
        origin, dash, target = move.partition("-")
        if field_of(origin) is None or (dash and field_of(target) is None):
            return Refusal(
                "P2",
                Words(
                    "a move is a base field (a4) or two fields (a4-b4) of a1–a8 … e1–e4",
                    "ein Zug ist ein Basisfeld (a4) oder zwei Felder (a4-b4) aus a1–a8 … e1–e4",
                ),
            )
        hanging = field_names(int(rules.hanging(s, s.to_act)))
        if hanging and origin not in hanging:
            return Refusal(
                "P9",
                Words(
                    f"{hanging[0]} hangs and must fall first",
                    f"{hanging[0]} hängt frei und muss zuerst fallen",
                ),
            )
        return _refuse_move(s, origin, target) if dash else _refuse_placing(s, origin)


def _safe_on_goal(s: Any, player: int) -> int:
    stones = s.stones[0] | s.stones[1]
    return int(count_bits(int(s.stones[player] & s.goal & rules.resting_on(stones))))


def _refuse_placing(s: Any, target: str) -> Refusal:
    if target[0] != "a":
        return Refusal(
            "P6", Words("stones are placed on the base only", "eingesetzt wird nur an der Basis")
        )
    if s.reserve[s.to_act] == 0:
        return Refusal(
            "P6", Words("your reserve is used up", "du hast keinen Stein mehr zum Einsetzen")
        )
    return Refusal("P6", Words(f"{target} is occupied", f"{target} ist besetzt"))


def _refuse_move(s: Any, origin: str, target: str) -> Refusal:
    start, end = field_of(origin), field_of(target)
    assert start is not None
    assert end is not None
    me, stones = s.to_act, int(s.stones[0] | s.stones[1])
    if not int(s.stones[me]) >> start & 1:
        return Refusal(
            "P7",
            Words(f"no stone of yours is on {origin}", f"auf {origin} liegt keiner deiner Steine"),
        )
    if end - start in (-8, -7):
        return Refusal(
            "P11",
            Words(
                f"{origin} is supported and cannot fall",
                f"{origin} ist gestützt und fällt nicht",
            ),
        )
    if int(rules.hanging(s, me)):
        return Refusal(
            "P10",
            Words(
                f"{origin} falls to a field directly under it",
                f"{origin} fällt auf ein Feld direkt darunter",
            ),
        )
    if end - start not in (7, 8):
        return Refusal(
            "P7",
            Words(f"{target} does not rest on {origin}", f"{target} liegt nicht über {origin}"),
        )
    if stones >> end & 1:
        return Refusal("P7", Words(f"{target} is occupied", f"{target} ist besetzt"))
    other = field_name(2 * end - 15 - start)
    return Refusal(
        "P7",
        Words(
            f"{target} needs a stone on {other} too, to support it",
            f"{target} braucht auch auf {other} einen Stein als Stütze",
        ),
    )


FACE = Pyramido()
