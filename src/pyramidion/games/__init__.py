"""Five rooms of the same plan: the games. Nothing here knows of tables or bots."""
