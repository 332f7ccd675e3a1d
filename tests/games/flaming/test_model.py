"""The compiled rules and the plain model agree, move by move."""

import random
from collections import Counter
from typing import Any

import pyramidion
from pyramidion.engine import CHANCE
from pyramidion.games.flaming.notation import tiles_in
from pyramidion.match import Match
from tests.games.flaming.model import Model, Place, Tile, is_fire, name
from tests.games.flaming.tables import table

TABLES: dict[str, dict[str, Any]] = {
    "family": {},
    "strategy": {"preset": "strategy"},
    "cursed family": {"curse": True, "turn_limit": None},
    "blessed strategy": {"preset": "strategy", "curse": False, "checking": "players"},
    "intro": {"intro": True, "curse": True},
    "family calls": {"checking": "players"},
    "strategy calls": {"preset": "strategy", "checking": "players"},
    "cursed family calls": {"checking": "players", "curse": True},
    "short": {"turn_limit": 9, "curse": True},
    "one turn": {"turn_limit": 1, "checking": "players"},
    "as many turns as tiles": {"turn_limit": 43, "checking": "players"},
}
# Ways to choose, so that what is rare is reached.
MOODS = ["wild", "tidy", "fiery", "burning", "cursed", "messy", "asleep"]
KINDS = ["air", "collapse", "explosion", "wood fire", "straw fire", "curse"]
REACHED = [
    "fire among the left-over tiles",  # F3
    "a choice of slots", "gap in the base", "a place left of the base",  # F6
    "base extended", "base extended under a tile", "on an empty table again",  # F7
    "collapse on 1", "collapse on 2",  # F9, F10
    *KINDS, *(f"{kind}, one of several" for kind in KINDS), "base empty in mid-turn",  # F12 to F18
    *(f"{kind} before {later}" for i, kind in enumerate(KINDS) for later in KINDS[i + 1:]
      if (kind, later) != ("explosion", "curse")),
    "explosion of three", "fire under a collapse", "fire collapses",  # F14
    *(f"{kind} after a curse" for kind in ("air", "collapse", "curse")), "short hand",  # F18
    "known tile drawn", "rid of all",  # F21, F22
    "won at the limit", "shared at the limit", "rid of all at the limit",  # F23
    *(f"call {what}, {preset}" for what in ("overlooked", "fresh", "empty")
      for preset in ("family", "strategy")),  # F25
    "curse overlooked", "trouble unnoticed", "rid of all in trouble",
]  # fmt: skip
# Positions made by hand, of every mood at every table: what is rare happens there.
POSITIONS = {"tidy": 2, "fiery": 12, "burning": 14, "cursed": 20, "messy": 5, "asleep": 2}
PLIES = 14  # played on from each


def test_actor_legal_moves_odds_views_logs_and_result_are_those_of_the_model() -> None:
    seen: Counter[str] = Counter()
    for title, options in TABLES.items():
        most = 4 if options.get("preset") == "strategy" else 6
        for number, mood in enumerate(MOODS):
            choose = random.Random(f"{title} {mood}")
            players = 2 + (number + len(title)) % (most - 1)
            match = pyramidion.new("flaming", players=players, chance="manual", **options)
            seen += lockstep(match, Model(players, options), mood, choose)
            for _ in range(POSITIONS.get(mood, 0)):
                made = by_hand(choose.randint(2, most), options, mood, choose)
                seen += lockstep(*made, mood, choose, PLIES)
    assert [what for what in REACHED if not seen[what]] == []


