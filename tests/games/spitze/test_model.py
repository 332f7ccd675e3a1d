"""The compiled rules and the plain model agree, move by move."""

import random
from fractions import Fraction

import pytest

from tests.cases import Case
from tests.games.spitze.cases import CASES
from tests.games.spitze.model import Model

MATCHES = [Case("spitze", players, {"points": True}) for players in (2, 4)]


@pytest.mark.parametrize("case", [*CASES, *MATCHES], ids=str)
def test_actor_legal_moves_points_and_result_are_those_of_the_model(case: Case) -> None:
    for seed in range(1 if case in MATCHES else 3):
        choose = random.Random(seed)
        m, model = case.match(), Model(case.players, dict(case.options))
        while m.actor is not None:
            assert m.actor == model.actor()
            assert set(m.legal) == model.legal()
            if case.options.get("points"):
                assert m.points == list(model.points.values())
            move = choose.choice(eager(m.legal, seed))
            m.play(move)
            model.play(move)
        share = str(Fraction(1, len(model.winners)))
        assert m.result == [share if side in model.winners else "0" for side in model.sides]
        if case.options.get("points"):
            assert m.points == list(model.points.values())


def eager(legal: list[str], seed: int) -> list[str]:
    """Every second game prefers groups, and is quick to come to high stacks."""
    return [move for move in legal if seed % 2 and "=" in move] or legal
