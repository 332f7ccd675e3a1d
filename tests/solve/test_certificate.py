"""Certificates: what the verifier accepts, and that it accepts nothing else."""

import ast
import hashlib
import json
import lzma
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyramidion.engine import OVER, calls
from pyramidion.games.pyramido import rules
from pyramidion.solve import certificate, verify
from pyramidion.solve.verify import Refuted, Rules
from tests.solve.brute import values_by_brute_force
from tests.solve.walks import SMALL, Levels, certified, header_of, legal, random_positions

FIRST_WINS = ((6, 5, 4), 6)
SECOND_WINS = ((6, 5, 4, 3), 7)


@pytest.mark.parametrize(("levels", "stones", "winner"), SMALL)
def test_the_strategy_of_a_small_board_passes(levels: Levels, stones: int, winner: int) -> None:
    data = certified(levels, stones)
    proved = verify.verify(data)
    assert (proved.rows, proved.stones, proved.winner) == (levels, stones, winner + 1)
    assert proved.positions == header_of(data)["entries"]
    assert proved.longest == header_of(data)["longest"]


@pytest.mark.parametrize(("levels", "stones", "winner"), SMALL)
def test_a_win_against_the_strict_reading_holds_under_both(
    levels: Levels, stones: int, winner: int
) -> None:
    data = certified(levels, stones, 1 << winner)
    assert verify.verify(data, strict=False).winner == winner + 1
    assert verify.verify(data, strict=True).winner == winner + 1


def test_a_strategy_for_the_usual_reading_need_not_win_under_the_strict_one() -> None:
    with pytest.raises(Refuted, match="not answered"):
        verify.verify(certified(*FIRST_WINS), strict=True)


def test_the_shipped_certificate_proves_that_the_second_player_wins() -> None:
    proved = verify.verify(certificate.shipped())
    assert (proved.rows, proved.stones, proved.winner) == (rules.LEVELS, rules.STONES, 2)
    # No game against it is long enough for a draw by quiet turns (P15).
    assert proved.longest < rules.QUIET_LIMIT
    page = (Path(__file__).parents[2] / "docs" / "pyramido-solved.md").read_text(encoding="utf-8")
    for number in (proved.positions, proved.by_p13, proved.by_p14, proved.longest):
        assert f" {number:,} " in page


def test_the_shipped_certificate_holds_under_the_strict_reading_of_p14_too() -> None:
    assert verify.verify(certificate.shipped(), strict=True).winner == 2


@pytest.mark.parametrize(("levels", "stones"), [((8, 7, 6, 5, 4), 13), ((6, 5, 4, 3), 8)])
def test_the_verifiers_rules_and_the_compiled_rules_are_the_same(
    levels: Levels, stones: int
) -> None:
    written_twice = Rules(levels, stones)
    for s in random_positions(levels, stones, 300, seed=4):
        mine, theirs = int(s.stones[s.to_act]), int(s.stones[1 - s.to_act])
        over = calls.actor(s) == OVER
        won = written_twice.wins(mine, theirs)
        moves = written_twice.moves(mine, theirs)
        assert over == (won or not moves)
        if over:
            assert (s.winner == s.to_act) == won
        else:
            played = [verify.moved(mine, action) for action in legal(s)]
            assert sorted(moves) == sorted(played)


def test_a_certificate_reads_back_as_it_was_written() -> None:
    data = certified(*SECOND_WINS)
    header, keys, actions = certificate.decode(data)
    _, entries = verify.read(data)
    assert header == header_of(data)
    assert len(keys) == len(actions) == len(entries)
    assert [entry[10] for entry in entries] == actions.tolist()
    assert [entry[0] for entry in entries] == (keys & 0xFF).tolist()


def forged(
    data: bytes, change: Callable[[Any], Any], header: dict[str, object] | None = None
) -> bytes:
    """The certificate with changed entries, and a header that fits them."""
    columns = np.frombuffer(lzma.decompress(data.partition(b"\n")[2]), np.uint8).reshape(11, -1)
    entries = change(columns.T.copy())
    body = np.ascontiguousarray(entries.T).tobytes()
    told = {"entries": len(entries), "sha256": hashlib.sha256(body).hexdigest()}
    line = {**header_of(data), **told, **(header or {})}
    return json.dumps(line).encode() + b"\n" + lzma.compress(body)


def without(n: int) -> Callable[[Any], Any]:
    return lambda entries: np.delete(entries, n, axis=0)


def number_of_entries(data: bytes) -> int:
    return int(header_of(data)["entries"])


def test_forging_nothing_passes() -> None:
    data = certified(*SECOND_WINS)
    assert verify.verify(forged(data, lambda entries: entries)) == verify.verify(data)


