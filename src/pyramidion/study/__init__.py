"""Studies for designers: how fair, how long, how tense a game or a house rule is."""
