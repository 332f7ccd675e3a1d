"""Oh, Pharao!: why touching these things leads nowhere."""

import re
from collections.abc import Sequence
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.gather import can_begin, partners, pick_up
from pyramidion.games.pharao.notation import CARDS
from pyramidion.games.pharao.refuse import RULES, refuse
from pyramidion.games.pharao.refuse_trading import FOUR
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
        if place := re.fullmatch("([1-4])([ab])(?:-([1-9])(j?))?", last):
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


def _choose_first(s: Any) -> Refusal:
    return Refusal(
        "O15",
        Words(
            "first touch the cards of your hand that are to go there",
            "berühre zuerst die Handkarten, die dorthin sollen",
        ),
    )


def _found(s: Any, cards: list[str]) -> Refusal:
    if not cards:
        return _choose_first(s)
    # three cards that found nothing are too many pyramids, or of a wrong shape
    return refuse(s, "found" if len(cards) < 3 else "found 1 1 3")


def _pyramid(
    s: Any, cards: list[str], owner: str, letter: str, number: str | None, joker: str
) -> Refusal:
    me = int(s.to_act)
    if not cards:
        return _choose_first(s)
    if "t" in cards or any(card in "cp" for card in cards):
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
        if picked and picked.hand and picked.want and not can_begin(s, picked, seat):
            return _whole_offer(s, picked.hand.total(), picked.want.total(), seat)
    elif not partners(s):
        others = [n for n in range(int(s.players)) if n != s.to_act]
        return refuse(s, f"trade {others[0] + 1}")
    return _terms(s, before, last)


def _whole_offer(s: Any, gives: int, wants: int, seat: int) -> Refusal:
    if max(gives, wants) > m.MOST_TERMS:
        return Refusal("O24", FOUR)
    if wants > s.held[seat]:
        return Refusal(
            "O24",
            Words("the other has no more cards than that", "mehr Karten hat der andere nicht"),
        )
    return Refusal(
        "O25",
        Words(
            "you made the same offer in this turn before",
            "dasselbe Angebot hast du in diesem Zug schon gemacht",
        ),
    )


def _terms(s: Any, before: Sequence[str], last: str) -> Refusal:
    card = last.rpartition("-")[2]
    if f"hand-{card}" in before and card in CARDS:
        return Refusal(
            "O23", Words("no kind stands on both sides", "keine Art steht auf beiden Seiten")
        )
    if any(
        sum(key.startswith(side) for key in before) >= m.MOST_TERMS for side in ("hand-", "want-")
    ):
        return Refusal("O24", FOUR)
    return Refusal(
        "O23",
        Words(
            "first touch a card that you give, then what you want for it, then the other player",
            "berühre erst eine Karte, die du gibst, dann was du dafür willst, dann den anderen",
        ),
    )
