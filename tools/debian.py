"""Programs that come in Debian's packages: found, or installed where they are missing and we may.

`python -m tools.debian` installs all that the tests need; `./test` does so before it begins.
"""

import glob
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


def chromium() -> Path:
    """The browser of the tests, pictures and benches: without windows it works a third less."""
    return _found("chromium-headless-shell", _look_for_chromium)


def postgresql() -> Path:
    """The folder of PostgreSQL's server programs."""
    return _found("postgresql", _look_for_postgresql)


def _look_for_chromium() -> Path | None:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def _look_for_postgresql() -> Path | None:
    folders = [Path(p).parent for p in glob.glob("/usr/lib/postgresql/*/bin/initdb")]
    if folders:
        return max(folders, key=lambda folder: float(folder.parent.name))
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _found(package: str, look: Callable[[], Path | None]) -> Path:
    if found := look():
        return found
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _install(package, look)
        if found := look():
            return found
    raise RuntimeError(f"{package} is needed: apt install {package}, then again")


def _install(package: str, look: Callable[[], Path | None]) -> None:
    import fcntl  # where there is apt-get there is this

    # Debian's tools refuse to run twice at the same time, and tests run in several processes.
    with open(Path(tempfile.gettempdir()) / "pyramidion-debian.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if look():
            return
        print(f"Installing Debian's package `{package}` …", flush=True)
        for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
            patient = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", *command]
            subprocess.run(patient, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    for program in (chromium, postgresql):
        try:
            program()
        except RuntimeError as missing:  # most tests need neither
            print(f"   {missing}; the tests that use it will fail")
