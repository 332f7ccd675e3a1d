"""What happens in Flaming Pyramids, told step by step."""

from typing import Any

from pyramidion.engine import NOBODY, calls, clone
from pyramidion.games.face import Words
from pyramidion.games.flaming import mayhem, rules
from pyramidion.games.flaming.layout import SLOTS, open_slots
from pyramidion.games.flaming.notation import NUMBERS, pile, place_names
from pyramidion.games.flaming.steps import act, events
from pyramidion.games.flaming.tiles import FIRE, MATES, NAMES, TILES


def tell(s: Any, action: int, seat: int) -> list[Words]:
    """An action and all that follows, replayed on a copy."""
    story = [done(s, action, seat)]
    twin = clone(s)
    act(twin, action)
    if twin.phase == rules.MAYHEM:
        story += _mayhem(twin, called=action == rules.CALL)
    after = clone(s)
    calls.play(after, action)
    return story + _coming_up(twin, after) + _end(after)


def done(s: Any, action: int, seat: int) -> Words:
    """An action alone, without what follows."""
    if action >= rules.PLACES:
        return _placing(s, action)
    if action >= rules.BASES:
        return _base(action - rules.BASES)
    if action >= rules.DRAWS:
        return _drawing(s, action - rules.DRAWS, seat)
    return _choice(s, action)


def _name(seat: Any) -> str:
    return f"{{{int(seat)}}}"


def _base(tile: int) -> Words:
    name = NAMES[tile]
    if FIRE >> tile & 1:
        return Words(
            f"{name} is left over, but fire leaves the game",
            f"{name} bleibt übrig, doch Feuer kommt aus dem Spiel",
        )
    return Words(
        f"{name} is left over and lies in the base",
        f"{name} bleibt übrig und liegt in der Basis",
    )


def _drawing(s: Any, tile: int, seat: int) -> Words:
    who = _name(s.active)
    if seat != s.active or seat == NOBODY:
        return Words(f"{who} draws a tile", f"{who} zieht ein Plättchen")
    return Words(f"{who} draws {NAMES[tile]}", f"{who} zieht {NAMES[tile]}")


def _placing(s: Any, action: int) -> Words:
    tile, number = divmod(action - rules.PLACES, SLOTS)
    who, name, place = _name(s.active), NAMES[tile], place_names(s)[number]
    return Words(f"{who} plays {name} on {place}", f"{who} legt {name} auf {place}")


def _choice(s: Any, action: int) -> Words:
    if action == rules.FINE:
        who = _name(s.asked)
        return Words(f"{who} sees nothing wrong", f"{who} findet alles in Ordnung")
    if action == rules.CALL:
        who = _name(s.asked)
        return Words(f"{who} calls mayhem", f"{who} ruft Chaos aus")
    name = NAMES[s.lying[s.falling]]
    if action == rules.LEFT:
        return Words(f"{name} falls to the lower left", f"{name} fällt nach links unten")
    return Words(f"{name} falls to the lower right", f"{name} fällt nach rechts unten")


def _mayhem(s: Any, called: bool) -> list[Words]:
    """Event after event, up to the next choice; `s` goes along."""
    story = []
    if called and s.overlooked:
        story.append(
            Words("some of it was overlooked before", "ein Teil davon wurde vorher übersehen")
        )
    story += [event(before, after, *found) for before, after, found in events(s)]
    if called and not story:
        return [Words("there is none", "es gibt keines")]
    return story


