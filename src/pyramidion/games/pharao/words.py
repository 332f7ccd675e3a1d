"""Oh, Pharao! in words: what happens, and what there is to do, in English and German."""

from collections.abc import Sequence
from typing import Any

from pyramidion.engine import calls, clone
from pyramidion.games.face import Words
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.notation import (
    CARDS,
    LETTERS,
    card_as,
    founding,
    pyramid_name,
    secret_to,
)
from pyramidion.games.pharao.pyramids import worth
from pyramidion.games.pharao.specials import next_seat
from pyramidion.games.pharao.view import now_worth, trade_view

SPECIAL = {
    "j": Words("joker", "Joker"),
    "t": Words("thief", "Dieb"),
    "c": Words("tax collector", "Steuereintreiber"),
    "p": Words("pharaoh", "Pharao"),
    "e": Words("end card", "Schlusskarte"),
}


def one(card: str) -> Words:
    """A card with its article: `a 5`, `an 8`, `a joker`."""
    if card not in SPECIAL:
        return Words(f"an {card}" if card == "8" else f"a {card}", f"eine {card}")
    return Words(f"a {SPECIAL[card].en}", f"einen {SPECIAL[card].de}")


def several(cards: Sequence[str]) -> Words:
    """Some cards: `5, 5, joker`."""
    return Words(
        ", ".join(SPECIAL[card].en if card in SPECIAL else card for card in cards) or "nothing",
        ", ".join(SPECIAL[card].de if card in SPECIAL else card for card in cards) or "nichts",
    )


def tell(s: Any, action: int, seat: int) -> list[Words]:
    """What happens by an action and what follows from it, as the seat may know it."""
    after = clone(s)
    calls.play(after, action)
    told = _outcome(s, action, seat) if s.to_act < 0 else _deed(s, action)
    return [told, *_consequences(s, action, after)]


def _outcome(s: Any, action: int, seat: int) -> Words:
    who = f"{{{s.turn_of}}}"
    if action > m.ROLL:
        return _roll(s, action - m.ROLL)
    kind = action % 15
    if kind == m.END:
        return Words("The end card is drawn", "Die Schlusskarte wird gezogen")
    hidden = secret_to(s, action, seat)
    card = Words("a card", "eine Karte") if hidden else one(CARDS[kind])
    if action < m.SHOW:
        return Words(f"{who} is dealt {card.en}", f"{who} bekommt {card.de}")
    if action > m.SEIZE:
        victim = f"{{{next_seat(s, s.taxed)}}}"
        return Words(
            f"{who} draws {card.en} from the hand of {victim}",
            f"{who} zieht {card.de} aus der Hand von {victim}",
        )
    if action > m.DRAW:
        return Words(f"{who} draws {card.en}", f"{who} zieht {card.de}")
    if int(s.display) >> kind & 1:
        return Words(
            f"Turned up and discarded, since one lies there already: {several([CARDS[kind]]).en}",
            f"Aufgedeckt und abgelegt, weil schon eine ausliegt: {several([CARDS[kind]]).de}",
        )
    return Words(
        f"Turned up for the display: {several([CARDS[kind]]).en}",
        f"Für die Auslage aufgedeckt: {several([CARDS[kind]]).de}",
    )


def _roll(s: Any, die: int) -> Words:
    who = f"{{{s.turn_of}}}"
    needed = int(s.steps[divmod(int(s.target) - 1, 2)])
    if die >= needed:
        return Words(
            f"{who} rolls {die}, {needed} was needed: the thief succeeds",
            f"{who} würfelt {die}, nötig war {needed}: Der Dieb hat Erfolg",
        )
    return Words(
        f"{who} rolls {die}, {needed} was needed: the thief fails",
        f"{who} würfelt {die}, nötig war {needed}: Der Dieb scheitert",
    )


def _deed(s: Any, action: int) -> Words:
    if action < m.FOUND:
        return _score_or_take(s, action)
    if action < m.SWAP:
        return _building(s, action)
    if action < m.TRADE:
        return _special(s, action)
    if action < m.DONE:
        return _trading(s, action)
    who = f"{{{s.to_act}}}"
    if action == m.DONE:
        return Words(f"{who} is done", f"{who} ist fertig")
    if action == m.DISCARD:
        return Words(f"{who} discards nothing", f"{who} legt nichts ab")
    card = one(CARDS[action - m.DISCARD])
    return Words(f"{who} discards {card.en}", f"{who} legt {card.de} ab")


