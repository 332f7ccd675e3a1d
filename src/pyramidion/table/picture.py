"""A board as one SVG file that needs no page: the table's own drawing with its styles inside.

Three boards are one SVG each. The others are pages of small drawings, which an SVG can hold
too; a browser, a notebook or a documentation page shows them, a plain drawing program does not.
"""

import re
from functools import cache
from html import escape, unescape

from pyramidion.games import catalogue
from pyramidion.match import Match
from pyramidion.table.show import HERE, Painter, Viewer
from pyramidion.table.texts import text

SVG, XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
WIDTH = 960  # of a board that is a page; its height depends on what lies there
HEIGHTS = {"jaguar": 484, "pharao": 660}
TALL = 720  # another one

TAG = re.compile(r'<([a-zA-Z]\w*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(/?)>')
PAPER = ":where(:root) { background: var(--paper); }"
BY_WIDTH = re.compile(r"@media \((min|max)-width: (\d+)px\) \{((?:[^{}]|\{[^{}]*\})*)\}")
ATTRIBUTE = re.compile(r'\s+([\w:-]+)(="[^"]*")?')
EMPTY = {"br", "hr", "img", "input", "wbr"}  # HTML's elements that have no end


def can_draw(game: str) -> bool:
    """Has this game a board of its own at the table?"""
    return painter().has(f"{game}/board.svg")


def picture(match: Match, seat: int | None, language: str = "en") -> str:
    """The board as a seat (None: a spectator) sees it: from what it knows, nothing else."""
    names = [text("seat", language, number=n + 1) for n in range(match.players)]
    context = {
        "game": match.game,
        "face": match.face,
        "view": match.view(seat),
        "seat": seat,
        "names": names,
        "viewer": Viewer(() if seat is None else (seat,), language=language),
        "acting": False,
    }
    drawn = _as_xml(painter().board(match.game, language, context))
    about = f"<title>{escape(match.face.title)}</title><style>{_style(match.game)}</style>"
    found = re.match(r'<svg\b([^>]*) viewBox="([^"]*)"([^>]*)>', drawn)
    if found:
        width, height = found[2].split()[2:]
        size = f'id="board" data-theme="light" width="{width}" height="{height}"'
        return f"<svg {size}{found[0].removeprefix('<svg')}{about}{drawn[found.end() :]}"
    tall = HEIGHTS.get(match.game, TALL)
    size = f'width="{WIDTH}" height="{tall}"'
    return (
        f'<svg xmlns="{SVG}" id="table" data-theme="light" {size} '
        f'viewBox="0 0 {WIDTH} {tall}">{about}<foreignObject {size}>'
        f'<div xmlns="{XHTML}" id="board">{drawn}</div></foreignObject></svg>'
    )


@cache
def painter() -> Painter:
    """One is enough."""
    return Painter()


@cache
def _style(game: str) -> str:
    """The styles of a page at the picture's width, however large the picture is shown."""
    sheets = (HERE / "static" / "frame.css", catalogue.FOLDER / game / "board.css")
    style = PAPER + "".join(path.read_text(encoding="utf-8") for path in sheets)
    return escape(BY_WIDTH.sub(_at_width, style), quote=False)


def _at_width(rules: re.Match[str]) -> str:
    bound, pixels, inside = rules.groups()
    room = WIDTH - int(pixels)
    return inside if (room >= 0 if bound == "min" else room <= 0) else ""


def _as_xml(html: str) -> str:
    """What is enough for HTML made well-formed: every attribute a value, every element an end."""

    def tag(found: re.Match[str]) -> str:
        name, attributes, end = found.groups()
        if name == "svg":
            attributes += f' xmlns="{SVG}"'
        given = ATTRIBUTE.sub(lambda one: f" {one[1]}" + (one[2] or '=""'), attributes)
        return f"<{name}{given}{'/' if name in EMPTY else end}>"

    named = re.compile(r"&(?!amp;|lt;|gt;|quot;)[a-zA-Z]\w*;")
    return named.sub(lambda one: unescape(one[0]), TAG.sub(tag, html)).strip()
