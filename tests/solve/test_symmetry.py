"""The solver's idea of one and the same position."""

import numpy as np
import pytest

from pyramidion.engine import OVER, blank, calls, clone, record, symmetry
from pyramidion.engine.symmetry import find_symmetry, flip, identity, restore
from pyramidion.engine.verbs import game
from pyramidion.games.pyramido import boards, rules
from pyramidion.solve.strategy import after
from tests.solve.walks import Levels, legal, random_positions

find_symmetry(rules.rule)

BOARDS = [((8, 7, 6, 5, 4), 13), ((6, 5, 4, 3), 8), ((4, 3, 2), 4), ((7, 6, 5), 9)]


@pytest.mark.parametrize(("levels", "stones"), BOARDS)
def test_the_mirrored_move_in_the_mirror_leads_to_the_mirror_image(
    levels: Levels, stones: int
) -> None:
    for s in random_positions(levels, stones, 20, seed=1):
        if calls.actor(s) == OVER:
            continue
        image = clone(s)
        restore(image, identity(s, 1))
        assert identity(image, 0) == identity(s, 1)
        assert identity(image, 1) == identity(s, 0)
        assert sorted(flip(s, action) for action in legal(s)) == sorted(legal(image))
        for action in legal(s):
            assert flip(s, flip(s, action)) == action
            there = after(image, flip(s, action))
            assert identity(there, 0) == identity(after(s, action), 1)
            assert calls.actor(there) == OVER or calls.actor(after(s, action)) != OVER


@pytest.mark.parametrize(("levels", "stones"), BOARDS)
def test_an_identity_tells_all_that_matters(levels: Levels, stones: int) -> None:
    for s in random_positions(levels, stones, 20, seed=2):
        again = boards.start(levels, stones)
        restore(again, identity(s, 0))
        me = int(s.to_act)
        assert again.to_act == 0
        assert [again.stones[0], again.stones[1]] == [s.stones[me], s.stones[1 - me]]
        assert [again.reserve[0], again.reserve[1]] == [s.reserve[me], s.reserve[1 - me]]
        assert again.over == s.over
        assert 0 <= identity(s, 0) < 2**60


def test_who_moves_matters_only_where_p14_is_strict_for_one_of_them() -> None:
    for strict, different in ((0, False), (1, True), (2, True), (3, False)):
        s = boards.start((4, 3, 2), 4, strict)
        twin = clone(s)
        twin.to_act = 1
        assert (identity(s, 0) != identity(twin, 0)) == different


def test_only_the_functions_of_a_symmetry_can_be_registered() -> None:
    with pytest.raises(TypeError, match="is none of identity, flip, restore"):

        @symmetry.symmetric(rules.rule)
        def reflect(s: object) -> None: ...


def test_a_game_without_a_symmetry_cannot_be_solved() -> None:
    rule = game("plain", record(("plainest", np.int8)), actions=1, most=1)

    @rule
    def play(s: object, action: int) -> None: ...

    assert blank(rule.state).plainest == 0
    with pytest.raises(TypeError, match=r"has no symmetry\.py"):
        find_symmetry(rule)
