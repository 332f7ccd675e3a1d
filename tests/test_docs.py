"""What the documents say is true: their examples run."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

import pyramidion
import pyramidion.batch
import pyramidion.match

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "docs/researchers.md"])
def test_the_examples_of_a_document_run(name: str) -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=options)
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.parametrize("module", [pyramidion, pyramidion.batch, pyramidion.match])
def test_the_examples_of_a_module_run(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted > 0
    assert results.failed == 0


def test_every_document_is_in_the_site_and_the_site_names_no_other() -> None:
    named = set(re.findall(r"[\w-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert named == {path.name for path in (ROOT / "docs").glob("*.md")}


def test_no_address_of_a_registry_and_no_path_of_a_machine_is_in_the_repository() -> None:
    words = ["index" + "-url", "find" + "-links", "file:" + "//", f"{ROOT}/", f"{Path.home()}/"]
    searched = subprocess.run(
        ["git", "grep", "-nIF", *(part for word in words for part in ("-e", word))],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (searched.returncode, searched.stdout) == (1, "")  # 1: nothing found
