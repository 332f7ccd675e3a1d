"""Why a move is refused, by rule and in words."""

import re
from typing import Any

from pyramidion.games.face import Refusal, Words
from pyramidion.games.jaguar import material, rules
from pyramidion.games.jaguar.view import bits, places
from pyramidion.games.jaguar.words import EVENT_WORDS

CARD = "([1-9]|[1-3][0-9]|40)"
FIELD = "(0|[1-9][0-9]{0,3})"  # of these only 1 to 10 exist, which is for J3 to say
FORMS = {
    "bid": re.compile(f"bid {CARD}"),
    "offer": re.compile(f"offer {CARD} {CARD}"),
    "take": re.compile(f"take {CARD} (?:@{FIELD}|lose)"),
    "place": re.compile(f"place {CARD} (?:@{FIELD}|lose)"),
    "event": re.compile(f"event (?:{FIELD}|draw)"),
    "decline": re.compile("decline"),
}
# What is to be done now: the rule, the kinds of move that it allows, and how they are written.
WANTED = {
    material.BID: (
        "J4",
        ("bid",),
        Words("both choose a card in secret now: bid 17", "jetzt wählen beide verdeckt: bid 17"),
    ),
    material.OFFER: (
        "J5",
        ("offer",),
        Words("two cards are to be offered now: offer 17 23", "biete zwei Karten an: offer 17 23"),
    ),
    material.TAKE: (
        "J6",
        ("take",),
        Words(
            "choose one of the offered cards and place it in your own pyramid: take 17 @4",
            "wähle eine der angebotenen Karten und lege sie in deine Pyramide: take 17 @4",
        ),
    ),
    material.PLACE: (
        "J6",
        ("place",),
        Words(
            "place the card that is left in your own pyramid: place 23 @7",
            "die übrige Karte ist in deine Pyramide zu legen: place 23 @7",
        ),
    ),
    material.EVENT: (
        "J13",
        ("event", "decline"),
        Words(
            "an event is to be used or declined now: event 4, event draw or decline",
            "ein Ereignis ist auszuführen, oder du verzichtest: event 4, event draw oder decline",
        ),
    ),
    material.LAST: (
        "J20",
        ("place", "decline"),
        Words(
            "a last card may be placed now: place 23 @7 or decline",
            "jetzt kann eine letzte Karte gelegt werden: place 23 @7 oder decline",
        ),
    ),
}


def refuse(s: Any, move: str) -> Refusal:
    """Why this is no legal move; `s` is what the acting seat knows."""
    kind = move.split()[0] if move.split() else ""
    rule, kinds, what = WANTED[int(s.phase)]
    form = FORMS[kind].fullmatch(move) if kind in kinds else None
    if form is None:
        return Refusal(rule, what)
    numbers = [int(part) for part in form.groups() if part is not None]
    if kind == "bid":
        return _not_in_hand("J4", numbers[0])
    if kind == "offer":
        return _refuse_offer(s, numbers[0], numbers[1])
    if kind == "event":
        return _refuse_event(s, numbers)
    if s.phase == material.LAST:
        return _refuse_last_card(s, numbers)
    return _refuse_place(s, kind, numbers)


def _not_in_hand(rule: str, card: int) -> Refusal:
    return Refusal(
        rule, Words(f"the {card} is not in your hand", f"die {card} ist nicht in deiner Hand")
    )


def _refuse_offer(s: Any, first: int, second: int) -> Refusal:
    hand = bits(s.hand[s.to_act])
    for card in (first, second):
        if card not in hand:
            return _not_in_hand("J5", card)
    if first == second:
        return Refusal(
            "J5", Words("two different cards are offered", "angeboten werden zwei Karten")
        )
    return Refusal(
        "J5",
        Words(
            f"name the lower card first: offer {second} {first}",
            f"nenne die kleinere Karte zuerst: offer {second} {first}",
        ),
    )


def _no_such_field(field: int) -> Refusal:
    return Refusal(
        "J3",
        Words(
            f"there is no field {field}: fields are 1 to 10",
            f"es gibt kein Feld {field}: Felder sind 1 bis 10",
        ),
    )


