"""The compiled rules and the plain model agree, move by move."""

import random
from collections import Counter
from itertools import cycle, islice
from typing import Any

import pyramidion
from pyramidion.engine import CHANCE
from tests.games.jaguar.cases import CROWDED, SHORT
from tests.games.jaguar.model import Model


def path(events: str, length: int, number: Any = None) -> dict[str, Any]:
    """A path with an event on every field between the first and the last."""
    kinds = cycle(events.split())
    return {
        "numbers": [number] * (length - 1) + ["end"],
        "events": {str(f): kind for f, kind in enumerate(islice(kinds, length - 2), 1)},
    }


PATHS: dict[str, dict[str, Any]] = {
    "default": {},
    "crowded": {"path": CROWDED},
    "short": {"path": SHORT},
    "two ends": {"path": {"numbers": ["end", "end"], "events": {}}},
    "bare": {"path": {"numbers": [*[None] * 30, 12, 20, "end", "end"], "events": {}}},
    "hand": {"path": path("hand", 40, 1)},
    "own": {"path": path("own", 16, 20)},
    "other": {"path": path("other", 30)},
    "stone": {"path": path("stone", 30, 41)},
    "mixed": {"path": path("other hand own stone hand", 50, 3)},
}
# Ways to choose, so that what is rare is reached.
MOODS = ["wild", "tidy", "cramped", "stones", "mild", "twins"]
REACHED = [
    *(f"covered on step {step}" for step in (1, 2, 3, 4)),  # J8, J12
    *(f"{event} {when}" for event in ("stone", "own", "other", "hand")
      for when in ("between", "after")),  # J13
    *(f"nothing to do: {event}" for event in ("stone", "own", "other", "hand")),  # J18
    "take lose", "place lose",  # J10
    "covered without a stone",  # J11
    "never past the last field",  # J12
    "event declined", "complete, no event",  # J13
    "both complete", "complete with a last card", "fewer empty fields",  # J19, J20
    "smaller difference", "higher highest card",
    "last declined", "last card, none fits",  # J20
    *(f"last cards of {seats}" for seats in (0, 1, 2)),
    "another round", "bid in a later round", "further back begins",  # J4, J23
    "ended by the test card", "on an end field",  # J23
    "level at the end",  # J24
]  # fmt: skip
GAMES = 3  # of every mood on every path


def test_actor_legal_moves_odds_views_logs_and_result_are_those_of_the_model() -> None:
    seen: Counter[str] = Counter()
    for name, options in PATHS.items():
        for mood in MOODS:
            for seed in range(GAMES):
                seen += play(options, mood, random.Random(f"{name} {mood} {seed}"))
    assert {what: seen[what] for what in REACHED if not seen[what]} == {}


def play(options: dict[str, Any], mood: str, choose: random.Random) -> Counter[str]:
    """One game in lock-step; what happened in it."""
    m = pyramidion.new("jaguar", players=2, chance="manual", **options)
    model = Model(2, options)
    while (actor := model.actor()) is not None:
        assert m.actor == (CHANCE if actor == "chance" else actor)
        legal = model.legal()
        assert sorted(m.legal) == sorted(legal)
        assert m.odds == model.odds()
        assert m.result is None
        if choose.random() < 0.004:
            for viewer in (None, 0, 1):
                assert m.log(viewer) == model.log(viewer)
                seen = m.view(viewer)
                assert {key: seen[key] for key in model.view(viewer)} == model.view(viewer)
        move = pick(model, sorted(legal), mood, choose)
        m.play(move)
        model.play(move)
    assert m.actor is None
    assert m.legal == []
    assert m.result == model.result()
    assert m.points == model.points()
    assert m.log(None) == model.log(None)
    return model.seen + Counter(games=1, plies=m.ply)


def pick(model: Model, legal: list[str], mood: str, choose: random.Random) -> str:
    """A move in this mood: of those that suit it best, any."""
    if mood == "wild" or choose.random() < 0.05:
        return choose.choice(legal)
    some = choose.sample(legal, min(len(legal), 8 if model.phase == "offer" else 40))
    worths = {move: worth(model, move, mood) for move in some}
    return choose.choice([move for move in some if worths[move] == max(worths.values())])


def worth(model: Model, move: str, mood: str) -> float:
    word, *rest = move.split()
    if word == "offer":
        # Where do these two cards go: on empty fields, over others, or nowhere?
        ways = {
            (seat, card): "empty" if model.empty(seat, card)
            else "cover" if model.covers(seat, card) else "lose"
            for seat in (0, 1) for card in map(int, rest)
        }  # fmt: skip
        wanted = {"tidy": "empty", "twins": "empty", "mild": "empty"}.get(mood, "cover")
        return Counter(ways.values())[wanted] - 3 * Counter(ways.values())["lose"]
    if word in ("take", "place"):
        if rest[1] == "lose":
            return -100
        card, field = int(rest[0]), int(rest[1][1:])
        far = abs(field - (1 + (card - 1) / 4.3))  # from where it would lie in a good pyramid
        seat = model.actor()
        assert isinstance(seat, int)
        covers = field in model.pyramid[seat]
        if mood in ("cramped", "stones"):
            return 50 * covers + (far if mood == "cramped" else -far)
        if mood == "twins" and word == "take":  # keep both pyramids equally full
            return -far - 20 * covers * (len(model.pyramid[seat]) > len(model.pyramid[1 - seat]))
        return -far
    if word == "event":
        return 1 if mood != "stones" else -1
    if word == "decline":
        return -0.5 if mood != "mild" else 100
    return 0
