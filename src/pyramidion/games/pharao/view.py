"""Oh, Pharao! as data: what a seat sees, from its hidden record."""

from typing import Any

from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import CARDS, LETTERS, pyramid_name, seat_to_act
from pyramidion.games.pharao.pyramids import worth
from pyramidion.games.pharao.rules import may_be_scored
from pyramidion.games.pharao.specials import next_seat
from pyramidion.games.pharao.staying import stays
from pyramidion.games.pharao.trading import WANTS, holds_wanted, partner_of, term

STAGES = {
    m.DEALING: "deal",
    m.OPENING: "show",
    m.REPLACING: "show",
    m.DRAWING: "draw",
    m.ROLLING: "roll",
    m.SEIZING: "seize",
    m.SCORING: "score",
    m.TAKING: "take",
    m.ACTING: "act",
    m.DISCARDING: "discard",
    m.REFILLING: "refill",
    m.REACTING: "react",
    m.STEALING: "steal",
    m.REPAIRING: "repair",
    m.OFFERING: "offer",
    m.ANSWERING: "answer",
    m.COUNTERING: "counter",
    m.CONCLUDING: "conclude",
    m.ENDED: "over",
}


def cards_of(counts: Any) -> list[str]:
    """Cards by kind as a sorted list of cards."""
    return [CARDS[kind] for kind in range(1, m.KINDS) for _ in range(int(counts[kind]))]


def view(s: Any, seat: int) -> dict[str, Any]:
    """All that a drawing of the table needs."""
    seats = range(int(s.players))
    return {
        "stage": STAGES[int(s.stage)],
        "to_act": seat_to_act(s),
        "turn_of": int(s.turn_of),
        "turn": int(s.turn),
        "turn_limit": int(s.turn_limit) or None,
        "track": _track(s),
        "points": [int(s.points[who]) for who in seats],
        "display": [CARDS[kind] for kind in range(1, m.KINDS) if int(s.display) >> kind & 1],
        "pile": int(s.left),
        "discard": cards_of(s.discard),
        "tossed": CARDS[int(s.tossed)] if s.tossed else None,
        "held": [int(s.held[who]) for who in seats],
        "hand": cards_of(s.hand[seat]) if seat >= 0 else None,
        # what the seat is sure of in the other hands
        "known": [[] if who == seat else cards_of(s.known[who, :, 1 + seat]) for who in seats],
        "pyramids": [
            [pyramid_view(s, who, pyramid) for pyramid in (0, 1) if s.cards[who, pyramid] > 0]
            for who in seats
        ],
        "theft": _theft(s),
        "stays": _stays(s),
        "collector": _collector(s),
        "die": int(s.die) or None,
        "trade": trade_view(s, seat),
        "offers": {
            "used": int(s.begun),
            "limit": int(s.offers_per_turn),
            "made": [offer_view(int(offer)) for offer in s.offers[: min(int(s.made), m.ROOM)]],
        },
    }


def _track(s: Any) -> dict[str, Any]:
    first, second, last = (int(field) for field in s.track)
    return {
        "overseer": int(s.overseer),
        "first": first,
        "second": second,
        "last": last,
        "two_pyramids": bool(s.overseer >= first),  # O8
        "tall_only": bool(s.overseer >= second),  # O13
        "end_card": ("aside", "in the pile", "drawn")[int(s.end_card)],
    }


def pyramid_view(s: Any, owner: int, pyramid: int) -> dict[str, Any]:
    """One pyramid, its steps from below, its worth, and what threatens it."""
    steps = int(s.steps[owner, pyramid])
    return {
        "name": pyramid_name(owner, pyramid),
        "letter": LETTERS[pyramid],
        "steps": [
            {
                "number": number,
                "cards": int(s.laid[owner, pyramid, number]),
                "jokers": int(s.jokers[owner, pyramid, number]),
            }
            for number in range(1, m.NUMBERS + 1)
            if s.laid[owner, pyramid, number] > 0
        ],
        "cards": int(s.cards[owner, pyramid]),
        "valid": steps > 0,
        "worth": now_worth(s, owner, pyramid),
        "may_be_scored": bool(may_be_scored(s, owner, pyramid)),
        "must_be_scored": bool(s.cards[owner, pyramid] >= m.MUST_SCORE),  # O11
        "theft": max(0, m.SAFE - steps) if steps else 0,  # rolls of 6 that let a thief in (O18)
    }


def now_worth(s: Any, owner: int, pyramid: int) -> int:
    """What scoring it now would bring (O12, O13)."""
    if s.steps[owner, pyramid] < m.TALL and s.overseer >= s.track[1]:
        return 0
    return int(worth(s, owner, pyramid))


def _theft(s: Any) -> dict[str, Any] | None:
    if not s.target:
        return None
    owner, pyramid = divmod(int(s.target) - 1, 2)
    steps = int(s.steps[owner, pyramid])
    return {
        "thief": int(s.turn_of),
        "owner": owner,
        "pyramid": pyramid_name(owner, pyramid),
        "needs": steps or None,  # the lowest roll that succeeds
    }


def _stays(s: Any) -> list[dict[str, Any]]:
    """What may stay of a robbed pyramid (O19), worth most first; empty at any other time."""
    if s.stage != m.REPAIRING:
        return []
    return [
        {
            "key": stay.key,
            "steps": [{"number": number, "cards": n} for number, n in stay.widths.items()],
            "back": len(stay.back),
            "worth": stay.worth,
        }
        for stay in stays(s)
    ]


def _collector(s: Any) -> dict[str, Any] | None:
    if s.target or not (s.waiting or s.taxed):
        return None
    seats = range(int(s.players))
    return {
        "collector": int(s.turn_of),
        "asked": [seat for seat in seats if int(s.waiting) >> seat & 1],
        "taxed": [seat for seat in seats if int(s.taxed) >> seat & 1],
        "next": int(next_seat(s, int(s.waiting or s.taxed))),
    }


def offer_view(offer: int) -> dict[str, Any]:
    """An offer: to whom, and the cards each way."""
    sides = [[term(offer, first + place) for place in range(m.MOST_TERMS)] for first in (0, WANTS)]
    gives, wants = ([CARDS[kind] for kind in side if kind] for side in sides)
    return {"partner": partner_of(offer), "gives": gives, "wants": wants}


def trade_view(s: Any, seat: int) -> dict[str, Any] | None:
    """The running offer, however far it is built (O24)."""
    if s.stage not in (m.OFFERING, m.ANSWERING, m.COUNTERING, m.CONCLUDING):
        return None
    offer = offer_view(int(s.offer))
    counter = s.stage in (m.COUNTERING, m.CONCLUDING)
    first, partner = int(s.turn_of), offer["partner"]
    asked = s.stage in (m.ANSWERING, m.CONCLUDING) and seat == s.to_act
    return {
        "from": partner if counter else first,
        "to": first if counter else partner,
        "gives": offer["gives"],
        "wants": offer["wants"],
        "counter": counter,
        "complete": s.stage in (m.ANSWERING, m.CONCLUDING),
        "answers": offer_view(int(s.offers[(int(s.made) - 1) % m.ROOM])) if counter else None,
        "you_can_accept": bool(holds_wanted(s, seat)) if asked else None,
    }
