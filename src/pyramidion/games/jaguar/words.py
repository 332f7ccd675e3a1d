"""What happens, step by step, and what is to be done, in words."""

from typing import Any

from pyramidion.engine import calls, clone
from pyramidion.games.face import Words
from pyramidion.games.jaguar import material, rules
from pyramidion.games.jaguar.path import EVENT_NAMES

EVENT_WORDS = {
    material.STONE: Words("take a stone off an own card", "einen eigenen Jaguarstein entfernen"),
    material.OWN: Words(
        "remove an own card without a stone", "eine eigene Karte ohne Stein entfernen"
    ),
    material.OTHER: Words(
        "remove a card without a stone from the other pyramid",
        "eine Karte ohne Stein aus der anderen Pyramide entfernen",
    ),
    material.HAND: Words(
        "draw a card unseen from the other hand",
        "eine Karte ungesehen aus der anderen Hand ziehen",
    ),
}
ENDING_WORDS = {
    material.COMPLETE: Words("the pyramid is complete", "die Pyramide ist fertig"),
    material.LOST: Words("the card fits nowhere", "die Karte passt nirgends"),
    material.NO_CARDS: Words("the cards have run out", "die Karten sind ausgegangen"),
}


def prompt(s: Any) -> Words:
    """What the acting seat is to do."""
    if s.phase == material.BID:
        return Words(
            "Choose a card in secret: the higher one begins",
            "Wähle verdeckt eine Karte: Die höhere beginnt",
        )
    if s.phase == material.OFFER:
        return Words("Offer two cards from your hand", "Biete zwei Karten aus deiner Hand an")
    if s.phase == material.TAKE:
        return Words(
            "Choose one of the two cards and place it",
            "Wähle eine der beiden Karten und lege sie an",
        )
    if s.phase == material.PLACE:
        return Words(f"Place the {s.offered[0]}", f"Lege die {s.offered[0]} an")
    if s.phase == material.EVENT:
        event = EVENT_WORDS[int(s.event)]
        return Words(f"You may {event.en}, or decline", f"Du darfst {event.de} oder verzichten")
    return Words(
        "Place one last card on an empty field, or decline",
        "Lege eine letzte Karte auf ein leeres Feld oder verzichte",
    )


def tell(s: Any, action: int, seat: int) -> list[Words]:
    """What this action does, as a seat may know it."""
    after = clone(s)
    calls.play(after, action)
    chosen = action - int(s.phase)
    if s.phase == material.DEAL:
        steps = _deal(s)
    elif s.phase == material.BID:
        steps = _bid(s, chosen, seat)
    elif s.phase == material.OFFER:
        lower, higher = divmod(chosen, material.CARDS + 1)
        who = _name(s.turn)
        steps = [
            Words(f"{who} offers {lower} and {higher}", f"{who} bietet {lower} und {higher} an")
        ]
    elif s.phase in (material.TAKE, material.PLACE):
        steps = _lay(s, after, *divmod(chosen, material.WIDTH))
    elif s.phase == material.EVENT:
        steps = _event(s, chosen % material.WIDTH)
    elif s.phase == material.DRAW:
        steps = _draw(s, chosen, seat)
    elif s.phase == material.LAST:
        steps = _last_card(s, *divmod(chosen, material.WIDTH))
    else:
        return _test(s, after, chosen)
    return steps + _what_follows(s, after)


def _name(seat: Any) -> str:
    return f"{{{seat}}}"


def _deal(s: Any) -> list[Words]:
    """The same words for everybody and every card: the hand shows what it is."""
    who = _name(rules.dealt_to(s))
    return [Words(f"{who} is dealt a card", f"{who} bekommt eine Karte")]


def _bid(s: Any, card: int, seat: int) -> list[Words]:
    who = _name(s.to_act)
    if s.to_act == 1:
        other = int(s.bid[0])
        return [
            Words(f"{{0}} shows the {other}, {{1}} the {card}",
                  f"{{0}} zeigt die {other}, {{1}} die {card}")
        ]  # fmt: skip
    if seat != 0:
        return [Words(f"{who} has chosen a card", f"{who} hat eine Karte gewählt")]
    return [Words(f"{who} chooses the {card} in secret", f"{who} wählt verdeckt die {card}")]


def _lay(s: Any, after: Any, card: int, field: int) -> list[Words]:
    seat = int(s.to_act)
    who, other = _name(seat), _name(1 - seat)
    if field == 0:
        return [
            Words(
                f"{who} cannot place the {card} and loses the round",
                f"{who} kann die {card} nicht legen und verliert die Runde",
            )
        ]
    covered = int(s.pyramid[seat, field])
    if not covered:
        return [
            Words(
                f"{who} places the {card} on field {field}",
                f"{who} legt die {card} auf Feld {field}",
            )
        ]
    steps = [
        Words(
            f"{who} covers the {covered} on field {field} with the {card}",
            f"{who} überdeckt die {covered} auf Feld {field} mit der {card}",
        )
    ]
    if s.supply == 0:
        steps.append(
            Words(
                f"No jaguar stone is left for the {card}",
                f"Für die {card} ist kein Jaguarstein mehr da",
            )
        )
    start = int(s.explorer[1 - seat])
    target = min(start + int(material.STEP[field]), int(s.last_field))
    steps.append(_walk(other, target - start, target))
    event = int(s.event_on[target])
    if event and after.phase != material.EVENT:
        name = EVENT_NAMES[event]
        steps.append(
            Words(
                f"Nothing comes of the event {name} on field {target}",
                f"Das Ereignis {name} auf Feld {target} entfällt",
            )
        )
    return steps


