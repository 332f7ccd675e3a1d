"""pyramidion bench: how fast it is, beside others, on this machine."""

import argparse
import json
import platform
from itertools import chain
from pathlib import Path
from typing import Any

from pyramidion.cli.options import cores
from pyramidion.lab.bench import Row, measure
from pyramidion.lab.bench_batches import measure_batches
from pyramidion.terminal import progress


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bench",
        help="measure speed, beside OpenSpiel and Pgx where they are installed",
        description="Measure random moves, searches and steps of batches a second, side by side "
        "with OpenSpiel, Pgx, PettingZoo and EnvPool where they are installed, in the same run.",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the same as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    print(f"{machine()}\n")
    print(f"{'':36}{'here':>12}  {'':14}{'peer':>12}{'ratio':>8}")
    rows: list[Row] = []
    notes: list[str] = []
    everything = chain(measure(cores()), measure_batches(cores()))
    for row in progress(everything, 40, "measurements"):
        if isinstance(row, str):
            notes.append(row)
            continue
        rows.append(row)
        line = f"{row.name:36}{short(row.value):>12}  {row.unit:14}"
        if row.peer_value and row.ratio:
            line += f"{short(row.peer_value):>12}{row.ratio:7.1f}×  {row.peer}"
        print(line, flush=True)
    for note in notes:
        print(note)
    if arguments.json:
        text = json.dumps([row.data() for row in rows], indent=1)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    return 0


def short(value: float) -> str:
    """43 200 000 → 43.2 M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:.3g}"


def machine() -> str:
    """The processor's name, its cores, and Python's version."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = models[0].partition(":")[2].strip() if models else name
    return f"{name}, {cores()} cores, {platform.system()}, Python {platform.python_version()}"
