"""What is true after every turn, said without a word about how mayhem is resolved."""

from itertools import combinations
from typing import Any

import pytest

from pyramidion.games.flaming.tiles import NAMES
from pyramidion.match import Match
from tests.cases import Case
from tests.games.flaming.cases import CASES
from tests.walks import walk

Place = tuple[int, int]

STRAW, WOOD = {2, 4, 6}, {10, 20, 30, 40}
BURNS = {1: STRAW, 7: STRAW | WOOD}  # what a coal fire and a gas burner burn


def bricks(view: dict[str, Any]) -> dict[Place, str]:
    return {(brick["row"], brick["column"]): brick["tile"] for brick in view["pyramid"]}


def weight(tile: str) -> int:
    return int(tile[1:])


def colours(tile: str) -> set[str]:
    return set("rygb") if tile == "m200" else {tile[0]}


def under(place: Place) -> list[Place]:
    row, column = place
    return [(row - 1, column - 1), (row - 1, column + 1)]


def touch(one: Place, other: Place) -> bool:
    rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (rows, columns) in ((0, 2), (1, 1))


def assert_stable(lying: dict[Place, str], curse: bool) -> None:
    for place, tile in lying.items():
        if place[0] == 0:
            continue
        supports = [lying[below] for below in under(place) if below in lying]
        assert supports, "nothing hangs in free air"
        assert weight(tile) <= sum(map(weight, supports)), "nothing is too heavy"
        assert any(
            weight(tile) == weight(support) or colours(tile) & colours(support)
            for support in supports
        ), "everything shares colour or weight"
        trio = {weight(tile), *map(weight, supports)}
        assert not (curse and len(supports) == 2 and len(trio) == 1), "no curse stands"
    for one, other in combinations(lying, 2):
        if touch(one, other):
            weights = weight(lying[one]), weight(lying[other])
            assert not set(weights) <= set(BURNS), "no two fire tiles touch"
            for fire, fuel in (weights, weights[::-1]):
                assert fuel not in BURNS.get(fire, ()), "no fire touches what it burns"


def assert_all_tiles_accounted_for(m: Match, intro: bool) -> None:
    """Every tile is in exactly one place: hand, pile (known or not), pyramid, or out."""
    view, s = m.view(), m.state
    places = [*bricks(view).values(), *view["gone"]]
    for seat in range(m.players):
        hand = [tile["tile"] for tile in m.view(seat)["hand"]]
        assert len(hand) == view["seats"][seat]["hand"]
        places += hand + view["seats"][seat]["under"]
    places += [name for tile, name in enumerate(NAMES) if int(s.pool) >> tile & 1]
    assert sorted(places) == sorted(NAMES[:40] if intro else NAMES)
    unseen = sum(seat["dealt"] for seat in view["seats"])
    assert int(s.pool).bit_count() == unseen + (view["phase"] == "base") * _left_over(m, intro)


def _left_over(m: Match, intro: bool) -> int:
    return (40 if intro else 45) % m.players - sum(move.startswith("*base") for move in m.moves)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_after_every_turn_all_is_stable_and_always_all_tiles_are_accounted_for(case: Case) -> None:
    checked_by_players = case.options.get("checking") == "players"
    for seed in range(2):
        for m in walk(case, seed, "manual"):
            view = m.view()
            assert_all_tiles_accounted_for(m, case.options.get("intro", False))
            if view["phase"] in ("place", "end"):  # nothing stale is left behind
                s = m.state
                assert (s.asked, s.falling, s.receiver, s.overlooked) == (0, 0, 0, 0)
            settled = view["phase"] in ("place", "draw", "end")
            if settled and not checked_by_players:
                assert_stable(bricks(view), view["curse"])
            elif settled and m.moves and m.moves[-1] in ("call", "left", "right"):
                assert_stable(bricks(view), view["curse"])  # a call settles everything


@pytest.mark.parametrize("case", CASES, ids=str)
def test_only_open_places_are_offered_and_all_of_them(case: Case) -> None:
    for m in walk(case, seed=5):
        view = m.view()
        if view["phase"] != "place":
            continue
        lying = bricks(view)
        base = sorted(column for row, column in lying if row == 0)
        around = {(row + 1, column + side) for row, column in lying for side in (-1, 1)}
        slots = {place for place in around - set(lying) if set(under(place)) <= set(lying)}
        slots |= {(0, c) for c in range(0, base[-1] if base else 0, 2) if (0, c) not in lying}
        if not slots:
            slots = {(0, -2), (0, base[-1] + 2)} if base else {(0, 0)}
        assert not base or base[0] == 0
        hand = [tile["tile"] for tile in m.view(m.actor)["hand"]]
        assert sorted(m.legal) == sorted(f"{tile} {r}:{c}" for tile in hand for r, c in slots)
