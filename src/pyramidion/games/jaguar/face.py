"""Die Pyramiden des Jaguar as people see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pyramidion.games.face import Face, Option, Refusal, Words
from pyramidion.games.jaguar import material, rules
from pyramidion.games.jaguar.attempt import attempt
from pyramidion.games.jaguar.draw import draw
from pyramidion.games.jaguar.path import PATH, check_path, write_path
from pyramidion.games.jaguar.refuse import refuse
from pyramidion.games.jaguar.statistics import statistics
from pyramidion.games.jaguar.view import view
from pyramidion.games.jaguar.words import prompt, tell
from pyramidion.terminal import PLAIN, Ink


class Jaguar(Face):
    game = material.rule
    title = "Die Pyramiden des Jaguar"
    designer = "Günter Burkhardt"
    about = Words(
        "Offer two cards, build a rising pyramid; who must cover lets the other walk ahead",
        "Biete zwei Karten an, baue aufsteigend; wer überdecken muss, lässt den anderen vorrücken",
    )
    players = (2,)
    hidden = True
    chance = True
    rule_prefix = "J"
    options = {
        "path": Option(
            PATH,
            Words(
                "the jungle path: the number and the event of each field (J22)",
                "der Dschungelpfad: Zahl und Ereignis jedes Feldes (J22)",
            ),
            Words(
                'like {"numbers": [null, 16, "end"], "events": {"1": "hand"}}',
                'wie {"numbers": [null, 16, "end"], "events": {"1": "hand"}}',
            ),
            check_path,
        )
    }

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        write_path(s, options["path"])

    def name(self, s: Any, action: int) -> str:
        if action >= material.TEST:
            return f"*test {(action - material.TEST) % (material.CARDS + 1)}"
        if action >= material.LAST:
            return (
                f"place {_place(action - material.LAST)}" if action > material.LAST else "decline"
            )
        if action >= material.DRAW:
            return f"*draw {action - material.DRAW}"
        if action >= material.EVENT:
            event, field = divmod(action - material.EVENT, material.WIDTH)
            return f"event {'draw' if event == material.HAND else field}" if field else "decline"
        if action >= material.PLACE:
            return f"place {_place(action - material.PLACE)}"
        if action >= material.TAKE:
            return f"take {_place(action - material.TAKE)}"
        if action >= material.OFFER:
            lower, higher = divmod(action - material.OFFER, material.CARDS + 1)
            return f"offer {lower} {higher}"
        if action >= material.BID:
            return f"bid {action - material.BID}"
        return f"*deal {action}"

    def shown(self, s: Any, action: int, seat: int) -> str:
        if s.phase == material.DEAL and seat != rules.dealt_to(s):
            return "*deal ?"
        if s.phase == material.DRAW and seat != rules.victim(s):
            return "*draw ?"
        if s.phase == material.BID and s.to_act == 0 and seat != 0:
            return "bid ?"
        return self.name(s, action)

    def opened(self, s: Any, action: int) -> int | None:
        return 1 if s.phase == material.BID and s.to_act == 0 else None  # J4: by the other bid

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        return tell(s, action, seat)

    def prompt(self, s: Any) -> Words:
        return prompt(s)

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        kind, *rest = self.name(s, action).split()
        own, other = f"pyramid-{s.to_act + 1}", f"pyramid-{2 - s.to_act}"
        if kind == "decline" or rest == ["draw"]:
            return (f"button-{rest[0] if rest else kind}",)
        if kind == "event":
            return (f"{other if s.event == material.OTHER else own}-{rest[0]}",)
        if kind in ("bid", "offer"):
            return tuple(f"hand-{card}" for card in rest)
        card, where = rest
        target = "button-lose" if where == "lose" else f"{own}-{where[1:]}"
        if s.phase == material.PLACE:  # only one card is on the table
            return (target,)
        return (f"{'offered' if kind == 'take' else 'hand'}-{card}", target)

    def any_order(self, s: Any) -> bool:
        return bool(s.phase == material.OFFER)  # J5: the two cards, as one likes

    def attempt(self, s: Any, keys: Sequence[str]) -> str:
        return attempt(s, keys)

    def refuse(self, s: Any, move: str) -> Refusal:
        return refuse(s, move)

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        return view(s, seat)

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        return draw(view, ink)

    def statistics(self, uses: Any, games: int) -> list[tuple[str, str]]:
        return statistics(uses, games)


def _place(place: int) -> str:
    card, field = divmod(place, material.WIDTH)
    return f"{card} @{field}" if field else f"{card} lose"


FACE = Jaguar()
