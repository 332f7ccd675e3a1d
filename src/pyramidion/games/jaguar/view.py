"""What a seat sees of a game, as data, made from its hidden record."""

from typing import Any

from pyramidion.engine import NOBODY, count_bits
from pyramidion.games.jaguar import material, rules
from pyramidion.games.jaguar.path import EVENT_NAMES, read_path

PHASES = {
    material.DEAL: "deal",
    material.BID: "bid",
    material.OFFER: "offer",
    material.TAKE: "take",
    material.PLACE: "place",
    material.EVENT: "event",
    material.DRAW: "draw",
    material.LAST: "last card",
    material.END: "over",
}
ENDINGS = {material.COMPLETE: "complete", material.LOST: "lost", material.NO_CARDS: "no cards"}


def bits(numbers: int) -> list[int]:
    """The numbers in a set of cards or of fields."""
    return [n for n in range(material.CARDS + 1) if int(numbers) >> n & 1]


def phase_of(s: Any) -> str:
    """The step of the game to come."""
    return PHASES.get(int(s.phase), "test")


def places(s: Any, seat: int, card: int) -> dict[str, Any]:
    """Where a card may go in a seat's pyramid and what it costs (J7 to J10, J12)."""
    lower, upper = rules.gap(s, seat, card)
    empty = list(range(lower + 1, upper))
    covers = [
        {"field": field, "card": int(s.pyramid[seat, field]), "cost": int(material.STEP[field])}
        for field in (lower, upper)
        if not empty and 0 < field < material.WIDTH and not s.stones[seat] >> field & 1
    ]
    return {"card": card, "fields": empty, "covers": covers, "loses": not empty and not covers}


def view(s: Any, seat: int) -> dict[str, Any]:
    """Everything that this seat knows; `s` is its hidden record."""
    phase = phase_of(s)
    begun = phase not in ("deal", "bid")
    hand = None if seat == NOBODY else bits(s.hand[seat])
    return {
        "phase": phase,
        "to_act": int(s.to_act) if s.to_act >= 0 else None,
        "round": int(s.round_number),
        "starter": int(s.starter) if begun else None,
        "turn": int(s.turn) if begun else None,
        "pyramids": [[int(card) or None for card in s.pyramid[who, 1:]] for who in (0, 1)],
        "stones": [bits(s.stones[who]) for who in (0, 1)],
        "supply": int(s.supply),
        "explorers": [int(field) for field in s.explorer],
        "path": read_path(s),
        "hand": hand,
        "cards": [int(n) for n in s.cards],
        "drawn": None if seat == NOBODY else bits(s.drawn[seat]),
        "gone": _gone(s),
        "bids": [int(card) or None for card in s.bid],
        "offered": [int(card) for card in s.offered if card],
        "failed": int(s.failed) or None,
        "places": _table(s, phase),
        "hand_places": _of_hand(s, seat, hand or [], phase) if begun else [],
        "event": EVENT_NAMES.get(int(s.event)),
        "event_fields": _event_fields(s) if phase == "event" else None,
        "last_round": _last_round(s, phase),
        "ends": _ends(s, phase),
    }


def _gone(s: Any) -> list[int]:
    """The cards that lay open this round and are covered or removed by now."""
    still = {int(card) for card in s.pyramid.flat} | {int(card) for card in (*s.offered, s.failed)}
    return [card for card in bits(s.seen) if card not in still]


def _table(s: Any, phase: str) -> list[dict[str, Any]]:
    """For every offered card: where each player who may still have to place it can do so."""
    seats = {"take": (1 - s.turn, s.turn), "place": (s.turn,)}.get(phase, ())
    return [
        {"seat": int(seat), **places(s, seat, int(card))}
        for seat in seats
        for card in s.offered
        if card
    ]


def _of_hand(s: Any, seat: int, hand: list[int], phase: str) -> list[dict[str, Any]]:
    """For every card in the hand: where both players could place it as the pyramids are now.

    A last card (J20) goes into the own pyramid only, covers nothing and loses nothing.
    """
    if phase == "last card":
        only_empty = {"covers": [], "loses": False}
        return [
            {"card": card, "own": {**places(s, seat, card), **only_empty}, "other": None}
            for card in hand
        ]
    return [
        {"card": card, "own": places(s, seat, card), "other": places(s, 1 - seat, card)}
        for card in hand
    ]


def _event_fields(s: Any) -> dict[str, Any]:
    """Whose pyramid the pending event concerns, and which fields of it; none for the hand."""
    me = int(s.to_act)
    if s.event == material.HAND:
        return {"seat": 1 - me, "fields": []}
    fields = bits(rules.event_fields(s, me, s.event))
    return {"seat": 1 - me if s.event == material.OTHER else me, "fields": fields}


def _last_round(s: Any, phase: str) -> dict[str, Any] | None:
    """How the last round that ended did so; the test card is None until it is turned over."""
    if s.round_number == 1 and phase not in ("test", "over"):
        return None
    return {
        "winner": int(s.winner),
        "how": ENDINGS[int(s.ended)],
        "test": None if phase == "test" else int(s.test),
    }


def _ends(s: Any, phase: str) -> list[list[int]] | None:
    """J23: the chance that the game ends after this round, if seat 1 wins it and if seat 2 does.

    Each is [cards that end it, cards that may be on top], as the explorers stand now and as far
    as this seat knows: a shown bid was dealt, so it is not on top.
    """
    if phase == "over":
        return None
    known = s.hand[0] | s.hand[1] | s.drawn[0] | s.drawn[1] | s.seen
    for card in s.bid:
        if card:
            known |= 1 << card
    top = int(material.ALL_CARDS & ~known)
    chances = []
    for winner in (0, 1):
        ahead = [int(field) for field in s.explorer]
        if phase != "test":
            ahead[winner] = min(ahead[winner] + material.AHEAD, int(s.last_field))
        lower = (1 << min(int(s.number[max(ahead)]), material.CARDS + 1)) - 1
        chances.append([int(count_bits(top & lower)), int(count_bits(top))])
    return chances
