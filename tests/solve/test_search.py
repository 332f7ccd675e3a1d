"""The search proves what is true, on boards small enough to know it otherwise."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyramidion.engine import OVER, blank, calls, game, record
from pyramidion.engine.symmetry import symmetric
from pyramidion.errors import PyramidionError
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve.bench import bench_solver
from pyramidion.solve.prover import Prover
from pyramidion.solve.search import Desk, search
from pyramidion.solve.table import new_table
from tests.solve.brute import values_by_brute_force
from tests.solve.walks import FIRST, SECOND, SMALL, Levels, random_positions, solved


@pytest.mark.parametrize(("levels", "stones", "winner"), SMALL)
def test_the_winner_of_a_small_board(levels: Levels, stones: int, winner: int) -> None:
    assert solved(levels, stones).winner == winner


@pytest.mark.parametrize(
    ("levels", "stones"),
    [((3, 2), 1), ((3, 2), 2), ((3, 2), 3), ((4, 3), 3), ((4, 3, 2), 3), ((4, 3, 2), 4),
     ((4, 3, 2), 5), ((5, 4), 4)],
)  # fmt: skip
def test_the_search_agrees_with_brute_force_everywhere(levels: Levels, stones: int) -> None:
    """At the start, and wherever random games lead."""
    values = values_by_brute_force(levels, stones)
    prover = Prover(boards.start(levels, stones), 16 << 20)
    seen = set()
    for s in random_positions(levels, stones, 60, seed=3):
        here = (int(s.stones[s.to_act]), int(s.stones[1 - s.to_act]))
        if here not in seen and calls.actor(s) != OVER:
            seen.add(here)
            assert prover.prove(s).value == (values[here] or None)
    assert len(seen) > 5


def test_a_table_of_a_few_entries_still_gives_the_right_value() -> None:
    prover = Prover(boards.start((5, 4, 3), 5), 1 << 14)
    while prover.winner is None and prover.progress.nodes < 20_000_000:
        prover.advance(1_000_000)
    assert prover.winner == FIRST


def test_a_search_in_slices_comes_to_the_same_value() -> None:
    prover = Prover(boards.start((6, 5, 4), 6), 16 << 20)
    slices = 0
    while prover.winner is None:
        prover.advance(1000)
        slices += 1
    assert prover.winner == FIRST
    assert slices > 5


def test_a_proof_goes_on_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "proof"
    prover = Prover(boards.start((6, 5, 4, 3), 7), 16 << 20)
    prover.advance(300_000)
    assert prover.winner is None
    prover.save(file)
    again = Prover(boards.start((6, 5, 4, 3), 7), 1 << 20)
    again.resume(file)
    assert again.progress == prover.progress
    assert (again.table == prover.table).all()
    while again.winner is None:
        again.advance()
    assert again.winner == SECOND
    assert again.progress.nodes > 300_000
    assert [path.name for path in file.parent.iterdir()] == ["proof"]


def test_a_file_of_another_proof_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    Prover(boards.start((4, 3, 2), 4), 1 << 20).save(file)
    other = Prover(boards.start((4, 3, 2), 5), 1 << 20)
    with pytest.raises(PyramidionError, match="another board"):
        other.resume(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1000])
    with pytest.raises(PyramidionError, match="cut off"):
        Prover(boards.start((4, 3, 2), 4), 1 << 20).resume(file)
    file.write_bytes(b"something else\n" + whole)
    with pytest.raises(PyramidionError, match="holds no proof"):
        other.resume(file)


def test_compiled_and_interpreted_search_fill_the_same_table() -> None:
    outcomes = []
    for run in (search, getattr(search, "py_func", search)):
        desk, table = Desk(boards.start((4, 3, 2), 4)), new_table(1 << 16)
        told = np.zeros(5, np.int64)
        run(
            table, desk.states, desk.spare, desk.children, desk.path, desk.shares, desk.room,
            150, np.zeros(1, np.uint8), told,
        )  # fmt: skip
        outcomes.append((table.tobytes(), told.tobytes()))
    assert outcomes[0] == outcomes[1]


def test_the_stop_flag_ends_a_search_at_once() -> None:
    prover = Prover(boards.start(rules.LEVELS, rules.STONES), 16 << 20)
    prover.stop[0] = 1
    assert prover.advance().nodes == 1
    prover.stop[0] = 0
    assert prover.advance(5000).nodes >= 5000


def test_the_speed_is_a_number_of_nodes_a_second() -> None:
    assert bench_solver(nodes=20_000, memory=4 << 20) > 0


# Another game, to show that nothing here is made for Pyramido: Nim with three heaps. Who takes
# the last match wins; the mirror exchanges the outer heaps. With `circle`, a player may instead
# pass once the last heap is empty, so play can run in a circle. With `peace`, every end is a draw.

Heaps = record(
    ("heaps", np.int64, 3), ("turn_of", np.int8), ("circle", np.int8), ("peace", np.int8)
)
nim = game("nim", Heaps, actions=31, most=31)
symmetry = symmetric(nim)


@nim
def actor(s: Any) -> Any:
    return OVER if s.heaps[0] + s.heaps[1] + s.heaps[2] == 0 else s.turn_of


@nim
def legal(s: Any, out: Any) -> Any:
    n = 0
    for heap in range(3):
        for rest in range(s.heaps[heap]):
            out[n] = 10 * heap + rest
            n += 1
    if s.circle and s.heaps[2] == 0:
        out[n] = 30
        n += 1
    return n


@nim
def play(s: Any, action: int) -> None:
    if action < 30:
        s.heaps[action // 10] = action % 10
    s.turn_of = 1 - s.turn_of


@nim
def score(s: Any, out: Any) -> None:
    out[s.turn_of] = 0.5 if s.peace else 0.0
    out[1 - s.turn_of] = 0.5 if s.peace else 1.0


@symmetry
def identity(s: Any, flipped: int) -> Any:
    left, right = (2, 0) if flipped else (0, 2)
    return s.heaps[left] * 100 + s.heaps[1] * 10 + s.heaps[right]


@pytest.mark.parametrize(
    "heaps", [(1, 1, 0), (1, 2, 3), (3, 4, 5), (4, 6, 2), (5, 5, 1), (7, 7, 0)]
)
def test_nim_is_solved_too(heaps: tuple[int, int, int]) -> None:
    s = blank(Heaps)
    s.heaps[:] = heaps
    first_wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0
    assert Prover(s, 1 << 20).advance().value == (1 if first_wins else -1)


def test_endless_play_is_no_win_for_anybody() -> None:
    s = blank(Heaps)
    s.heaps[:] = (1, 1, 0)  # who takes a match loses, so both pass for ever
    s.circle = 1
    progress = Prover(s, 1 << 20).advance(100_000)
    assert progress.value is None
    assert progress.circles > 0
    assert progress.nodes < 100
    s.heaps[:] = (1, 0, 0)
    assert Prover(s, 1 << 20).advance(100_000).value == 1


def test_a_draw_is_no_win_for_anybody() -> None:
    s = blank(Heaps)
    s.heaps[:] = (2, 2, 3)
    s.peace = 1
    assert Prover(s, 1 << 20).advance(100_000).value is None
