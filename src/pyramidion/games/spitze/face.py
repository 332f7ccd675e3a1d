"""Einfach Spitze as people see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pyramidion.engine import calls, clone
from pyramidion.errors import OptionError
from pyramidion.games.face import Face, Refusal, Words, flag, whole
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.draw import draw
from pyramidion.games.spitze.fields import field_name
from pyramidion.games.spitze.refuse import attempt, refuse
from pyramidion.games.spitze.story import story
from pyramidion.games.spitze.view import view
from pyramidion.terminal import PLAIN, Ink


class EinfachSpitze(Face):
    game = rules.rule
    title = "Einfach Spitze"
    designer = "Jeff Widderich"
    about = Words(
        "Race hollow pyramids across the board, over and under the others'; fill your goal to win",
        "Hohle Pyramiden laufen um die Wette und überdecken einander; wer sein Ziel füllt, gewinnt",
    )
    players = (2, 4)
    rule_prefix = "S"
    options = {
        "sandwich": flag(
            False,
            Words(
                "two own pyramids carry along what lies between them (S14, S15)",
                "zwei eigene Pyramiden nehmen mit, was zwischen ihnen liegt (S14, S15)",
            ),
        ),
        "memory": flag(
            False,
            Words(
                "what is covered on the inner fields is not shown (S16, S17)",
                "was auf den inneren Feldern überdeckt ist, wird nicht gezeigt (S16, S17)",
            ),
        ),
        "points": flag(
            False,
            Words(
                "pyramids have values; a match of several games to 30 points (S18 to S22)",
                "Pyramiden haben Werte; mehrere Partien bis 30 Punkte (S18 bis S22)",
            ),
        ),
        "quiet_limit": whole(
            rules.QUIET_LIMIT,
            20,
            Words(
                "turns in a row without an arrival until a game ends (S13)",
                "Züge in Folge ohne Ankunft, bis eine Partie endet (S13)",
            ),
        ),
        "match_limit": whole(
            rules.MATCH_LIMIT,
            1,
            Words(
                "games until a match with points ends without 30 points (S22)",
                "Partien, nach denen ein Spiel mit Punkten auch ohne 30 Punkte endet (S22)",
            ),
        ),
    }

    def check_together(self, players: int, options: dict[str, Any]) -> None:
        if options["memory"] and options["sandwich"]:
            raise OptionError(
                f"{self.title}: memory and sandwich cannot be combined (you could not see what "
                "a group carries); choose one of them"
            )

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        s.players = players
        for name, value in options.items():
            s[name] = value

    def name(self, s: Any, action: int) -> str:
        if action >= rules.ARRANGING:
            field = int(rules.START[s.players, s.to_act, s.placed])
            return f"{field_name(field)}:{action - rules.ARRANGING + 1}"
        if action >= rules.LIFTS:
            return f"lift {field_name(action - rules.LIFTS)}"
        sign, step = "-="[action >= rules.GROUPS], action % rules.GROUPS
        field = step >> 2
        return f"{field_name(field)}{sign}{field_name(field + int(rules.STEPS[step & 3]))}"

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        after = clone(s)
        calls.play(after, action)
        return story(s, self.name(s, action), after)

    def forgets(self, s: Any) -> bool:
        return bool(s.memory)

    def prompt(self, s: Any) -> Words:
        if s.arranging:
            field = field_name(int(rules.START[s.players, s.to_act, s.placed]))
            return Words(
                f"Choose the value of your pyramid on {field}",
                f"Wähle den Wert deiner Pyramide auf {field}",
            )
        if s.lifted != rules.NONE:
            field = field_name(int(s.lifted))
            return Words(
                f"Move the pyramid that you lifted from {field}",
                f"Zieh mit der Pyramide, die du von {field} angehoben hast",
            )
        if s.memory:
            return Words(
                "Move a pyramid one field forwards or sideways, or lift it first",
                "Zieh eine Pyramide ein Feld vor oder zur Seite, oder hebe sie zuerst an",
            )
        if s.sandwich and rules.groups(s, s.to_act):
            return Words(
                "Move a pyramid, or a sandwich group, one field forwards or sideways",
                "Zieh eine Pyramide oder eine Sandwich-Gruppe ein Feld vor oder zur Seite",
            )
        return Words(
            "Move a pyramid one field forwards or sideways",
            "Zieh eine Pyramide ein Feld vor oder zur Seite",
        )

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        """First the pyramid, then what it does; a lifted one is in the hand already (S17)."""
        name = self.name(s, action)
        if action >= rules.ARRANGING:
            return (f"value-{name.partition(':')[2]}",)
        if action >= rules.LIFTS:
            return (name.partition(" ")[2], "button-lift")
        if action >= rules.GROUPS:
            start, end = name.split("=")
            return (start, "button-sandwich", end)
        start, end = name.split("-")
        return (start, end) if s.lifted == rules.NONE else (end,)

    def attempt(self, s: Any, keys: Sequence[str]) -> str:
        return attempt(s, keys)

    def refuse(self, s: Any, move: str) -> Refusal:
        return refuse(s, move)

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        return view(s, seat)

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        return draw(view, ink)

    def points(self, s: Any) -> list[int] | None:
        return [int(s.total[seat]) for seat in range(s.players)] if s.points else None

    def statistics(self, uses: Any, games: int) -> list[tuple[str, str]]:
        single = int(uses[: rules.GROUPS].sum())
        groups = int(uses[rules.GROUPS : rules.LIFTS].sum())
        lifts = int(uses[rules.LIFTS : rules.ARRANGING].sum())
        lines = [("turns a game", f"{(single + groups) / games:.1f}")]
        if groups:
            lines.append(("moved as a sandwich", f"{groups / (single + groups):.1%} of turns"))
        if lifts:
            lines.append(("lifted first", f"{lifts / (single + groups):.1%} of turns"))
        return lines


FACE = EinfachSpitze()
