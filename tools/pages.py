"""Pages of the documentation that are made from other files when MkDocs builds the site.

The rules come from the games' folders, the notebooks from docs/notebooks; neither is copied.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

GAMES = Path(__file__).resolve().parent.parent / "src" / "pyramidion" / "games"
RULES = {"Rules": "en", "Spielregeln": "de"}  # sections of the site
RULE = re.compile(r"<li>\s*(<p>)?<strong>([A-Z]\d+)</strong>")
LINKS = {
    r"\]\(\.\./src/pyramidion/games/(\w+)/rules\.(\w+)\.md": r"](rules/\1.\2.md",
    r"\]\((notebooks/[\w-]+)\.ipynb": r"](\1.md",
    r"\[([^]]*)\]\(\.\./src/[^)]*\)": r"\1",  # the source is not part of the site
}
HTML, SVG, TEXT = "text/html", "image/svg+xml", "text/plain"


def on_config(config: MkDocsConfig) -> None:
    """Put the rules into the navigation, after the guides."""
    sections: list[dict[str, Any]] = []
    for section, language in RULES.items():
        pages = sorted(GAMES.glob(f"*/rules.{language}.md"))
        named = [{_title(page): f"rules/{page.parent.name}.{language}.md"} for page in pages]
        sections.append({section: named})
    assert config.nav is not None
    guides = next(place for place, part in enumerate(config.nav) if "Guides" in part)
    config.nav[guides + 1 : guides + 1] = sections


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add a page for the rules of each game in each language, and one for each notebook."""
    for language in RULES.values():
        for page in GAMES.glob(f"*/rules.{language}.md"):
            address = f"rules/{page.parent.name}.{language}.md"
            files.append(File.generated(config, address, abs_src_path=str(page)))
    for file in [*files]:
        if file.src_uri.endswith(".ipynb"):
            address = file.src_uri.replace(".ipynb", ".md")
            files.append(File.generated(config, address, content=notebook(file.content_string)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that are right in the repository lead to the pages that are made of those files."""
    if page.file.src_uri.startswith("notebooks/"):
        return markdown
    for link, there in LINKS.items():
        markdown = re.sub(link, there, markdown)
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Every rule has an address that ends in its number, and German is said to be German."""
    if not page.file.src_uri.startswith("rules/"):
        return html
    html = RULE.sub(r'<li id="\2">\1<strong><a href="#\2">\2</a></strong>', html)
    language = page.file.src_uri.split(".")[-2]
    return f'<div lang="{language}">{html}</div>'


def notebook(source: str) -> str:
    """A notebook as Markdown."""
    return "\n\n".join(part for cell in json.loads(source)["cells"] for part in _cell(cell)) + "\n"


def _cell(cell: dict[str, Any]) -> list[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [text]
    return [_fence(text, "python"), *map(_output, cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _fence("".join(output["text"]))
    data = {kind: "".join(text) for kind, text in output["data"].items()}
    if SVG in data:  # as an image, so that its styles stay inside
        named = re.search(r'<title>([^<]*)|aria-label="([^"]*)', data[SVG])
        alt = (named[1] or named[2]) if named else ""
        return f'<p><img alt="{alt}" src="data:{SVG},{quote(data[SVG])}"></p>'
    return data[HTML] if HTML in data else _fence(data[TEXT])


def _fence(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")
