"""Checks a certificate that one side wins Pyramido. Needs nothing but this file and Python.

    python verify.py CERTIFICATE [--strict]

It shares no code with the solver and none with the compiled rules; it was written from the
page of rules, whose numbers (P1 to P15) it names. A certificate lists positions in which the
winner is to move, with a move for each. They are read in order, and each must pass:

    the move is legal, and whatever the other side replies, the winner has won already
    or is in a position that was listed *before*.

So, from the first entry to the last, every listed position is won in finitely many moves, by
induction; no play can run in a circle, whatever the rule for repetitions. At last the empty
board must be listed (if the first player wins), or what follows after each first move (if the
second does). A position and its mirror image count as one.

A set of fields is a number of 40 bits, eight to a level, the base lowest (P1, P2): the fields
under field f are f-8 and f-7 (P3), the fields resting on f are f+8 and f+7.
"""

import hashlib
import json
import lzma
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BASE = 0xFF
REVERSED = [int(f"{row:08b}"[::-1], 2) for row in range(256)]


class Refuted(ValueError):
    """The certificate proves nothing; says why."""


@dataclass(frozen=True)
class Proved:
    """What a certificate has proved."""

    rows: tuple[int, ...]
    stones: int
    winner: int  # 1 or 2
    positions: int
    replies: int  # that had to be answered
    by_p13: int  # positions whose move leaves the other side without a move
    by_p14: int  # replies that come too late to stop two safe stones on the goal level
    longest: int  # moves in the longest game
    strict: bool


class Rules:
    """Pyramido on a board of these rows with so many stones for each player."""

    def __init__(self, rows: tuple[int, ...], stones: int, strict: bool = False) -> None:
        if rows not in [tuple(range(a, e - 1, -1)) for a in range(9) for e in range(2, a)]:
            raise Refuted(f"{rows} are no rows of a pyramid (P1, P3)")
        self.rows, self.stones, self.strict = rows, stones, strict
        self.board = sum((1 << width) - 1 << 8 * level for level, width in enumerate(rows))
        self.goal = self.board & BASE << 8 * (len(rows) - 1)

    def wins(self, mine: int, theirs: int) -> bool:
        """P14: two safe stones on the goal level when my turn begins; if strict, and none hangs."""
        supported = (mine | theirs) << 8 | (mine | theirs) << 7
        two = (mine & self.goal & supported).bit_count() >= 2
        return two and not (self.strict and mine & ~BASE & ~supported)

    def moves(self, mine: int, theirs: int) -> list[int]:
        """What my stones can be after my turn."""
        stones = mine | theirs
        hanging = mine & ~BASE & ~(stones << 8 | stones << 7)  # P8
        if hanging:  # P9, P10
            return [mine ^ bit ^ bit >> down for bit in single(hanging) for down in (8, 7)]
        after = []
        if mine.bit_count() < self.stones:  # P4, P6
            after = [mine | bit for bit in single(self.board & BASE & ~stones)]
        for target in single(self.board & ~BASE & ~stones & stones << 8 & stones << 7):  # P7
            after += [mine ^ target ^ bit for bit in (target >> 8, target >> 7) if mine & bit]
        return after

    def mirror(self, fields: int) -> int:
        """Left and right exchanged."""
        image = 0
        for level, width in enumerate(self.rows):
            image |= REVERSED[fields >> 8 * level & BASE] >> 8 - width << 8 * level
        return image


def single(fields: int) -> Iterator[int]:
    """The fields of a set, one by one."""
    while fields:
        yield fields & -fields
        fields &= fields - 1


