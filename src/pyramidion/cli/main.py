"""The command line: `pyramidion --help`."""

import argparse
import sys
from collections.abc import Sequence

from pyramidion import __version__
from pyramidion.cli import (
    analyse,
    arena,
    bench,
    play,
    replay,
    rules,
    simulate,
    solve,
    study,
    table,
    transfer,
)
from pyramidion.errors import PyramidionError

DESCRIPTION = """\
Five pyramid games, one table: play them, let bots play them, study them.

  pyramidion                            play in the browser (the same as pyramidion table)
  pyramidion play pyramido              you against a bot, in the terminal
  pyramidion play jaguar --opponent 5   … against a master
  pyramidion rules pyramido             the rules, numbered
  pyramidion replay game.json           look at a saved game again
  pyramidion analyse game.json          … with an engine's eye
  pyramidion simulate pyramido          thousands of random games in a second
  pyramidion arena pyramido --bots 4,2  how much stronger is one bot than another
  pyramidion study jaguar               how fair, how long, how tense, with plots
  pyramidion solve pyramido             prove that the second player wins
  pyramidion verify CERTIFICATE         check such a proof
  pyramidion bench                      how fast all this is, beside others
  pyramidion export FILE                all tables as one file; pyramidion import FILE reads it
"""
COMMANDS = (table, play, rules, replay, analyse, simulate, arena, study, bench)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    arguments = build_parser().parse_args(argv or ["table"])
    try:
        return int(arguments.run(arguments))
    except PyramidionError as error:
        print(f"pyramidion: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.filename is None:
            raise
        print(f"pyramidion: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = argparse.ArgumentParser(
        prog="pyramidion",
        description=DESCRIPTION,
        epilog="pyramidion COMMAND --help says more about a command. Unofficial; the games' names "
        "belong to their owners.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pyramidion {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    solve.add_solve(commands)
    solve.add_verify(commands)
    transfer.add_export(commands)
    transfer.add_import(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
