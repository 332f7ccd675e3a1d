"""The rules pages: Markdown from the games' folders, every rule with an anchor of its number."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from pyramidion.games import catalogue
from pyramidion.table.texts import text

RULE = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]\d+)</strong>")


@cache
def page(game: str, language: str) -> Markup:
    """The rules of a game as HTML. The source is ours, and raw HTML in it is not passed on."""
    face = catalogue.face(game)
    html = (
        MarkdownIt("commonmark", {"html": False}).enable("table").render(face.rules_page(language))
    )
    html = RULE.sub(r'<li id="\1" class="rule"><a class="number" href="#\1">\1</a>', html)
    html = html.replace("</p></li>", "</li>")
    drawing = f'<pre tabindex="0" role="img" aria-label="{text("drawing", language)}">'
    return Markup(html.replace("<pre>", drawing))
