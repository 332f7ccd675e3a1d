"""A game's sense and the greedy player that follows it."""

import numpy as np
import pytest

from pyramidion.bots import LEVELS
from pyramidion.bots.greedy import greedy_mover
from pyramidion.engine import calls, compiled
from pyramidion.engine.sense import overlooked, simulated, weigh, worth
from pyramidion.games import catalogue
from tests.cases import Case, plain_cases
from tests.walks import hidden, legal, positions

pytestmark = pytest.mark.parametrize("case", plain_cases(), ids=str)

compiled_worth = compiled(lambda s, out: worth(s, out))


def test_what_a_position_is_worth_adds_up_to_1_for_all_seats(case: Case) -> None:
    catalogue.sensible(case.game)
    for s in positions(case, seed=20, count=40):
        fast, slow = np.zeros(case.players), np.zeros(case.players)
        compiled_worth(s, fast)
        worth(s, slow)
        assert fast.sum() == pytest.approx(1.0)
        assert (fast >= 0).all()
        assert slow == pytest.approx(fast)


def test_every_legal_move_has_a_weight_and_what_is_overlooked_is_a_share(case: Case) -> None:
    catalogue.sensible(case.game)
    for s in positions(case, seed=22, count=12):
        shares = [overlooked(s, level.overlooks) for level in LEVELS.values()]
        assert 1.0 > shares[0] >= shares[-1] == 0.0
        assert shares == sorted(shares, reverse=True)  # the better, the less
        assert simulated(s, 8) == 8  # the lowest level never thinks longer
        if calls.actor(s) >= 0:
            actions = np.array(legal(s))
            weights = np.zeros(len(actions))
            if weigh(s, actions, len(actions), weights):
                assert (weights > 0).all()


def test_the_greedy_player_makes_legal_moves(case: Case) -> None:
    move = greedy_mover(case.game, case.players, seed=1)
    for s in positions(case, seed=21, count=12):
        if (seat := calls.actor(s)) >= 0:
            assert move(hidden(s, seat), seat) in legal(s)
