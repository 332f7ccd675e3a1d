"""How fast the solver is."""

from pyramidion.games.pyramido import boards, rules
from pyramidion.solve.prover import Prover


def bench_solver(nodes: int = 2_000_000, memory: int = 256 << 20) -> float:
    """Nodes a second of one thread, from the start of Pyramido."""
    prover = Prover(boards.start(rules.LEVELS, rules.STONES), memory)
    return prover.advance(nodes).speed