def test_every_single_entry_removed_is_noticed_even_with_a_fitting_header() -> None:
    data = certified((5, 4, 3), 5)
    for n in range(number_of_entries(data)):
        with pytest.raises(Refuted):
            verify.verify(forged(data, without(n)))


@pytest.mark.parametrize(("levels", "stones"), [FIRST_WINS, SECOND_WINS])
def test_entries_removed_at_random_are_noticed(levels: Levels, stones: int) -> None:
    data, choose = certified(levels, stones), random.Random(5)
    for _ in range(10):
        n = choose.randrange(number_of_entries(data))
        with pytest.raises(Refuted):
            verify.verify(forged(data, without(n)))


def test_every_changed_byte_of_an_entry_is_noticed_by_the_hash() -> None:
    data, choose = certified((5, 4, 3), 5), random.Random(6)
    sha256 = header_of(data)["sha256"]
    for _ in range(200):
        n, column = choose.randrange(number_of_entries(data)), choose.randrange(11)
        bit = 1 << choose.randrange(8)

        def change(entries: Any, n: int = n, column: int = column, bit: int = bit) -> Any:
            entries[n, column] ^= bit
            return entries

        with pytest.raises(Refuted, match="not those that the header tells of"):
            verify.verify(forged(data, change, {"sha256": sha256}))
        with pytest.raises(Refuted):  # no change of one bit makes another proof here
            verify.verify(forged(data, change))


def test_a_move_that_does_not_win_is_noticed() -> None:
    """Every entry in turn gets every move that brute force knows not to win."""
    levels, stones = (4, 3, 2), 4
    data, board = certified(levels, stones), Rules(levels, stones)
    values, noticed = values_by_brute_force(levels, stones), 0
    for n, entry in enumerate(verify.read(data)[1]):
        mine, theirs = (int.from_bytes(bytes(entry[k : k + 5]), "little") for k in (0, 5))
        for move in range(8 + 4 * 24):
            after = verify.moved(mine, move)
            if after in board.moves(mine, theirs) and values[theirs, after] != -1:

                def change(entries: Any, n: int = n, move: int = move) -> Any:
                    entries[n, 10] = move
                    return entries

                with pytest.raises(Refuted, match=f"entry {n + 1}: "):
                    verify.verify(forged(data, change))
                noticed += 1
    assert noticed > 20


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda entries: entries[::-1], id="in the wrong order"),
        pytest.param(lambda entries: entries[:0], id="empty"),
        pytest.param(lambda entries: np.concatenate([entries, entries[-1:]]), id="one twice"),
        pytest.param(lambda entries: np.delete(entries, -1, axis=0), id="without the last"),
        pytest.param(lambda entries: np.roll(entries, 1, axis=0), id="the last one first"),
    ],
)
@pytest.mark.parametrize(("levels", "stones"), [FIRST_WINS, SECOND_WINS])
def test_a_damaged_list_is_noticed(levels: Levels, stones: int, change: Any) -> None:
    with pytest.raises(Refuted):
        verify.verify(forged(certified(levels, stones), change))


@pytest.mark.parametrize(
    "header",
    [
        {"winner": 1}, {"winner": 3}, {"winner": "2"}, {"stones": 6}, {"stones": 8},
        {"stones": None}, {"rows": [6, 5, 4]}, {"rows": [6, 5, 4, 3, 2]}, {"rows": [7, 6, 5, 4]},
        {"rows": [6, 5, 5, 3]}, {"rows": []}, {"rows": 5}, {"format": 2}, {"game": "nim"},
        {"entries": 5}, {"sha256": "0"},
    ],
    ids=str,
)  # fmt: skip
def test_a_header_that_claims_something_else_is_noticed(header: dict[str, object]) -> None:
    with pytest.raises(Refuted):
        verify.verify(forged(certified(*SECOND_WINS), lambda entries: entries, header))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"{}\nxyz", b"\xff\xfe\n\x00"])
def test_what_is_no_certificate_is_refused(data: bytes) -> None:
    with pytest.raises(Refuted, match="no certificate"):
        verify.verify(data)
    whole = certified((4, 3, 2), 4)
    for size in (10, len(whole) // 2, len(whole) - 1):
        with pytest.raises(Refuted):
            verify.verify(whole[:size])


def test_the_verifier_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(verify.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in [node.module] if isinstance(node, ast.ImportFrom) else node.names:
                module = name if isinstance(name, str) else name.name if name else ""
                assert module.split(".")[0] in sys.stdlib_module_names


def test_the_verifier_runs_alone(tmp_path: Path) -> None:
    file = tmp_path / "small.cert"
    file.write_bytes(certified((4, 3, 2), 4))
    done = subprocess.run(
        [sys.executable, "-I", "-S", verify.__file__, file], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "winner=1" in done.stdout
