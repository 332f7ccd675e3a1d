"""Oh, Pharao! as text for a terminal, from the view."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from pyramidion.terminal import Ink

WIDTH = 96
SYMBOLS = ("●", "■", "▲", "◆")
COLOURS = ("yellow", "cyan", "magenta", "green")
STEPS = {
    "deal": "cards are dealt",
    "show": "a card is turned up",
    "draw": "a card is drawn",
    "roll": "the die is rolled",
    "seize": "the tax collector draws a card",
    "score": "step 1, score?",
    "take": "step 2, take a card",
    "act": "step 3, build, trade and more",
    "discard": "step 4, discard?",
    "refill": "step 4, draw up to seven",
    "react": "play a pharaoh?",
    "steal": "the thief chooses a card",
    "repair": "what stays of the robbed pyramid?",
    "offer": "an offer is made",
    "answer": "an offer is answered",
    "counter": "a counter-offer is made",
    "conclude": "a counter-offer is answered",
    "over": "the game is over",
}


def draw(view: Mapping[str, Any], ink: Ink) -> str:
    """The whole table."""
    lines = [_turn(view, ink), _track(view["track"], ink), _middle(view, ink)]
    for seat in range(len(view["points"])):
        lines += ["", *_seat(view, seat, ink)]
    if view["theft"]:
        lines += ["", _theft(view["theft"], view["die"])]
    if view["collector"]:
        lines += ["", _collector(view["collector"])]
    if view["trade"]:
        lines += ["", *_trade(view["trade"], ink)]
    if view["hand"] is not None:
        hand = " ".join(view["hand"]) or "–"
        lines += ["", "your hand   " + ink(hand, "bold")]
    return "\n".join(lines)


def _turn(view: Mapping[str, Any], ink: Ink) -> str:
    limit = f" of {view['turn_limit']}" if view["turn_limit"] else ""
    offers = view["offers"]
    return "   ".join(
        [
            ink(f"turn {view['turn']}{limit}", "bold"),
            f"seat {view['turn_of'] + 1}",
            STEPS[view["stage"]],
            f"offers {offers['used']} of {offers['limit']}",
        ]
    )


def _track(track: Mapping[str, Any], ink: Ink) -> str:
    special = (track["first"], track["second"], track["last"])
    if track["last"] <= 20:
        cells = []
        for field in range(track["last"] + 1):
            text = f"{field}*" if field in special else f"{field}"
            here = field == track["overseer"]
            cells.append(ink(f"[{text}]", "bold", "red") if here else ink(text, "faint"))
        line = " ".join(cells)
    else:
        line = f"[{track['overseer']}] of {track['last']}"
    now = "one pyramid each"
    if track["two_pyramids"]:
        now = "two pyramids each"
    if track["tall_only"]:
        now += ", three steps or more"
    if track["end_card"] != "aside":
        now += f", the end card is {track['end_card']}"
    return f"track       {line}   {now}"


def _middle(view: Mapping[str, Any], ink: Ink) -> str:
    display = " ".join(ink(f"[{card}]", "bold") for card in view["display"]) or "–"
    counts = Counter(view["discard"])
    discard = " ".join(f"{card}×{n}" if n > 1 else card for card, n in counts.items()) or "–"
    return f"display     {display}   pile {view['pile']}\ndiscard     {discard}"


def _seat(view: Mapping[str, Any], seat: int, ink: Ink) -> list[str]:
    cards = view["held"][seat]
    known = " ".join(view["known"][seat])
    head = (
        f"{'>' if view['to_act'] == seat else ' '} "
        + ink(f"{SYMBOLS[seat]} seat {seat + 1}", "bold", COLOURS[seat])
        + f"   {view['points'][seat]} points   {cards} card{'' if cards == 1 else 's'}"
        + (f"   surely {known}" if known else "")
    )
    drawn = [_pyramid(pyramid, ink, COLOURS[seat]) for pyramid in view["pyramids"][seat]]
    if not drawn:
        return [head]
    widths = [max(width for width, _ in lines) for lines in drawn]
    if sum(widths) + 4 * len(drawn) > WIDTH:
        return [head, *("    " + text for lines in drawn for _, text in lines)]
    rows = zip_longest(*drawn, fillvalue=(0, ""))
    return [head, *("    " + _side_by_side(row, widths) for row in rows)]


def _side_by_side(row: Sequence[tuple[int, str]], widths: Sequence[int]) -> str:
    padded = [text + " " * (room - width) for (width, text), room in zip(row, widths, strict=True)]
    return "    ".join(padded).rstrip()


def _pyramid(pyramid: Mapping[str, Any], ink: Ink, colour: str) -> list[tuple[int, str]]:
    """The lines of a pyramid, each with its width: what it is worth, then step by step."""
    lines = [pyramid["name"] + "  " + _state_of(pyramid)]
    drawn = [(len(lines[0]), lines[0])]
    widest = max(step["cards"] for step in pyramid["steps"])
    for step in reversed(pyramid["steps"]):
        cards = "[{}]".format(step["number"]) * (step["cards"] - step["jokers"])
        cards += "[j]" * step["jokers"]
        gap = " " * ((3 * widest - len(cards)) // 2)
        drawn.append(
            (6 + len(gap) + len(cards), f"   {step['number']}  {gap}" + ink(cards, colour))
        )
    return drawn


def _state_of(pyramid: Mapping[str, Any]) -> str:
    if not pyramid["valid"]:
        return "robbed, not valid"
    theft = f"thief {pyramid['theft']} of 6" if pyramid["theft"] else "safe from thieves"
    worth = f"{pyramid['worth']} points" if pyramid["may_be_scored"] else "not scored, too low"
    must = ", must be scored" if pyramid["must_be_scored"] else ""
    return f"{worth}{must}, {theft}"


def _theft(theft: Mapping[str, Any], die: int | None) -> str:
    text = f"the thief of seat {theft['thief'] + 1} is at pyramid {theft['pyramid']}"
    if theft["needs"]:
        text += f" and needs {theft['needs']} or more"
    return text + (f"; rolled {die}" if die else "")


def _collector(collector: Mapping[str, Any]) -> str:
    text = f"the tax collector of seat {collector['collector'] + 1}"
    asked = ", ".join(str(seat + 1) for seat in collector["asked"])
    taxed = ", ".join(str(seat + 1) for seat in collector["taxed"])
    parts = [f"still to be asked: {asked}"] * bool(asked) + [f"pays: {taxed}"] * bool(taxed)
    return f"{text}; {'; '.join(parts)}"


def _trade(trade: Mapping[str, Any], ink: Ink) -> list[str]:
    what = "counter-offer" if trade["counter"] else "offer"
    gives, wants = (" ".join(trade[side]) or "…" for side in ("gives", "wants"))
    text = f"{what} of seat {trade['from'] + 1} to seat {trade['to'] + 1}: {gives} for {wants}"
    lines = [ink(text, "bold") + ("" if trade["complete"] else " …")]
    if trade["answers"]:
        first = trade["answers"]
        lines.append(f"it answers: {' '.join(first['gives'])} for {' '.join(first['wants'])}")
    return lines
