from tests.cases import Case

CASES = [
    Case("flaming", 2),
    Case("flaming", 3),
    Case("flaming", 4),
    Case("flaming", 5),
    Case("flaming", 6),
    Case("flaming", 2, {"preset": "strategy", "turn_limit": None}),
    Case("flaming", 6, {"intro": True, "curse": True, "turn_limit": 40}),
    Case("flaming", 3, {"preset": "strategy", "checking": "players"}),
    Case("flaming", 4, {"curse": True, "checking": "players"}),
    Case("flaming", 2, {"preset": "strategy", "curse": False, "checking": "players"}),
]
