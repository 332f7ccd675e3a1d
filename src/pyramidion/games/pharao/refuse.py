"""Oh, Pharao!: why a move is refused, with the number of the rule that forbids it."""

import re
from collections.abc import Callable
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import CARDS, LETTERS
from pyramidion.games.pharao.refuse_building import refuse_building
from pyramidion.games.pharao.refuse_trading import refuse_trading
from pyramidion.games.pharao.words import one, prompt

# The first word of a move, and where it belongs.
STAGES = {
    "score": (m.SCORING,),
    "keep": (m.SCORING,),
    "take": (m.TAKING,),
    **dict.fromkeys(
        ("found", "widen", "top", "cellar", "swap", "thief", "collector", "trade", "done"),
        (m.ACTING,),
    ),
    "pharaoh": (m.REACTING,),
    "no": (m.REACTING,),
    "steal": (m.STEALING,),
    "back": (m.REPAIRING,),
    "stays": (m.REPAIRING,),
    **dict.fromkeys(("give", "want", "offer"), (m.OFFERING, m.COUNTERING)),
    "cancel": (m.OFFERING,),
    **dict.fromkeys(("accept", "decline"), (m.ANSWERING, m.CONCLUDING)),
    "counter": (m.ANSWERING,),
    "discard": (m.DISCARDING,),
}
# Words that say all by themselves.
ALONE = (
    "keep",
    "collector",
    "done",
    "pharaoh",
    "stays",
    "offer",
    "cancel",
    "accept",
    "decline",
    "counter",
)
# The rule that says what is to be done at each stage.
RULES = {
    m.SCORING: "O11",
    m.TAKING: "O14",
    m.ACTING: "O15",
    m.DISCARDING: "O16",
    m.STEALING: "O18",
    m.REPAIRING: "O19",
    m.REACTING: "O21",
    m.OFFERING: "O24",
    m.ANSWERING: "O24",
    m.COUNTERING: "O24",
    m.CONCLUDING: "O24",
}


def refuse(s: Any, move: str) -> Refusal:
    """Why this text is no legal move here. `s` is what the acting seat knows."""
    word, _, rest = move.partition(" ")
    if word not in STAGES:
        return Refusal(
            "",
            Words(
                f"no move begins with {word!r}; a move begins with one of: {', '.join(STAGES)}",
                f"kein Zug beginnt mit {word!r}; ein Zug beginnt mit: {', '.join(STAGES)}",
            ),
        )
    if word == "cancel" and s.stage == m.COUNTERING:
        return Refusal(
            "O24",
            Words(
                "a counter-offer cannot be cancelled once begun",
                "ein begonnenes Gegenangebot lässt sich nicht abbrechen",
            ),
        )
    if s.stage not in STAGES[word]:
        return _not_now(s, word)
    if rest and word in ALONE:
        return _alone(s, word)
    return REASONS[word](s, word, rest)


def _not_now(s: Any, word: str) -> Refusal:
    now = prompt(s)
    return Refusal(
        RULES[int(s.stage)],
        Words(
            f"{word!r} has no place here; what to do now: {now.en}",
            f"{word!r} passt hier nicht; jetzt gilt: {now.de}",
        ),
    )


def _alone(s: Any, word: str) -> Refusal:
    return Refusal(
        RULES[int(s.stage)], Words(f"the move is just {word!r}", f"der Zug ist nur {word!r}")
    )


def _score(s: Any, word: str, rest: str) -> Refusal:
    me = int(s.to_act)
    letter = rest.upper()
    if letter not in ("A", "B") or s.steps[me, LETTERS.index(letter)] == 0:
        return Refusal(
            "O11",
            Words(
                "you score a pyramid of yours, A or B", "du wertest eine eigene Pyramide, A oder B"
            ),
        )
    return Refusal(
        "O13",
        Words(
            f"from field {int(s.track[1])} on only pyramids of three or more steps are scored",
            f"ab Feld {int(s.track[1])} werden nur Pyramiden ab drei Stufen gewertet",
        ),
    )


def _keep(s: Any, word: str, rest: str) -> Refusal:
    return Refusal(
        "O11",
        Words(
            "a pyramid of 12 or more cards must be scored",
            "eine Pyramide ab 12 Karten muss gewertet werden",
        ),
    )


