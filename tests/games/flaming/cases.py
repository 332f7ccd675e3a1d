from tests.cases import Case

CASES = [
    Case("flaming", 2),
    Case("flaming", 3),
    Case("flaming", 4),
    Case("flaming", 5),
    Case("flaming", 6),
    Case("flaming", 2, {"preset": "strategy", "turn_limit": None}),
    Case("flaming", 6, {"intro": True, "curse": True, "turn_limit": 40}),
    Case("flaming", 3, {"preset": "strategy", "checking": "players", "turn_limit": 60}),
    Case("flaming", 4, {"curse": True, "checking": "players", "turn_limit": 30}),
    Case("flaming", 2, {"intro": True, "checking": "players", "turn_limit": 60}),
]
