"""pyramidion play: a game in the terminal."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from pyramidion.bots import LEVELS, think
from pyramidion.bots.exact import judge
from pyramidion.cli.options import add_game, add_seed, parse_options
from pyramidion.cli.rules import one_rule
from pyramidion.cli.seats import Seat, seats_from
from pyramidion.errors import IllegalMove, PyramidionError
from pyramidion.match import Match
from pyramidion.records import load, save
from pyramidion.terminal import ink_for

HELP = """\
  a move        as the board and `moves` write it
  moves  m      all legal moves
  hint  h       what a strong bot would do
  undo  u       take your last move back
  values  v     is each move won, lost or open: proved (Pyramido only)
  rule P7       read a rule
  save FILE     save the game; load it with: pyramidion play GAME --load FILE
  board  b      draw the board again
  quit  q       leave (you may save before)"""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal, against bots or other people at this keyboard.",
        epilog="While you play, `help` shows what you can type.",
    )
    add_game(parser)
    add_seed(parser)
    levels = ", ".join(f"{number} {level.name.en}" for number, level in LEVELS.items())
    parser.add_argument(
        "--opponent",
        default="2",
        metavar="WHO",
        help=f"random, person, or the level of a bot: {levels} (default: 2)",
    )
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO,…",
        help="who sits where, for example you,3,random,you; instead of --opponent",
    )
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out."""
    if arguments.load:
        match = load(arguments.load, chance="auto", seed=arguments.seed)
        if match.game != arguments.game:
            raise PyramidionError(f"{arguments.load} is a game of {match.game}")
    else:
        options = parse_options(arguments.option)
        match = Match(arguments.game, arguments.players, options, arguments.seed)
    seats = seats_from(match, arguments.seats, arguments.opponent)
    table = Terminal(match, seats)
    try:
        return table.sit_down()
    except (KeyboardInterrupt, EOFError):
        return table.leave()


class Terminal:
    """One game between people at this keyboard and bots."""

    def __init__(self, match: Match, seats: list[Seat]) -> None:
        self.match = match
        self.seats = seats
        self.ink = ink_for(sys.stdout)
        self.names = [seat.name for seat in seats]
        self.looking = None if self.people != 1 else self._only_person()
        self.told = match.ply

    @property
    def people(self) -> int:
        return sum(seat.bot is None for seat in self.seats)

    def _only_person(self) -> int:
        return next(number for number, seat in enumerate(self.seats) if seat.bot is None)

    def sit_down(self) -> int:
        """Play until the game is over or everybody leaves."""
        print(f"{self.match.face.title}. {self.match.face.about.en}. Type help for help.\n")
        while (actor := self.match.actor) is not None:
            seat = self.seats[actor]
            if seat.bot is None:
                self._hand_over(actor)
                self._tell(actor)
                self._draw(actor)
                if not self._ask(actor):
                    return self.leave()
            else:
                self.match.play_action(seat.bot(self.match.hidden(actor), actor))
                if not self.people:
                    self._tell(actor)
        self._tell(self.looking)
        self._draw(self.looking)
        result = self.match.result or []
        for seat, share in zip(self.seats, result, strict=True):
            outcome = {"1": "won", "0": "lost"}.get(share, f"{share} of the win")
            print(self.ink(f"{seat.name}: {outcome}", "bold"))
        return 0

    def leave(self) -> int:
        """Offer to save, then go."""
        if self.match.actor is None or not sys.stdin.isatty():
            print()
            return 0
        try:
            answer = input("\nSave the game? A file name, or Enter to leave without: ").strip()
            if answer:
                self._save(answer)
        except (KeyboardInterrupt, EOFError):
            print()
        return 0

    def _hand_over(self, actor: int) -> None:
        """With several people and hidden hands: nobody sees another's cards."""
        if self.people < 2 or not self.match.face.hidden or self.looking == actor:
            return
        input(f"{self.names[actor]}, it is your turn. Press Enter when only you are looking.")
        print("\x1b[2J\x1b[3J\x1b[H" if self.ink.colour else "\n" * 50)
        self.looking = actor

    def _tell(self, seat: int | None) -> None:
        while self.told < self.match.ply:
            for words in self.match.story(self.told, seat):
                print(f"  {words.en.format(*self.names)}")
            self.told += 1

    def _draw(self, seat: int | None) -> None:
        print("\n" + self.match.draw(seat, self.ink) + "\n")

    def _ask(self, actor: int) -> bool:
        """One decision of a person; False when they want to leave."""
        prompt = self.match.face.prompt(self.match.hidden(actor)).en
        while True:
            text = input(f"{self.names[actor]}: {prompt}> ").strip()
            word, _, rest = text.partition(" ")
            if word in ("quit", "q"):
                return False
            try:
                if self._command(word, rest.strip(), actor):
                    continue
                if text:
                    self.match.play(text)
                    return True
            except IllegalMove as error:
                reason = f"{error.refusal.words.en} ({error.rule})" if error.rule else str(error)
                print(f"  {reason}. Legal: {_few(error.legal)}")
            except (PyramidionError, OSError) as error:
                print(f"  {error}")

    def _command(self, word: str, rest: str, actor: int) -> bool:
        """Carry out a word that is no move; False if it is none of them."""
        if word in ("help", "?"):
            print(HELP)
        elif word in ("moves", "m"):
            print(f"  {', '.join(self.match.legal)}")
        elif word in ("board", "b"):
            self._draw(actor)
        elif word in ("hint", "h"):
            self._hint(actor)
        elif word in ("values", "v"):
            self._values(actor)
        elif word in ("undo", "u"):
            self._undo(actor)
        elif word == "rule":
            print(f"  {one_rule(self.match.face, rest)}")
        elif word == "save":
            self._save(rest)
        else:
            return False
        return True

    def _undo(self, actor: int) -> None:
        """Back to this person's last decision."""
        draft = self.match.copy()
        draft.undo()
        while draft.actor != actor:
            draft.undo()
        self.match = draft
        self.told = draft.ply
        self._draw(actor)

    def _hint(self, actor: int) -> None:
        begun = time.monotonic()
        thought = think(self.match.hidden(actor), actor, 4)
        move = self.match.face.name(self.match.hidden(actor), thought.action)
        chances = ", ".join(
            f"{name} {chance:.0%}" for name, chance in zip(self.names, thought.chances, strict=True)
        )
        print(f"  {move}   (chances: {chances}; {time.monotonic() - begun:.1f} s)")

    def _values(self, actor: int) -> None:
        known = self.match.hidden(actor)
        judgement = judge(self.match.game, known, seconds=2.0, every_move=True)
        if judgement is None:
            print(f"  nobody knows {self.match.face.title} exactly")
            return
        print(f"  for {self.names[actor]} this is {judgement.verdict}")
        for word in ("won", "lost", "open"):
            moves = [
                self.match.face.name(known, action)
                for action, value in judgement.values.items()
                if value == word
            ]
            if moves:
                print(f"  {word + ':':<6}{', '.join(moves)}")

    def _save(self, name: str) -> None:
        if not name:
            print("  save needs the name of a file")
            return
        save(self.match, name)
        print(f"  saved: {name}")


def _few(moves: list[str]) -> str:
    return ", ".join(moves[:12]) + (f" … ({len(moves)} in all: moves)" if len(moves) > 12 else "")
