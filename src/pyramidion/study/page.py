"""The page of a study: one HTML file that needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from pyramidion import __version__
from pyramidion.games import catalogue
from pyramidion.study.game import BEHIND, LEAD, PLAYOUTS, POINTS
from pyramidion.study.metrics import CHANCE, CHOICE, FORCED, SHARE, Difference, Metric
from pyramidion.study.plan import Study
from pyramidion.study.plots import axis, bins, histogram, interval, scale_for

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .2rem; }
nav a { display: inline-block; margin-right: 1rem; }
svg { display: block; width: 100%; overflow: visible; }
.axis { font-size: 12px; }
.axis text { fill: currentColor; }
.fair { stroke: currentColor; stroke-dasharray: 4 4; opacity: .6; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .1rem .6rem .1rem 0; }
.figures th { font-weight: 400; width: 20rem; }
.figures td:last-child { text-align: right; width: 13rem; padding: 0; white-space: nowrap; }
.wide { overflow-x: auto; }
.wide td + td { white-space: nowrap; }
.wide td:first-child { min-width: 10rem; }
.wide td, .wide th { border-bottom: 1px solid var(--line); }
.clear { font-weight: 600; }
.faint { opacity: .7; }
@media (max-width: 45rem) {
  .figures tr { display: grid; grid-template-columns: 1fr auto; align-items: baseline; }
  .figures th, .figures td:last-child { width: auto; }
  .figures .plot { grid-column: 1 / -1; grid-row: 2; padding: 0 .4rem .2rem; }
  .figures { font-size: .9rem; }
}
"""
LENGTHS = "moves", "minutes"  # of which there are histograms
SEATS = "Seats"
CHANGES, METHOD = "What changes", "How this was measured"


def page(
    study: Study, figures: Sequence[list[Metric]], changes: Sequence[list[Difference] | None]
) -> str:
    """Figure by figure, all settings side by side, then what the changes of the rules did."""
    face = catalogue.face(study.settings[0].game)
    names = [name_of(study, number) for number in range(len(study.settings))]
    groups = list(dict.fromkeys(metric.group for found in figures for metric in found))
    parts = [
        f"<h1>{escape(face.title)}</h1>",
        f"<p>{escape(face.about.en)}. By {escape(face.designer)}; this study is unofficial.</p>",
        f"<p>{study.games:,} games of each setting, seed {study.seed}, Pyramidion {__version__}. "
        "A dot is a mean, the line through it its 95% interval.</p>",
        _contents([*groups, *([CHANGES] if any(changes) else []), METHOD]),
    ]
    for group in groups:
        parts.append(_heading(group))
        parts += _seats(names, figures) if group == SEATS else _group(group, names, figures)
    if any(changes):
        parts.append(_heading(CHANGES))
    for name, change in zip(names, changes, strict=True):
        if change is not None:
            parts.append(_changes(name, change))
    parts.append(_method())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(face.title)}: a study</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def name_of(study: Study, number: int) -> str:
    """A setting in words."""
    setting, change = study.settings[number], study.changes[number]
    strength = f"level {setting.level}" if setting.level else "random play"
    return f"{setting.players} players, {strength}" + (f", {change}" if change else "")


def _contents(titles: Sequence[str]) -> str:
    links = (f'<a href="#{_anchor(title)}">{escape(title)}</a>' for title in titles)
    return f"<nav>{' '.join(links)}</nav>"


def _heading(title: str) -> str:
    return f'<h2 id="{_anchor(title)}">{escape(title)}</h2>'


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _seats(names: Sequence[str], figures: Sequence[list[Metric]]) -> Iterator[str]:
    """Every seat of every setting; the dashed line is where all seats are equal."""
    seats = [[metric for metric in found if metric.group == SEATS] for found in figures]
    end = scale_for([metric for found in seats for metric in found])
    yield "<p>The dashed line is a fair share.</p>"
    for name, found in zip(names, seats, strict=True):
        rows = [(m.label, interval(m.interval, end, 1 / len(found)), m.text()) for m in found]
        yield f"<h3>{escape(name)}</h3>{_table(rows, axis(end, share=True))}"