def by_hand(
    players: int, options: dict[str, Any], mood: str, choose: random.Random
) -> tuple[Match, Model]:
    """A layout to the mood's taste, trouble or not; seat 1 is to play onto it."""
    model = Model(players, options)
    for at, weight in ((50, 4), (54, 20), (58, 60)) if mood == "cursed" else ():
        for place in ((0, at), (0, at + 2), (1, at + 1)) if choose.random() < 0.6 else ():
            model.table[place] = choose.choice([t for t in model.unseen if t[1] == weight])
            model.unseen.remove(model.table[place])
    for _ in range(choose.randint(3, 20 - len(model.table))):
        on = [p for row, at in model.table for p in ((row + 1, at - 1), (row + 1, at + 1))]
        free = [p for p in [*on, *((0, at) for at in range(50, 64, 2))] if p not in model.table]
        place = choose.choice(free if model.base() else free[-1:])
        tile = max(choose.sample(model.unseen, 7), key=lambda tile: taste(model, mood, tile, place))
        model.table[place] = tile
        model.unseen.remove(tile)
    cells = {(row, (at - row) // 2): name(tile) for (row, at), tile in model.table.items()}
    rows = [" ".join(cells.get((row, x), ".") for x in range(64)) for row in range(64)]
    hand, dealt = " ".join(map(name, choose.sample(model.unseen, 5))), choose.randint(0, 2)
    match = table(*rows, hand=hand, players=players, dealt=dealt, **options)
    s, tiles = match.state, {name(tile): tile for tile in model.unseen}
    model.hands = [[tiles[n] for n in tiles_in(int(s.hand[p]))] for p in range(players)]
    model.dealt = [int(n) for n in s.dealt[:players]]
    model.unseen = [tiles[n] for n in tiles_in(int(s.pool))]
    model.out = [tiles[n] for n in tiles_in(int(s.gone))]
    model.stage = "place"
    return match, model


def lockstep(
    match: Match, model: Model, mood: str, choose: random.Random, plies: int = 10**6
) -> Counter[str]:
    drawn: list[int | None] = []  # who alone sees the move
    while match.actor is not None and len(drawn) < plies:
        assert ("chance" if match.actor == CHANCE else match.actor) == model.actor()
        assert match.result is None
        assert sorted(match.legal) == sorted(model.legal())
        assert match.odds == model.odds()
        if choose.random() < 0.05:
            compare_views(match, model, choose.randrange(model.players))
        drawn.append(model.active if model.stage in ("deal", "draw") else None)
        move = choice(model, mood, choose)
        match.play(move)
        model.play(move)
    assert match.result == model.result()
    for seat in range(model.players):
        compare_views(match, model, seat)
        log = ["*draw ?" if who not in (None, seat) else move
               for who, move in zip(drawn, match.moves, strict=True)]  # fmt: skip
        assert match.log(seat) == log
    return model.seen


def compare_views(match: Match, model: Model, seat: int) -> None:
    view = match.view(seat)
    shape = {(t["row"], t["column"]): t["tile"] for t in view["pyramid"]}
    edge = min([c for r, c in model.table if r == 0], default=None)
    if edge is None:  # no place needs a name: only the shape counts
        edge = min((c for _, c in model.table), default=0)
        left = min((c for _, c in shape), default=0)
        shape = {(r, c - left): tile for (r, c), tile in shape.items()}
    assert shape == {(r, c - edge): name(tile) for (r, c), tile in model.table.items()}
    assert sorted(t["tile"] for t in view["hand"]) == sorted(map(name, model.hands[seat]))
    for other, shown in enumerate(view["seats"]):
        assert shown["hand"] == len(model.hands[other])
        assert shown["dealt"] == model.dealt[other]
        assert shown["under"] == [name(tile) for tile in model.known[other]]
    assert sorted(view["gone"]) == sorted(map(name, model.out))
    assert view["turns"] == model.turns


def choice(model: Model, mood: str, choose: random.Random) -> str:
    legal = model.legal()
    if model.stage == "ask" and mood != "wild":
        kinds = {kind for kind, _ in model.troubles()}
        ripe = {"asleep": 99, "tidy": 1}.get(mood, 3)
        return "call" if choose.random() < (0.4 if len(kinds) >= ripe else 0.01) else "fine"
    if mood == "wild" or choose.random() < 0.05:
        return choose.choice(legal)
    if model.actor() == "chance":
        return chance(model, mood, choose)
    if model.stage == "place":
        return max(legal, key=lambda move: (liking(model, mood, move), choose.random()))
    return choose.choice(legal)


def chance(model: Model, mood: str, choose: random.Random) -> str:
    """Fire comes early to a fiery game, four of a weight to a cursed one."""
    tiles = sorted(model.unseen, key=lambda tile: tile[1])  # fire first
    if mood in ("fiery", "burning"):
        tiles = tiles[:8]
    elif mood == "cursed":
        tiles = [tile for tile in tiles if tile[1] in (4, 20, 60, 120)] or tiles[:8]
    return f"{model.legal()[0].split()[0]} {name(choose.choice(tiles))}"


LIKES = {
    "tidy": dict.fromkeys(KINDS, -1),
    "fiery": {"explosion": 2, "wood fire": 1, "straw fire": 1, "collapse": -4},
    "burning": {"explosion": -3, "wood fire": 4, "straw fire": 4, "collapse": -5, "curse": 3},
    "cursed": {**dict.fromkeys(KINDS, -6), "curse": 9},
    "messy": dict.fromkeys(KINDS, 1),
    "asleep": {},
}


def liking(model: Model, mood: str, move: str) -> int:
    """How well a placement suits the mood."""
    text, where = move.split()
    tile = next(t for t in model.hands[model.active] if name(t) == text)
    return taste(model, mood, tile, next(p for p in model.slots() if model.name_of(p) == where))


def taste(model: Model, mood: str, tile: Tile, place: Place) -> int:
    model.table[place] = tile
    kinds = [kind for kind, _ in model.troubles()]
    model.table.pop(place)
    same = sum(model.table[p][1] == tile[1] for p in model.below(place))
    return sum(LIKES[mood].get(kind, 0) for kind in kinds) + (
        2 * same + is_fire(tile) if mood == "cursed" else 0
    )