def _score_or_take(s: Any, action: int) -> Words:
    me = int(s.to_act)
    who = f"{{{me}}}"
    if action == m.KEEP:
        return Words(f"{who} scores no more", f"{who} wertet nicht mehr")
    if action == m.TAKE:
        return Words(f"{who} draws from the pile", f"{who} zieht vom Stapel")
    if action > m.TAKE:
        card = one(CARDS[action - m.TAKE])
        return Words(
            f"{who} takes {card.en} from the display", f"{who} nimmt {card.de} aus der Auslage"
        )
    pyramid = action - m.SCORE
    low, steps = int(s.low[me, pyramid]), int(s.steps[me, pyramid])
    numbers = "+".join(str(number) for number in range(low, low + steps))
    letter, points = LETTERS[pyramid], now_worth(s, me, pyramid)
    if points == 0:
        return Words(
            f"{who} scores pyramid {letter}: two steps bring nothing any more",
            f"{who} wertet Pyramide {letter}: Zwei Stufen bringen nichts mehr",
        )
    return Words(
        f"{who} scores pyramid {letter}: ({numbers}) × {steps} = {points} points",
        f"{who} wertet Pyramide {letter}: ({numbers}) × {steps} = {points} Punkte",
    )


def _building(s: Any, action: int) -> Words:
    me = int(s.to_act)
    who = f"{{{me}}}"
    if action < m.WIDEN:
        cards = " ".join(card_as(*card) for card in founding(action))
        return Words(f"{who} founds a pyramid: {cards}", f"{who} gründet eine Pyramide: {cards}")
    if action < m.TOP:
        pyramid, rest = divmod(action - m.WIDEN, 20)
        card, letter = card_as(*divmod(rest, 2)), LETTERS[pyramid]
        return Words(
            f"{who} widens pyramid {letter}: {card}", f"{who} verbreitert Pyramide {letter}: {card}"
        )
    if action < m.CELLAR:
        pyramid, joker = divmod(action - m.TOP, 2)
        card = card_as(int(s.low[me, pyramid] + s.steps[me, pyramid]), joker)
        letter = LETTERS[pyramid]
        return Words(
            f"{who} tops pyramid {letter}: {card}", f"{who} setzt auf Pyramide {letter} auf: {card}"
        )
    pyramid, jokers = divmod(action - m.CELLAR, 4)
    low = int(s.low[me, pyramid])
    count = int(s.laid[me, pyramid, low]) + 1
    cards = " ".join(card_as(low - 1, int(place >= count - jokers)) for place in range(count))
    letter = LETTERS[pyramid]
    return Words(
        f"{who} lays a cellar under pyramid {letter}: {cards}",
        f"{who} unterkellert Pyramide {letter}: {cards}",
    )


def _special(s: Any, action: int) -> Words:
    who = f"{{{s.to_act}}}"
    if action < m.SEND_THIEF:
        owner, rest = divmod(action - m.SWAP, 20)
        pyramid, number = divmod(rest, 10)
        where = pyramid_name(owner, pyramid)
        return Words(
            f"{who} puts a {number} into pyramid {where} and takes the joker",
            f"{who} legt eine {number} in Pyramide {where} und nimmt den Joker",
        )
    if action < m.SEND_COLLECTOR:
        where = pyramid_name(*divmod(action - m.SEND_THIEF, 2))
        return Words(
            f"{who} sends a thief to pyramid {where}",
            f"{who} schickt einen Dieb zu Pyramide {where}",
        )
    if action == m.SEND_COLLECTOR:
        return Words(f"{who} sends the tax collector", f"{who} schickt den Steuereintreiber")
    if action == m.PLAY_PHARAOH:
        return Words(f"{who} plays a pharaoh", f"{who} spielt einen Pharao")
    if action == m.NO_PHARAOH:
        return Words(f"{who} plays no pharaoh", f"{who} spielt keinen Pharao")
    if action == m.BACK_ALL:
        return Words(f"{who} takes everything back", f"{who} nimmt alles zurück")
    if action == m.STAYS:
        return Words(f"{who} lets the rest stay", f"{who} lässt den Rest liegen")
    if action < m.BACK:
        card = card_as(*divmod(action - m.STEAL, 2))
        return Words(f"{who} steals {card}", f"{who} stiehlt {card}")
    card = card_as(*divmod(action - m.BACK, 2))
    return Words(f"{who} takes back {card}", f"{who} nimmt {card} zurück")


def _trading(s: Any, action: int) -> Words:
    who = f"{{{s.to_act}}}"
    if action < m.GIVE:
        other = f"{{{action - m.TRADE}}}"
        return Words(f"{who} begins a trade with {other}", f"{who} handelt mit {other}")
    if action < m.WANT:
        card = one(CARDS[action - m.GIVE])
        return Words(f"{who} would give {card.en}", f"{who} gäbe {card.de}")
    if action < m.OFFER:
        card = one(CARDS[action - m.WANT])
        return Words(f"{who} wants {card.en}", f"{who} möchte {card.de}")
    if action == m.CANCEL:
        return Words(f"{who} cancels the offer", f"{who} bricht das Angebot ab")
    if action == m.DECLINE:
        return Words(f"{who} declines", f"{who} lehnt ab")
    if action == m.COUNTER:
        return Words(f"{who} makes a counter-offer", f"{who} macht ein Gegenangebot")
    running = trade_view(s, -1)
    assert running is not None
    gives, wants = several(running["gives"]), several(running["wants"])
    if action == m.OFFER:
        other = f"{{{running['to']}}}"
        return Words(
            f"{who} offers {other}: {gives.en} for {wants.en}",
            f"{who} bietet {other} an: {gives.de} gegen {wants.de}",
        )
    other = f"{{{running['from']}}}"
    return Words(
        f"{who} accepts: {gives.en} from {other} for {wants.en}",
        f"{who} nimmt an: {gives.de} von {other} gegen {wants.de}",
    )


