"""Oh, Pharao!: why something cannot be traded."""

from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import CARDS
from pyramidion.games.pharao.trading import receiver, times_given
from pyramidion.games.pharao.words import one

CARD_WORDS = Words("a card is 1 to 9, j, t, c or p", "eine Karte ist 1 bis 9, j, t, c oder p")
FOUR = Words("at most four cards each way", "höchstens vier Karten auf jeder Seite")
NO_MORE = Words("the other has no more cards than that", "mehr Karten hat der andere nicht")
REPEATED = Words(
    "you made the same offer in this turn before",
    "dasselbe Angebot hast du in diesem Zug schon gemacht",
)
ORDER = Words(
    "name the kinds in order: 1 to 9, j, t, c, p",
    "nenne die Arten der Reihe nach: 1 bis 9, j, t, c, p",
)


def refuse_trading(s: Any, word: str, rest: str) -> Refusal:
    """`trade`, `give`, `want`, `offer` and `accept`, where they belong."""
    if word == "trade":
        return _trade(s, rest)
    if word == "offer":
        return _offer(s)
    if word == "accept":
        return Refusal(
            "O24",
            Words(
                "you do not hold all the cards that are wanted",
                "du hast nicht alle gewünschten Karten auf der Hand",
            ),
        )
    if len(rest) != 1 or rest not in CARDS[1 : m.KINDS]:
        return Refusal("O24", CARD_WORDS)
    return _give(s, rest) if word == "give" else _want(s, rest)


def _trade(s: Any, rest: str) -> Refusal:
    me, seats = int(s.to_act), [str(seat + 1) for seat in range(int(s.players))]
    if rest not in seats or int(rest) - 1 == me:
        others = ", ".join(seat for seat in seats if int(seat) - 1 != me)
        return Refusal(
            "O23", Words(f"trade with one of: {others}", f"handle mit einem von: {others}")
        )
    if s.begun >= s.offers_per_turn:
        limit = int(s.offers_per_turn)
        return Refusal(
            "O25",
            Words(
                f"no offer is left in this turn; the limit is {limit}",
                f"in diesem Zug ist kein Angebot mehr übrig; erlaubt sind {limit}",
            ),
        )
    return Refusal(
        "O23", Words("both of you need a card to trade", "zum Handeln braucht ihr beide eine Karte")
    )


def _give(s: Any, card: str) -> Refusal:
    kind, given = CARDS.index(card), int(s.given)
    if s.wanted > 0:
        return Refusal(
            "O24",
            Words("name all gives before all wants", "nenne erst alles, was du gibst"),
        )
    if s.hand[int(s.to_act), kind] <= times_given(s, kind):
        article = one(card)
        return Refusal(
            "O24",
            Words(
                f"you do not hold {article.en} more to give",
                f"du hast nicht noch {article.de} zum Geben",
            ),
        )
    return Refusal("O24", FOUR if given == m.MOST_TERMS else ORDER)


def _want(s: Any, card: str) -> Refusal:
    kind, wanted = CARDS.index(card), int(s.wanted)
    if s.given == 0:
        return Refusal(
            "O23", Words("first name a card that you give", "nenne zuerst eine Karte, die du gibst")
        )
    if times_given(s, kind) > 0:
        return Refusal(
            "O23",
            Words("no kind stands on both sides", "keine Art steht auf beiden Seiten"),
        )
    if wanted == m.MOST_TERMS:
        return Refusal("O24", FOUR)
    if wanted == s.held[receiver(s)]:
        return Refusal(
            "O24",
            NO_MORE,
        )
    return Refusal("O24", ORDER)


def _offer(s: Any) -> Refusal:
    if s.wanted == 0:
        return Refusal(
            "O23",
            Words(
                "an offer has at least one card each way",
                "ein Angebot hat je mindestens eine Karte",
            ),
        )
    return Refusal(
        "O25",
        REPEATED,
    )
