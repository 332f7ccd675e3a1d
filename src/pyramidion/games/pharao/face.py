"""Oh, Pharao! as people see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pyramidion.games.face import Face, Gathered, Option, Refusal, Words, whole, whole_or_none
from pyramidion.games.pharao import (
    draw,
    gather,
    material,
    notation,
    refuse,
    refuse_touch,
    rules,
    view,
    words,
)
from pyramidion.terminal import PLAIN, Ink


def _track(value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ValueError
    for field in value:
        if not isinstance(field, int) or isinstance(field, bool):
            raise ValueError
    first, second, last = value
    if not 1 <= first < second < last < 2**62:
        raise ValueError
    return [first, second, last]


class Pharao(Face):
    game = rules.rule
    title = "Oh, Pharao!"
    designer = "Thilo Hutzler"
    about = Words(
        "Trade cards, build stepped pyramids and score them before thieves come",
        "Handle mit Karten, baue Stufenpyramiden und werte sie, bevor Diebe kommen",
    )
    players = (3, 4)
    rule_prefix = "O"
    hidden = True
    chance = True
    options = {
        "track": Option(
            list(material.TRACK),
            Words(
                "the first special field, the second and the last field of the track (O2)",
                "das erste und zweite Sonderfeld und das letzte Feld der Leiste (O2)",
            ),
            Words("three rising whole numbers from 1", "drei steigende ganze Zahlen ab 1"),
            _track,
        ),
        "offers_per_turn": whole(
            material.OFFERS_PER_TURN,
            0,
            Words(
                "offers that a player may begin in a turn; 0 forbids trading (O25)",
                "Angebote, die man in einem Zug beginnen darf; 0 verbietet das Handeln (O25)",
            ),
        ),
        "turn_limit": whole_or_none(
            material.TURN_LIMIT,
            1,
            Words(
                "turns of all players together until the game ends (O28)",
                "Züge aller zusammen, bis das Spiel endet (O28)",
            ),
        ),
    }

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        s.players = players
        s.track[:] = options["track"]
        s.offers_per_turn = options["offers_per_turn"]
        s.turn_limit = options["turn_limit"] or 0

    def name(self, s: Any, action: int) -> str:
        return notation.name(s, action)

    def shown(self, s: Any, action: int, seat: int) -> str:
        return notation.shown(s, action, seat)

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        return words.tell(s, action, seat)

    def prompt(self, s: Any) -> Words:
        return words.prompt(s)

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        return notation.clicks(s, action)

    def gather(self, s: Any, keys: Sequence[str]) -> Gathered | None:
        return gather.gather(s, keys)

    def attempt(self, s: Any, keys: Sequence[str]) -> str:
        return " ".join((refuse_touch.TOUCH, *keys))

    def refuse(self, s: Any, move: str) -> Refusal:
        word, *keys = move.split(" ")
        if word == refuse_touch.TOUCH:
            return refuse_touch.refuse_touch(s, keys)
        return refuse.refuse(s, move)

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        return view.view(s, seat)

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        return draw.draw(view, ink)

    def points(self, s: Any) -> list[int]:
        return [int(s.points[seat]) for seat in range(int(s.players))]

    def statistics(self, uses: Any, games: int) -> list[tuple[str, str]]:
        def each(first: int, after: int) -> str:
            return f"{uses[first:after].sum() / games:.2f}"

        m = material
        thefts = int(uses[m.SEND_THIEF : m.SEND_COLLECTOR].sum())
        stolen = int(uses[m.STEAL : m.BACK].sum())
        ended = int(uses[m.SHOW + m.END] + uses[m.DRAW + m.END])
        return [
            ("pyramids founded per game", each(m.FOUND, m.WIDEN)),
            ("pyramids scored per game", each(m.SCORE, m.KEEP)),
            ("extensions per game", each(m.WIDEN, m.SWAP)),
            ("jokers swapped per game", each(m.SWAP, m.SEND_THIEF)),
            ("thieves per game", each(m.SEND_THIEF, m.SEND_COLLECTOR)),
            ("thieves that stole", f"{stolen / max(1, thefts):.0%}"),
            ("tax collectors per game", each(m.SEND_COLLECTOR, m.SEND_COLLECTOR + 1)),
            ("pharaohs per game", each(m.PLAY_PHARAOH, m.PLAY_PHARAOH + 1)),
            ("trades begun per game", each(m.TRADE, m.GIVE)),
            ("counter-offers per game", each(m.COUNTER, m.COUNTER + 1)),
            ("trades accepted per game", each(m.ACCEPT, m.ACCEPT + 1)),
            ("games ended by the end card", f"{ended / max(1, games):.0%}"),
        ]


FACE = Pharao()
