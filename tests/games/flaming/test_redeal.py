"""What a seat may think: `redeal` against all histories, counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pyramidion.engine import CHANCE, NOBODY, calls, clone, generator
from pyramidion.games.flaming.mayhem import put_under
from pyramidion.games.flaming.notation import NUMBERS
from pyramidion.games.flaming.tiles import ALL_TILES
from pyramidion.match import Match
from tests.games.flaming.tables import table
from tests.walks import hidden

UNKNOWN = ["r4", "y10", "g60", "b100", "m200"]
Log = tuple[str, ...]
Beliefs = dict[Log, dict[bytes, Fraction]]


def deals() -> list[Match]:
    """Every way to deal five unknown tiles: two to seat 2's hand, one to seat 3's, two to piles.

    Seat 1 holds r60 and b6. Seat 2 has one tile as dealt and b20, r2 known under it; seat 3
    has one as dealt.
    """
    found = []
    for order in permutations(UNKNOWN):
        if order[0] > order[1] or order[3] > order[4]:
            continue  # a hand has no order, and neither have two piles that nobody has seen
        m = table("y60", hand="r60 b6", players=3, dealt=0)
        s = m._s
        tiles = [1 << NUMBERS[name] for name in order]
        s.hand[1], s.hand[2], s.pool = tiles[0] | tiles[1], tiles[2], tiles[3] | tiles[4]
        s.held[2] = s.dealt[1] = s.dealt[2] = 1
        for name in ("b20", "r2"):
            put_under(s, NUMBERS[name], 1)
        s.gone = ALL_TILES - sum(1 << NUMBERS[name] for name in ("y60", "r60", "b6", "b20", "r2"))
        s.gone -= sum(tiles)
        m._look()
        found.append(m)
    return found


def histories(m: Match, weight: Fraction, turns: int, beliefs: Beliefs) -> None:
    """Play on in every possible way, each choice of a player as likely as another."""
    if m.view()["turns"] == turns or m.actor is None:
        states = beliefs.setdefault(tuple(m.log(0)), {})
        states[m.state.tobytes()] = states.get(m.state.tobytes(), Fraction(0)) + weight
        return
    for move in m.legal:
        chance = m.odds[move] if m.actor == CHANCE else Fraction(1, len(m.legal))
        after = m.copy()
        after.play(move)
        histories(after, weight * chance, turns, beliefs)


@pytest.mark.parametrize("turns", [0, 2, 3])
def test_redeal_is_as_probable_as_all_histories_make_it(turns: int) -> None:
    beliefs: Beliefs = {}
    for m in deals():
        if turns:
            m.play("r60 0:2")  # always: seat 1 knows what it does
        histories(m, Fraction(1), turns, beliefs)
    assert len(beliefs) >= (1 if turns == 0 else 5)
    for number, (log, states) in enumerate(sorted(beliefs.items(), key=_variety)[-6:]):
        known = {hidden(_thaw(state, m), 0).tobytes() for state in states}
        assert len(known) == 1, f"one log, one record: {log}"
        _compare(_thaw(known.pop(), m), states, seed=number)


def _variety(item: tuple[Log, dict[bytes, Fraction]]) -> tuple[int, Log]:
    return len(item[1]), item[0]


def _thaw(state: bytes, m: Match) -> Any:
    return np.frombuffer(state, m.state.dtype).copy()[0]


def _compare(known: Any, states: dict[bytes, Fraction], seed: int) -> None:
    """Chi-square, with a limit that chance passes once in a hundred thousand times or less."""
    samples = 6000
    rng = generator(20, seed)
    counted: Counter[bytes] = Counter()
    for _ in range(samples):
        s = clone(known)
        calls.redeal(s, 0, rng)
        counted[s.tobytes()] += 1
    assert set(counted) <= set(states)
    total = sum(states.values())
    distance = sum(
        (counted[state] - float(samples * weight / total)) ** 2 / float(samples * weight / total)
        for state, weight in states.items()
    )
    freedom = len(states) - 1
    assert distance <= freedom + 6 * (2 * freedom) ** 0.5 + 10


def test_a_tile_that_came_up_from_the_known_part_stays_in_the_hand_until_it_is_played() -> None:
    m = table("r60 y6", hand="g100 b2 b4 b6 b10", others="y60 y40", dealt=0)
    m.play("g100 1:1")
    m.play("left")  # r60 comes up
    for number in range(50):
        s = hidden(m.state, 1)
        calls.redeal(s, 1, generator(21, number))
        assert int(s.hand[0]) >> NUMBERS["r60"] & 1
    m.play("y60 0:2")
    m.play("r60 1:1")
    assert int(m.state.seen[0]) >> NUMBERS["r60"] & 1 == 0


@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
def test_a_seat_knows_its_own_hand_and_of_the_others_only_what_came_up_again(seat: int) -> None:
    m = table("r60 y6", hand="g100 b2 b4 b6 b10", others="y60 y40", dealt=0)
    m.play("g100 1:1")
    m.play("left")
    known = hidden(m.state, seat)
    mine = "r60 b2 b4 b6 b10" if seat == 0 else "r60"
    theirs = "y60 y40" if seat == 1 else ""
    assert [int(known.hand[0]), int(known.hand[1])] == [
        sum(1 << NUMBERS[name] for name in hand.split()) for hand in (mine, theirs)
    ]