def read(data: bytes) -> tuple[dict[str, Any], list[tuple[int, ...]]]:
    """A certificate's header, and its entries of eleven bytes.

    It is a line of JSON, then eleven strings compressed as one, each with a byte for every
    entry: the winner's stones on levels a to e, the other's on a to e, the move.
    """
    try:
        line, _, packed = data.partition(b"\n")
        header = json.loads(line)
        body = lzma.decompress(packed)
        n = header["entries"]
        if len(body) != 11 * n or hashlib.sha256(body).hexdigest() != header["sha256"]:
            raise Refuted("the entries are not those that the header tells of")
        if (header["format"], header["game"]) != (1, "pyramido") or header["winner"] not in (1, 2):
            raise Refuted("not a certificate for Pyramido in the format known here")
        header["rows"], header["stones"] = tuple(header["rows"]), int(header["stones"])
    except (ValueError, KeyError, TypeError, lzma.LZMAError, EOFError) as error:
        raise Refuted(f"no certificate, or a damaged one: {error}") from error
    columns = [body[n * column : n * (column + 1)] for column in range(11)]
    return header, list(zip(*columns, strict=True))


def moved(mine: int, move: int) -> int:
    """The stones after a move as certificates write it: 0 to 7, place on that base field;
    else 8 + 4 * the stone's field + 0 for up left, 1 up right, 2 down left, 3 down right.
    """
    if move < 8:
        return mine | 1 << move
    field, direction = divmod(move - 8, 4)
    return mine ^ 1 << field ^ 1 << max(0, field + (7, 8, -8, -7)[direction])


class Check:
    """What was listed so far."""

    def __init__(self, rules: Rules, entries: list[tuple[int, ...]]) -> None:
        self.rules = rules
        self.number: dict[int, int] = {}  # winner's stones, other's << 40 → number of the entry
        self.length = [0] * len(entries)  # moves to the end of the game, at most
        self.needed = bytearray(len(entries))
        self.replies = self.by_p13 = self.by_p14 = 0
        for n, (*levels, move) in enumerate(entries):
            mine, theirs = (int.from_bytes(bytes(side), "little") for side in
                            (levels[:5], levels[5:]))  # fmt: skip
            try:
                self.enter(n, mine, theirs, move)
            except Refuted as refuted:
                raise Refuted(f"entry {n + 1}: {refuted}") from None

    def enter(self, n: int, mine: int, theirs: int, move: int) -> None:
        """Check one entry and list it."""
        rules = self.rules
        if mine & theirs or (mine | theirs) & ~rules.board:
            raise Refuted("no position of this board")
        if max(mine.bit_count(), theirs.bit_count()) > rules.stones:
            raise Refuted("more stones than there are")
        after = moved(mine, move)
        if after not in rules.moves(mine, theirs):
            raise Refuted("the move is not legal")
        self.length[n] = 1 + self.after_every_reply(after, theirs)
        if self.number.setdefault(mine | theirs << 40, n) != n:
            raise Refuted("the position is listed twice")
        self.number[rules.mirror(mine) | rules.mirror(theirs) << 40] = n

    def after_every_reply(self, mine: int, theirs: int) -> int:
        """The other side is to move: check that it is lost. The moves to the end, at most."""
        if self.rules.wins(theirs, mine):
            raise Refuted("the other side has won")
        longest = 0
        replies = self.rules.moves(theirs, mine)
        self.replies += len(replies)
        self.by_p13 += not replies  # then the other side has lost
        for reply in replies:
            follower = self.number.get(mine | reply << 40)
            if follower is not None:
                self.needed[follower] = 1
                longest = max(longest, 1 + self.length[follower])
            elif self.rules.wins(mine, reply):
                self.by_p14 += 1
                longest = max(longest, 1)
            else:
                raise Refuted("a reply is not answered by an entry before it")
        return longest


def verify(data: bytes, strict: bool = False) -> Proved:
    """What the certificate proves; raises Refuted if it proves nothing."""
    header, entries = read(data)
    rules = Rules(header["rows"], header["stones"], strict)
    check = Check(rules, entries)
    if header["winner"] == 2:
        longest = check.after_every_reply(0, 0)
    elif 0 in check.number:
        check.needed[check.number[0]] = 1
        longest = check.length[check.number[0]]
    else:
        raise Refuted("the empty board is not listed")
    if 0 in check.needed:
        raise Refuted(f"entry {check.needed.index(0) + 1} is never needed")
    return Proved(
        rules.rows, rules.stones, header["winner"], len(entries),
        check.replies, check.by_p13, check.by_p14, longest, strict,
    )  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(verify(Path(sys.argv[1]).read_bytes(), "--strict" in sys.argv))
