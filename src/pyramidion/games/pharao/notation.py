"""Oh, Pharao! in notation: the short strings for moves, cards and pyramids."""

from typing import Any

from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.specials import next_seat

CARDS = ".123456789jtcpe"  # by kind
LETTERS = "AB"
FIXED = {
    m.KEEP: "keep",
    m.TAKE: "take pile",
    m.SEND_COLLECTOR: "collector",
    m.PLAY_PHARAOH: "pharaoh",
    m.NO_PHARAOH: "no pharaoh",
    m.BACK_ALL: "back all",
    m.STAYS: "stays",
    m.OFFER: "offer",
    m.CANCEL: "cancel",
    m.ACCEPT: "accept",
    m.DECLINE: "decline",
    m.COUNTER: "counter",
    m.DONE: "done",
    m.DISCARD: "discard nothing",
}
FIXED_CLICKS = {m.TAKE: ("pile",), m.SEND_COLLECTOR: ("hand-c", "button-collector")}
# The first action of each kind that says a card, with its word.
BY_CARD = [
    (m.DEAL, "*deal"),
    (m.SHOW, "*show"),
    (m.DRAW, "*draw"),
    (m.SEIZE, "*seize"),
    (m.TAKE, "take"),
    (m.GIVE, "give"),
    (m.WANT, "want"),
    (m.DISCARD, "discard"),
]


def card_as(number: int, joker: int) -> str:
    """A card as it lies: `6`, or `6=j` for a joker."""
    return f"{number}=j" if joker else f"{number}"


def pyramid_name(owner: int, pyramid: int) -> str:
    """A pyramid as all but its owner write it: `2A`."""
    return f"{owner + 1}{LETTERS[pyramid]}"


def founding(action: int) -> list[tuple[int, int]]:
    """The cards of a founding as they lie: (number, is it a joker), lower step first."""
    number, jokers = (action - m.FOUND) // 6 + 1, (action - m.FOUND) % 6
    below = [(number, int(place >= 2 - jokers // 2)) for place in range(2)]
    return [*below, (number + 1, jokers % 2)]


def name(s: Any, action: int) -> str:
    """The notation of a legal action or a possible outcome."""
    if action in FIXED:
        return FIXED[action]
    for first, word in BY_CARD:
        if first < action <= first + (m.END if first < m.ROLL else m.PHARAOH):
            return f"{word} {CARDS[action - first]}"
    if action < m.SCORE:
        return f"*roll {action - m.ROLL}"
    if action < m.TAKE:
        return f"score {LETTERS[action - m.SCORE]}"
    if action < m.SWAP:
        return _building(action)
    if action < m.SEND_THIEF:
        owner, rest = divmod(action - m.SWAP, 20)
        letter, number = LETTERS[rest // 10], rest % 10
        return f"swap {'' if owner == s.to_act else owner + 1}{letter} {number}"
    if action < m.STEAL:
        return f"thief {pyramid_name(*divmod(action - m.SEND_THIEF, 2))}"
    if action < m.BACK:
        return f"steal {card_as(*divmod(action - m.STEAL, 2))}"
    if action < m.TRADE:
        return f"back {card_as(*divmod(action - m.BACK, 2))}"
    return f"trade {action - m.TRADE + 1}"


def _building(action: int) -> str:
    if action < m.WIDEN:
        return f"found {' '.join(card_as(*card) for card in founding(action))}"
    if action < m.TOP:
        pyramid, rest = divmod(action - m.WIDEN, 20)
        return f"widen {LETTERS[pyramid]} {card_as(*divmod(rest, 2))}"
    if action < m.CELLAR:
        pyramid, jokers = divmod(action - m.TOP, 2)
        return f"top {LETTERS[pyramid]} {'j' * jokers}".rstrip()
    pyramid, jokers = divmod(action - m.CELLAR, 4)
    return f"cellar {LETTERS[pyramid]} {'j' * jokers}".rstrip()


def secret_to(s: Any, action: int, seat: int) -> bool:
    """Is the card of this outcome one that the seat may not see?"""
    if action % 15 == m.END:  # the end card is shown to all
        return False
    if action < m.SHOW or m.DRAW < action < m.SEIZE:
        return bool(seat != s.turn_of)
    if m.SEIZE < action < m.ROLL:
        return seat not in (s.turn_of, next_seat(s, s.taxed))
    return False


def shown(s: Any, action: int, seat: int) -> str:
    """The notation as a seat may see it in a log."""
    text = name(s, action)
    return f"{text[:-1]}?" if secret_to(s, action, seat) else text


def clicks(s: Any, action: int) -> tuple[str, ...]:
    """What a person touches. Pyramids are `2A`, their steps `2A-6`, the jokers there `2A-6j`."""
    me = int(s.to_act)
    if m.TAKE < action < m.FOUND:
        return (f"display-{CARDS[action - m.TAKE]}",)
    if action in FIXED:
        return FIXED_CLICKS.get(action, (f"button-{FIXED[action].replace(' ', '-')}",))
    if action > m.DISCARD:
        return (f"hand-{CARDS[action - m.DISCARD]}", "discard")
    for first, place in ((m.GIVE, "hand"), (m.WANT, "want")):
        if first < action <= first + m.PHARAOH:
            return (f"{place}-{CARDS[action - first]}",)
    if action < m.TAKE:
        return (pyramid_name(me, action - m.SCORE),)
    if action < m.SWAP:
        return _clicks_to_build(s, me, action)
    if action < m.SEND_THIEF:
        owner, rest = divmod(action - m.SWAP, 20)
        pyramid, number = divmod(rest, 10)
        return (f"hand-{number}", f"{pyramid_name(owner, pyramid)}-{number}j")
    if action < m.STEAL:
        return ("hand-t", pyramid_name(*divmod(action - m.SEND_THIEF, 2)))
    if action < m.TRADE:
        number, joker = divmod(action - (m.STEAL if action < m.BACK else m.BACK), 2)
        robbed = pyramid_name(*divmod(int(s.target) - 1, 2))
        return (f"{robbed}-{number}{'j' * joker}",)
    return (f"seat-{action - m.TRADE + 1}", "button-trade")


def _clicks_to_build(s: Any, me: int, action: int) -> tuple[str, ...]:
    """The cards first, then the step where they go, or the place for a new pyramid.

    Three jokers say no number, so their lowest one is chosen by a button.
    """
    if action < m.WIDEN:
        cards = founding(action)
        path = tuple(f"hand-{'j' if joker else number}" for number, joker in cards)
        return (*path, f"button-low-{cards[0][0]}" if path == ("hand-j",) * 3 else "new")
    if action < m.TOP:
        pyramid, rest = divmod(action - m.WIDEN, 20)
        number, jokers = divmod(rest, 2)
    elif action < m.CELLAR:
        pyramid, jokers = divmod(action - m.TOP, 2)
        number = int(s.low[me, pyramid] + s.steps[me, pyramid])
    else:
        pyramid, jokers = divmod(action - m.CELLAR, 4)
        number = int(s.low[me, pyramid]) - 1
        numbers = int(s.laid[me, pyramid, number + 1]) + 1 - jokers
        path = (f"hand-{number}",) * numbers + ("hand-j",) * jokers
        return (*path, f"{pyramid_name(me, pyramid)}-{number}")
    cards_path = ("hand-j",) * jokers or (f"hand-{number}",)
    return (*cards_path, f"{pyramid_name(me, pyramid)}-{number}")


def seat_to_act(s: Any) -> int | None:
    """Whose decision it is; None when chance decides or the game is over."""
    return int(s.to_act) if s.to_act >= 0 else None
