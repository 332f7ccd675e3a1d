"""Plots as SVG, drawn here, without words: those stand beside them, and a plot is as wide as
there is room. Where a thing is, is said in percent of the width.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pyramidion.lab.intervals import Interval
from pyramidion.study.metrics import SHARE, Metric

INK = "#2a8c82"  # seen on white and on black
BARS = 30


def scale_for(metrics: Sequence[Metric]) -> float:
    """A round number that no interval exceeds, where the scale of a plot ends; it begins at 0."""
    most = max(metric.interval.high for metric in metrics)
    if all(metric.kind == SHARE for metric in metrics):
        return min(1.0, _round(max(most, 0.1)))
    return _round(most)


def interval(found: Interval, end: float, reference: float | None = None) -> str:
    """A dot, and its interval as a line; where the reference is, a thin line across."""
    low, middle, high = (f"{100 * x / end:.2f}%" for x in (max(0.0, found.low), found.value,
                                                           found.high))  # fmt: skip
    fair = ""
    if reference is not None:
        x = f"{100 * reference / end:.2f}%"
        fair = f'<line x1="{x}" x2="{x}" y1="0" y2="24" class="fair"/>'
    return (
        f'<svg height="24" aria-hidden="true">{fair}'
        f'<line x1="{low}" x2="{high}" y1="12" y2="12" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="{middle}" cy="12" r="5" fill="{INK}"/></svg>'
    )


def axis(end: float, share: bool = False, begin: float = 0.0) -> str:
    """Figures under a plot: where its scale begins, its middle and where it ends."""
    words = []
    for place, anchor in ((0, "start"), (50, "middle"), (100, "end")):
        number = begin + (end - begin) * place / 100
        text = f"{100 * number:.3g}%" if share else f"{number:.4g}"
        words.append(f'<text x="{place}%" y="11" text-anchor="{anchor}">{text}</text>')
    return f'<svg height="16" class="axis" aria-hidden="true">{"".join(words)}</svg>'


def bins(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the bars of a histogram begin and end, from the least to the most."""
    return np.linspace(float(values.min()), float(values.max()) + 1e-9, BARS + 1)


def histogram(values: NDArray[np.float64], edges: NDArray[np.float64]) -> str:
    """How often each length occurs; the most frequent is as high as the plot."""
    counts = np.histogram(values, edges)[0]
    heights = 100 * counts / max(counts.max(), 1)
    bars = "".join(
        f'<rect x="{place}" y="{100 - height:.1f}" width="0.9" height="{height:.1f}"/>'
        for place, height in enumerate(heights)
        if height
    )
    return (
        f'<svg height="48" viewBox="0 0 {len(counts)} 100" preserveAspectRatio="none" '
        f'fill="{INK}" aria-hidden="true">{bars}</svg>'
    )


def _round(number: float) -> float:
    """The next number that is round enough for the end of a scale."""
    if number <= 0:
        return 1.0
    ten = 10.0 ** math.floor(math.log10(number))
    return next(
        ten * step for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if number <= ten * step * (1 + 1e-12)
    )
