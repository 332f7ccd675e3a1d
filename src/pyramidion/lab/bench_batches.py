"""How fast batches are: every step gives masks and observations, beside others who do so too."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from pyramidion.batch import Batch
from pyramidion.games import catalogue
from pyramidion.lab.bench import NotInstalled, Row, apart, best_rate, need
from pyramidion.tutorial.connect_four.face import FACE as CONNECT_FOUR

SIZES = (1024, 4096, 16384, 32768, 65536)


def batch_steps(game: str, threads: int) -> float:
    """Steps a second of random play in batches of one game, in the best of all sizes."""

    def rate(size: int) -> float:
        batch = Batch(game, size=size, threads=threads)

        def work() -> int:
            batch.step(batch.random_actions())
            return size

        return best_rate(work)

    return max(rate(size) for size in SIZES)


def pgx_steps() -> float:
    """Steps a second of Pgx's Connect Four, CPU, all cores: its best batch, its best way to loop.

    Legal actions at random and games that begin anew, as in ours. Either one jitted step at
    a time, as a learner in Python uses it, or forty in one scan that keeps all observations.
    """
    jax, pgx = need("jax"), need("pgx")
    auto_reset = need("pgx.experimental.wrappers").auto_reset
    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> tuple[Any, Any]:
        choice, fresh = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choice, logits)
        state = step(state, action, jax.random.split(fresh, len(action)))
        return state, (state.observation, state.legal_action_mask, state.rewards)

    def rate(batch: int, scanned: bool, steps: int = 40) -> float:
        state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), batch))
        keys = jax.random.split(jax.random.PRNGKey(1), steps)
        once = jax.jit(play)
        all_at_once = jax.jit(lambda state: jax.lax.scan(play, state, keys))

        def one_by_one(state: Any) -> tuple[Any, Any]:
            seen = None
            for key in keys:
                state, seen = once(state, key)
            return state, seen

        run: Callable[[Any], tuple[Any, Any]] = all_at_once if scanned else one_by_one

        def work() -> int:
            nonlocal state
            state, seen = run(state)
            jax.block_until_ready(seen)
            return batch * steps

        return best_rate(work)

    return max(rate(batch, scanned) for batch in SIZES for scanned in (False, True))


def pettingzoo_steps() -> float:
    """Steps a second of PettingZoo classic's Connect Four, with observation and mask."""
    env = need("pettingzoo.classic.connect_four_v3").env()
    chooser = random.Random(1)

    def work() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(chooser.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
        return steps

    return best_rate(work)


def envpool_steps(threads: int) -> float:
    """Steps a second of EnvPool's 2048, the nearest it has: a board, legal moves, chance."""
    envpool = need("envpool")
    env = envpool.make("Game2048-v1", env_type="gymnasium", num_envs=1024, num_threads=threads)
    observation, _ = env.reset()
    rng = np.random.default_rng(1)

    def work() -> int:
        nonlocal observation
        weights = rng.random((1024, 4)) * observation["action_mask"]
        observation, *_ = env.step(weights.argmax(axis=1).astype(np.int32))
        return 1024

    return best_rate(work)


def measure_batches(threads: int) -> Iterator[Row | str]:
    """All rows, one after the other; a text where a peer is not installed."""
    unit = "steps/s"
    games = catalogue.names()
    catalogue.add(CONNECT_FOUR)
    ours = {}
    for game in ("connect_four", *games):
        one, everyone = batch_steps(game, 1), batch_steps(game, threads)
        ours[game] = max(one, everyone)
        yield Row(f"{game}/batch", unit, one)
        yield Row(f"{game}/batch/all", unit, everyone)
    peers: list[tuple[str, str, Callable[[], float]]] = [
        ("connect_four/batch/pgx", "Pgx, CPU", pgx_steps),
        ("connect_four/batch/pettingzoo", "PettingZoo classic", pettingzoo_steps),
        ("pyramido/batch/envpool", "EnvPool, 2048", partial(envpool_steps, threads)),
    ]
    for name, peer, rate in peers:
        try:
            yield Row(name, unit, ours[name.split("/")[0]], peer, apart(rate))
        except NotInstalled as missing:
            yield f"{name}: {missing} is not installed (pip install 'pyramidion[peers]')"
