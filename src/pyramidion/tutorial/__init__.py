"""Games that show how a game is written. Not part of the catalogue."""