def _walk(who: str, fields: int, target: int) -> Words:
    if fields == 0:
        return Words(
            f"The explorer of {who} is on the last field already",
            f"Der Forscher von {who} steht schon auf dem letzten Feld",
        )
    return Words(
        f"The explorer of {who} walks {fields} to field {target}",
        f"Der Forscher von {who} rückt um {fields} auf Feld {target} vor",
    )


def _event(s: Any, field: int) -> list[Words]:
    who, other = _name(s.to_act), _name(1 - s.to_act)
    if field == 0:
        return [Words(f"{who} declines the event", f"{who} verzichtet auf das Ereignis")]
    if s.event == material.HAND:
        return [
            Words(
                f"{who} draws a card from the hand of {other}",
                f"{who} zieht eine Karte aus der Hand von {other}",
            )
        ]
    owner = 1 - s.to_act if s.event == material.OTHER else s.to_act
    card = int(s.pyramid[owner, field])
    if s.event == material.STONE:
        return [
            Words(
                f"{who} takes the stone off the {card} on field {field}",
                f"{who} nimmt den Stein von der {card} auf Feld {field}",
            )
        ]
    return [
        Words(
            f"{who} removes the {card} from field {field} of {_name(owner)}",
            f"{who} entfernt die {card} von Feld {field} bei {_name(owner)}",
        )
    ]


def _draw(s: Any, card: int, seat: int) -> list[Words]:
    owner = rules.victim(s)
    who = _name(owner)
    if seat != owner:
        return [Words(f"{who} loses a card, unseen", f"{who} verliert ungesehen eine Karte")]
    return [Words(f"{who} loses the {card}, unseen", f"{who} verliert ungesehen die {card}")]


def _last_card(s: Any, card: int, field: int) -> list[Words]:
    who = _name(s.to_act)
    if card == 0:
        return [Words(f"{who} places no last card", f"{who} legt keine letzte Karte")]
    return [
        Words(
            f"{who} places the {card} on field {field} as the last card",
            f"{who} legt als letzte Karte die {card} auf Feld {field}",
        )
    ]


def _what_follows(s: Any, after: Any) -> list[Words]:
    """What this action leads to before the next one."""
    if s.phase == material.DEAL and after.phase == material.BID:
        return [
            Words(
                "The explorers are level: both choose a card in secret",
                "Die Forscher stehen gleichauf: Beide wählen verdeckt eine Karte",
            )
        ]
    if s.phase in (material.DEAL, material.BID) and after.phase == material.OFFER:
        who = _name(after.starter)
        return [Words(f"{who} begins the round", f"{who} beginnt die Runde")]
    if after.phase == material.EVENT:
        who, event = _name(after.to_act), EVENT_WORDS[int(after.event)]
        return [
            Words(f"Event: {who} may {event.en}", f"Ereignis: {who} darf {event.de}"),
        ]
    steps = []
    out_of_cards = after.phase == material.LAST or after.phase == _test_after(material.NO_CARDS)
    if out_of_cards and s.phase != material.LAST:
        who = _name(after.turn)
        steps.append(
            Words(
                f"{who} has no two cards to offer: the round ends",
                f"{who} hat keine zwei Karten mehr anzubieten: Die Runde endet",
            )
        )
    if material.TEST <= after.phase < material.END:
        steps += _round_won(after)
    return steps


def _test_after(how: int) -> int:
    return material.TEST + (material.CARDS + 1) * how


def _round_won(after: Any) -> list[Words]:
    who, why = _name(after.winner), ENDING_WORDS[int(after.ended)]
    target = int(after.explorer[after.winner])
    return [
        Words(
            f"{who} wins the round ({why.en}) and walks ahead to field {target}",
            f"{who} gewinnt die Runde ({why.de}) und rückt auf Feld {target} vor",
        )
    ]


def _test(s: Any, after: Any, card: int) -> list[Words]:
    lead = max(int(s.explorer[0]), int(s.explorer[1]))
    number = int(s.number[lead])
    against = {
        material.NEVER: Words(f"field {lead} never ends the game", f"Feld {lead} beendet es nie"),
        material.ALWAYS: Words(f"field {lead} always ends it", f"Feld {lead} beendet es immer"),
    }.get(number, Words(f"field {lead} has {number}", f"Feld {lead} hat die {number}"))
    if after.phase != material.END:
        return [
            Words(
                f"The test card is the {card}, {against.en}: another round follows",
                f"Die Probekarte ist die {card}, {against.de}: Es folgt eine weitere Runde",
            )
        ]
    ahead = int(s.explorer[0]) - int(s.explorer[1])
    winner = int(s.winner) if ahead == 0 else 0 if ahead > 0 else 1
    return [
        Words(
            f"The test card is the {card}, {against.en}: the game ends",
            f"Die Probekarte ist die {card}, {against.de}: Das Spiel endet",
        ),
        Words(
            f"{_name(winner)} wins: further ahead"
            if ahead
            else f"{_name(winner)} wins: level, and winner of the last round",
            f"{_name(winner)} gewinnt: weiter vorn"
            if ahead
            else f"{_name(winner)} gewinnt: gleichauf, und Sieger der letzten Runde",
        ),
    ]
