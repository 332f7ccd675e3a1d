"""Bots: one search for all games, and levels of it."""

from pyramidion.bots.bot import Bot, BudgetError, Choice, Thought
from pyramidion.bots.levels import LEVELS, Level, LevelBot, think

__all__ = ["LEVELS", "Bot", "BudgetError", "Choice", "Level", "LevelBot", "Thought", "think"]