def _consequences(s: Any, action: int, after: Any) -> list[Words]:
    """What follows from an action by itself; all of it is open to everyone."""
    told = []
    if after.overseer > s.overseer:
        told += _overseer(after)
    elif after.left > s.left - (action < m.SEIZE):
        told.append(
            Words(
                "The discard pile is shuffled and becomes the draw pile",
                "Der Ablagestapel wird gemischt und ist nun der Nachziehstapel",
            )
        )
    if after.stage == m.REPAIRING and s.stage == m.STEALING:
        name = pyramid_name(*divmod(int(s.target) - 1, 2))
        told.append(
            Words(f"Pyramid {name} is no longer valid", f"Pyramide {name} ist nicht mehr gültig")
        )
    if after.stage == m.ENDED:
        told += _ending(after)
    return told


def _overseer(after: Any) -> list[Words]:
    field = int(after.overseer)
    told = [
        Words(f"The overseer moves to field {field}", f"Der Aufseher rückt auf Feld {field} vor")
    ]
    first, second, last = (int(special) for special in after.track)
    if field == first:
        told.append(
            Words(
                "From now on everyone may have two pyramids",
                "Ab jetzt darf jeder zwei Pyramiden haben",
            )
        )
    if field == second:
        told.append(
            Words(
                "From now on only pyramids of three or more steps are scored",
                "Ab jetzt werden nur noch Pyramiden ab drei Stufen gewertet",
            )
        )
    if field == last:
        told.append(
            Words(
                "Draw pile, discard pile and the end card are shuffled together",
                "Nachziehstapel, Ablagestapel und Schlusskarte werden zusammen gemischt",
            )
        )
    return told


def _ending(after: Any) -> list[Words]:
    told = [Words("The game is over", "Das Spiel ist zu Ende")]
    for owner in range(int(after.players)):
        for pyramid in (0, 1):
            if after.steps[owner, pyramid] >= m.TALL:
                points, letter = int(worth(after, owner, pyramid)), LETTERS[pyramid]
                told.append(
                    Words(
                        f"Pyramid {letter} brings {{{owner}}} {points} more points",
                        f"Pyramide {letter} bringt {{{owner}}} noch {points} Punkte",
                    )
                )
    return told


PROMPTS = {
    m.SCORING: Words("Score a pyramid or keep it", "Werte eine Pyramide oder behalte sie"),
    m.TAKING: Words("Take a card", "Nimm eine Karte"),
    m.ACTING: Words(
        "Build, trade, swap a joker, play a special card, or say done",
        "Baue, handle, tausche einen Joker, spiele eine Sonderkarte oder sage fertig",
    ),
    m.REACTING: Words("Do you play a pharaoh?", "Spielst du einen Pharao?"),
    m.STEALING: Words("Steal a card", "Stiehl eine Karte"),
    m.ANSWERING: Words(
        "Accept the offer, decline it or make a counter-offer",
        "Nimm das Angebot an, lehne ab oder mach ein Gegenangebot",
    ),
    m.CONCLUDING: Words(
        "Accept the counter-offer or decline it", "Nimm das Gegenangebot an oder lehne ab"
    ),
}


def prompt(s: Any) -> Words:
    """What the acting seat is to do now."""
    me = int(s.to_act)
    if s.stage == m.SCORING and max(s.cards[me]) >= m.MUST_SCORE:
        return Words(
            "A pyramid of 12 or more cards must be scored",
            "Eine Pyramide ab 12 Karten muss gewertet werden",
        )
    if s.stage == m.DISCARDING:
        if s.held[me] > m.HAND:
            return Words("Discard down to seven cards", "Lege bis auf sieben Karten ab")
        return Words("Discard one card or nothing", "Lege eine Karte ab oder keine")
    if s.stage == m.REPAIRING:
        if s.steps[divmod(int(s.target) - 1, 2)] > 0:
            return Words("Let this stay or take more back", "Lass das liegen oder nimm mehr zurück")
        return Words(
            "Take cards back until a valid pyramid lies",
            "Nimm Karten zurück, bis eine gültige Pyramide liegt",
        )
    if s.stage in (m.OFFERING, m.COUNTERING):
        if s.given == 0:
            return Words("Name a card that you give", "Nenne eine Karte, die du gibst")
        if s.wanted == 0:
            return Words(
                "Give another card or name one that you want",
                "Gib noch eine Karte oder nenne eine, die du möchtest",
            )
        return Words("Want another card or make the offer", "Fordere noch eine Karte oder biete an")
    return PROMPTS[int(s.stage)]
