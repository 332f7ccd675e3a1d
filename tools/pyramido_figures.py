"""Draws the pictures of docs/pyramido-solved.md: python tools/pyramido_figures.py"""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "figures"
LEVELS = (8, 7, 6, 5, 4)
STEP, RADIUS, MARGIN = 52, 22, 30
STONES = {"first": ("#f2c14e", "#7a5c00"), "second": ("#3d6fb6", "#173056")}


def centre(field: str) -> tuple[float, float]:
    """Where a field is drawn: `b3` stands above the gap between a3 and a4."""
    level, number = "abcde".index(field[0]), int(field[1]) - 1
    return MARGIN + STEP * (0.5 + number + level / 2), MARGIN + 46 * (4.5 - level)


def board(stones: dict[str, str], arrows: str = "", rings: str = "") -> str:
    """A board as SVG: fields of both players' stones, arrows `c3-d3`, rings around fields."""
    width, height = 2 * MARGIN + 8 * STEP, 2 * MARGIN + 5 * 46
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11" '
        'text-anchor="middle">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" '
        'markerHeight="5" orient="auto"><path d="M0 0 8 4 0 8z" fill="#c0392b"/></marker></defs>',
        f'<rect width="{width}" height="{height}" rx="10" fill="#f7f3ea"/>',
    ]
    owner = {field: player for player, names in stones.items() for field in names.split()}
    for level, fields in enumerate(LEVELS):
        for number in range(1, fields + 1):
            field = f"{'abcde'[level]}{number}"
            x, y = centre(field)
            fill, edge = STONES.get(owner.get(field, ""), ("none", "#b9ad95"))
            text = "#fff" if owner.get(field) == "second" else "#5a5140"
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="{edge}" '
                f'stroke-width="1.5"/><text x="{x}" y="{y + 4}" fill="{text}">{field}</text>'
            )
    for field in rings.split():
        x, y = centre(field)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{RADIUS + 3}" fill="none" stroke="#c0392b" '
            'stroke-width="2.5" stroke-dasharray="5 3"/>'
        )
    for arrow in arrows.split():
        (x1, y1), (x2, y2) = map(centre, arrow.split("-"))
        parts.append(
            f'<line x1="{x1}" y1="{y1 - 8}" x2="{x2}" y2="{y2 + 10}" stroke="#c0392b" '
            'stroke-width="3" marker-end="url(#tip)"/>'
        )
    return "\n".join([*parts, "</svg>\n"])


FIGURES = {
    "double-threat": board(
        {
            "first": "b3 b5 b6 c3 c4 c6 d2",
            "second": "a1 a2 a3 a4 a5 a6 a7 a8 d3 d4 e4",
        },
        arrows="d3-e2 d3-e3",
        rings="e4",
    ),
    "zugzwang": board(
        {
            "first": "a1 a3 a4 a5 a6 a7 b2 b7 c3 d1 d5 e1",
            "second": "a2 a8 b4 b5 c1 c2 c5 c6 d2",
        },
        arrows="a1-b1 a3-b3 a4-b3 a6-b6 a7-b6",
    ),
    "no-move-left": board(
        {
            "first": "a1 a2 a6 a7 a8 b4 c2 c3 c4 c5 d2 d5 e2",
            "second": "a3 a4 b1 b2 b3 b5 b6 b7 c6 d3 d4 e4",
        },
    ),
}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in FIGURES.items():
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
