"""Oh, Pharao! once more, as plainly as can be: the turn is told from top to bottom, no speed.

Written from the rules page for the comparison in test_model.py. The game is a generator that
stops wherever somebody, or chance, has to decide, and goes on with what was decided.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

KINDS = "123456789jtcp"  # and the end card, e
COUNTS = [13, 12, 11, 10, 9, 8, 6, 4, 3, 3, 5, 2, 3]  # O1

Hand = Counter[str]
Pyramid = list[str]  # of cards as they lie: "6", or "6=j" for a joker that lies as a 6
Offer = tuple[int, tuple[str, ...], tuple[str, ...]]  # partner, gives, wants


@dataclass
class Question:
    """Who has to decide ("chance" or a seat), between what, and how many cards stand for each."""

    who: int | str
    choices: dict[str, int]


T = TypeVar("T")
Asking = Generator[Question, str, T]


class EndCard(Exception):
    """It was drawn: the game ends at once (O27)."""


def ask(who: int, moves: Iterable[str]) -> Asking[str]:
    return (yield Question(who, dict.fromkeys(moves, 1)))


def chance(verb: str, cards: Hand) -> Asking[str]:
    outcome = yield Question("chance", {f"*{verb} {card}": n for card, n in cards.items() if n})
    return outcome.split()[1]


def spend(hand: Hand, cards: Iterable[str]) -> None:
    for card in cards:
        assert hand[card] > 0
        hand[card] -= 1


def steps(pyramid: Pyramid) -> dict[int, int]:
    """How many cards lie on each step, from the lowest number up."""
    return dict(sorted(Counter(int(laid[0]) for laid in pyramid).items()))


def valid(pyramid: Pyramid) -> bool:
    """O6."""
    numbers, sizes = list(steps(pyramid)), list(steps(pyramid).values())
    return (
        len(numbers) >= 2
        and len(pyramid) >= 3
        and numbers == list(range(numbers[0], numbers[-1] + 1))
        and all(upper < lower for lower, upper in pairwise(sizes))
    )


def could_stand(pyramid: Pyramid) -> bool:
    """Two cards of one number and one of the next lie there (O19)."""
    count = steps(pyramid)
    return any(count[n] >= 2 and n + 1 in count for n in count)


def laying(number: int, size: int) -> list[list[str]]:
    """That many cards of a number, with no joker, one joker ...: the number first (O10)."""
    return [[f"{number}"] * (size - j) + [f"{number}=j"] * j for j in range(size + 1)]


def worth(pyramid: Pyramid) -> int:
    """O12."""
    return sum(steps(pyramid)) * len(steps(pyramid))


class Model:
    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.seats = range(players)
        self.track: list[int] = options.get("track", [3, 6, 10])
        self.offers_per_turn: int = options.get("offers_per_turn", 5)
        self.turn_limit: int | None = options.get("turn_limit", 400)
        self.overseer = 0
        self.pile: Hand = Counter(dict(zip(KINDS, COUNTS, strict=True)))
        self.discard: Hand = Counter()
        self.display: list[str] = []
        self.hands: list[Hand] = [Counter() for _ in self.seats]
        self.pyramids: list[dict[str, Pyramid]] = [{} for _ in self.seats]
        self.score = [0 for _ in self.seats]
        self.used = 0  # offers begun in this turn
        self.made: set[Offer] = set()  # in this turn
        self.seen: Counter[str] = Counter()  # rare things that happened, for the tests
        self.game = self.tell()
        self.question: Question | None = next(self.game)

    # What can be asked and done

    def actor(self) -> int | str | None:
        return self.question.who if self.question else None

    def legal(self) -> list[str]:
        return list(self.question.choices) if self.question else []

    def odds(self) -> dict[str, Fraction]:
        if self.question is None or self.question.who != "chance":
            return {}
        total = sum(self.question.choices.values())
        return {name: Fraction(n, total) for name, n in self.question.choices.items()}

    def play(self, text: str) -> None:
        assert text in self.legal()
        try:
            self.question = self.game.send(text)
        except StopIteration:
            self.question = None

    def points(self) -> list[int]:
        return list(self.score)

    def result(self) -> list[str] | None:
        if self.question is not None:
            return None
        winners = self.score.count(max(self.score))
        share = "1" if winners == 1 else f"1/{winners}"
        return [share if score == max(self.score) else "0" for score in self.score]

    # The game

    def tell(self) -> Asking[None]:
        try:
            for hand in self.hands:  # O3
                for _ in range(7):
                    hand[(yield from self.draw("deal"))] += 1
            yield from self.fill()
            turn = 0
            while turn != self.turn_limit:  # O28
                me = turn % len(self.seats)  # O5
                yield from self.score_pyramids(me)
                yield from self.take_a_card(me)
                yield from self.act(me)
                yield from self.finish(me)
                turn += 1
            self.seen["the last turn"] += 1
        except EndCard:
            pass
        for seat in self.seats:  # O27
            for pyramid in self.pyramids[seat].values():
                if len(steps(pyramid)) >= 3:
                    self.score[seat] += worth(pyramid)
                    self.seen["scored at the end"] += 1

    def draw(self, verb: str) -> Asking[str]:
        if not self.pile.total():  # O4
            self.pile, self.discard = self.discard, Counter()
            self.seen["shuffled"] += 1
        card = yield from chance(verb, self.pile)
        spend(self.pile, [card])
        if card == "e":
            self.seen[f"end card: {verb}"] += 1
            raise EndCard
        return card

    def fill(self) -> Asking[None]:
        """O3: three different kinds."""
        while len(self.display) < 3:
            missing = [kind for kind in +self.discard if kind not in self.display]
            if not self.pile.total() and not missing:  # O4
                self.seen["short display"] += 1
                return
            card = yield from self.draw("show")
            if card in self.display:
                self.discard[card] += 1
            else:
                self.display.append(card)

    def score_pyramids(self, me: int) -> Asking[None]:
        """Step 1."""
        mine = self.pyramids[me]
        while True:
            late = self.overseer >= self.track[1]  # O13
            must = [name for name in mine if len(mine[name]) >= 12]  # O11
            may = [n for n in mine if n in must or not late or len(steps(mine[n])) >= 3]
            if not may:
                return
            moves = [f"score {name}" for name in may] + ([] if must else ["keep"])
            move = yield from ask(me, moves)
            if move == "keep":
                return
            pyramid = mine.pop(move[-1])
            if late and len(steps(pyramid)) == 2:
                self.seen["scored for nothing"] += 1
            else:
                self.score[me] += worth(pyramid)  # O12
            self.discard.update(laid[-1] for laid in pyramid)
            if self.overseer == self.track[2]:
                self.seen["scored past the last field"] += 1
                continue
            self.overseer += 1
            if self.overseer == self.track[2]:  # O26
                self.pile = self.pile + self.discard + Counter("e")
                self.discard = Counter()

    def take_a_card(self, me: int) -> Asking[None]:
        """Step 2."""
        yield from self.fill()  # O4
        moves = [f"take {card}" for card in self.display]
        if self.pile.total() + self.discard.total():
            moves.append("take pile")
        if not moves:
            self.seen["nothing to take"] += 1
            return
        card = (yield from ask(me, moves)).split()[1]
        if card == "pile":
            self.hands[me][(yield from self.draw("draw"))] += 1
        else:
            self.display.remove(card)
            self.hands[me][card] += 1
            yield from self.fill()

    def finish(self, me: int) -> Asking[None]:
        """Step 4 (O16)."""
        hand = self.hands[me]
        if hand.total() > 7:
            while hand.total() > 7:
                yield from self.discard_one(me, [])
        elif hand.total():
            yield from self.discard_one(me, ["discard nothing"])
        else:
            self.seen["empty hand"] += 1
        while hand.total() < 7 and self.pile.total() + self.discard.total():
            hand[(yield from self.draw("draw"))] += 1
        self.seen["fewer than seven"] += hand.total() < 7

    def discard_one(self, me: int, other: list[str]) -> Asking[None]:
        hand = self.hands[me]
        move = yield from ask(me, [f"discard {card}" for card in +hand] + other)
        if move not in other:
            spend(hand, [move[-1]])
            self.discard[move[-1]] += 1

    # Step 3

    def act(self, me: int) -> Asking[None]:
        self.used = 0
        self.made = set()
        while True:
            builds = self.builds(me)
            names = self.names(me)
            moves = [
                *builds,
                *self.trades(me),
                *(f"swap {name} {n}" for name in names for n in self.swaps(me, *names[name])),
            ]
            if self.hands[me]["t"]:
                moves += [f"thief {name}" for name, where in names.items() if self.open(me, *where)]
            if self.hands[me]["c"]:
                moves.append("collector")
            move = yield from ask(me, [*moves, "done"])
            verb, *rest = move.split()
            if verb == "done":
                return
            if verb == "trade":
                yield from self.trade(me, int(rest[0]) - 1)
            elif verb == "swap":
                self.swap(me, *names[rest[0]], rest[1])
            elif verb == "thief":
                yield from self.thief(me, *names[rest[0]])
            elif verb == "collector":
                yield from self.collector(me)
            else:
                letter, cards = builds[move]
                spend(self.hands[me], (laid[-1] for laid in cards))
                self.pyramids[me].setdefault(letter, []).extend(cards)

    def names(self, me: int) -> dict[str, tuple[int, str]]:
        """All pyramids as this seat calls them: A, 2A."""
        return {
            (letter if seat == me else f"{seat + 1}{letter}"): (seat, letter)
            for seat in self.seats
            for letter in self.pyramids[seat]
        }

    def builds(self, me: int) -> dict[str, tuple[str, list[str]]]:
        """All ways to found and extend, with the pyramid's letter and the cards laid (O10)."""
        ways: dict[str, tuple[str, list[str]]] = {}
        mine = self.pyramids[me]
        free = [letter for letter in "AB" if letter not in mine]
        if len(mine) < (2 if self.overseer >= self.track[0] else 1):  # O8
            for n in range(1, 9):
                for two in laying(n, 2):
                    for one in laying(n + 1, 1):
                        ways[f"found {' '.join(two + one)}"] = (free[0], two + one)
        for letter, pyramid in mine.items():
            count = steps(pyramid)
            lowest, highest = min(count), max(count)
            for n in count:
                for one in laying(n, 1):
                    ways[f"widen {letter} {one[0]}"] = (letter, one)
            if highest < 9:  # O7
                ways[f"top {letter}"] = (letter, [f"{highest + 1}"])
                ways[f"top {letter} j"] = (letter, [f"{highest + 1}=j"])
            if lowest > 1:
                for jokers, cards in enumerate(laying(lowest - 1, count[lowest] + 1)):
                    ways[f"cellar {letter} {'j' * jokers}".strip()] = (letter, cards)
        return {
            move: (letter, cards)
            for move, (letter, cards) in ways.items()
            if Counter(laid[-1] for laid in cards) <= self.hands[me]
            and valid(mine.get(letter, []) + cards)
        }

    def swaps(self, me: int, seat: int, letter: str) -> list[str]:
        """The steps of a pyramid whose joker this seat can take (O17)."""
        jokers = {laid[0] for laid in self.pyramids[seat][letter] if laid.endswith("=j")}
        return [number for number in jokers if self.hands[me][number]]

    def swap(self, me: int, seat: int, letter: str, number: str) -> None:
        self.pyramids[seat][letter].remove(f"{number}=j")
        self.pyramids[seat][letter].append(number)
        spend(self.hands[me], [number])
        self.hands[me]["j"] += 1

    # Thieves, collectors, pharaohs

    def open(self, me: int, seat: int, letter: str) -> bool:
        """May a thief go there (O18)?"""
        if seat == me:
            return False
        high = len(steps(self.pyramids[seat][letter])) >= 7
        self.seen["too high for a thief"] += high
        return not high

    def pharaoh(self, seat: int) -> Asking[bool]:
        """Does this seat play its pharaoh (O21)?"""
        if not self.hands[seat].total():
            self.seen["not asked"] += 1
            return False
        moves = ["no pharaoh"] + (["pharaoh"] if self.hands[seat]["p"] else [])
        if (yield from ask(seat, moves)) == "no pharaoh":
            return False
        spend(self.hands[seat], "p")
        self.discard["p"] += 1
        return True

    def thief(self, me: int, seat: int, letter: str) -> Asking[None]:
        """O18."""
        pyramid = self.pyramids[seat][letter]
        spend(self.hands[me], "t")
        self.discard["t"] += 1
        if (yield from self.pharaoh(seat)):
            return
        roll = yield from chance("roll", Counter("123456"))
        if int(roll) < len(steps(pyramid)):
            self.seen["caught"] += 1
            return
        loot = (yield from ask(me, [f"steal {laid}" for laid in pyramid])).split()[1]
        pyramid.remove(loot)
        self.hands[me][loot[-1]] += 1
        if not valid(pyramid):
            yield from self.repair(seat, letter)

    def repair(self, seat: int, letter: str) -> Asking[None]:
        """O19."""
        pyramid = self.pyramids[seat][letter]
        while True:
            moves = ["back all"] + (["stays"] if valid(pyramid) else [])
            for laid in set(pyramid):
                rest = list(pyramid)
                rest.remove(laid)
                if could_stand(rest):
                    moves.append(f"back {laid}")
            move = yield from ask(seat, moves)
            if move == "stays":
                return
            if move == "back all":
                self.hands[seat].update(laid[-1] for laid in pyramid)
                del self.pyramids[seat][letter]
                return
            pyramid.remove(move.split()[1])
            self.hands[seat][move[-1]] += 1

    def collector(self, me: int) -> Asking[None]:
        """O20."""
        spend(self.hands[me], "c")
        self.discard["c"] += 1
        open_to = []
        for seat in [*self.seats[me + 1 :], *self.seats[:me]]:
            if not (yield from self.pharaoh(seat)):
                open_to.append(seat)
        for seat in open_to:
            if self.hands[seat].total():
                card = yield from chance("seize", self.hands[seat])
                spend(self.hands[seat], [card])
                self.hands[me][card] += 1

    # Trading

    def trades(self, me: int) -> list[str]:
        """O23, O25."""
        if self.used == self.offers_per_turn or not self.hands[me].total():
            return []
        return [f"trade {s + 1}" for s in self.seats if s != me and self.hands[s].total()]

    def trade(self, me: int, partner: int) -> Asking[None]:
        """O24."""
        self.used += 1
        drawn_up = yield from self.draw_up(me, partner, counter=False)
        if drawn_up is None:
            return
        gives, wants = drawn_up
        self.made.add((partner, gives, wants))
        answer = yield from self.answer(partner, wants, ["counter", "decline"])
        if answer == "accept":
            self.exchange(me, partner, gives, wants)
        if answer == "counter":
            countered = yield from self.draw_up(partner, me, counter=True)
            assert countered
            answer = yield from self.answer(me, countered[1], ["decline"])
            if answer == "accept":
                self.seen["counter accepted"] += 1
                self.exchange(partner, me, *countered)

    def answer(self, seat: int, wants: tuple[str, ...], other: list[str]) -> Asking[str]:
        able = Counter(wants) <= self.hands[seat]
        return (yield from ask(seat, (["accept"] if able else []) + other))

    def draw_up(
        self, giver: int, other: int, counter: bool
    ) -> Asking[tuple[tuple[str, ...], tuple[str, ...]] | None]:
        gives: list[str] = []
        wants: list[str] = []
        while True:
            moves = [] if counter else ["cancel"]
            if len(gives) < 4 and not wants:
                later = KINDS[KINDS.index(gives[-1]) :] if gives else KINDS
                spare = self.hands[giver] - Counter(gives)
                moves += [f"give {kind}" for kind in later if spare[kind]]
            if gives and len(wants) < min(4, self.hands[other].total()):
                later = KINDS[KINDS.index(wants[-1]) :] if wants else KINDS
                moves += [f"want {kind}" for kind in later if kind not in gives]
            if gives and wants:
                again = not counter and (other, tuple(gives), tuple(wants)) in self.made  # O25
                self.seen["the same offer again"] += again
                moves += [] if again else ["offer"]
            move = yield from ask(giver, moves)
            if move == "cancel":
                return None
            if move == "offer":
                return tuple(gives), tuple(wants)
            verb, kind = move.split()
            (gives if verb == "give" else wants).append(kind)

    def exchange(
        self, giver: int, other: int, gives: tuple[str, ...], wants: tuple[str, ...]
    ) -> None:
        spend(self.hands[giver], gives)
        spend(self.hands[other], wants)
        self.hands[giver].update(wants)
        self.hands[other].update(gives)
