"""The text board: two pyramids, the path, the table, the own hand and what a card would cost."""

from collections.abc import Mapping
from typing import Any

from pyramidion.terminal import Ink

COLOURS = ("yellow", "cyan")
EXPLORERS = ("①", "②")
STEPS = ((10,), (8, 9), (5, 6, 7), (1, 2, 3, 4))  # from the top
CELL = 8  # columns from one field to the next
GAP = 12  # columns between the pyramids
ROW = 41  # fields of the path in a row
LETTERS = {"stone": "S", "own": "O", "other": "X", "hand": "H"}
ENDINGS = {
    "complete": "with a complete pyramid",
    "lost": "as the other could not place a card",
    "no cards": "when the cards ran out",
}


def draw(view: Mapping[str, Any], ink: Ink) -> str:
    """The view as text, at most about 95 columns wide."""
    lines = [_title(view, ink), ""]
    lines += _pyramids(view, ink)
    lines += ["", *_path(view, ink), ""]
    lines += _table(view, ink)
    lines += _hand(view, ink)
    lines += _end(view, ink)
    return "\n".join(line.rstrip() for line in lines)


def _title(view: Mapping[str, Any], ink: Ink) -> str:
    parts = [f"round {view['round']}", f"{view['supply']} stones left"]
    if None not in view["bids"]:
        parts.append(f"bids {view['bids'][0]} and {view['bids'][1]}")
    return ink("  " + " · ".join(parts), "faint")


# The pyramids, side by side. Every field shows its number (J3), its card and a stone on it.


def _pyramids(view: Mapping[str, Any], ink: Ink) -> list[str]:
    width = 4 * CELL + 1
    heads = []
    for seat in (0, 1):
        n = view["cards"][seat]
        turn = ">" if view["to_act"] == seat else " "
        head = f"{turn} {EXPLORERS[seat]} seat {seat + 1} · {n} card{'s' if n != 1 else ''}"
        heads.append(ink(head.ljust(width + GAP), "bold", COLOURS[seat]))
    lines = ["".join(heads)]
    left, right = (_pyramid(view, seat, ink) for seat in (0, 1))
    for row, (one, two) in enumerate(zip(left, right, strict=True)):
        cost = f"step {4 - row // 2}".center(GAP - 4) if row % 2 and row < 8 else " " * (GAP - 4)
        lines.append(f"  {one}  {ink(cost, 'faint')}  {two}")
    return lines


