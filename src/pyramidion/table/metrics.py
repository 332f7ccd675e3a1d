"""What Prometheus is told: counts and durations, never who, which table or which link.

Labels are route templates, methods, statuses and our own error codes, so nobody's doings can
be read from them and their number is bounded.
"""

from __future__ import annotations

import platform
import weakref
from collections.abc import Iterator
from http.server import HTTPServer
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

import pyramidion

if TYPE_CHECKING:
    from pyramidion.table.tables import Tables

REGISTRY = CollectorRegistry()
QUICK = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

REQUESTS = Counter(
    "pyramidion_requests", "Answers.", ("route", "method", "status"), registry=REGISTRY
)
SECONDS = Histogram(
    "pyramidion_request_seconds",
    "How long answers took; a stream counts until its first byte.",
    ("route",),
    registry=REGISTRY,
    buckets=QUICK,
)
MOVES = Counter("pyramidion_moves", "Moves kept, take-backs included.", registry=REGISTRY)
REFUSED = Counter(
    "pyramidion_refused",
    "What was refused, by the code of the error.",
    ("code",),
    registry=REGISTRY,
)
COMMIT = Histogram(
    "pyramidion_commit_seconds",
    "How long the database took to keep a group of moves.",
    registry=REGISTRY,
    buckets=QUICK,
)
THOUGHT = Histogram(
    "pyramidion_thought_seconds",
    "How long a bot thought about a move or a hint.",
    registry=REGISTRY,
    buckets=QUICK,
)
Info("pyramidion_build", "What runs here.", registry=REGISTRY).info(
    {"version": pyramidion.__version__, "python": platform.python_version()}
)
ProcessCollector(registry=REGISTRY)

_open: weakref.WeakSet[Tables] = weakref.WeakSet()


class _Now(Collector):
    """What is the case at this moment."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        rooms = [room for tables in _open for room in tables.rooms.all()]
        listeners = sum(room.listeners for room in rooms)
        busy = sum(tables.bots.busy for tables in _open)
        yield _gauge("pyramidion_tables", "Tables in memory.", len(rooms))
        yield _gauge("pyramidion_listeners", "Open streams of events.", listeners)
        yield _gauge("pyramidion_bots", "Tables where a bot thinks or waits to.", busy)


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, value)


REGISTRY.register(_Now())


def watch(tables: Tables) -> None:
    """Count what is the case at these tables too, as long as they are open."""
    _open.add(tables)


def unwatch(tables: Tables) -> None:
    """They are closed."""
    _open.discard(tables)


def serve(where: tuple[str, int]) -> HTTPServer:
    """Answer Prometheus at an address of its own, in a thread, until it is shut down."""
    host, port = where
    server, _ = start_http_server(port, host, REGISTRY)
    return server
