"""Certificates of Pyramido: writing a strategy in the format that verify.py describes."""

import hashlib
import json
import lzma
import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from pyramidion.games.pyramido import rules
from pyramidion.games.pyramido.symmetry import SIDE
from pyramidion.solve.strategy import Strategy

FORMAT = 1
# The levels in a key: where each begins and how wide it is on the full board
LEVELS = [(sum(rules.LEVELS[:level]), width) for level, width in enumerate(rules.LEVELS)]


def encode(strategy: Strategy, levels: Sequence[int], stones: int) -> bytes:
    """A certificate: a line of JSON, then the entries in columns, compressed."""
    keys = np.array(strategy.keys, np.int64)
    columns = [
        (keys >> SIDE * side + begin & (1 << width) - 1).astype(np.uint8)
        for side in (0, 1)
        for begin, width in LEVELS
    ]
    columns.append(np.array(strategy.actions, np.uint8))
    body = b"".join(column.tobytes() for column in columns)
    header = {
        "format": FORMAT,
        "game": "pyramido",
        "rows": list(levels),
        "stones": stones,
        "winner": strategy.winner + 1,
        "entries": len(keys),
        "longest": strategy.longest,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    packed = lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
    return json.dumps(header).encode() + b"\n" + packed


def write(path: Path, certificate: bytes) -> None:
    """Write all or nothing."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(certificate)
    os.replace(part, path)


def shipped() -> bytes:
    """The certificate of the full game that comes with the package."""
    return files("pyramidion.solve").joinpath("certificates", "pyramido.cert").read_bytes()


def decode(certificate: bytes) -> tuple[dict[str, Any], Any, Any]:
    """The header, the keys and the actions of a certificate of ours."""
    line, _, packed = certificate.partition(b"\n")
    header = json.loads(line)
    columns = np.frombuffer(lzma.decompress(packed), np.uint8).reshape(11, -1)
    keys = np.zeros(columns.shape[1], np.int64)
    for number, column in enumerate(columns[:10]):
        side, level = divmod(number, 5)
        keys |= column.astype(np.int64) << SIDE * side + LEVELS[level][0]
    return header, keys, columns[10].astype(np.int64)
