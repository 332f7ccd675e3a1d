"""Die Pyramiden des Jaguar once more, as plainly as can be: lists and dictionaries, no bits.

Written from the rules page for the comparison in test_model.py. Fields count from 1, seats from 0.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

PATH = {  # J22
    "numbers": [None] * 16 + list(range(16, 36)) + ["end"] * 5,
    "events": {
        "3": "hand", "6": "other", "9": "stone", "12": "hand", "15": "own", "18": "other",
        "21": "stone", "24": "hand", "27": "own", "30": "other", "33": "stone",
    },
}  # fmt: skip
FIELDS = range(1, 11)
STEP = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 3, 9: 3, 10: 4}  # J3, J12


class Model:
    def __init__(self, players: int, options: dict[str, Any]) -> None:
        assert players == 2
        path = options.get("path", PATH)
        self.numbers: list[Any] = path["numbers"]
        self.events: dict[str, str] = path["events"]
        self.last = len(self.numbers) - 1
        self.explorer = [0, 0]  # J1
        self.rounds = 0
        self.winner: int | None = None
        self.moves: list[tuple[str, int | None]] = []  # with whose secret it is (None: nobody's)
        self.seen: Counter[str] = Counter()  # what has happened, for the test
        self.begin_round()

    def begin_round(self) -> None:
        self.rounds += 1
        self.phase = "deal"
        self.stack = list(range(1, 41))  # the cards that were not dealt
        self.hand: list[list[int]] = [[], []]
        self.pyramid: list[dict[int, int]] = [{}, {}]  # of each seat: field → card
        self.stones: list[set[int]] = [set(), set()]  # of each seat: the fields with a stone
        self.supply = 10  # J1
        self.bids: list[int] = []
        self.offered: list[int] = []
        self.turn = self.beginner = 0
        self.event_for = 0
        self.to_ask: list[int] = []  # J20
        self.round_winner = 0

    # What can be asked

    def actor(self) -> int | str | None:
        if self.phase == "over":
            return None
        if self.phase in ("deal", "draw", "test"):
            return "chance"
        return {
            "bid": len(self.bids),  # J4: seat 1 first
            "offer": self.turn,
            "take": 1 - self.turn,  # J6
            "place": self.turn,
            "event": self.event_for,  # J13
            "last": self.to_ask[0] if self.to_ask else 0,  # J20
        }[self.phase]

    def odds(self) -> dict[str, Fraction]:
        cards = {
            "deal": self.stack,  # J2
            "draw": self.hand[1 - self.event_for],  # J17
            "test": self.stack,  # J23
        }.get(self.phase, [])
        return {f"*{self.phase} {card}": Fraction(1, len(cards)) for card in cards}

    def legal(self) -> list[str]:
        if self.phase in ("deal", "draw", "test"):
            return list(self.odds())
        if self.phase == "bid":
            return [f"bid {card}" for card in self.hand[len(self.bids)]]
        if self.phase == "offer":
            return [f"offer {a} {b}" for a, b in combinations(sorted(self.hand[self.turn]), 2)]
        if self.phase == "take":
            return [f"take {c} {at}" for c in self.offered for at in self.ways(1 - self.turn, c)]
        if self.phase == "place":
            return [f"place {c} {at}" for c in self.offered for at in self.ways(self.turn, c)]
        if self.phase == "event":
            return [*self.event_moves(self.event_for), "decline"]
        if self.phase == "last":  # J20: an empty field where it fits
            seat = self.to_ask[0]
            fitting = [(c, f) for c in self.hand[seat] for f in self.empty(seat, c)]
            return [*(f"place {card} @{field}" for card, field in fitting), "decline"]
        return []

    def result(self) -> list[str] | None:
        if self.winner is None:
            return None
        return ["1" if seat == self.winner else "0" for seat in (0, 1)]

    def points(self) -> list[int] | None:
        return None  # there are none

    def view(self, viewer: int | None) -> dict[str, Any]:
        """A part of what a seat or a spectator sees."""
        bids = [b if len(self.bids) == 2 or s == viewer else None for s, b in enumerate(self.bids)]
        return {
            "hand": None if viewer is None else sorted(self.hand[viewer]),
            "cards": [len(hand) for hand in self.hand],
            "pyramids": [[pyramid.get(field) for field in FIELDS] for pyramid in self.pyramid],
            "stones": [sorted(stones) for stones in self.stones],
            "supply": self.supply,
            "explorers": self.explorer,
            "bids": [*bids, None, None][:2],
            "offered": self.offered,
        }

    def log(self, viewer: int | None) -> list[str]:
        return [
            text if owner in (None, viewer) else " ".join([text.split()[0], "?"])
            for text, owner in self.moves
        ]

    # Where a card goes

    def in_order(self, seat: int, card: int, field: int) -> bool:
        """J3: with the card on this field, do the values rise strictly?"""
        laid = {**self.pyramid[seat], field: card}
        values = [laid[f] for f in FIELDS if f in laid]
        return all(a < b for a, b in pairwise(values))

    def empty(self, seat: int, card: int) -> list[int]:
        """J7."""
        fields = [f for f in FIELDS if f not in self.pyramid[seat]]
        return [f for f in fields if self.in_order(seat, card, f)]

    def covers(self, seat: int, card: int) -> list[int]:
        """J8, J9."""
        fields = [f for f in FIELDS if f in self.pyramid[seat] and f not in self.stones[seat]]
        return [f for f in fields if self.in_order(seat, card, f)]

    def ways(self, seat: int, card: int) -> list[str]:
        fields = self.empty(seat, card) or self.covers(seat, card)
        return [f"@{field}" for field in fields] or ["lose"]  # J10

    def complete(self, seat: int) -> bool:
        return len(self.pyramid[seat]) == 10

    # Moves

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        self.moves.append((text, self.secret_of(text)))
        word, *rest = text.removeprefix("*").split()
        if word == "decline":
            self.seen[f"{self.phase} declined"] += 1
            if self.phase == "event":
                self.after_event()
            else:
                self.asked()
        elif word == "place" and self.phase == "last":
            self.last_place(int(rest[0]), int(rest[1][1:]))
        elif word == "event":
            self.event(rest[0])
        elif word == "take" or word == "place":
            self.put(int(rest[0]), rest[1])
        elif word == "offer":
            self.offer([int(card) for card in rest])
        else:
            {"deal": self.deal, "bid": self.bid, "draw": self.draw, "test": self.test}[word](
                int(rest[0])
            )

    def secret_of(self, text: str) -> int | None:
        """The only seat that sees this move (None: all do)."""
        if self.phase == "deal":
            return 0 if len(self.stack) > 25 else 1
        if self.phase == "draw":
            return 1 - self.event_for  # J17: its former owner
        if self.phase == "bid":
            return len(self.bids)
        return None

    def deal(self, card: int) -> None:
        """J2: 15 to seat 1, then 15 to seat 2."""
        self.hand[0 if len(self.stack) > 25 else 1].append(card)
        self.stack.remove(card)
        if len(self.stack) > 10:
            return
        if self.explorer[0] == self.explorer[1]:  # J4: both on the start, or level later
            self.phase = "bid"
            self.seen["bid in a later round"] += self.rounds > 1
        else:
            self.seen["further back begins"] += 1
            self.begin_turns(0 if self.explorer[0] < self.explorer[1] else 1)

    def bid(self, card: int) -> None:
        """J4."""
        self.bids.append(card)
        if len(self.bids) == 2:
            self.moves[-2:] = [(text, None) for text, _ in self.moves[-2:]]  # now shown
            self.begin_turns(0 if self.bids[0] > self.bids[1] else 1)

    def begin_turns(self, seat: int) -> None:
        self.beginner = seat
        self.begin_turn(seat)

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        if len(self.hand[seat]) >= 2:
            self.phase = "offer"
            return
        self.phase = "last"  # J20
        self.to_ask = [s for s in (seat, 1 - seat) if self.hand[s]]
        self.seen[f"last cards of {len(self.to_ask)}"] += 1
        self.ask()

    def offer(self, cards: list[int]) -> None:
        """J5."""
        for card in cards:
            self.hand[self.turn].remove(card)
        self.offered = cards
        self.phase = "take"

    def put(self, card: int, at: str) -> None:
        """J6 to J12: choose and place a card, or place the one that was left."""
        seat = 1 - self.turn if self.phase == "take" else self.turn
        self.offered = [other for other in self.offered if other != card]
        if at == "lose":  # J10
            self.seen[f"{self.phase} lose"] += 1
            self.end_round(1 - seat)
            return
        field = int(at[1:])
        covering = field in self.pyramid[seat]
        self.pyramid[seat][field] = card
        if covering:
            self.seen[f"covered on step {STEP[field]}"] += 1
            if self.supply:  # J8
                self.supply -= 1
                self.stones[seat].add(field)
            else:  # J11
                self.seen["covered without a stone"] += 1
            self.walk(1 - seat, STEP[field])
        else:
            self.after_event()

    def walk(self, seat: int, fields: int) -> None:
        """J12, J13."""
        start = self.explorer[seat]
        self.explorer[seat] = min(start + fields, self.last)
        self.seen["never past the last field"] += start + fields > self.last
        event = self.events.get(str(self.explorer[seat]))
        if event is None or self.explorer[seat] == start:
            self.after_event()
        elif self.complete(seat):
            self.seen["complete, no event"] += 1
            self.after_event()
        elif not self.event_moves(seat):  # J18
            self.seen[f"nothing to do: {event}"] += 1
            self.after_event()
        else:
            self.event_for = seat
            self.seen[f"{event} {'between' if self.offered else 'after'}"] += 1
            self.phase = "event"

    def event_moves(self, seat: int) -> list[str]:
        """J14 to J17."""
        event = self.events[str(self.explorer[seat])]
        if event == "hand":
            return ["event draw"] if self.hand[1 - seat] else []
        if event == "stone":
            fields = self.stones[seat]
        else:
            whose = seat if event == "own" else 1 - seat
            fields = set(self.pyramid[whose]) - self.stones[whose]
        return [f"event {field}" for field in FIELDS if field in fields]

    def event(self, what: str) -> None:
        seat = self.event_for
        event = self.events[str(self.explorer[seat])]
        if event == "hand":
            self.phase = "draw"
            return
        if event == "stone":  # J14
            self.stones[seat].remove(int(what))
            self.supply += 1
        else:  # J15, J16, J18
            del self.pyramid[seat if event == "own" else 1 - seat][int(what)]
        self.after_event()

    def draw(self, card: int) -> None:
        """J17, J18: under the stack, so it is not among the cards that may be on top."""
        self.hand[1 - self.event_for].remove(card)
        self.after_event()

    def after_event(self) -> None:
        """Go on after a placement and what it brought."""
        if self.offered:
            self.phase = "place"
            return
        if any(self.complete(seat) for seat in (0, 1)):
            self.end_complete()
        else:
            self.begin_turn(1 - self.turn)

    # The end of a round

    def last_place(self, card: int, field: int) -> None:
        """J20."""
        seat = self.to_ask[0]
        self.hand[seat].remove(card)
        self.pyramid[seat][field] = card
        self.asked()

    def asked(self) -> None:
        self.to_ask = self.to_ask[1:]
        self.ask()

    def ask(self) -> None:
        if self.to_ask:
            self.seen["last card, none fits"] += self.legal() == ["decline"]
        else:
            self.end_by_count()

    def end_complete(self) -> None:
        """J19."""
        if self.complete(0) and self.complete(1):
            self.seen["both complete"] += 1
            self.end_round(self.closer())
        else:
            self.end_round(0 if self.complete(0) else 1)

    def end_by_count(self) -> None:
        """J20."""
        count = [len(self.pyramid[0]), len(self.pyramid[1])]
        if 10 in count:
            self.seen["complete with a last card"] += 1
            self.end_complete()
        elif count[0] != count[1]:
            self.seen["fewer empty fields"] += 1
            self.end_round(0 if count[0] > count[1] else 1)
        elif count == [0, 0]:
            self.end_round(1 - self.beginner)
        else:
            self.end_round(self.closer())

    def closer(self) -> int:
        """The smaller difference between highest and lowest card, then the higher highest."""
        cards = [list(self.pyramid[seat].values()) for seat in (0, 1)]
        difference = [max(c) - min(c) for c in cards]
        if difference[0] != difference[1]:
            self.seen["smaller difference"] += 1
            return 0 if difference[0] < difference[1] else 1
        self.seen["higher highest card"] += 1
        return 0 if max(cards[0]) > max(cards[1]) else 1

    def end_round(self, winner: int) -> None:
        """J21."""
        self.round_winner = winner
        self.explorer[winner] = min(self.explorer[winner] + 5, self.last)
        self.phase = "test"

    def test(self, card: int) -> None:
        """J23, J24."""
        number = self.numbers[max(self.explorer)]
        if number != "end" and (number is None or card >= number):
            self.seen["another round"] += 1
            self.begin_round()
            return
        self.seen["on an end field" if number == "end" else "ended by the test card"] += 1
        self.phase = "over"
        if self.explorer[0] == self.explorer[1]:
            self.seen["level at the end"] += 1
            self.winner = self.round_winner
        else:
            self.winner = 0 if self.explorer[0] > self.explorer[1] else 1
