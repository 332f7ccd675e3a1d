"""Work in pieces, on threads of this machine or on a Ray cluster: results come in order.

A piece must decide everything by itself (its seed is in it), so it does not matter who
works on it, or how often: when a worker of a cluster dies, another does its piece again.
"""

import os
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from pyramidion.errors import PyramidionError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

LOCAL = "local"  # instead of a cluster's address, also to Ray: start Ray on this machine


def spread(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int, ray: str | None = None
) -> Iterator[Result]:
    """The result of `work` for every piece, in the order of the pieces."""
    return _on_ray(work, pieces, threads, ray) if ray else _on_threads(work, pieces, threads)


def _on_threads(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int
) -> Iterator[Result]:
    with ThreadPoolExecutor(threads) as pool:
        rest = iter(pieces)
        waiting: list[Future[Result]] = [
            pool.submit(work, piece) for piece in islice(rest, 2 * threads)
        ]
        try:
            while waiting:
                result = waiting.pop(0).result()
                waiting += [pool.submit(work, piece) for piece in islice(rest, 1)]
                yield result
        finally:
            for future in waiting:
                future.cancel()


def _on_ray(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int, address: str
) -> Iterator[Result]:
    with connected(address, threads) as cluster:
        # a worker that dies, or a machine that leaves: the piece is done again, as often as needed
        @cluster.remote(max_retries=-1)  # type: ignore[untyped-decorator]
        def remote(piece: Piece) -> Result:
            return work(piece)

        waiting: list[Any] = []
        try:
            rest = iter(pieces)
            window = 4 * max(1, int(cluster.cluster_resources().get("CPU", threads)))
            waiting = [remote.remote(piece) for piece in islice(rest, window)]
            while waiting:
                result = _fetch(cluster, waiting.pop(0))
                waiting += [remote.remote(piece) for piece in islice(rest, 1)]
                yield result
        finally:
            for reference in waiting:
                cluster.cancel(reference, force=True)


def _fetch(cluster: Any, reference: Any) -> Any:
    """A result; where Ray itself has failed, one sentence."""
    try:
        return cluster.get(reference)
    except cluster.exceptions.RayTaskError:
        raise  # what went wrong is in the work
    except cluster.exceptions.RayError as error:
        reason = str(error).partition("\n")[0]
        raise PyramidionError(f"Ray has stopped: {type(error).__name__}, {reason}") from None


@contextmanager
def connected(address: str, threads: int) -> Iterator[Any]:
    """Ray at this address.

    Without an address it is the Ray that this program is connected to already, which is left
    running, or that at RAY_ADDRESS, as Ray itself has it, or one that is started on this machine
    and ends with the work.
    """
    try:
        import ray
    except ImportError:
        raise PyramidionError(
            "--ray needs Ray: pip install 'pyramidion[ray]' here and on the cluster"
        ) from None
    if address == LOCAL and ray.is_initialized():
        yield ray
        return
    if address == LOCAL:
        address = os.environ.get("RAY_ADDRESS") or LOCAL
    _knock(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
            ray.init(LOCAL, num_cpus=threads, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except Exception as error:  # Ray raises the bare class when a start takes too long
        raise PyramidionError(f"Ray did not start or answer ({address}): {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Ray would wait for minutes before it says that nobody is there."""
    place = re.fullmatch(r"(?:ray://)?([^/:]+):(\d+)", address)
    if place is None:
        return
    try:
        socket.create_connection((place[1], int(place[2])), timeout=10).close()
    except OSError as error:
        raise PyramidionError(f"there is no Ray cluster at {address}: {error}") from None
