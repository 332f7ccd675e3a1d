"""Oh, Pharao!: picking up several cards in any order, and what can be done with them.

Cards of the hand (`hand-4`) go to a pyramid, to the discard pile or to another player
(`seat-2`, before or after the cards). What is wanted from that player in return (`want-7`)
sends the offer at once, unless several cards are to be named first (`button-several`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pyramidion.games.face import Gathered
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.laying import targets
from pyramidion.games.pharao.notation import CARDS, pyramid_name
from pyramidion.games.pharao.pyramids import pyramid_remains
from pyramidion.games.pharao.staying import stays
from pyramidion.games.pharao.view import offer_view

NOTHING = Gathered((), {})
SEVERAL = "button-several"


@dataclass
class Picked:
    """What was touched so far."""

    hand: Counter[str] = field(default_factory=Counter)
    want: Counter[str] = field(default_factory=Counter)
    partner: int | None = None
    several: bool = False  # are several cards to be wanted?


def pick_up(s: Any, keys: Sequence[str]) -> Picked | None:
    """The keys by their kinds; None if one of them cannot be picked up or is not there."""
    picked = Picked()
    for key in keys:
        kind, _, name = key.partition("-")
        if kind in ("hand", "want") and len(name) == 1 and name in CARDS[1 : m.KINDS]:
            (picked.hand if kind == "hand" else picked.want)[name] += 1
        elif kind == "seat" and name in "1234"[: int(s.players)] and picked.partner is None:
            picked.partner = int(name) - 1
        elif key == SEVERAL:
            picked.several = True
        else:
            return None
    me = int(s.to_act)
    if any(count > s.hand[me, CARDS.index(card)] for card, count in picked.hand.items()):
        return None
    return picked


def gather(s: Any, keys: Sequence[str]) -> Gathered | None:
    """What can follow after these touches; None where single moves say it all."""
    stage = int(s.stage)
    if stage not in (m.ACTING, m.DISCARDING, m.REPAIRING, m.ANSWERING, m.OFFERING, m.COUNTERING):
        return None
    if stage in (m.OFFERING, m.COUNTERING) and s.given > 0:  # begun card by card
        return None
    if stage == m.REPAIRING:
        return _repairing(s) if not keys else NOTHING
    picked = pick_up(s, keys)
    if picked is None or (picked.partner is not None and stage != m.ACTING):
        return NOTHING
    if stage == m.DISCARDING:
        return _discarding(s, picked)
    if stage == m.ACTING:
        return _acting(s, picked)
    return _offering(s, picked, partner=_other(s))


def _other(s: Any) -> int:
    """With whom the acting seat speaks about the running offer."""
    partner = int(offer_view(int(s.offer))["partner"])
    return partner if s.to_act == s.turn_of else int(s.turn_of)


def in_hand(s: Any, picked: Picked) -> list[str]:
    """The kinds of which the acting seat holds more than it has picked up."""
    held = s.hand[int(s.to_act)]
    return [CARDS[k] for k in range(1, m.KINDS) if held[k] > picked.hand[CARDS[k]]]


def partners(s: Any) -> list[int]:
    """O23, O25: with whom a trade may begin."""
    me = int(s.to_act)
    if s.begun >= s.offers_per_turn or s.held[me] == 0:
        return []
    return [seat for seat in range(int(s.players)) if seat != me and s.held[seat] > 0]


def terms(picked: Picked) -> tuple[str, ...]:
    """The cards of an offer in the order of O24."""
    gives = sorted(picked.hand.elements(), key=CARDS.index)
    wants = sorted(picked.want.elements(), key=CARDS.index)
    return (*(f"give {card}" for card in gives), *(f"want {card}" for card in wants))


def can_offer(s: Any, picked: Picked, partner: int) -> bool:
    """O23, O24: is this an offer to that seat?"""
    gives, wants = picked.hand.total(), picked.want.total()
    return (
        1 <= gives <= m.MOST_TERMS
        and 1 <= wants <= min(m.MOST_TERMS, s.held[partner])
        and not picked.hand.keys() & picked.want.keys()
    )


def can_begin(s: Any, picked: Picked, partner: int) -> bool:
    """An offer that was not made in this turn before (O25)."""
    gives, wants = (sorted(side.elements(), key=CARDS.index) for side in (picked.hand, picked.want))
    made = [offer_view(int(offer)) for offer in s.offers[: int(s.made)]]
    offer = {"partner": partner, "gives": gives, "wants": wants}
    return can_offer(s, picked, partner) and offer not in made


def _gives(s: Any, picked: Picked) -> list[str]:
    """Cards that can be given too (O24)."""
    if picked.hand.total() >= m.MOST_TERMS:
        return []
    return [f"hand-{card}" for card in in_hand(s, picked) if card not in picked.want]


def _wants(s: Any, picked: Picked, partner: int) -> list[str]:
    """Cards that can be wanted too, as soon as one is given (O24)."""
    if not picked.hand or picked.want.total() >= min(m.MOST_TERMS, s.held[partner]):
        return []
    return [f"want-{card}" for card in CARDS[1 : m.KINDS] if card not in picked.hand]


def _acting(s: Any, picked: Picked) -> Gathered:
    done = {"button-done": ("done",)}
    if picked.partner is not None:
        more, ends = _trading(s, picked, picked.partner)
        return Gathered(tuple(more), ends | done)
    if picked.want or picked.several:
        return NOTHING
    more = [f"hand-{card}" for card in in_hand(s, picked)]
    if picked.hand.total() <= m.MOST_TERMS:
        more += [f"seat-{seat + 1}" for seat in partners(s)]
    me = int(s.to_act)
    ends = targets(s, me, picked.hand) | _playing(s, me, picked) if picked.hand else {}
    return Gathered(tuple(more), ends | done)


def _trading(s: Any, picked: Picked, partner: int) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """With a partner chosen, the card wanted in return sends the offer."""
    if partner not in partners(s) or picked.hand.total() > m.MOST_TERMS:
        return [], {}
    begin = f"trade {partner + 1}"
    more = _gives(s, picked)
    if not picked.hand:
        return more, {"button-trade": (begin,)}
    ends = {}
    if picked.several:
        more += _wants(s, picked, partner)
        if can_begin(s, picked, partner):
            ends["button-offer"] = (begin, *terms(picked), "offer")
        return more, ends
    for key in _wants(s, picked, partner):
        whole = Picked(picked.hand, Counter(key[-1]))
        if can_begin(s, whole, partner):
            ends[key] = (begin, *terms(whole), "offer")
    return ([*more, SEVERAL] if s.held[partner] > 1 else more), ends


def _playing(s: Any, me: int, picked: Picked) -> dict[str, tuple[str, ...]]:
    """A single card: swapped for a joker, or played (O17, O18, O20)."""
    if picked.hand.total() != 1:
        return {}
    (card,) = picked.hand
    if card == "c":
        return {"button-collector": ("collector",)}
    ends: dict[str, tuple[str, ...]] = {}
    for owner in range(int(s.players)):
        for pyramid in (0, 1):
            name = pyramid_name(owner, pyramid)
            if card == "t" and owner != me and 0 < s.steps[owner, pyramid] < m.SAFE:
                ends[name] = (f"thief {name}",)
            elif card.isdigit() and s.jokers[owner, pyramid, int(card)] > 0:
                ends[f"{name}-{card}j"] = (f"swap {name[owner == me :]} {card}",)
    return ends


def _offering(s: Any, picked: Picked, partner: int) -> Gathered:
    """An answer to an offer, or the terms of a (counter-)offer that was begun (O24)."""
    ends: dict[str, tuple[str, ...]] = {}
    fits = can_offer if s.stage != m.OFFERING else can_begin
    whole = (*terms(picked), "offer") if fits(s, picked, partner) else ()
    if s.stage == m.ANSWERING:
        wanted = Counter(offer_view(int(s.offer))["wants"])
        held = s.hand[int(s.to_act)]
        if all(held[CARDS.index(card)] >= count for card, count in wanted.items()):
            ends["button-accept"] = ("accept",)
        ends["button-decline"] = ("decline",)
        if whole or not (picked.hand or picked.want):
            ends["button-counter"] = ("counter", *whole)
    else:
        if whole:
            ends["button-offer"] = whole
        if s.stage == m.OFFERING:
            ends["button-cancel"] = ("cancel",)
    return Gathered((*_gives(s, picked), *_wants(s, picked, partner)), ends)


def _discarding(s: Any, picked: Picked) -> Gathered:
    """O16: one card or none, or all that are too many."""
    held = int(s.held[int(s.to_act)])
    most, count = max(1, held - m.HAND), picked.hand.total()
    if picked.want or count > most:
        return NOTHING
    more = tuple(f"hand-{card}" for card in in_hand(s, picked)) if count < most else ()
    if count:
        discards = sorted(picked.hand.elements(), key=CARDS.index)
        return Gathered(more, {"discard": tuple(f"discard {card}" for card in discards)})
    nothing = {"button-discard-nothing": ("discard nothing",)} if held <= m.HAND else {}
    return Gathered(more, nothing)


def _repairing(s: Any) -> Gathered:
    """O19: a whole choice at once, or card by card."""
    owner, pyramid = divmod(int(s.target) - 1, 2)
    name = pyramid_name(owner, pyramid)
    ends = {stay.key: stay.moves for stay in stays(s) if stay.back}
    if s.steps[owner, pyramid] > 0:
        ends["button-stays"] = ("stays",)
    ends["button-back-all"] = ("back all",)
    for number in range(1, m.NUMBERS + 1):
        laid, jokers = (int(of[owner, pyramid, number]) for of in (s.laid, s.jokers))
        if laid > 0 and pyramid_remains(s, owner, pyramid, number):
            if laid > jokers:
                ends[f"{name}-{number}"] = (f"back {number}",)
            if jokers > 0:
                ends[f"{name}-{number}j"] = (f"back {number}=j",)
    return Gathered((), ends)
