"""The page of a study: one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from pyramidion import __version__
from pyramidion.games import catalogue
from pyramidion.study.game import BEHIND, LEAD, PLAYOUTS, POINTS
from pyramidion.study.metrics import CHANCE, CHOICE, FORCED, SHARE, Difference, Metric
from pyramidion.study.plan import Study
from pyramidion.study.plots import histogram, intervals

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; }
.fair { stroke: currentColor; stroke-dasharray: 4 4; opacity: .5; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--line); }
td + td, th + th { font-variant-numeric: tabular-nums; }
.clear { font-weight: 600; }
.faint { opacity: .7; }
"""


def page(
    study: Study, figures: Sequence[list[Metric]], changes: Sequence[list[Difference] | None]
) -> str:
    """All settings, one after the other, then what the changes of the rules did."""
    face = catalogue.face(study.settings[0].game)
    names = [name_of(study, number) for number in range(len(study.settings))]
    parts = [
        f"<h1>{escape(face.title)}</h1>",
        f"<p>{escape(face.about.en)}. By {escape(face.designer)}; this study is unofficial.</p>",
        f"<p>{study.games:,} games of each setting, seed {study.seed}, Pyramidion {__version__}. "
        "All intervals are 95% intervals.</p>",
        _lengths(names, figures),
    ]
    for name, found in zip(names, figures, strict=True):
        parts.append(f"<h2>{escape(name)}</h2>")
        parts += [_group(title, list(group)) for title, group in groupby(found, lambda m: m.group)]
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


def _lengths(names: Sequence[str], figures: Sequence[list[Metric]]) -> str:
    minutes = [next(m for m in found if m.label == "minutes").values for found in figures]
    plot = histogram(list(zip(names, minutes, strict=True)), "minutes")
    return f"<h2>How long games are</h2>{plot}"


def _group(title: str, found: list[Metric]) -> str:
    blocks = []
    for kind, group in groupby(sorted(found, key=lambda m: m.kind != SHARE), lambda m: m.kind):
        rows = list(group)
        fair = 1 / len(rows) if title == "Seats" else None
        if kind == SHARE or title.startswith("Moves"):
            blocks.append(intervals([(m.label, m) for m in rows], fair))
        else:  # figures of different units have no common scale
            cells = "".join(
                f"<tr><td>{escape(m.label)}</td><td>{escape(m.text())}</td></tr>" for m in rows
            )
            blocks.append(f"<table>{cells}</table>")
    return f"<h3>{escape(title)}</h3>{''.join(blocks)}"


def _changes(name: str, changes: list[Difference]) -> str:
    rows = []
    for change in changes:
        interval = change.difference
        factor, unit = (100, " points") if change.kind == SHARE else (1, "")
        text = (
            f"{factor * interval.value:+.2f}{unit} "
            f"[{factor * interval.low:+.2f}, {factor * interval.high:+.2f}]"
        )
        style = ' class="clear"' if change.significant else ' class="faint"'
        verdict = "significant" if change.significant else "not shown"
        rows.append(
            f"<tr{style}><td>{escape(change.label)}</td><td>{text}</td>"
            f"<td>{change.p:.2g}</td><td>{verdict}</td></tr>"
        )
    return (
        f"<h2>What changes: {escape(name)}</h2><table><tr><th>figure</th><th>difference</th>"
        f"<th>p</th><th>at 5%, all figures together</th></tr>{''.join(rows)}</table>"
    )


def _method() -> str:
    return (
        "<h2>How this was measured</h2><p>All seats play alike: at random, or as bots of the "
        "level with a fixed number of simulations. Minutes are an assumption: "
        f"{CHOICE:g} seconds for a choice, {FORCED:g} for a forced move, {CHANCE:g} for a card, a "
        f"die or a tile. Who leads is judged at {POINTS} moments of each game by {PLAYOUTS} random "
        f"playouts: a seat leads when it is ahead of all others by {LEAD:.0%} of the wins. A "
        f"comeback is a sole win of a seat that once had less than {BEHIND:.0%} of a fair share. "
        "Differences are tested by Welch's test, with Holm's correction.</p>"
    )