def _take(s: Any, word: str, rest: str) -> Refusal:
    if rest == "pile":
        return Refusal(
            "O14",
            Words("both piles are empty", "beide Stapel sind leer"),
        )
    lying = [CARDS[kind] for kind in range(1, m.KINDS) if int(s.display) >> kind & 1]
    return Refusal(
        "O14",
        Words(
            f"take one of the open cards ({', '.join(lying)}) or from the pile (take pile)",
            f"nimm eine der offenen Karten ({', '.join(lying)}) oder vom Stapel (take pile)",
        ),
    )


def _collector(s: Any, word: str, rest: str) -> Refusal:
    return Refusal(
        "O20", Words("you hold no tax collector", "du hast keinen Steuereintreiber auf der Hand")
    )


def _thief(s: Any, word: str, rest: str) -> Refusal:
    me = int(s.to_act)
    if s.hand[me, m.THIEF] == 0:
        return Refusal("O18", Words("you hold no thief", "du hast keinen Dieb auf der Hand"))
    named = re.fullmatch("([1-4])([ab])", rest)
    owner, pyramid = (int(named[1]) - 1, "ab".index(named[2])) if named else (me, 0)
    if owner == me or s.steps[owner, pyramid] == 0:
        return Refusal(
            "O18",
            Words(
                "name a pyramid of another player that lies there, like 2A",
                "nenne eine ausliegende Pyramide eines anderen, etwa 2A",
            ),
        )
    return Refusal(
        "O18",
        Words(
            "a pyramid of seven or more steps cannot be robbed",
            "eine Pyramide ab sieben Stufen lässt sich nicht berauben",
        ),
    )


def _pharaoh(s: Any, word: str, rest: str) -> Refusal:
    if word == "no":
        return _alone(s, "no pharaoh")
    return Refusal("O21", Words("you hold no pharaoh", "du hast keinen Pharao auf der Hand"))


def _steal(s: Any, word: str, rest: str) -> Refusal:
    return Refusal(
        "O18",
        Words(
            "take a card that lies in this pyramid: a number (steal 6) or a joker (steal 6=j)",
            "nimm eine Karte dieser Pyramide: eine Zahl (steal 6) oder einen Joker (steal 6=j)",
        ),
    )


def _back(s: Any, word: str, rest: str) -> Refusal:
    owner, pyramid = divmod(int(s.target) - 1, 2)
    named = re.fullmatch("([1-9])(=j)?", rest)
    if named:
        laid, jokers = (int(of[owner, pyramid, int(named[1])]) for of in (s.laid, s.jokers))
        if (jokers if named[2] else laid - jokers) > 0:
            return Refusal(
                "O19",
                Words(
                    "after this no pyramid could be left; take everything back with: back all",
                    "danach bliebe keine Pyramide möglich; nimm alles zurück mit: back all",
                ),
            )
    return Refusal(
        "O19",
        Words(
            "take back a card that lies there (back 7, back 6=j), or everything (back all)",
            "nimm eine ausliegende Karte zurück (back 7, back 6=j) oder alles (back all)",
        ),
    )


def _stays(s: Any, word: str, rest: str) -> Refusal:
    return Refusal(
        "O19",
        Words(
            "what lies there is no valid pyramid yet",
            "was da liegt, ist noch keine gültige Pyramide",
        ),
    )


def _discard(s: Any, word: str, rest: str) -> Refusal:
    if rest == "nothing":
        return Refusal(
            "O16",
            Words(
                "with more than seven cards you discard down to seven",
                "mit mehr als sieben Karten legst du bis auf sieben ab",
            ),
        )
    if len(rest) == 1 and rest in CARDS[1 : m.KINDS]:
        card = one(rest)
        return Refusal("O16", Words(f"you do not hold {card.en}", f"du hast nicht {card.de}"))
    return Refusal(
        "O16",
        Words(
            "discard a card of your hand (discard 3) or nothing (discard nothing)",
            "lege eine Handkarte ab (discard 3) oder keine (discard nothing)",
        ),
    )


REASONS: dict[str, Callable[[Any, str, str], Refusal]] = {
    "score": _score,
    "keep": _keep,
    "take": _take,
    **dict.fromkeys(("found", "widen", "top", "cellar", "swap"), refuse_building),
    "thief": _thief,
    "collector": _collector,
    **dict.fromkeys(("trade", "give", "want", "offer", "accept"), refuse_trading),
    "pharaoh": _pharaoh,
    "no": _pharaoh,
    "steal": _steal,
    "back": _back,
    "stays": _stays,
    "discard": _discard,
}
