"""A board as an SVG image: the table's drawing where it is installed, otherwise the text board."""

from html import escape

from pyramidion.match import Match

ADVANCE, LINE, MARGIN = 8.4, 18, 12  # of a monospaced font of 14 pixels


def board_as_svg(match: Match) -> str:
    """What the seat to act sees; after the end, what everybody sees."""
    try:
        from pyramidion.table.picture import can_draw, picture
    except ImportError:  # without pyramidion[table]
        pass
    else:
        if can_draw(match.game):
            return picture(match, match.actor)
    return text_as_svg(match.draw(match.actor), match.face.title)


def text_as_svg(text: str, title: str) -> str:
    """Lines of text, in a font of even width, on paper."""
    lines = text.split("\n")
    width = 2 * MARGIN + ADVANCE * max(map(len, lines))
    height = 2 * MARGIN + LINE * len(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * number + 13}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" font-family="monospace" font-size="14" '
        f'xml:space="preserve"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="#fdfaf3"/>{rows}</svg>'
    )
