"""Set up everything in .venv, with nothing but Python's standard library.

`./start` and `./test` call this. Versions come from constraints.txt; a second call
sees that nothing changed and returns at once.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")


def ready(*extras: str) -> Path:
    """The folder of the environment's programs, with these extras installed."""
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        sys.exit(f"Pyramidion needs Python 3.11 to 3.13; this is {sys.version.split()[0]}.")
    stamp = VENV / f"ready-{'-'.join(extras) or 'core'}"
    wanted = _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return BIN
    print(f"Setting up .venv ({', '.join(extras) or 'core'}) …", flush=True)
    if not (BIN / "python").exists() and not (BIN / "python.exe").exists():
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            sys.exit("Python's venv cannot install pip here. On Debian: apt install python3-venv")
    python = str(BIN / "python")
    constraints = str(ROOT / "constraints.txt")
    target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    _run(python, "-m", "pip", "install", "-q", "-c", constraints, "uv")
    install = (python, "-m", "uv", "pip", "install", "-q", "--python", python)
    _run(*install, "-c", constraints, "-e", target)
    stamp.write_text(wanted)
    return BIN


def _fingerprint() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _run(*command: str) -> None:
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        sys.exit(f"Setting up failed at: {' '.join(command)}")
