"""`pyramidion solve` proves who wins, `pyramidion verify` checks such a proof."""

import argparse
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

from pyramidion.errors import PyramidionError
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve import certificate
from pyramidion.solve.prover import Prover
from pyramidion.solve.strategy import Extraction, Strategy
from pyramidion.solve.verify import Proved, Refuted, verify

SLICE = 500_000  # nodes between two looks at the keyboard: about half a second
SAVED_EVERY = 600.0  # seconds between two copies of the table on disk
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
PLAYERS = {1: "first", 2: "second"}


def add_solve(subparsers: Any) -> None:
    """Add the command `solve`."""
    parser = subparsers.add_parser(
        "solve",
        help="prove who wins, and write a certificate that anyone can check",
        description="Proves who wins Pyramido. Ctrl-C keeps the work; the same command goes on.",
    )
    parser.add_argument("game", choices=["pyramido"])
    parser.add_argument("--rows", type=_rows, default=rules.LEVELS, metavar="8,7,6,5,4",
                        help="the levels from the base up")  # fmt: skip
    parser.add_argument("--stones", type=int, default=rules.STONES, help="of each player")
    parser.add_argument("--strict", type=int, choices=[1, 2],
                        help="this player wins by P14 only while no stone of theirs hangs; "
                        "so a win of theirs holds under both readings of the rule")  # fmt: skip
    parser.add_argument("--memory", type=_memory, default=2 << 30, metavar="2G",
                        help="for the table, 16 bytes an entry")  # fmt: skip
    parser.add_argument("--state", type=Path, metavar="FILE",
                        help="where unfinished work is kept")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="CERTIFICATE", help="where the proof goes")
    parser.set_defaults(run=run_solve)


def add_verify(subparsers: Any) -> None:
    """Add the command `verify`."""
    parser = subparsers.add_parser(
        "verify",
        help="check a certificate",
        description="Checks a certificate with plain Python that shares no code with the solver.",
    )
    parser.add_argument("certificate", type=Path)
    parser.add_argument("--strict", action="store_true",
                        help="nobody wins by P14 while a stone of theirs hangs")  # fmt: skip
    parser.set_defaults(run=run_verify)


def run_solve(args: argparse.Namespace) -> int:
    """Prove, extract the strategy, check it, write it."""
    name = f"{args.game}-{'-'.join(map(str, args.rows))}-{args.stones}"
    name += f"-strict{args.strict}" if args.strict else ""
    state: Path = args.state or data_folder() / "proofs" / f"{name}.proof"
    out: Path = args.out or Path(f"{name}.cert")
    try:
        start = boards.start(args.rows, args.stones, 1 << args.strict - 1 if args.strict else 0)
        prover = Prover(start, args.memory)
        if state.exists():
            prover.resume(state)
            print(f"Going on with {state}")
        if not _prove(prover, state):
            return 130
        strategy = _extract(prover)
        print("Checking the strategy with the independent verifier …", flush=True)
        proof = certificate.encode(strategy, args.rows, args.stones)
        print(_claim(verify(proof)))
        certificate.write(out, proof)
    except (PyramidionError, OSError) as error:
        print(f"pyramidion solve: {error}", file=sys.stderr)
        return 2
    state.unlink(missing_ok=True)
    print(f"Written: {out}, {len(proof):,} bytes")
    return 0


def run_verify(args: argparse.Namespace) -> int:
    """Check a certificate and say what it proves."""
    begun = time.monotonic()
    try:
        proved = verify(args.certificate.read_bytes(), args.strict)
    except Refuted as refuted:
        print(f"Not proved: {refuted}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"pyramidion verify: {error}", file=sys.stderr)
        return 2
    print(_claim(proved))
    print(f"Checked in {time.monotonic() - begun:.1f} s.")
    return 0


def data_folder() -> Path:
    """Where unfinished work is kept: PYRAMIDION_DATA, or the user's data folder."""
    if chosen := os.environ.get("PYRAMIDION_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "pyramidion"


def _prove(prover: Prover, state: Path) -> bool:
    """Search until the value is known; False if the person stopped it."""
    display, saved = _Display(), time.monotonic()
    progress = prover.progress
    try:
        while prover.winner is None:
            before = progress.nodes
            prover.advance(SLICE)
            display.show(
                f"{progress.nodes / 1e6:,.1f} million nodes, "
                f"{progress.speed:,.0f}/s, "
                f"proof numbers {progress.phi:,} / {progress.delta:,}, depth {progress.depth}, "
                f"table {prover.filled:.0%} full, {progress.seconds:,.0f} s"
            )
            if progress.nodes - before < SLICE and prover.winner is None:
                raise PyramidionError("what is left runs in circles and cannot be decided here")
            if time.monotonic() - saved > SAVED_EVERY:
                prover.save(state)
                saved = time.monotonic()
    except KeyboardInterrupt:
        display.end()
        prover.save(state)
        print(f"Stopped. {state} keeps the work; the same command goes on.")
        return False
    display.end()
    assert prover.winner is not None
    print(
        f"The {PLAYERS[prover.winner + 1]} player wins: {progress.nodes:,} nodes, "
        f"{progress.seconds:,.0f} s ({progress.cpu_seconds:,.0f} s of a core), "
        f"{progress.speed:,.0f} nodes/s, deepest path {progress.depth}, "
        f"circles met {progress.circles}",
        flush=True,
    )
    return True


def _extract(prover: Prover) -> Strategy:
    assert prover.winner is not None
    display = _Display()
    strategy = Extraction(
        prover, prover.start, prover.winner, lambda n: display.show(f"{n:,} positions answered")
    ).run()
    display.end()
    print(f"Its strategy answers {len(strategy.keys):,} positions", flush=True)
    return strategy


def _claim(proved: Proved) -> str:
    reading = ", also if nobody wins while a stone of theirs hangs" if proved.strict else ""
    return (
        f"Proved: the {PLAYERS[proved.winner]} player wins Pyramido on "
        f"{'-'.join(map(str, proved.rows))} with {proved.stones} stones each{reading}. "
        f"{proved.positions:,} positions, {proved.replies:,} replies answered, "
        f"at most {proved.longest} moves."
    )


def _rows(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+(,\d+)*", text):
        raise argparse.ArgumentTypeError(f"rows are numbers like 8,7,6,5,4, not {text!r}")
    return tuple(map(int, text.split(",")))


def _memory(text: str) -> int:
    found = re.fullmatch(r"(\d+)([KMG]?)(?:i?B)?", text, re.IGNORECASE)
    size = int(found[1]) * UNITS[found[2].upper()] if found else 0
    if size < 1 << 20:
        raise argparse.ArgumentTypeError(f"memory is at least 1M, like 512M or 2G, not {text!r}")
    return size


class _Display:
    """One line that is drawn again and again on a terminal; elsewhere a line a minute."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._pause = 0.3 if self._terminal else 60.0
        self._drawn = time.monotonic()

    def show(self, text: str) -> None:
        if time.monotonic() - self._drawn > self._pause:
            self._drawn = time.monotonic()
            print(f"\r{text}\x1b[K" if self._terminal else text,
                  end="" if self._terminal else "\n", file=sys.stderr, flush=True)  # fmt: skip

    def end(self) -> None:
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