def _pyramid(view: Mapping[str, Any], seat: int, ink: Ink) -> list[str]:
    lines = []
    width = 4 * CELL + 1
    for step, fields in enumerate(STEPS):
        margin = " " * ((3 - step) * CELL // 2)
        lines.append((margin + _edge(step)).ljust(width))
        cells = "│" + "".join(f"{_cell(view, seat, field, ink)}│" for field in fields)
        lines.append(margin + cells + margin)
    return [*lines, "└" + "┴".join(["─" * (CELL - 1)] * 4) + "┘"]


def _edge(step: int) -> str:
    """The line above a step: the corners of its fields, and of the fields above between them."""
    half = "─" * (CELL // 2 - 1)
    if step == 0:
        return "┌" + half + "─" + half + "┐"
    return "┌" + half + "┴" + f"{half}┬{half}┴" * step + half + "┐"


def _cell(view: Mapping[str, Any], seat: int, field: int, ink: Ink) -> str:
    card = view["pyramids"][seat][field - 1]
    number = ink(f"{field:>2}", "faint")
    if card is None:
        return f"{number}  ·  "
    stone = "◆" if field in view["stones"][seat] else " "
    return f"{number} {ink(f'{card:>2}{stone}', 'bold', COLOURS[seat])} "


# The path


def _path(view: Mapping[str, Any], ink: Ink) -> list[str]:
    numbers, events = view["path"]["numbers"], view["path"]["events"]
    lines = []
    for first in range(0, len(numbers), ROW):
        fields = range(first, min(first + ROW, len(numbers)))
        standing = "".join(_standing(view, field, ink) for field in fields)
        if standing.strip():
            lines.append(f"       {standing}")
        marks = (
            LETTERS.get(events.get(str(f)), "■" if numbers[f] == "end" else "·") for f in fields
        )
        lines.append(f"  path {' '.join(marks)}")
        scale = "".join(f"{f:<10}" for f in fields if f % 5 == first % 5)
        lines.append(ink(f"       {scale}", "faint"))
    named = [f"{letter} {name}" for name, letter in LETTERS.items() if name in events.values()]
    return [*lines, ink(f"       {'   '.join([*named, '■ ends the game'])}", "faint")]


def _standing(view: Mapping[str, Any], field: int, ink: Ink) -> str:
    """The explorers on this field, two columns wide."""
    here = [seat for seat in (0, 1) if view["explorers"][seat] == field]
    return "".join(ink(EXPLORERS[seat], "bold", COLOURS[seat]) for seat in here) + " " * (
        2 - len(here)
    )


# The cards on the table and in the hand, and where they could go


def _table(view: Mapping[str, Any], ink: Ink) -> list[str]:
    lines = []
    if view["gone"]:
        lines.append(ink(f"  out of play:  {_listed(view['gone'])}", "faint"))
    if view["failed"]:
        lines.append(f"  the {view['failed']} could not be placed")
    if view["phase"] == "event":
        lines.append(f"  {ink(_event(view), 'bold')}")
    if view["offered"]:
        lines.append(f"  on the table: {ink(_listed(view['offered']), 'bold')}")
    for place in view["places"]:
        who = f"seat {place['seat'] + 1}".ljust(7)
        lines.append(f"    {who} {place['card']:>2}: {place_in_words(place)}")
    return lines


def _event(view: Mapping[str, Any]) -> str:
    concerned = view["event_fields"]
    whose = f"seat {concerned['seat'] + 1}"
    where = f"{' '.join(f'@{field}' for field in concerned['fields'])} of {whose}"
    if view["event"] == "hand":
        where = f"a card from the hand of {whose}"
    return f"event {view['event']} for seat {view['to_act'] + 1}: {where}"


def place_in_words(place: Mapping[str, Any]) -> str:
    """Where a card can go and what it costs, in a few words."""
    if place["loses"]:
        return "loses the round"
    if place["fields"]:
        first, last = place["fields"][0], place["fields"][-1]
        return f"@{first} to @{last}" if last > first else f"@{first}"
    return " or ".join(
        f"covers {cover['card']} @{cover['field']}, costs {cover['cost']}"
        for cover in place["covers"]
    )


def _hand(view: Mapping[str, Any], ink: Ink) -> list[str]:
    if view["hand"] is None:
        return []
    lines = [f"  your hand:    {ink(_listed(view['hand']) or '–', 'bold')}"]
    if view["drawn"]:
        lines.append(f"  drawn of it:  {_listed(view['drawn'])}")
    if view["hand_places"] and view["phase"] in ("offer", "last card"):
        lines += _costs(view)
    return lines


def _costs(view: Mapping[str, Any]) -> list[str]:
    """Under each card of the hand: what it costs in the own pyramid and in the other."""
    last = view["phase"] == "last card"
    rows = [("card", [f"{one['card']}" for one in view["hand_places"]])]
    for whose in ("own",) if last else ("own", "other"):
        rows.append((whose, [_cost(one[whose]) for one in view["hand_places"]]))
    key = "(@3+ empty fields from 3 on · -2 covers, the other walks 2 · lose the round)"
    if last:
        key = "(@3+ empty fields from 3 on · – fits nowhere)"
    lines = [f"{label:<6}" + "".join(f"{cell:>6}" for cell in cells) for label, cells in rows]
    return [f"    {line}" for line in (*lines, key)]


def _cost(place: Mapping[str, Any]) -> str:
    if place["loses"]:
        return "lose"
    if place["fields"]:
        return f"@{place['fields'][0]}" + ("+" if len(place["fields"]) > 1 else "")
    return "/".join(f"-{cover['cost']}" for cover in place["covers"]) or "–"


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


# The end of the round and of the game


def _end(view: Mapping[str, Any], ink: Ink) -> list[str]:
    lines = []
    if view["ends"]:
        one, two = (f"{n / of:.0%} ({n} of {of})" for n, of in view["ends"])
        if view["phase"] == "test":
            lines.append(f"  the game ends now: {one}")
        else:
            lines.append(
                f"  the game ends after this round if seat 1 wins it: {one}, seat 2: {two}"
            )
    if view["last_round"]:
        last = view["last_round"]
        which = "this round" if view["phase"] in ("test", "over") else "the last round"
        text = f"  seat {last['winner'] + 1} won {which} {ENDINGS[last['how']]}"
        if last["test"]:
            text += f"; the test card was the {last['test']}"
        lines.append(ink(text, "faint"))
    return lines
