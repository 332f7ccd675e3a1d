"""What people see of a game: names of moves, views as data, text boards, reasons.

A game's `face.py` holds one subclass of `Face`. Views and reasons are made from a
hidden record (what `hide` leaves for a seat), so they cannot tell a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pyramidion.engine import Game
from pyramidion.errors import OptionError
from pyramidion.terminal import PLAIN, Ink


@dataclass(frozen=True)
class Words:
    """A text in every language that people read here; no full stop at the end of a sentence."""

    en: str
    de: str

    def __str__(self) -> str:
        return self.en


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the number of the rule (or "" for a typing error) and the reason."""

    rule: str
    words: Words


@dataclass(frozen=True)
class Scene:
    """One step of what follows a move by itself: its words, and the view while it happens."""

    words: Words
    view: Mapping[str, Any]


@dataclass(frozen=True)
class Gathered:
    """What can follow after some things were touched: more to gather, or the last touch.

    A last touch makes one move or several, one after the other.
    """

    more: tuple[str, ...]
    ends: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Option:
    """One option of a game: its default, what it means, what it allows, and how that is checked.

    `check` returns the value that the game uses or raises ValueError.
    """

    default: Any
    about: Words
    allowed: Words
    check: Callable[[Any], Any]


def whole(default: int, least: int, about: Words) -> Option:
    """A whole number of at least `least`."""
    return Option(
        default,
        about,
        Words(f"a whole number of at least {least}", f"eine ganze Zahl ab {least}"),
        lambda value: _whole(value, least),
    )


def whole_or_none(default: int | None, least: int, about: Words) -> Option:
    """A whole number of at least `least`, or null for none."""
    return Option(
        default,
        about,
        Words(
            f"a whole number of at least {least}, or null for none",
            f"eine ganze Zahl ab {least}, oder null für keine",
        ),
        lambda value: None if value is None else _whole(value, least),
    )


def flag(default: bool | None, about: Words) -> Option:
    """True or false; a default of None means: as another option says."""
    return Option(default, about, Words("true or false", "true oder false"), _flag)


