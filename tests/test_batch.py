"""A batch is nothing but many matches at once."""

import pickle
import re
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyramidion import Batch
from pyramidion.errors import OptionError, PyramidionError
from tests.cases import Case, all_cases
from tests.walks import hidden

ARRAYS = ("actor", "masks", "observations", "rewards", "done", "seeds")
CASES = pytest.mark.parametrize("case", all_cases(), ids=str)


def batch_of(case: Case, **more: Any) -> Batch:
    return Batch(case.game, players=case.players, **{"size": 5, "seed": 3, **more}, **case.options)


@CASES
def test_every_game_of_a_batch_is_the_match_of_its_seed(case: Case) -> None:
    batch = batch_of(case)
    matches = [case.match(int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(400):
        for g, match in enumerate(matches):
            assert batch.actor[g] == match.actor
            assert batch.state(g).tobytes() == match.state.tobytes()
            assert np.flatnonzero(batch.masks[g]).tolist() == sorted(match.actions)
        actions = batch.random_actions()
        for match, action in zip(matches, actions, strict=True):
            match.play_action(int(action))
        batch.step(actions)
        for g, match in enumerate(matches):
            assert batch.done[g] == (match.actor is None)
            if match.result is None:
                assert not batch.rewards[g].any()
            else:
                ended += 1
                shares = [float(Fraction(share)) for share in match.result]
                assert np.allclose(batch.rewards[g], shares)
                matches[g] = case.match(int(batch.seeds[g]))
    assert ended or case.game in ("flaming", "pharao", "spitze")  # long games


@CASES
def test_an_observation_is_what_the_acting_seat_knows_and_no_more(case: Case) -> None:
    batch = batch_of(case, size=40)
    for _ in range(30):
        batch.step(batch.random_actions())
        for g in range(batch.size):
            known = hidden(batch.state(g), int(batch.actor[g]))
            assert batch.known[g].tobytes() == known.tobytes()
    assert set(np.unique(batch.observations)) == {0, 1}
    for name, (where, shape) in batch.observation_fields.items():
        bits = batch.observations[:, where].reshape(batch.size, *shape)
        numbers = (bits.astype(np.uint64) << np.arange(shape[-1], dtype=np.uint64)).sum(axis=-1)
        raw = np.ascontiguousarray(batch.known[name])
        assert (numbers == raw.view(f"u{raw.dtype.itemsize}")).all()


def test_the_arrays_are_as_the_documents_say() -> None:
    """Name, shape and numbers, line by line of the guide's table."""
    guide = (Path(__file__).parent.parent / "docs" / "researchers.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `(\w+)` \| \((.*?)\), (.*?) \|", guide, re.MULTILINE)
    batch = Batch("flaming", size=6, players=4)
    names = {"bits": 8 * batch.known.itemsize}
    for name, shape, numbers in lines:
        array = getattr(batch, name)
        wanted = [part.strip() for part in shape.split(",") if part.strip()]
        assert list(array.shape) == [names.get(part) or getattr(batch, part) for part in wanted]
        assert (array.dtype.names is not None) == (numbers == "a record")
        assert array.dtype.names or array.dtype == numbers
    assert len(lines) == 7


def test_a_step_writes_the_same_arrays_and_takes_whole_numbers_of_any_kind() -> None:
    batch = Batch("pyramido", size=6, seed=1)
    arrays = [batch.actor, batch.masks, batch.known, batch.observations, batch.rewards, batch.done]
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        batch.step(batch.random_actions().astype(kind))
    now = [batch.actor, batch.masks, batch.known, batch.observations, batch.rewards, batch.done]
    assert all(before is after for before, after in zip(arrays, now, strict=True))


@CASES
def test_the_number_of_threads_changes_nothing(case: Case) -> None:
    one, three = batch_of(case, size=50), batch_of(case, size=50, threads=3)
    for _ in range(60):
        actions = one.random_actions()
        assert (actions == three.random_actions()).all()
        for batch in (one, three):
            batch.step(actions)
        for name in ARRAYS:
            assert (getattr(one, name) == getattr(three, name)).all()


def test_a_batch_takes_numbers_of_numpy() -> None:
    batch = Batch("pyramido", size=np.int64(4), threads=np.uint8(2), seed=np.int32(7))  # type: ignore[arg-type]
    assert repr(batch) == repr(Batch("pyramido", size=4, seed=7))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("again", [deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_of_a_batch_goes_on_by_itself_as_the_batch_would(
    threads: int, again: Callable[[Batch], Batch]
) -> None:
    batch = Batch("jaguar", size=20, seed=4, threads=threads)
    batch.step(batch.random_actions())
    other = again(batch)
    for _ in range(80):
        before = {name: getattr(batch, name).copy() for name in ARRAYS}
        actions = batch.random_actions()
        assert (actions == other.random_actions()).all()
        other.step(actions)
        assert all((getattr(batch, name) == before[name]).all() for name in ARRAYS)
        batch.step(actions)
        assert all((getattr(batch, name) == getattr(other, name)).all() for name in ARRAYS)


def test_batches_of_neighbouring_seeds_share_no_game() -> None:
    seeds = {int(seed) for s in range(4) for seed in Batch("jaguar", size=100, seed=s).seeds}
    assert len(seeds) == 400


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    batch = Batch("pyramido", size=6, seed=1)
    batch.step(np.zeros(6, np.int64))
    before = [batch.state(g).tobytes() for g in range(6)]
    for bad in (0, 100, -1, 168, 2**40):
        actions = np.array([1, 1, 1, 1, bad, 1])
        with pytest.raises(
            PyramidionError, match=rf"action {bad} is not legal in game 4 .* \[1, 2"
        ):
            batch.step(actions)
    for wrong in (np.ones(5, np.int64), np.ones((6, 1), np.int64), np.ones(6), ["a1"] * 6):
        with pytest.raises(PyramidionError, match="takes 6 whole numbers"):
            batch.step(wrong)
    assert [batch.state(g).tobytes() for g in range(6)] == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size must be a whole number from 1"),
        ({"size": 2.0}, "size must be a whole number from 1 below 2\\*\\*62, not 2.0"),
        ({"size": 2, "seed": -1}, "seed must be a whole number from 0"),
        ({"size": 2, "seed": 2**62}, "seed must be a whole number from 0"),
        ({"size": 2, "threads": 0}, "threads must be a whole number from 1"),
        ({"size": 2, "players": 7}, "for 2 players, not 7"),
        ({"size": 2, "quiet": 1}, "has no option 'quiet'"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Batch("pyramido", **arguments)
