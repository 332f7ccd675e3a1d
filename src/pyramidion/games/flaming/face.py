"""Flaming Pyramids as people see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pyramidion.errors import OptionError
from pyramidion.games.face import Face, Refusal, Scene, Words, choice, flag, whole_or_none
from pyramidion.games.flaming import draw, refuse, rules, scenes, view, words
from pyramidion.games.flaming.layout import SLOTS
from pyramidion.games.flaming.notation import place_name, pyramid
from pyramidion.games.flaming.tiles import NAMES
from pyramidion.terminal import PLAIN, Ink

CHOICES = ("left", "right", "fine", "call")  # by action


class Flaming(Face):
    game = rules.rule
    title = "Flaming Pyramids"
    designer = "Norbert Abel"
    about = Words(
        "Build one pyramid of straw, wood and stone, and be rid of your tiles before it burns",
        "Baut gemeinsam an einer Pyramide und werde alle Plättchen los, bevor sie brennt",
    )
    players = (2, 3, 4, 5, 6)
    rule_prefix = "F"
    hidden = True
    chance = True
    options = {
        "intro": flag(
            False,
            Words(
                "play without fire tiles and millstone (F4)",
                "ohne Feuer und Mühlstein spielen (F4)",
            ),
        ),
        "preset": choice(
            "family",
            ("family", "strategy"),
            Words(
                "family, or strategy for 2 to 4 players with the curse (F24)",
                "family (Familienspiel) oder strategy (2 bis 4 Spieler, mit Fluch) (F24)",
            ),
        ),
        "curse": flag(
            None,
            Words(
                "play with the curse (F18); if not given, as the preset says",
                "mit Fluch spielen (F18); ohne Angabe, wie es das preset sagt",
            ),
        ),
        "checking": choice(
            "auto",
            ("auto", "players"),
            Words(
                "who sees mayhem: the software or the players (F25)",
                "wer das Chaos bemerkt: das Programm oder die Spieler (F25)",
            ),
        ),
        "turn_limit": whole_or_none(
            rules.TURN_LIMIT,
            1,
            Words(
                "turns of all seats together until the fewest tiles win (F23)",
                "Züge aller zusammen, bis die wenigsten Plättchen gewinnen (F23)",
            ),
        ),
    }

    def check_together(self, players: int, options: dict[str, Any]) -> None:
        if options["preset"] == "strategy" and players > 4:
            raise OptionError(
                f"{self.title}: preset 'strategy' is for 2 to 4 players, not {players} (F24)"
            )

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        strategy = options["preset"] == "strategy"
        s.players = players
        s.intro = options["intro"]
        s.strategy = strategy
        s.curse = strategy if options["curse"] is None else options["curse"]
        s.checked_by_players = options["checking"] == "players"
        s.turn_limit = options["turn_limit"] or 0

    def name(self, s: Any, action: int) -> str:
        if action >= rules.PLACES:
            tile, number = divmod(action - rules.PLACES, SLOTS)
            return f"{NAMES[tile]} {place_name(s, number)}"
        if action >= rules.BASES:
            return f"*base {NAMES[action - rules.BASES]}"
        if action >= rules.DRAWS:
            return f"*draw {NAMES[action - rules.DRAWS]}"
        return CHOICES[action]

    def shown(self, s: Any, action: int, seat: int) -> str:
        if rules.DRAWS <= action < rules.BASES and seat != s.active:
            return "*draw ?"
        return self.name(s, action)

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        return words.tell(s, action, seat)

    def scenes(self, s: Any, action: int, seat: int) -> list[Scene]:
        return scenes.scenes(s, action, seat)

    def prompt(self, s: Any) -> Words:
        return words.prompt(s)

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        if action in (rules.LEFT, rules.RIGHT):
            return (f"fall-{CHOICES[action]}",)
        if action < rules.DRAWS:
            return (f"button-{CHOICES[action]}",)
        tile, place = self.name(s, action).split()
        return f"hand-{tile}", place

    def traces(self, s: Any, action: int) -> tuple[str, ...]:
        """The tile that was played or fell: its place has another name when the base grows."""
        if action >= rules.PLACES:
            return (f"tile-{NAMES[(action - rules.PLACES) // SLOTS]}",)
        if action in (rules.LEFT, rules.RIGHT):
            return (f"tile-{NAMES[s.lying[s.falling]]}",)
        return ()

    def attempt(self, s: Any, keys: Sequence[str]) -> str:
        """A tile of the hand and a place; a lying tile stands for its place."""
        where = {f"tile-{NAMES[tile]}": f"{row}:{column}" for row, column, tile in pyramid(s)}
        return " ".join(
            where.get(key, key.removeprefix("hand-").removeprefix("fall-")) for key in keys
        )

    def refuse(self, s: Any, move: str) -> Refusal:
        return refuse.refuse(s, move)

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        return view.view_of(s, seat)

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        return draw.draw(view, ink)

    def statistics(self, uses: Any, games: int) -> list[tuple[str, str]]:
        placed = int(uses[rules.PLACES :].sum())
        falls = int(uses[[rules.LEFT, rules.RIGHT]].sum())
        calls = int(uses[rules.CALL])
        lines = [
            ("turns", f"{placed / games:.1f} a game"),
            ("falls", f"{falls / games:.1f} a game, {falls / max(1, placed):.2f} a turn"),
        ]
        if calls:
            lines.append(("calls", f"{calls / games:.1f} a game"))
        return lines


FACE = Flaming()
