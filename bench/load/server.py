"""Our server for the load bench: the command `pyramidion table` with Connect Four added."""

import sys

from pyramidion.cli.main import main
from pyramidion.games import catalogue
from pyramidion.tutorial.connect_four.face import FACE

catalogue.add(FACE)
sys.exit(main(["table", *sys.argv[1:]]))
