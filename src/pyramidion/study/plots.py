"""Plots as SVG, drawn here: means with their intervals, and how often each length occurs."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from pyramidion.lab.intervals import Interval
from pyramidion.study.metrics import Metric

COLOURS = ("#2f6f73", "#c8793a", "#7a5195", "#5b8c3a", "#b5495b", "#4a6fa5", "#8c7a3a", "#555555")
WIDTH, LEFT, RIGHT, ROW = 720, 250, 150, 22


def intervals(metrics: Sequence[tuple[str, Metric]], reference: float | None = None) -> str:
    """A row for each figure: a dot, and its interval as a line."""
    bounds = [_bounds(metric.interval) for _, metric in metrics]
    high = max(high for _, high in bounds) * 1.05 or 1.0
    scale = (WIDTH - LEFT - RIGHT) / high
    parts = []
    if reference is not None:
        x = LEFT + scale * reference
        bottom = ROW * len(metrics) + 4
        parts.append(f'<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{bottom}" class="fair"/>')
    for number, ((label, metric), (low, top)) in enumerate(zip(metrics, bounds, strict=True)):
        y, colour = ROW * number + 14, COLOURS[number % len(COLOURS)]
        middle = LEFT + scale * metric.interval.value
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(_short(label))}</text>'
            f'<line x1="{LEFT + scale * low:.1f}" y1="{y}" x2="{LEFT + scale * top:.1f}" '
            f'y2="{y}" stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{middle:.1f}" cy="{y}" r="5" fill="{colour}"/>'
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4}">{escape(metric.text())}</text>'
        )
    return _svg(ROW * len(metrics) + 8, parts, metrics[0][1].group)


def histogram(groups: Sequence[tuple[str, NDArray[np.float64]]], unit: str) -> str:
    """How often each length occurs, one outline for each group."""
    together = np.concatenate([values for _, values in groups])
    edges = np.linspace(float(together.min()), float(together.max()) + 1e-9, 31)
    tallest = 0.0
    outlines = []
    for _, values in groups:
        counts = np.histogram(values, edges)[0] / len(values)
        tallest = max(tallest, float(counts.max()))
        outlines.append(counts)
    height, step = 150, (WIDTH - 80) / (len(edges) - 1)
    parts = []
    for number, ((label, _), counts) in enumerate(zip(groups, outlines, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        points = []
        for place, count in enumerate(counts):
            y = height - (height - 10) * count / tallest
            points += [f"{40 + step * place:.1f},{y:.1f}", f"{40 + step * (place + 1):.1f},{y:.1f}"]
        parts.append(
            f'<polyline points="40,{height} {" ".join(points)} {WIDTH - 40},{height}" '
            f'fill="{colour}" fill-opacity="0.12" stroke="{colour}" stroke-width="1.5"/>'
            f'<text x="{WIDTH - 45}" y="{18 + 16 * number}" text-anchor="end" '
            f'fill="{colour}">{escape(label)}</text>'
        )
    for place in range(0, len(edges), 6):
        x = 40 + step * place
        parts.append(f'<text x="{x:.1f}" y="{height + 18}" text-anchor="middle">'
                     f"{edges[place]:.0f}</text>")  # fmt: skip
    parts.append(f'<text x="{WIDTH / 2}" y="{height + 36}" text-anchor="middle">{unit}</text>')
    return _svg(height + 44, parts, unit)


def _bounds(interval: Interval) -> tuple[float, float]:
    """What can be drawn of an interval; that of a single game has no end."""
    finite = np.isfinite(interval.low) and np.isfinite(interval.high)
    return (max(0.0, interval.low), interval.high) if finite else (interval.value,) * 2


def _short(label: str) -> str:
    return label if len(label) <= 38 else label[:37] + "…"


def _svg(height: float, parts: list[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
