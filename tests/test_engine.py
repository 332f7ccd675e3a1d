"""The engine by itself: chance, records, the register, the cache."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pyramidion.engine import (
    assign,
    below,
    blank,
    clone,
    compiled,
    count_bits,
    game,
    generator,
    lowest_bit,
    pick,
    record,
)
from pyramidion.engine.chance import next_word
from pyramidion.engine.hashing import hash_record

SOURCE = """
import numpy as np
from pyramidion.engine import OVER, game, record
State = record(("shape_of_{name}", np.int64),)
rule = game("{name}", State, actions=1, most=1)
@rule
def setup(s): pass
@rule
def actor(s): return OVER
@rule
def legal(s, out): return 0
@rule
def play(s, action): s.shape_of_{name} = {value}
@rule
def score(s, out): out[:] = 1.0
"""


@compiled
def draw_numbers(rng, n, out):  # type: ignore[no-untyped-def]
    for i in range(len(out)):
        out[i] = below(rng, n)


@compiled
def hash_of(s):  # type: ignore[no-untyped-def]
    return hash_record(s)


def test_the_generator_gives_the_designers_numbers() -> None:
    """sfc32 with state 1, 2, 3 and counter 4, computed by hand from its definition."""
    rng = np.array([1, 2, 3, 4], np.int64)
    assert next_word(rng) == 1 + 2 + 4
    assert list(rng) == [2 ^ (2 >> 9), 3 + (3 << 3), (3 << 21) + 7, 5]


def test_a_seed_and_a_stream_always_give_the_same_numbers_compiled_or_not() -> None:
    fast, slow = np.zeros(50, np.int64), np.zeros(50, np.int64)
    draw_numbers(generator(7, 3), 6, fast)
    draw_numbers.py_func(generator(7, 3), 6, slow)
    assert list(fast) == list(slow)
    assert list(fast[:12]) == [1, 2, 1, 4, 3, 4, 1, 5, 3, 3, 3, 5]  # on every machine


def test_neighbouring_seeds_and_streams_have_nothing_in_common() -> None:
    first_words = {next_word(generator(s, t)) for s in range(100) for t in range(100)}
    assert len(first_words) > 9_990


def test_numbers_below_n_are_even() -> None:
    out = np.zeros(600_000, np.int64)
    draw_numbers(generator(1), 6, out)
    counts = np.bincount(out, minlength=6)
    assert ((counts - 100_000) ** 2 / 100_000).sum() < 20.5  # chi-square, 5 degrees, p = 0.001


def test_pick_follows_the_weights() -> None:
    rng, counts = generator(2), [0, 0, 0]
    for _ in range(6000):
        counts[pick(rng, [1, 0, 2], 3)] += 1
    assert counts[1] == 0
    assert abs(counts[2] - 4000) < 150


def test_bits_are_counted_and_found() -> None:
    for number in (1, 6, 1 << 39, (1 << 62) - 1, 0b1010100):
        assert count_bits(number) == bin(number).count("1")
        assert lowest_bit(number) == len(bin(number)) - len(bin(number).rstrip("0"))


def test_a_clone_shares_nothing_with_its_original() -> None:
    state = record(("a", np.int64, 3), ("b", np.int8))
    one = blank(state)
    two = clone(one)
    one.a[1], one.b = 5, 1
    assert (two.a == 0).all()
    assign(two, one)
    assert two.tobytes() == one.tobytes()


def test_every_byte_of_a_record_counts_in_its_hash() -> None:
    state = record(("a", np.int32, 3), ("b", np.int8), ("c", np.int8, 2))
    seen = {hash_of(blank(state))}
    for position in range(15):
        raw = np.zeros(1, state)
        raw.view(np.uint8)[position] = 1
        seen.add(hash_of(raw[0]))
    assert len(seen) == 16


def test_two_games_with_the_same_record_are_refused() -> None:
    state = record(("just_a_test", np.int64))
    game("one", state, actions=1, most=1)
    with pytest.raises(TypeError, match="exactly the same fields"):
        game("two", state, actions=1, most=1)


def test_a_function_that_is_no_verb_or_has_other_arguments_is_refused() -> None:
    rule = game("three", record(("another_test", np.int64)), actions=1, most=1)
    with pytest.raises(TypeError, match="none of the verbs"):

        @rule
        def jump(s):  # type: ignore[no-untyped-def]
            pass

    with pytest.raises(TypeError, match="legal takes"):

        @rule
        def legal(state, out):  # type: ignore[no-untyped-def]
            pass


@pytest.mark.parametrize("jit", ["0", "1"])
def test_compiled_code_is_cached_and_an_edit_never_runs_stale_code(
    tmp_path: Path, jit: str
) -> None:
    """A game in a file of its own, edited between two runs, with the same cache folder."""

    def run(value: int) -> str:
        (tmp_path / "tiny.py").write_text(SOURCE.format(name="tiny", value=value))
        program = (
            "import tiny; from pyramidion.engine import blank, calls;"
            "s = blank(tiny.State); calls.play(s, 0); print(s.shape_of_tiny)"
        )
        environment = {
            **os.environ,
            "PYRAMIDION_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": str(tmp_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": jit,
        }
        out = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        assert out.returncode == 0, out.stderr
        return out.stdout.strip()

    def cached() -> int:
        return len(list((tmp_path / "cache").rglob("*.nbc")))

    assert run(5) == "5"
    once = cached()
    assert run(5) == "5"
    assert cached() == once == (1 if jit == "0" else 0)  # loaded, not compiled again
    assert run(6) == "6"