def _group(title: str, names: Sequence[str], figures: Sequence[list[Metric]]) -> Iterator[str]:
    """Every figure of a group, on one scale for all settings."""
    settings = [{m.label: m for m in found if m.group == title} for found in figures]
    for label in dict.fromkeys(label for found in settings for label in found):
        kind = next(found[label].kind for found in settings if label in found)
        never = Metric(title, label, kind, np.zeros(len(figures[0][0].values)))
        all_of = [found.get(label, never) for found in settings]
        end = scale_for(all_of)
        rows = [
            (name, interval(metric.interval, end), metric.text())
            for name, metric in zip(names, all_of, strict=True)
        ]
        yield f"<h3>{escape(label)}</h3>{_table(rows, axis(end, kind == SHARE))}"
        if label in LENGTHS:
            yield _histograms(names, all_of)


def _histograms(names: Sequence[str], lengths: Sequence[Metric]) -> str:
    """How often each length occurs, and between which the middle nine of ten games are."""
    edges = bins(np.concatenate([metric.values for metric in lengths]))
    rows = []
    for name, metric in zip(names, lengths, strict=True):
        low, high = np.quantile(metric.values, (0.05, 0.95))
        rows.append((name, histogram(metric.values, edges), f"{low:.0f} to {high:.0f}"))
    scale = axis(float(edges[-1]), begin=float(edges[0]))
    return _table(rows, scale, "nine of ten games")


def _table(rows: Sequence[tuple[str, str, str]], scale: str, note: str = "") -> str:
    """Names, plots and figures beside each other, the scale below the plots."""
    lines = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="plot">{plot}</td>'
        f"<td>{escape(text)}</td></tr>"
        for name, plot, text in rows
    )
    below = f'<tr class="faint"><td></td><td class="plot">{scale}</td><td>{note}</td></tr>'
    return f'<table class="figures">{lines}{below}</table>'


def _changes(name: str, changes: list[Difference]) -> str:
    """Every figure that a change of the rules may have changed, group by group."""
    rows = []
    for group in dict.fromkeys(change.group for change in changes):
        rows.append(f'<tr><th colspan="4">{escape(group)}</th></tr>')
        rows += [_change(change) for change in changes if change.group == group]
    return (
        f'<h3>{escape(name)}</h3><div class="wide"><table><tr><th>figure</th><th>difference</th>'
        f"<th>p</th><th>at 5%, all figures together</th></tr>{''.join(rows)}</table></div>"
    )


def _change(change: Difference) -> str:
    found = change.difference
    factor, unit = (100, " points") if change.kind == SHARE else (1, "")
    text = (
        f"{factor * found.value:+.2f}{unit} [{factor * found.low:+.2f}, {factor * found.high:+.2f}]"
    )
    style, verdict = ("clear", "significant") if change.significant else ("faint", "not shown")
    p = f"{change.p:.3f}" if change.p >= 0.001 else "< 0.001"
    return (
        f'<tr class="{style}"><td>{escape(change.label)}</td><td>{text}</td>'
        f"<td>{escape(p)}</td><td>{verdict}</td></tr>"
    )


def _method() -> str:
    return (
        f"{_heading(METHOD)}<p>All seats play alike: at random, or as bots of the "
        "level with a fixed number of simulations. Minutes are an assumption: "
        f"{CHOICE:g} seconds for a choice, {FORCED:g} for a forced move, {CHANCE:g} for a card, a "
        f"die or a tile. Who leads is judged at {POINTS} moments of each game by {PLAYOUTS} random "
        f"playouts: a seat leads when it is ahead of all others by {LEAD:.0%} of the wins. A "
        f"comeback is a sole win of a seat that once had less than {BEHIND:.0%} of a fair share. "
        "Moves of chance begin with *; events are what follows a move by itself; # is a number or "
        "a piece. "
        "Differences are tested by Welch's test, with Holm's correction.</p>"
    )
