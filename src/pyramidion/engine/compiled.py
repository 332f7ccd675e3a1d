"""Compiling with Numba, with a cache on disk that is never stale.

Numba's own cache looks at one source file only: the one of the function that is
compiled. Our loops are specialised by rules that stand in other files. So every
signature gets a folder of its own, named after a hash of the engine's sources,
the sources of the games whose states occur in the signature, and the signature.
An edit or an upgrade leads to another folder. And because a folder holds one
signature, two processes that compile at once can only write the same thing.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config, types
from numba.core.caching import FunctionCache
from numba.extending import register_jitable

PACKAGE = Path(__file__).resolve().parent.parent
GENERIC = (
    "engine",
    "bots",
    "lab",
    "solve",
)  # the folders with code that is specialised for every game


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """A plain function that compiled functions may call; called from Python it is interpreted."""
    helped: Callable[..., Any] = register_jitable(function)
    return helped


def compiled(function: Callable[..., Any]) -> Any:
    """Compile for every type of state it is called with; releases the GIL; cached on disk.

    The source also runs interpreted: `compiled_function.py_func`, or everywhere
    with NUMBA_DISABLE_JIT=1.
    """
    return _compiled(function, nogil=True)


def brief(function: Callable[..., Any]) -> Any:
    """The same for what takes microseconds: keeps the GIL, for handing it over takes longer."""
    return _compiled(function, nogil=False)


def _compiled(function: Callable[..., Any], nogil: bool) -> Any:
    dispatcher = numba.njit(nogil=nogil, error_model="numpy")(function)
    if not config.DISABLE_JIT:
        dispatcher._cache = _CacheBySources(function)
    return dispatcher


def cache_folder() -> Path:
    """Where compiled code is kept: PYRAMIDION_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("PYRAMIDION_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pyramidion"


class _CacheBySources:
    """Numba's function cache, one for every signature, each in its own folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._caches: dict[str, FunctionCache] = {}

    def _cache_for(self, signature: Any) -> FunctionCache:
        key = _digest_of_signature(signature)
        if key not in self._caches:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(_usable_folder() / key)
            try:
                self._caches[key] = FunctionCache(self._function)
            finally:
                config.CACHE_DIR = before
        return self._caches[key]

    @property
    def cache_path(self) -> str:
        return str(_usable_folder())

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        return self._cache_for(signature).load_overload(signature, target_context)

    def save_overload(self, signature: Any, data: Any) -> None:
        self._cache_for(signature).save_overload(signature, data)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None:
        for one in self._caches.values():
            one.flush()


@cache
def _usable_folder() -> Path:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:  # a read-only home: compile, keep it for this process only
        return Path(tempfile.mkdtemp(prefix="pyramidion-"))


def _digest_of_signature(signature: Any) -> str:
    from pyramidion.engine.verbs import game_of_type

    digest = hashlib.sha256(_digest_of_engine())
    digest.update(str(signature).encode())
    for kind in signature if isinstance(signature, tuple) else signature.args:
        while isinstance(kind, types.Array):
            kind = kind.dtype
        game = game_of_type(kind) if isinstance(kind, types.Record) else None
        for path in game.sources() if game else ():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


@cache
def _digest_of_engine() -> bytes:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in GENERIC:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.digest()
