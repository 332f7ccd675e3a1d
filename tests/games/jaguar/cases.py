from tests.cases import Case

# An event on every field but the ends, and a game that often ends after one round.
CROWDED = {
    "numbers": [None, None, None, None, 5, 5, 10, 20, 30, 41, 41, "end", "end"],
    "events": {
        "1": "hand", "2": "stone", "3": "other", "4": "hand", "5": "own", "6": "hand",
        "7": "stone", "8": "other", "9": "hand", "10": "own", "11": "hand",
    },
}  # fmt: skip
SHORT = {"numbers": [30, "end"], "events": {}}

CASES = [
    Case("jaguar", 2),
    Case("jaguar", 2, {"path": CROWDED}),
    Case("jaguar", 2, {"path": SHORT}),
]
