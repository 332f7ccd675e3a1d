"""What the documents say is true: their examples run."""

import doctest
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest

import pyramidion
import pyramidion.batch
import pyramidion.match
from pyramidion.games import catalogue
from tools.notebooks import FOLDER as NOTEBOOKS
from tools.notebooks import run

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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `mkdocs build` builds it: what is not linked or not there is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_of_all_games_are_in_the_site_and_every_rule_has_an_address(
    site: Path, language: str
) -> None:
    games = [page.parent.name for page in catalogue.FOLDER.glob("*/rules.en.md")]
    assert len(games) >= 5
    for game in games:
        face = catalogue.face(game)
        rules = (site / "rules" / f"{game}.{language}" / "index.html").read_text(encoding="utf-8")
        wanted = re.findall(r"^- \*\*([A-Z]\d+)\*\*", face.rules_page(language), re.MULTILINE)
        assert re.findall(r'<li id="([A-Z]\d+)">', rules) == wanted
        assert len(wanted) > 10
        assert f'<div lang="{language}">' in rules


def said(notebook: Any) -> list[list[str]]:
    """What each cell prints, and that it draws; how a board looks may change."""
    return [
        [output.get("text", "a drawing") for output in cell.get("outputs", [])]
        for cell in notebook.cells
    ]


def without_figures(cells: list[list[str]]) -> list[list[str]]:
    """What a batch draws or a bot thinks gets other figures when it gets faster or stronger."""
    return [[re.sub(r"\d+(\.\d+)?", "#", text) for text in cell] for cell in cells]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_says_what_it_said(path: Path, site: Path) -> None:
    kept = said(nbformat.read(path, as_version=4))
    assert without_figures(said(run(path))) == without_figures(kept)
    page = (site / "notebooks" / path.stem / "index.html").read_text(encoding="utf-8")
    printed = [text for cell in kept for text in cell if text != "a drawing"]
    assert len(printed) >= 4
    plain = unescape(re.sub(r"<[^>]*>", "", page))
    for line in "".join(printed).splitlines():
        assert line.strip() in plain
    assert page.count('src="data:image/svg+xml') == sum(cell.count("a drawing") for cell in kept)


def test_the_site_asks_nobody_else_for_anything(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 20
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|link rel=.stylesheet.)\b[^>]*>", text)
        assert not [tag for tag in loaded if re.search(r"(?:src|href)=.?(?:https?:)?//", tag)]


def test_no_address_of_a_registry_and_no_path_of_a_machine_is_in_the_repository() -> None:
    words = ["index" + "-url", "find" + "-links", "file:" + "//", f"{ROOT}/", f"{Path.home()}/"]
    searched = subprocess.run(
        ["git", "grep", "-nIF", *(part for word in words for part in ("-e", word))],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (searched.returncode, searched.stdout) == (1, "")  # 1: nothing found
