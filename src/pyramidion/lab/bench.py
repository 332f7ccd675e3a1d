"""How fast it is here, beside others: every comparison is measured in the same run."""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import numpy as np

from pyramidion.bots.bot import EXPLORATION
from pyramidion.bots.search import simulate
from pyramidion.bots.tree import clear, plant
from pyramidion.engine import Game, blank, calls, generator
from pyramidion.engine.loops import buffers, random_games
from pyramidion.games import catalogue
from pyramidion.solve.bench import bench_solver
from pyramidion.tutorial.connect_four.face import FACE as CONNECT_FOUR

SECONDS = 0.5  # one measurement
REPEATS = 3  # the best of these counts: what disturbs only makes slower
SEARCH = 10_000  # simulations of one search, as for a move


@dataclass(frozen=True)
class Row:
    """One figure, and a peer's where there is one."""

    name: str
    unit: str
    value: float
    peer: str | None = None
    peer_value: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.value / self.peer_value if self.peer_value else None

    def data(self) -> dict[str, Any]:
        """For JSON."""
        row: dict[str, Any] = {"name": self.name, "unit": self.unit, "value": self.value}
        if self.peer:
            row |= {"peer": self.peer, "peer_value": self.peer_value, "ratio": self.ratio}
        return row


class NotInstalled(Exception):
    """A peer that is not there to be measured."""


def best_rate(work: Callable[[], int]) -> float:
    """Things a second: `work` does some and says how many. The best of several measurements."""
    work()  # compile, warm the caches
    best = 0.0
    for _ in range(REPEATS):
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            done += work()
        best = max(best, done / spent)
    return best


def start(game: str) -> tuple[Any, int]:
    """The first position of a game with its default options and players, and how many play."""
    face = CONNECT_FOUR if game == "connect_four" else catalogue.face(game)
    players, options = face.check(None, {})
    s = blank(face.game.state)
    face.configure(s, players, options)
    calls.setup(s)
    return s, players


def random_moves(game: str, threads: int) -> float:
    """Moves a second of random games, chance included."""
    s, players = start(game)
    games = 8192 * threads
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        return sum(int(b.moves.sum()) for b in random_games(s, players, games, seed, threads))

    return best_rate(work)


def simulations(game: str, threads: int) -> float:
    """Simulations a second of the search, from the first decision."""
    rules: Game = CONNECT_FOUR.game if game == "connect_four" else catalogue.sensible(game)
    known, seat, players = first_decision(game, rules)
    trees = [plant(SEARCH + 1, min(1 << 21, (SEARCH + 1) * rules.most)) for _ in range(threads)]

    def search(number: int) -> None:
        clear(trees[number])
        room = [blank(known.dtype) for _ in range(4)]
        totals = np.zeros(players, np.float64)
        rng = generator(1, number)
        simulate(
            known, seat, *room, rng, SEARCH, EXPLORATION, trees[number], *buffers(rules), totals
        )

    with ThreadPoolExecutor(threads) as pool:

        def work() -> int:
            list(pool.map(search, range(threads)))
            return SEARCH * threads

        return best_rate(work)


def first_decision(game: str, rules: Game) -> tuple[Any, int, int]:
    """What the first seat to decide knows, that seat, and the number of players."""
    s, players = start(game)
    room, _ = buffers(rules)
    while calls.actor(s) < 0:
        calls.legal(s, room)
        calls.play(s, int(room[0]))
    seat = calls.actor(s)
    known = blank(s.dtype)
    calls.hide(s, seat, known)
    return known, seat, players


def openspiel_random() -> float:
    """Moves a second of OpenSpiel's Connect Four, driven from Python."""
    pyspiel = need("pyspiel")
    game = pyspiel.load_game("connect_four")
    chooser = random.Random(1)

    def work() -> int:
        moves = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chooser.choice(state.legal_actions()))
                moves += 1
        return moves

    return best_rate(work)


def openspiel_search() -> float:
    """Simulations a second of OpenSpiel's own C++ MCTS, with one random rollout each."""
    pyspiel = need("pyspiel")
    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()

    def work() -> int:
        rollout = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(game, rollout, 2.0, SEARCH, 1000, False, 1, False).step(state)
        return SEARCH

    return best_rate(work)


def pgx_random() -> float:
    """Moves a second of Pgx's Connect Four on this machine's CPU, all cores, its best batch."""
    jax, pgx = need("jax"), need("pgx")
    env = pgx.make("connect_four")
    step = jax.vmap(env.step)

    def play(state: Any, key: Any) -> tuple[Any, None]:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, logits)
        return step(state, action), None

    def rate(batch: int, steps: int = 40) -> float:
        begin = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), batch))
        keys = jax.random.split(jax.random.PRNGKey(1), steps)
        run = jax.jit(lambda state: jax.lax.scan(play, state, keys)[0])

        def work() -> int:
            run(begin).rewards.block_until_ready()
            return batch * steps

        return best_rate(work)

    return max(rate(batch) for batch in (64, 1024, 8192))


def apart(rate: Callable[[], float]) -> float:
    """Measure a peer in a process of its own: its threads go on when it is done, JAX's do."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(rate).result()


def need(module: str) -> Any:
    """A peer's module; NotInstalled where there is none."""
    try:
        return import_module(module)
    except ImportError:
        raise NotInstalled(module) from None


def measure(threads: int) -> Iterator[Row | str]:
    """All rows, one after the other; a text where a peer is not installed."""
    ours = random_moves("connect_four", 1)
    yield Row("connect_four/random", "moves/s", ours)
    yield Row("connect_four/random/all", "moves/s", random_moves("connect_four", threads))
    search = simulations("connect_four", 1)
    peers: list[tuple[str, str, float, str, Callable[[], float]]] = [
        ("connect_four/random/openspiel", "moves/s", ours, "OpenSpiel, Python", openspiel_random),
        ("connect_four/random/pgx", "moves/s", ours, "Pgx, CPU", pgx_random),
        ("connect_four/uct/openspiel_cpp", "simulations/s", search, "OpenSpiel, C++ MCTS",
         openspiel_search),
    ]  # fmt: skip
    for name, unit, value, peer, rate in peers:
        try:
            yield Row(name, unit, value, peer, apart(rate))
        except NotInstalled as missing:
            yield f"{name}: {missing} is not installed (pip install 'pyramidion[openspiel,pgx]')"
    yield Row("pyramido/solver", "nodes/s", bench_solver())
    for game in catalogue.names():
        yield Row(f"{game}/random", "moves/s", random_moves(game, 1))
        yield Row(f"{game}/random/all", "moves/s", random_moves(game, threads))
        yield Row(f"{game}/search", "simulations/s", simulations(game, 1))
        yield Row(f"{game}/search/all", "simulations/s", simulations(game, threads))