def _refuse_place(s: Any, kind: str, numbers: list[int]) -> Refusal:
    card, *fields = numbers
    offered = [int(one) for one in s.offered if one]
    if card not in offered:
        listed = [str(one) for one in offered]
        return Refusal(
            "J6",
            Words(
                f"the {card} is not on the table, but {' and '.join(listed)}",
                f"nicht die {card} liegt auf dem Tisch, sondern {' und '.join(listed)}",
            ),
        )
    where = places(s, int(s.to_act), card)
    possible = where["fields"] + [cover["field"] for cover in where["covers"]]
    if not fields:
        return Refusal(
            "J10",
            Words(
                f"the {card} can be placed: {kind} {card} @{possible[0]}",
                f"die {card} kann gelegt werden: {kind} {card} @{possible[0]}",
            ),
        )
    if not 1 <= fields[0] <= material.FIELDS:
        return _no_such_field(fields[0])
    return _refuse_field(s, kind, where, fields[0])


def _refuse_field(s: Any, kind: str, where: dict[str, Any], field: int) -> Refusal:
    """The order (J7), an empty field elsewhere (J7) or a stone (J9) forbids it."""
    seat, card = int(s.to_act), where["card"]
    out_of_order = _out_of_order(s, card, field)
    if out_of_order:
        refusal = out_of_order
    elif where["fields"]:
        free = where["fields"][0]
        refusal = Refusal(
            "J7",
            Words(
                f"the {card} fits on the empty field {free}, so it may cover nothing",
                f"die {card} passt auf das leere Feld {free}, darf also nichts überdecken",
            ),
        )
    else:
        refusal = Refusal(
            "J9",
            Words(
                f"the {s.pyramid[seat, field]} on field {field} has a jaguar stone "
                "and cannot be covered",
                f"auf der {s.pyramid[seat, field]} auf Feld {field} liegt ein Jaguarstein, "
                "sie kann nicht überdeckt werden",
            ),
        )
    if not where["loses"]:
        return refusal
    return Refusal(
        refusal.rule,
        Words(
            f"{refusal.words.en}; it can be placed nowhere (J10): {kind} {card} lose",
            f"{refusal.words.de}; sie kann nirgends gelegt werden (J10): {kind} {card} lose",
        ),
    )


def _out_of_order(s: Any, card: int, field: int) -> Refusal | None:
    """J7: would a lower card come after this one, or a higher one before it?"""
    for other in range(1, material.WIDTH):
        lying = int(s.pyramid[s.to_act, other])
        if lying and other < field and lying > card:
            return Refusal(
                "J7",
                Words(
                    f"the values must rise: the {lying} on field {other} comes before field "
                    f"{field} and is higher than {card}",
                    f"die Werte müssen steigen: Die {lying} auf Feld {other} liegt vor Feld "
                    f"{field} und ist höher als {card}",
                ),
            )
        if lying and other > field and lying < card:
            return Refusal(
                "J7",
                Words(
                    f"the values must rise: the {lying} on field {other} comes after field "
                    f"{field} and is lower than {card}",
                    f"die Werte müssen steigen: Die {lying} auf Feld {other} liegt hinter Feld "
                    f"{field} und ist kleiner als {card}",
                ),
            )
    return None


def _refuse_event(s: Any, numbers: list[int]) -> Refusal:
    event = int(s.event)
    rule = {
        material.STONE: "J14",
        material.OWN: "J15",
        material.OTHER: "J16",
        material.HAND: "J17",
    }[event]
    what = EVENT_WORDS[event]
    if event == material.HAND:
        return Refusal(
            rule,
            Words(f"you may {what.en}: event draw", f"du darfst {what.de}: event draw"),
        )
    listed = ", ".join(str(n) for n in bits(rules.event_fields(s, int(s.to_act), event)))
    if numbers and not 1 <= numbers[0] <= material.FIELDS:
        return _no_such_field(numbers[0])
    return Refusal(
        rule,
        Words(
            f"you may {what.en}; the fields for it: {listed}",
            f"du darfst {what.de}; die Felder dafür: {listed}",
        ),
    )


def _refuse_last_card(s: Any, numbers: list[int]) -> Refusal:
    card, *fields = numbers
    if card not in bits(s.hand[s.to_act]):
        return _not_in_hand("J20", card)
    if not fields:
        return Refusal(
            "J20",
            Words(
                "a last card that you do not place loses nothing: decline",
                "eine letzte Karte, die du nicht legst, kostet nichts: decline",
            ),
        )
    if not 1 <= fields[0] <= material.FIELDS:
        return _no_such_field(fields[0])
    if s.pyramid[s.to_act, fields[0]]:
        return Refusal(
            "J20",
            Words(
                f"field {fields[0]} is not empty, and a last card covers nothing",
                f"Feld {fields[0]} ist nicht leer, und eine letzte Karte überdeckt nichts",
            ),
        )
    refusal = _out_of_order(s, card, fields[0])
    assert refusal is not None
    return refusal
