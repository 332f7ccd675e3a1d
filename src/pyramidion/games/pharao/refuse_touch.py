"""Oh, Pharao!: why touching these things leads nowhere."""

import re
from collections.abc import Sequence
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.gather import partners, pick_up
from pyramidion.games.pharao.refuse import RULES, refuse
from pyramidion.games.pharao.refuse_trading import FOUR, NO_MORE, REPEATED
from pyramidion.games.pharao.words import one, prompt

TOUCH = "touch"  # begins what `Face.attempt` makes of touched keys


def refuse_touch(s: Any, keys: Sequence[str]) -> Refusal:
    """Why these touches, the last of them in vain, make no move. Keys are in lower case."""
    *before, last = keys or [""]
    cards = [key[-1] for key in before if key.startswith("hand-")]
    if s.stage == m.ACTING:
        if last.startswith(("seat-", "want-")):
            return _trade(s, before, last)
        if last == "new":
            return _found(s, cards)
        if place := re.fullmatch("([1-4])([ab])(?:-([1-9])j?)?", last):
            return _pyramid(s, cards, *place.groups())
    if s.stage == m.DISCARDING and last in ("discard", "button-discard-nothing"):
        return refuse(s, "discard nothing") if s.held[int(s.to_act)] > m.HAND else _not_now(s)
    if s.stage == m.SCORING and last[:1] == str(int(s.to_act) + 1):
        return refuse(s, f"score {last[1:2]}")
    if s.stage == m.REPAIRING and (place := re.fullmatch("[1-4][ab]-([1-9])(j?)", last)):
        return refuse(s, f"back {place[1]}{'=j' if place[2] else ''}")
    if last.startswith("want-"):
        return _terms(s, before, last)
    return _not_now(s)


def _not_now(s: Any) -> Refusal:
    now = prompt(s)
    return Refusal(
        RULES[int(s.stage)],
        Words(f"not now; what to do: {now.en}", f"das geht jetzt nicht; zu tun ist: {now.de}"),
    )


def _choose_first() -> Refusal:
    return Refusal(
        "O15",
        Words(
            "first touch the cards of your hand that are to go there",
            "berühre zuerst die Handkarten, die dorthin sollen",
        ),
    )


def _found(s: Any, cards: list[str]) -> Refusal:
    if not cards:
        return _choose_first()
    # three cards that found nothing are too many pyramids, or of a wrong shape
    return refuse(s, "found" if len(cards) < 3 else "found 1 1 3")


def _pyramid(s: Any, cards: list[str], owner: str, letter: str, number: str | None) -> Refusal:
    me = int(s.to_act)
    if not cards:
        return _choose_first()
    if any(card in "tcp" for card in cards):
        return refuse(s, f"thief {owner}{letter}") if cards == ["t"] else _special(cards)
    if int(owner) - 1 != me:
        where = f"{owner}{letter}"
        return refuse(s, f"swap {where} {cards[0] if cards[0] != 'j' else number or 1}")
    return _extend(s, me, cards, letter, number)


def _special(cards: list[str]) -> Refusal:
    card = one(next(card for card in cards if card in "tcp"))
    return Refusal(
        "O7", Words(f"{card.en} is never part of a pyramid", f"{card.de} kann man nicht verbauen")
    )


def _extend(s: Any, me: int, cards: list[str], letter: str, number: str | None) -> Refusal:
    pyramid = "ab".index(letter)
    low, steps = int(s.low[me, pyramid]), int(s.steps[me, pyramid])

    def refused(card: str, place: int) -> Refusal:
        joker = card == "j"
        if place == low - 1:
            return refuse(s, f"cellar {letter} {'j' * cards.count('j')}".rstrip())
        if place == low + steps:
            return refuse(s, f"top {letter} {'j' * joker}".rstrip())
        return refuse(s, f"widen {letter} {place}{'=j' * joker}")

    far = [c for c in cards if c != "j" and not low - 1 <= int(c) <= low + steps]
    card = (far or [c for c in cards if c != "j"] or ["j"])[0]
    return refused(card, int(number or low) if card == "j" else int(card))


def _trade(s: Any, before: Sequence[str], last: str) -> Refusal:
    if last.startswith("seat-"):
        seat = int(last[-1]) - 1
        if seat not in partners(s):
            return refuse(s, f"trade {last[-1]}")
        picked = pick_up(s, before)
        if picked and picked.hand.total() > m.MOST_TERMS:
            return Refusal("O24", FOUR)
    elif not partners(s):
        others = [n for n in range(int(s.players)) if n != s.to_act]
        return refuse(s, f"trade {others[0] + 1}")
    return _terms(s, before, last)


def _terms(s: Any, before: Sequence[str], last: str) -> Refusal:
    card = last.rpartition("-")[2]
    gives, wants = (sum(key.startswith(side) for key in before) for side in ("hand-", "want-"))
    if f"hand-{card}" in before:
        return Refusal(
            "O23", Words("no kind stands on both sides", "keine Art steht auf beiden Seiten")
        )
    if m.MOST_TERMS in (gives, wants):
        return Refusal("O24", FOUR)
    partner = next((key for key in before if key.startswith("seat-")), None)
    if last.startswith("want-") and gives and partner:
        if wants and wants == s.held[int(partner[-1]) - 1]:
            return Refusal("O24", NO_MORE)
        return Refusal("O25", REPEATED)
    return Refusal(
        "O23",
        Words(
            "first touch a card that you give and the other player, then what you want for it",
            "berühre erst eine Karte, die du gibst, und den anderen, dann was du dafür willst",
        ),
    )