def event(before: Any, after: Any, kind: int, falling: int, leaving: int, spent: int) -> Words:
    """One event; who gets the tiles stands in the record after it."""
    name = NAMES[before.lying[falling]]
    if kind == mayhem.FREE_AIR:
        return Words(f"{name} hangs in free air", f"{name} hängt in der Luft")
    left, fires = _names(before, leaving), _names(before, spent)
    goes = _leaves(after, left)
    if kind == mayhem.COLLAPSE:
        why = _misfit(name, left)
        return Words(f"{name} {why.en}: {goes.en}", f"{name} {why.de}: {goes.de}")
    if kind == mayhem.CURSE:
        return Words(f"curse: {goes.en}", f"Fluch: {goes.de}")
    if kind == mayhem.EXPLOSION:
        en, de = _listed(fires)
        if not left:
            return Words(f"{en} explode and leave the game", f"{de} explodieren: aus dem Spiel")
        return Words(
            f"{en} explode and leave the game: {goes.en}",
            f"{de} explodieren und kommen aus dem Spiel: {goes.de}",
        )
    en, de = ("wood", "Holz") if kind == mayhem.WOOD_FIRE else ("straw", "Stroh")
    return Words(
        f"{en} fire, {fires[0]} leaves the game: {goes.en}",
        f"{de}brand, {fires[0]} kommt aus dem Spiel: {goes.de}",
    )


def _names(s: Any, numbers: int) -> list[str]:
    """The names of lying tiles, given by their numbers in looking order."""
    return [NAMES[s.lying[number]] for number in range(TILES) if int(numbers) >> number & 1]


def _listed(names: list[str]) -> tuple[str, str]:
    """Names in a row, in English and in German."""
    if len(names) < 2:
        return "".join(names), "".join(names)
    most = ", ".join(names[:-1])
    return f"{most} and {names[-1]}", f"{most} und {names[-1]}"


def _leaves(s: Any, names: list[str]) -> Words:
    """Where tiles go that leave the pyramid."""
    en, de = _listed(names)
    one = len(names) == 1
    if s.receiver == mayhem.OUT_OF_THE_GAME:
        return Words(
            f"{en} {'leaves' if one else 'leave'} the game",
            f"{de} {'kommt' if one else 'kommen'} aus dem Spiel",
        )
    who = _name(s.receiver)
    return Words(
        f"{en} {'goes' if one else 'go'} under the pile of {who}",
        f"{de} {'kommt' if one else 'kommen'} unter den Stapel von {who}",
    )


def _misfit(name: str, under: list[str]) -> Words:
    """F9, F10: why a tile does not fit on what is under it."""
    mates = int(MATES[NUMBERS[name]])
    if any(mates >> NUMBERS[other] & 1 for other in under):
        return Words("is too heavy and breaks in", "ist zu schwer und bricht ein")
    return Words(
        "shares neither colour nor weight and breaks in",
        "passt weder in Farbe noch Gewicht und bricht ein",
    )


def _coming_up(before: Any, after: Any) -> list[Words]:
    """F21: tiles that everyone knows come up from the pile again, the one just played too."""
    me = before.active
    up = [name for name in pile(before, me) if int(after.seen[me]) >> NUMBERS[name] & 1]
    if not up:
        return []
    en, de = _listed(up)
    return [Words(f"{_name(me)} draws {en} from the pile", f"{_name(me)} zieht {de} vom Stapel")]


def _end(s: Any) -> list[Words]:
    if s.phase != rules.END:
        return []
    if s.held[s.active] == 0:
        who = _name(s.active)
        return [Words(f"{who} is rid of all tiles", f"{who} ist alle Plättchen los")]
    return [
        Words(
            f"after {s.turns} turns the fewest tiles win",
            f"nach {s.turns} Zügen gewinnen die wenigsten Plättchen",
        )
    ]


def prompt(s: Any) -> Words:
    """What the acting seat is to do now."""
    if s.phase == rules.CHECK:
        return Words(
            "Is the pyramid in order, or do you call mayhem?",
            "Ist die Pyramide in Ordnung, oder rufst du Chaos aus?",
        )
    if s.phase in (rules.HANGS, rules.COLLAPSES):
        name = NAMES[s.lying[s.falling]]
        return Words(
            f"Choose where {name} falls: to the lower left or the lower right",
            f"Entscheide, wohin {name} fällt: nach links oder rechts unten",
        )
    if any(open_slots(s, row) for row in range(int(s.height) + 1)):
        return Words(
            "Play a tile from your hand into an open slot",
            "Leg ein Plättchen deiner Hand auf einen offenen Platz",
        )
    return Words(
        "No slot is open: make the base longer with a tile from your hand",
        "Kein Platz ist offen: Verlängere die Basis mit einem Plättchen deiner Hand",
    )
