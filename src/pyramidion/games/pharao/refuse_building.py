"""Oh, Pharao!: why something cannot be built or swapped."""

import re
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import LETTERS

MISSING = Words("you do not hold the cards for this", "dir fehlen die Karten dafür")


def refuse_building(s: Any, word: str, rest: str) -> Refusal:
    """`found`, `widen`, `top`, `cellar` and `swap`, in the player's step 3."""
    if word == "found":
        return _found(s, rest)
    if word == "swap":
        return _swap(s, rest)
    me = int(s.to_act)
    letter, _, cards = rest.partition(" ")
    if letter not in ("a", "b"):
        return Refusal(
            "O10",
            Words(
                "say which of your pyramids: widen A 5, widen A 5=j, top A, top A j, cellar A jj",
                "nenne deine Pyramide: widen A 5, widen A 5=j, top A, top A j, cellar A jj",
            ),
        )
    pyramid = "ab".index(letter)
    if s.steps[me, pyramid] == 0:
        return Refusal(
            "O9",
            Words(
                f"you have no pyramid {LETTERS[pyramid]} to extend",
                f"du hast keine Pyramide {LETTERS[pyramid]} zum Erweitern",
            ),
        )
    low, steps = int(s.low[me, pyramid]), int(s.steps[me, pyramid])
    if word == "widen":
        return _widen(s, me, pyramid, range(low, low + steps), cards)
    if word == "top":
        return _top(s, me, pyramid, low + steps, cards)
    return _cellar(s, me, pyramid, low, cards)


def _found(s: Any, rest: str) -> Refusal:
    me = int(s.to_act)
    cards = rest.split()
    if len(cards) != 3 or not all(re.fullmatch("[1-9](=j)?", card) for card in cards):
        return Refusal(
            "O10",
            Words(
                "found with two of one number and one of the next: found 4 4 5, found 4 4=j 5",
                "gründe mit zweimal einer Zahl und einmal der nächsten: found 4 4 5, found 4 4=j 5",
            ),
        )
    pyramids = int(s.steps[me, 0] > 0) + int(s.steps[me, 1] > 0)
    allowed = 2 if s.overseer >= s.track[0] else 1
    if pyramids >= allowed:
        return Refusal(
            "O8",
            Words(
                f"you have {pyramids} already, and {allowed} is the most now",
                f"du hast schon {pyramids}, mehr als {allowed} geht jetzt nicht",
            ),
        )
    first, second, third = (int(card[0]) for card in cards)
    if first != second or third != first + 1:
        return Refusal(
            "O6",
            Words(
                "the higher step has the number one higher, and fewer cards",
                "die höhere Stufe hat die um eins höhere Zahl und weniger Karten",
            ),
        )
    if cards[0].endswith("j") and not cards[1].endswith("j"):
        return Refusal(
            "O10",
            Words(
                "write the number before the joker: found 4 4=j 5",
                "schreib die Zahl vor den Joker: found 4 4=j 5",
            ),
        )
    return Refusal("O10", MISSING)


def _widen(s: Any, me: int, pyramid: int, steps: range, card: str) -> Refusal:
    named = re.fullmatch("([1-9])(=j)?", card)
    if not named:
        return Refusal(
            "O10",
            Words(
                "say the card: widen A 5, with a joker widen A 5=j",
                "nenne die Karte: widen A 5, mit Joker widen A 5=j",
            ),
        )
    number = int(named[1])
    if number not in steps:
        return Refusal(
            "O9", Words(f"there is no step of {number}", f"es gibt keine Stufe mit {number}")
        )
    if number > steps[0] and s.laid[me, pyramid, number] + 1 >= s.laid[me, pyramid, number - 1]:
        return Refusal(
            "O6",
            Words(
                f"the step of {number} must keep fewer cards than the one under it",
                f"die Stufe mit {number} muss schmaler bleiben als die darunter",
            ),
        )
    return Refusal("O9", MISSING)


def _top(s: Any, me: int, pyramid: int, number: int, cards: str) -> Refusal:
    if cards not in ("", "j"):
        return Refusal(
            "O10",
            Words("a top is one card: top A, top A j", "oben kommt eine Karte hin: top A, top A j"),
        )
    if number > m.NUMBERS:
        return Refusal("O7", Words("nothing is higher than 9", "höher als 9 geht es nicht"))
    if s.laid[me, pyramid, number - 1] < 2:
        return Refusal(
            "O6",
            Words(
                "a step of one card carries no other step",
                "eine Stufe aus einer Karte trägt keine weitere",
            ),
        )
    return Refusal("O9", MISSING)


def _cellar(s: Any, me: int, pyramid: int, low: int, cards: str) -> Refusal:
    if low == 1:
        return Refusal("O7", Words("nothing is lower than 1", "tiefer als 1 geht es nicht"))
    count = int(s.laid[me, pyramid, low]) + 1
    if not re.fullmatch("j{0,3}", cards) or len(cards) > count:
        return Refusal(
            "O10",
            Words(
                "after the pyramid stands a j for each joker: cellar A, cellar A jj",
                "nach der Pyramide steht ein j für jeden Joker: cellar A, cellar A jj",
            ),
        )
    return Refusal(
        "O10",
        Words(
            f"this cellar takes {count} cards of {low - 1}, jokers included; you lack some",
            f"dieser Keller braucht {count} Karten der {low - 1} (oder Joker); es reicht nicht",
        ),
    )


def _swap(s: Any, rest: str) -> Refusal:
    me = int(s.to_act)
    named = re.fullmatch("([1-4])?([ab]) ([1-9])", rest)
    owner = int(named[1]) - 1 if named and named[1] else me
    if not named or (named[1] and owner == me):
        return Refusal(
            "O17",
            Words(
                "name the pyramid and the number: swap A 6, another's: swap 2A 6",
                "nenne Pyramide und Zahl: swap A 6, fremde Pyramide: swap 2A 6",
            ),
        )
    number = int(named[3])
    if s.jokers[owner, "ab".index(named[2]), number] == 0:
        return Refusal(
            "O17",
            Words(f"no joker lies there as a {number}", f"dort liegt kein Joker als {number}"),
        )
    return Refusal("O17", Words(f"you hold no {number}", f"du hast keine {number} auf der Hand"))
