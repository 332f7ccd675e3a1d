"""The value of every position of a tiny board, found backwards from the finished games."""

from pyramidion.solve.verify import Rules

Position = tuple[int, int]  # the mover's stones, the other's


def values_by_brute_force(levels: tuple[int, ...], stones: int) -> dict[Position, int]:
    """1 won, -1 lost for the mover, 0 for endless play."""
    game_rules = Rules(levels, stones)
    children: dict[Position, list[Position]] = {}
    value: dict[Position, int] = {}
    waiting: list[Position] = [(0, 0)]
    while waiting:
        mine, theirs = here = waiting.pop()
        if here in children:
            continue
        won = game_rules.wins(mine, theirs)
        children[here] = [] if won else [(theirs, then) for then in game_rules.moves(mine, theirs)]
        value[here] = 1 if won else 0 if children[here] else -1
        waiting += children[here]
    changed = True
    while changed:
        changed = False
        for here, after in children.items():
            if value[here] == 0:
                values = [value[child] for child in after]
                value[here] = 1 if -1 in values else -1 if set(values) == {1} else 0
                changed |= value[here] != 0
    return value