def choice(default: str, values: Sequence[str], about: Words) -> Option:
    """One of a few words."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise ValueError
        return value

    listed = " / ".join(values)
    return Option(default, about, Words(listed, listed), check)


def _whole(value: Any, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**62:
        raise ValueError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


class Face:
    """The base of every game's face. Override what the game needs."""

    game: Game  # the rules, as registered
    title: str
    designer: str
    about: Words  # one sentence: what the game is
    players: tuple[int, ...]  # allowed numbers; the first is the default
    options: Mapping[str, Option] = {}
    version = 1  # a rule change that changes play bumps it; records carry it
    hidden = False  # does a seat ever know less than the whole position?
    chance = False  # does a die, a card or a tile ever decide?
    rule_prefix: str  # the letter before the rule numbers

    @property
    def key(self) -> str:
        """The name in lower case that programs use."""
        return self.game.name

    def check(self, players: int | None, given: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """The number of players and all options; an OptionError says what is allowed."""
        if players is None:
            players = self.players[0]
        whole = isinstance(players, int) and not isinstance(players, bool)
        if not whole or players not in self.players:
            raise OptionError(
                f"{self.title} is for {_either(self.players)} players, not {players!r}"
            )
        options = {name: option.default for name, option in self.options.items()}
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise OptionError(f"{self.title} has no option {name!r}; its options: {known}")
            try:
                options[name] = option.check(value)
            except ValueError as error:
                detail = f": {error}" if str(error) else ""
                allowed = option.allowed.en
                raise OptionError(
                    f"{self.title}: {name} must be {allowed}, not {value!r}{detail}"
                ) from None
        self.check_together(players, options)
        return players, options

    def check_together(self, players: int, options: dict[str, Any]) -> None:
        """Raise OptionError for options that do not go together."""

    def configure(self, s: Any, players: int, options: Mapping[str, Any]) -> None:
        """Write the number of players and the options into a blank record, before `setup`."""
        raise NotImplementedError

    def seats(self, s: Any) -> int:
        """The number of players in a position."""
        return int(s.players) if "players" in s.dtype.names else self.players[0]

    def name(self, s: Any, action: int) -> str:
        """The notation of a legal action or a possible outcome (outcomes begin with `*`)."""
        raise NotImplementedError

    def shown(self, s: Any, action: int, seat: int) -> str:
        """The notation as this seat may see it in a log: `?` for what it may not see."""
        return self.name(s, action)

    def opened(self, s: Any, action: int) -> int | None:
        """How many moves later a log shows everybody an action that was hidden; None: never."""
        return None

    def forgets(self, s: Any) -> bool:
        """Is this a game of memory, that shows only the last move of each seat until its end?"""
        return False

    def tell(self, s: Any, action: int, seat: int) -> list[Words]:
        """What happens by this action, step by step in words, as this seat may know it.

        `{0}`, `{1}` … stand for the names of the seats.
        """
        raise NotImplementedError

    def scenes(self, s: Any, action: int, seat: int) -> list[Scene]:
        """What follows this action by itself, step by step, to be shown one after the other.

        `s` is what the seat knew before the action, which the seat may know. What is seen when
        all is over is not among the scenes: that is the view.
        """
        return []

    def prompt(self, s: Any) -> Words:
        """What the acting seat is to do now, in one sentence. `s` is what the reader knows."""
        raise NotImplementedError

    def clicks(self, s: Any, action: int) -> tuple[str, ...]:
        """The things a person touches, one after the other, to make this action.

        Each is the name of something on the board (`a3`, `hand-17`) or a button (`button-done`).
        No legal action's clicks are the beginning of another's.
        """
        raise NotImplementedError

    def any_order(self, s: Any) -> bool:
        """May the things of every legal action here be touched in any order?

        Then no legal action's things are among those of another.
        """
        return False

    def traces(self, s: Any, action: int) -> tuple[str, ...]:
        """The things that show until the next move that this action was made.

        They are those touched, unless the game names others: a tile may have moved on since.
        """
        return self.clicks(s, action)

    def gather(self, s: Any, keys: Sequence[str]) -> Gathered | None:
        """What can follow after these things were touched, in any order.

        None where `clicks` says it all. A game overrides it for moments in which a person
        picks up several things in any order, or does with one touch what takes several moves.
        `s` is what the acting seat knows.
        """
        return None

    def attempt(self, s: Any, keys: Sequence[str]) -> str:
        """The move, in notation and legal or not, that someone means who touches these things.

        It is asked when no legal move goes that way, so that `refuse` can say why.
        """
        return "-".join(keys)

    def refuse(self, s: Any, move: str) -> Refusal:
        """Why this text is no legal move here. `s` is what the acting seat knows."""
        raise NotImplementedError

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        """What the seat sees, as data for JSON. `s` is what that seat knows."""
        raise NotImplementedError

    def draw(self, view: Mapping[str, Any], ink: Ink = PLAIN) -> str:
        """The view as text for a terminal."""
        raise NotImplementedError

    def points(self, s: Any) -> list[int] | None:
        """The points of every seat, in games that have points."""
        return None

    def ending(self, s: Any) -> Words | None:
        """How the game that is over here ended, if the story of its last move does not say it."""
        return None

    def statistics(self, uses: Any, games: int) -> list[tuple[str, str]]:
        """Lines for `simulate`: what happened in `games` games that used each action so often."""
        return []

    def rules_page(self, language: str) -> str:
        """The rules for players, in Markdown."""
        package = type(self).__module__.rsplit(".", 1)[0]
        return files(package).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")


def _either(numbers: Sequence[int]) -> str:
    *most, last = (str(n) for n in numbers)
    return f"{', '.join(most)} or {last}" if most else last
