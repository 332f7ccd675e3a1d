from tests.cases import Case

# Short games: many tests walk through them move by move. The first one ends by the end card.
CASES = [
    Case("pharao", 3, {"track": [1, 2, 3], "offers_per_turn": 1, "turn_limit": None}),
    Case("pharao", 3, {"offers_per_turn": 0, "turn_limit": 40}),
    Case("pharao", 4, {"turn_limit": 12}),
]
