"""The compiled rules and the plain model agree, move by move, in strange games too.

Every mood is a way to play, and a wish for what chance brings, that leads into a corner of the
rules. What must have been reached is counted, so that the comparison cannot become empty.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import pyramidion
from pyramidion.engine import CHANCE
from tests.games.pharao.model import Model, steps

BUILD = {"found": 9.0, "widen": 4.0, "top": 6.0, "cellar": 6.0, "swap": 2.0}
PEACE = {"trade": 0.0, "thief": 0.0, "collector": 0.0}

# How eager a player is for a kind of move, by its first word (1 if not said)
MOODS: dict[str, dict[str, float]] = {
    "fair": {},
    "build": {**BUILD, "trade": 0.2, "keep": 0.5, "cancel": 0.2},
    "rob": {**BUILD, "thief": 20, "no": 2, "trade": 0.1, "keep": 9, "stays": 0.5, "all": 0.4},
    "haggle": {**BUILD, "trade": 20, "give": 2, "want": 4, "offer": 2, "cancel": 0.1, "accept": 9},
    "repeat": {"trade": 9, "cancel": 0.1, "decline": 5, "give": 0.2, "want": 0.2, "offer": 9},
    "hoard": {**BUILD, **PEACE, "keep": 9, "done": 0.01, "nothing": 99},
    "strip": {**BUILD, "trade": 20, "give": 0.2, "want": 9, "cancel": 0.1, "accept": 99},
    "heavy": {**BUILD, **PEACE, "top": 0, "cellar": 0.1, "keep": 9, "nothing": 9},
}
# What chance likes to bring (1 if not said)
WISHES: dict[str, dict[str, float]] = {
    "rob": {"t": 20, "j": 9, "p": 3, "c": 2, "6": 2, "5": 2, "4": 2},
    "haggle": {"c": 20, "j": 20, "p": 0.1, "t": 3},
    "strip": {"c": 20, "t": 9, "p": 0.1},
    "hoard": {"t": 0.3, "c": 0.3, "p": 0.3},
    "heavy": {"1": 30, "2": 30, "j": 0.1, "t": 0.1, "c": 0.1, "p": 0.1},
}


class Walk:
    """One game of both, side by side."""

    def __init__(self, mood: str, players: int, options: Mapping[str, Any], seed: int) -> None:
        self.mood = mood
        self.choose = random.Random(f"{mood} {players} {options} {seed}")
        self.model = Model(players, dict(options))
        self.match = pyramidion.new("pharao", players=players, chance="manual", **options)
        self.seen: Counter[str] = Counter()

    def run(self, script: str = "") -> "Walk":
        """To the end; first as the script says, with any outcomes where it says none."""
        said = [move.strip() for move in script.split("·") if move.strip()]
        while self.agree():
            if self.model.actor() == "chance":
                move = said.pop(0) if said and said[0].startswith("*") else self.chance()
            else:
                move = said.pop(0) if said else self.decision()
            self.count(move)
            self.match.play(move)
            self.model.play(move)
        assert not said
        self.seen += self.model.seen
        if self.match.result and "1" not in self.match.result:
            self.seen["shared"] += 1
        return self

    def agree(self) -> bool:
        match, model = self.match, self.model
        actor = "chance" if match.actor == CHANCE else match.actor
        assert actor == model.actor(), match.moves
        assert sorted(match.legal) == sorted(model.legal()), match.moves
        assert match.odds == model.odds(), match.moves
        assert match.points == model.points(), match.moves
        assert match.result == model.result(), match.moves
        return actor is not None

    def chance(self) -> str:
        wish = WISHES.get(self.mood, {})
        odds = self.model.odds()
        wishes = [float(odds[name]) * self.wish(name, wish) for name in odds]
        return self.choose.choices(list(odds), [w + 1e-9 for w in wishes])[0]

    def wish(self, outcome: str, wish: dict[str, float]) -> float:
        verb, what = outcome.split()
        if what == "e":
            return 0.1
        if verb == "*roll":
            return 1.0
        return wish.get(what, 1.0)

    def decision(self) -> str:
        """First a kind of move, then one of that kind."""
        legal = self.model.legal()
        by_verb: dict[str, list[str]] = {}
        for move in [move for move in legal if self.wise(move)] or legal:
            words = move.split()
            verb = words[-1] if words[-1] in ("nothing", "all") else words[0]
            by_verb.setdefault(verb, []).append(move)
        eager = [MOODS[self.mood].get(verb, 1.0) + 1e-9 for verb in by_verb]
        return self.choose.choice(by_verb[self.choose.choices(list(by_verb), eager)[0]])

    def wise(self, move: str) -> bool:
        """Does it serve the mood?"""
        model, (verb, *rest) = self.model, move.split()
        me = model.actor()
        assert isinstance(me, int)
        if self.mood == "hoard" and verb == "score":  # until two may be built
            return model.overseer < model.track[0]
        if self.mood == "hoard" and verb in ("widen", "cellar", "top"):
            return len(model.pyramids[me][rest[0]]) < 11
        if self.mood in ("haggle", "strip") and verb == "want":  # what can be had
            return any(model.hands[s][rest[0]] for s in model.seats if s != me)
        if self.mood == "strip" and verb == "give":  # one for many
            return not self.match.moves[-1].startswith("give")
        if self.mood == "repeat" and verb in ("give", "want", "trade"):
            return move == next(m for m in model.legal() if m.startswith(verb))
        return True

    def count(self, move: str) -> None:
        model, legal, (verb, *rest) = self.model, self.model.legal(), move.split()
        me = model.actor()
        self.seen[verb] += 1
        self.seen[f"only {move}"] += len(legal) == 1
        if not isinstance(me, int):
            return
        self.seen["must score"] += verb == "score" and "keep" not in legal
        again = verb == "score" and self.match.moves[-1].startswith("score")
        self.seen["second after the last field"] += again and model.overseer == model.track[2]
        self.seen["goes on"] += verb == "back" and "stays" in legal
        self.seen["back one by one"] += verb == "back" and rest != ["all"]
        self.seen["joker stolen"] += verb == "steal" and rest[0].endswith("=j")
        self.seen["own joker"] += verb == "swap" and len(rest[0]) == 1
        self.seen["cellar with jokers"] += verb == "cellar" and len(rest) == 2
        self.seen["found with jokers"] += verb == "found" and move.count("=j") > 1
        self.seen["A beside B"] += verb == "found" and "B" in model.pyramids[me]
        self.seen["B beside A"] += verb == "found" and "A" in model.pyramids[me]
        others = sum(model.hands[seat].total() for seat in model.seats if seat != me)
        self.seen["nobody to collect from"] += verb == "collector" and not others
        self.seen["six steps"] += verb == "thief" and self.height(move) == 6

    def height(self, thief: str) -> int:
        name = thief.split()[1]
        return len(steps(self.model.pyramids[int(name[0]) - 1][name[1]]))


# What must have been seen, by all games of a mood together
CORNERS: dict[str, list[str]] = {
    "fair": ["swap", "cancel", "pharaoh", "*seize", "counter accepted", "the last turn"],
    "build": [
        "end card: draw", "end card: show", "scored at the end", "scored past the last field",
        "second after the last field", "A beside B", "B beside A", "own joker",
        "cellar with jokers",
    ],
    "rob": [
        "caught", "joker stolen", "back one by one", "goes on", "stays", "only back all",
        "must score", "found with jokers", "shuffled",
    ],
    "haggle": ["counter accepted", "accept", "only decline", "only offer"],
    "repeat": ["the same offer again"],
    "hoard": ["short display", "nothing to take", "fewer than seven", "only take t"],
    "heavy": ["scored for nothing", "short display", "empty hand", "shared"],
}  # fmt: skip
SHORT = {"track": [1, 2, 3], "turn_limit": None}
GAMES: list[tuple[str, int, dict[str, Any], int]] = [  # mood, players, options, how many
    ("fair", 3, {}, 2),
    ("fair", 4, {"turn_limit": 25}, 20),
    ("build", 3, SHORT, 25),
    ("build", 4, SHORT, 25),
    ("rob", 3, {"track": [2, 6, 10], "turn_limit": 60}, 12),
    ("rob", 4, {"track": [1, 2, 10], "turn_limit": 60, "offers_per_turn": 0}, 12),
    ("haggle", 3, {"offers_per_turn": 8, "turn_limit": 12}, 6),
    ("haggle", 4, {"turn_limit": 12}, 6),
    ("repeat", 3, {"turn_limit": 15}, 4),
    ("repeat", 4, {"turn_limit": 15, "offers_per_turn": 3}, 4),
    ("hoard", 4, {"track": [1, 8, 9], "turn_limit": 100}, 8),
    ("heavy", 3, SHORT, 6),
    ("heavy", 4, {"track": [1, 2, 5], "turn_limit": 100}, 8),
]


@pytest.mark.parametrize("mood", CORNERS)
def test_the_rules_and_the_model_agree_at_every_move(mood: str) -> None:
    seen: Counter[str] = Counter()
    for name, players, options, games in GAMES:
        for seed in range(games if name == mood else 0):
            seen += Walk(mood, players, options, seed).run().seen
    assert [corner for corner in CORNERS[mood] if not seen[corner]] == []


def hands(*hands: str) -> str:
    return "".join(f"*deal {card} · " for card in "".join(hands))


# Seat 1 gets what it needs from all others and lays three cellars in one turn: seven steps.
TOWER = f"""{hands("667555j", "1111111", "2222229", "3333344")}
*show 1 · *show 2 · *show 3 ·
take pile · *draw 8 · found 6 6 7 · cellar A · done · discard nothing ·
*draw 9 · *draw 9 · *draw 8 · *draw 8 · *draw t ·
take pile · *draw t · trade 1 · give 1 · give 1 · give 1 · give 1 · want 9 · offer · accept ·
trade 1 · give 1 · give 1 · give 1 · want 9 · offer · accept · done · discard nothing ·
*draw 1 · *draw 1 · *draw 1 · *draw 1 ·
take pile · *draw t · trade 1 · give 2 · give 2 · give 2 · give 2 · want 8 · offer · accept ·
trade 1 · give 2 · give 2 · want 8 · offer · accept · done · discard nothing ·
*draw 2 · *draw 2 · *draw 2 ·
take pile · *draw c · trade 1 · give 3 · give 3 · give 3 · give 3 · want 8 · offer · accept ·
trade 1 · give 3 · give 4 · give 4 · want t · offer · accept · done · discard nothing ·
*draw 5 · *draw 5 · *draw 5 · *draw 5 ·
keep · take pile · *draw 4 · cellar A j · cellar A · cellar A ·"""

# Seat 1 trades and collects the others' last cards away, and plays on against empty hands.
BARE = f"""{hands("cct9998", "1111112", "2222222")}
*show 4 · *show 5 · *show 6 · take pile · *draw 8 · done · discard 8 ·
take pile · *draw 1 · found 1 1 2 · done · discard nothing · *draw 3 · *draw 3 ·
take pile · *draw 2 · done · discard 2 · take pile · *draw 8 ·
trade 2 · give 9 · want 1 · want 1 · want 1 · want 1 · offer · accept ·
trade 2 · give 8 · want 1 · want 3 · want 3 · want 9 · offer · accept ·
trade 3 · give 9 · want 2 · want 2 · want 2 · want 2 · offer · accept ·
trade 3 · give 8 · want 2 · want 2 · want 2 · want 9 · offer · accept ·
collector · no pharaoh · no pharaoh · *seize 8 · *seize 8 · collector · thief 2A ·"""


@pytest.mark.parametrize(
    ("players", "script", "corners"),
    [
        (4, TOWER + "done ·", ["six steps", "caught"]),
        (4, TOWER + "cellar A · done ·", ["too high for a thief", "empty hand"]),
        (3, BARE, ["nobody to collect from", "not asked"]),
    ],
    ids=["six steps", "seven steps", "bare hands"],
)
def test_they_agree_where_no_random_game_comes(
    players: int, script: str, corners: list[str]
) -> None:
    walk = Walk("rob", players, {"turn_limit": 20}, 1).run(script)
    assert [corner for corner in corners if not walk.seen[corner]] == []
