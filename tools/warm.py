"""Imported by the process that `tools.crash` forks servers from: all is loaded and compiled."""

from pyramidion.table.prepare import exercise
from tools.crash_server import BOTS, OPEN

for game in (OPEN, BOTS):
    exercise(game)
