from tests.cases import Case

CASES = [Case("pyramido", 2), Case("pyramido", 2, {"quiet_limit": 3})]
