"""Einfach Spitze once more, as plainly as can be: lists of pyramids, no bits, no speed.

Written from the rules page for the comparison in test_model.py.
"""

from typing import Any

FORWARDS = {"S": (0, 1), "W": (1, 0), "N": (0, -1), "E": (-1, 0)}
FIELDS = [file + rank for file in "abcdef" for rank in "123456"]
STARTS = {
    "S": ["b1", "c1", "d1", "e1"],
    "W": ["a2", "a3", "a4", "a5"],
    "N": ["b6", "c6", "d6", "e6"],
    "E": ["f2", "f3", "f4", "f5"],
}
OPPOSITE = {"S": "N", "N": "S", "W": "E", "E": "W"}


class Model:
    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.sides = "SN" if players == 2 else "SWNE"
        self.options = options
        if players == 2:
            self.start = {
                "S": [f for f in FIELDS if f[1] in "12"],
                "N": [f for f in FIELDS if f[1] in "56"],
            }
            self.goal = {
                "S": [f for f in FIELDS if f[1] == "6"],
                "N": [f for f in FIELDS if f[1] == "1"],
            }
        else:
            self.start = {side: sorted(STARTS[side] * 2) for side in self.sides}
            self.goal = {side: STARTS[OPPOSITE[side]] for side in self.sides}
        self.points = dict.fromkeys(self.sides, 0)
        self.games = 0
        self.beginner = self.sides[0]
        self.winners: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.games += 1
        self.board: dict[str, list[tuple[str, int]]] = {field: [] for field in FIELDS}
        self.arrived: dict[str, str] = {}
        self.quiet = 0
        self.lifted: str | None = None
        self.to_put: list[tuple[str, str]] = []
        everything = [(side, field) for side in self.sides for field in self.start[side]]
        if self.options.get("points"):
            self.to_put = everything
        else:
            for side, field in everything:
                self.board[field].append((side, 0))
        self.turn = self.beginner

    def actor(self) -> int | None:
        if self.winners:
            return None
        return self.sides.index(self.to_put[0][0] if self.to_put else self.turn)

    def steps(self, field: str) -> list[str]:
        """Where the top pyramid may go."""
        if not self.board[field] or field in self.arrived:
            return []
        right, up = FORWARDS[self.board[field][-1][0]]
        ways = [(right, up), (up, right), (-up, -right)]
        targets = [chr(ord(field[0]) + x) + chr(ord(field[1]) + y) for x, y in ways]
        return [target for target in targets if target in FIELDS and target not in self.arrived]

    def group(self, field: str) -> int:
        owners = [side for side, _ in reversed(self.board[field])]
        if owners.count(owners[0]) < 2:
            return 0
        size = owners.index(owners[0], 1) + 1
        return size if size >= 3 else 0

    def tops(self, side: str) -> list[str]:
        """The fields with a top pyramid of this side that can move."""
        return [f for f in FIELDS if self.steps(f) and self.board[f][-1][0] == side]

    def legal(self) -> set[str]:
        if self.to_put:
            side, field = self.to_put[0]
            used = [value for stack in self.board.values() for s, value in stack if s == side]
            most = len(self.start[side]) // 4
            return {f"{field}:{value}" for value in (1, 2, 3, 4) if used.count(value) < most}
        moves = set()
        for field in [self.lifted] if self.lifted else self.tops(self.turn):
            for target in self.steps(field):
                moves.add(f"{field}-{target}")
                if (
                    self.options.get("sandwich")
                    and self.group(field)
                    and target not in self.goal[self.turn]
                ):
                    moves.add(f"{field}={target}")
            if self.options.get("memory") and not self.lifted:
                moves.add(f"lift {field}")
        return moves

    def play(self, move: str) -> None:
        if ":" in move:
            side, field = self.to_put.pop(0)
            self.board[field].append((side, int(move[-1])))
        elif move.startswith("lift"):
            self.lifted = move[-2:]
        else:
            start, end = move[:2], move[3:]
            size = 1 if move[2] == "-" else self.group(start)
            self.board[end] += self.board[start][-size:]
            del self.board[start][-size:]
            self.lifted = None
            self.quiet += 1
            if size == 1 and end in self.goal[self.turn]:
                self.arrived[end] = self.turn
                self.quiet = 0
            self.next_turn()

    def next_turn(self) -> None:
        here = self.sides.index(self.turn)
        after = self.sides[here + 1 :] + self.sides[: here + 1]
        able = [side for side in after if self.tops(side)]
        count = [list(self.arrived.values()).count(side) for side in self.sides]
        full = 6 if len(self.sides) == 2 else 4
        if max(count) < full and able and self.quiet < self.options.get("quiet_limit", 200):
            self.turn = able[0]
        elif not self.options.get("points"):
            self.winners = self.best(dict(zip(self.sides, count, strict=True)))
        else:
            self.end_with_points()

    def best(self, counts: dict[str, int]) -> list[str]:
        return [side for side in self.sides if counts[side] == max(counts.values())]

    def end_with_points(self) -> None:
        score = dict.fromkeys(self.sides, 0)
        for field, stack in self.board.items():
            if stack:
                side, value = stack[-1]
                score[side] += value if field in self.arrived else -value
        for side in self.sides:
            self.points[side] += score[side]
        last = self.games == self.options.get("match_limit", 20)
        if max(self.points.values()) >= 30 or last:
            self.winners = self.best(self.points)
            return
        began = self.sides.index(self.beginner)
        order = self.sides[began:] + self.sides[:began]
        self.beginner = next(side for side in order if side in self.best(score))
        self.begin()
