from tests.cases import Case

SANDWICH, MEMORY, POINTS = {"sandwich": True}, {"memory": True}, {"points": True}
QUIET = {"quiet_limit": 120}
SHORT = {"quiet_limit": 80, "match_limit": 2}  # a match of few and short games

CASES = [
    Case("spitze", players, options)
    for players in (2, 4)
    for options in (
        {},
        {**SANDWICH, **QUIET},
        {**MEMORY, **QUIET},
        {**POINTS, **SHORT},
        {**SANDWICH, **POINTS, **SHORT},
        {**MEMORY, **POINTS, **SHORT},
    )
]
