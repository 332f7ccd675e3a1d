"""Run the notebooks of the documentation and keep what they say: python -m tools.notebooks."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"


def run(path: Path) -> Any:
    """A notebook with the outputs that it has now, in the environment of this Python."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        record_timing=False,  # the same outputs, the same file
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors
    )
    client.execute()
    notebook.metadata = {"language_info": {"name": "python"}}
    return notebook


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(run(path), path)
        print(path.name)
