"""The data of a study for other programs: figures as JSON, games as Parquet."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError
from pyramidion.study.game import Row
from pyramidion.study.metrics import Difference, Metric, minutes
from pyramidion.study.plan import Study


def need_parquet() -> Any:
    """PyArrow, or a sentence that says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise PyramidionError("a study writes Parquet: pip install 'pyramidion[lab]'") from None
    return pyarrow


def write_json(
    path: Path, study: Study, figures: list[list[Metric]], changes: list[list[Difference] | None]
) -> None:
    """All figures with their intervals."""
    settings = []
    for about, found, change in zip(study.data()["settings"], figures, changes, strict=True):
        metrics = [
            {"group": m.group, "label": m.label, "kind": m.kind, **asdict(m.interval)}
            for m in found
        ]
        compared = None if change is None else [asdict(difference) for difference in change]
        settings.append({**about, "metrics": metrics, "compared": compared})
    data = {"games": study.games, "seed": study.seed, "settings": settings}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def write_parquet(path: Path, study: Study, rows: list[Row]) -> None:
    """One line for each game."""
    arrow = need_parquet()
    lines = []
    for place, row in enumerate(rows):
        setting = place // study.games
        about = study.settings[setting]
        lines.append(
            {
                "game": about.game,
                "players": about.players,
                "level": about.level,
                "options": json.dumps(about.options),
                "change": study.changes[setting],
                "seed": study.seed,
                **asdict(row),
                "minutes": minutes(row),
                "uses": list(row.uses.items()),
                "events": list(row.events.items()),
            }
        )
    counts = arrow.map_(arrow.string(), arrow.int64())
    schema = arrow.schema(
        [
            ("game", arrow.string()), ("players", arrow.int8()), ("level", arrow.int8()),
            ("options", arrow.string()), ("change", arrow.string()), ("seed", arrow.int64()),
            ("number", arrow.int64()), ("results", arrow.list_(arrow.float64())),
            ("moves", arrow.int64()), ("decisions", arrow.int64()), ("forced", arrow.int64()),
            ("choices", arrow.int64()), ("lead_changes", arrow.int64()),
            ("comeback", arrow.bool_()), ("decided", arrow.float64()),
            ("ending", arrow.string()), ("uses", counts), ("events", counts),
            ("minutes", arrow.float64()),
        ]
    )  # fmt: skip
    arrow.parquet.write_table(arrow.Table.from_pylist(lines, schema), path)
