"""The board as text: what is uppermost, how high, and what can be seen below."""

from collections.abc import Mapping
from typing import Any

from pyramidion.games.spitze.fields import SIDES
from pyramidion.terminal import Ink

FILES = "abcdef"
WIDTH = 14  # of a field, without its border
SOLID = dict(zip(SIDES, "▲▶▼◀", strict=True))
HOLLOW = dict(zip(SIDES, "△▷▽◁", strict=True))
COLOURS = dict(zip(SIDES, ("yellow", "cyan", "magenta", "green"), strict=True))


def draw(view: Mapping[str, Any], ink: Ink) -> str:
    """Board, seats and what is special now."""
    return "\n".join([*_board(view, ink), *_seats(view, ink), *_notes(view)])


def _board(view: Mapping[str, Any], ink: Ink) -> list[str]:
    edges = ["─" * WIDTH] * 6
    lines = ["   " + " ".join(f"{file:^{WIDTH}}" for file in FILES).rstrip()]
    lines.append("  " + ink(f"┌{'┬'.join(edges)}┐", "faint"))
    wall = ink("│", "faint")
    for rank in range(6, 0, -1):
        cells = [_field(view, f"{file}{rank}", ink) for file in FILES]
        for label, row in zip((str(rank), " "), zip(*cells, strict=True), strict=True):
            lines.append(f"{label} {wall}{wall.join(row)}{wall}")
        if rank > 1:
            lines.append("  " + ink(f"├{'┼'.join(edges)}┤", "faint"))
    lines.append("  " + ink(f"└{'┴'.join(edges)}┘", "faint"))
    return lines


def _field(view: Mapping[str, Any], name: str, ink: Ink) -> tuple[str, str]:
    """Two lines: the uppermost pyramid and what is to be known of it; the stack under it."""
    stack = view["stacks"].get(name, [])
    left: list[tuple[str, tuple[str, ...]]] = []
    if stack:
        left.append((_text(view, stack[-1]), ("bold", *_style(view, stack[-1]))))
        if any(name in fields for fields in view["arrived"]):
            left.append((" home", ("bold",)))
        elif name == view["lifted"]:
            left.append((" up", ("bold",)))
        if len(stack) > 1:
            left.append((f" ×{len(stack)}", ()))
    room = WIDTH - 2 - sum(len(text) for text, _ in left)
    goals = [(HOLLOW[side], (COLOURS[side],)) for side in _goal_of(view, name)]
    first = [*left, (" " * (room - len(goals)), ()), *goals]
    return _line(first, ink), _line(_below(view, stack), ink)


def _line(parts: list[tuple[str, tuple[str, ...]]], ink: Ink) -> str:
    width = sum(len(text) for text, _ in parts)
    written = "".join(ink(text, *styles) for text, styles in parts)
    return f" {written}{' ' * (WIDTH - 1 - width)}"


def _below(
    view: Mapping[str, Any], stack: list[dict[str, Any] | None]
) -> list[tuple[str, tuple[str, ...]]]:
    """From the top down; the lowest are left out where they do not fit."""
    below = [(_text(view, one), _style(view, one)) for one in reversed(stack[:-1])]
    room = (WIDTH - 3) // (2 if view["match"] else 1)
    if len(below) > room:
        below = [*below[:room], ("…", ("faint",))]
    return below


def _text(view: Mapping[str, Any], pyramid: dict[str, Any] | None) -> str:
    if pyramid is None:
        return "?"
    value = "" if pyramid["value"] is None else str(pyramid["value"])
    return SOLID[view["sides"][pyramid["seat"]]] + value


def _style(view: Mapping[str, Any], pyramid: dict[str, Any] | None) -> tuple[str, ...]:
    return ("faint",) if pyramid is None else (COLOURS[view["sides"][pyramid["seat"]]],)


def _goal_of(view: Mapping[str, Any], name: str) -> list[str]:
    pairs = zip(view["sides"], view["goals"], strict=True)
    return [side for side, goal in pairs if name in goal]


def _seats(view: Mapping[str, Any], ink: Ink) -> list[str]:
    lines = []
    for seat, side in enumerate(view["sides"]):
        mark = ">" if view["to_act"] == seat else " "
        who = ink(f"{SOLID[side]} {side.capitalize():<5}", COLOURS[side])
        home = f"{len(view['arrived'][seat])} of {len(view['goals'][seat])} home"
        line = f"{mark} seat {seat + 1} {who}  {home}"
        if match := view["match"]:
            line += f"   {match['total'][seat]:3} points   now worth {match['worth'][seat]:+d}"
            if match["game"] > 1:
                line += f"   game before {match['last_scores'][seat]:+d}"
        lines.append(line)
    return lines


def _notes(view: Mapping[str, Any]) -> list[str]:
    hollow, solid = ("".join(signs[side] for side in view["sides"]) for signs in (HOLLOW, SOLID))
    raised = "raised fields, " if len(view["sides"]) == 4 else ""
    notes = [
        f"  {' '.join(hollow)} {raised}the goals of {' '.join(solid)}; "
        "×n is a stack, drawn from the top down"
    ]
    if view["memory"]:
        notes.append("  ? is covered: remember it")
    if match := view["match"]:
        notes.append(
            f"  game {match['game']} of at most {match['match_limit']}, "
            f"begun by seat {match['beginner'] + 1}"
        )
    if arranging := view["arranging"]:
        left = ", ".join(f"{n}× {value}" for value, n in enumerate(arranging["left"], 1) if n)
        notes.append(f"  a pyramid for {arranging['field']}; left: {left}")
    if view["groups"]:
        groups = ", ".join(f"{name} ({size} pyramids)" for name, size in view["groups"].items())
        notes.append(f"  sandwiches: {groups}")
    if 2 * view["quiet"] >= view["quiet_limit"]:
        notes.append(f"  {view['quiet']} of {view['quiet_limit']} turns without an arrival")
    return notes
