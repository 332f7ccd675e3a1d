"""Flaming Pyramids once more, as plainly as can be: a dict of places, lists of tiles, no speed.

Written from the rules page for the comparison in test_model.py. `seen` counts what happened.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Tile = tuple[str, int]  # colour and weight
Place = tuple[int, int]  # row, and half tiles from anywhere: the origin means nothing

STRAW, WOOD, STONE = (2, 4, 6), (10, 20, 30, 40), (60, 100, 120)  # F1
REGULAR = [(colour, weight) for colour in "rygb" for weight in STRAW + WOOD + STONE]
SPECIAL = [("y", 1), ("g", 1), ("r", 7), ("b", 7), ("m", 200)]  # F2
COAL, GAS = 1, 7


def name(tile: Tile) -> str:
    return f"{tile[0]}{tile[1]}"


def is_fire(tile: Tile) -> bool:
    return tile[1] in (COAL, GAS)


def alike(a: Tile, b: Tile) -> bool:
    """Do they share colour or weight? The millstone has every colour (F2)."""
    return a[0] == b[0] or a[1] == b[1] or "m" in (a[0], b[0])


def under(place: Place) -> list[Place]:
    """Lower left and lower right."""
    row, column = place
    return [(row - 1, column - 1), (row - 1, column + 1)]


def around(place: Place) -> list[Place]:
    """F5: the six places that touch this one."""
    row, column = place
    return [(row + 1, column - 1), (row + 1, column + 1), (row, column - 2), (row, column + 2),
            *under(place)]  # fmt: skip


class Model:
    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.strategy = options.get("preset", "family") == "strategy"
        self.with_curse = bool(options.get("curse", self.strategy))  # F24
        self.by_call = options.get("checking", "auto") == "players"
        self.limit: int | None = options.get("turn_limit", 400)
        self.unseen = REGULAR + ([] if options.get("intro") else SPECIAL)  # F4
        share, self.left_over = divmod(len(self.unseen), players)  # F3
        self.table: dict[Place, Tile] = {}
        self.out: list[Tile] = []
        self.hands: list[list[Tile]] = [[] for _ in range(players)]
        self.dealt = [share] * players  # how many of the pile are as dealt
        self.known: list[list[Tile]] = [[] for _ in range(players)]  # put under it, first comes up
        self.turns = 0
        self.active = 0
        self.stage = "base" if self.left_over else "deal"
        self.asking: list[int] = []
        self.falling: Place = (0, 0)
        self.goes_to: int | None = 0  # whose pile takes what leaves the pyramid; None: out
        self.overlooked = False
        self.winners: list[int] = []
        self.seen: Counter[str] = Counter()

    # What can be asked

    def actor(self) -> int | str | None:
        if self.stage == "over":
            return None
        if self.stage in ("base", "deal", "draw"):
            return "chance"
        return self.asking[0] if self.stage == "ask" else self.active

    def odds(self) -> dict[str, Fraction]:
        if self.actor() != "chance":
            return {}
        kind = "*base" if self.stage == "base" else "*draw"
        return {f"{kind} {name(tile)}": Fraction(1, len(self.unseen)) for tile in self.unseen}

    def legal(self) -> list[str]:
        if self.stage == "place":
            slots = [self.name_of(place) for place in self.slots()]
            return [f"{name(tile)} {slot}" for tile in self.hands[self.active] for slot in slots]
        if self.stage == "ask":
            return ["fine", "call"]
        if self.stage == "fall":
            return ["left", "right"]
        return list(self.odds())

    def result(self) -> list[str] | None:
        if self.stage != "over":
            return None
        share = str(Fraction(1, len(self.winners)))
        return [share if seat in self.winners else "0" for seat in range(self.players)]

    def tiles_of(self, seat: int) -> int:
        return len(self.hands[seat]) + self.dealt[seat] + len(self.known[seat])

    # Places

    def base(self) -> list[int]:
        return sorted(column for row, column in self.table if row == 0)

    def name_of(self, place: Place) -> str:
        """From the left edge of the base as it is now; the first tile lies at 0:0."""
        edge = self.base()[0] if self.table else 0
        return f"{place[0]}:{place[1] - edge}"

    def slots(self) -> list[Place]:
        if not self.table:
            return [(0, 0)]  # F7
        base = self.base()
        slots = [(0, column) for column in range(base[0], base[-1], 2) if column not in base]
        tops = {(row + 1, column + 1) for row, column in self.table}
        slots += [p for p in tops if p not in self.table and all(q in self.table for q in under(p))]
        return slots or [(0, base[0] - 2), (0, base[-1] + 2)]  # F6, F7

    def order(self) -> list[Place]:
        """From the top row down, in a row from left to right."""
        return sorted(self.table, key=lambda place: (-place[0], place[1]))

    def below(self, place: Place) -> list[Place]:
        return [p for p in under(place) if p in self.table]

    def touching(self, place: Place) -> list[Place]:
        return [p for p in self.order() if p in around(place)]

    # Moves

    def play(self, text: str) -> None:
        if self.actor() == "chance":
            self.reveal(text.split()[1])
        elif self.stage == "place":
            self.lay(*text.split())
        elif self.stage == "ask":
            self.answer(text)
        else:
            self.drop(text)

    def reveal(self, text: str) -> None:
        tile = next(t for t in self.unseen if name(t) == text)
        self.unseen.remove(tile)
        if self.stage == "base":
            self.left_over -= 1
            if is_fire(tile):  # F3
                self.out.append(tile)
                self.seen["fire among the left-over tiles"] += 1
            else:
                self.table[0, 2 * len(self.table)] = tile
            self.stage = "base" if self.left_over else "deal"
            return
        seat = self.active
        self.hands[seat].append(tile)
        self.dealt[seat] -= 1
        if self.stage == "draw":
            self.draw()
        elif len(self.hands[seat]) == 5:
            self.active = (seat + 1) % self.players
            if self.active == 0:
                self.stage = "place"

    def lay(self, text: str, where: str) -> None:
        tile = next(t for t in self.hands[self.active] if name(t) == text)
        place = next(p for p in self.slots() if self.name_of(p) == where)
        self.overlooked = self.by_call and self.trouble() is not None  # F25: before this tile
        self.count_placing(place)
        self.hands[self.active].remove(tile)
        self.table[place] = tile
        self.goes_to = self.active
        if not self.by_call:
            self.mayhem()
            return
        after = [(self.active + i) % self.players for i in range(1, self.players + 1)]
        self.asking = after[:1] if self.strategy else after
        self.stage = "ask"

    def answer(self, text: str) -> None:  # F25
        if text == "fine":
            self.asking = self.asking[1:]
            if not self.asking:
                self.seen["trouble unnoticed"] += self.trouble() is not None
                self.draw()
            return
        self.asking = []
        if self.overlooked and not self.strategy:
            self.goes_to = None
        kind = "overlooked" if self.overlooked else "fresh" if self.trouble() else "empty"
        self.seen[f"call {kind}, {'strategy' if self.strategy else 'family'}"] += 1
        self.mayhem()

    # Mayhem

    def trouble(self) -> tuple[str, list[Place]] | None:
        """The first trouble in the order of F12 to F18, with where it is."""
        return next(self.troubles(), None)

    def troubles(self) -> Iterator[tuple[str, list[Place]]]:
        order = self.order()
        fires = [p for p in order if is_fire(self.table[p])]
        high = [p for p in order if p[0] > 0]  # F11
        yield from (("air", [p]) for p in high if not self.below(p))
        yield from (("collapse", [p]) for p in high if self.below(p) and not self.fits(p))
        yield from (("explosion", [p, q]) for p in fires for q in self.touching(p) if q in fires)
        for kind, weight in (("wood fire", GAS), ("straw fire", COAL)):
            yield from (
                (kind, [p]) for p in fires if self.table[p][1] == weight and self.burning(p)
            )
        for place in high if self.with_curse else []:
            three = [place, *self.below(place)]
            if len(three) == 3 and len({self.table[p][1] for p in three}) == 1:
                yield "curse", three

    def fits(self, place: Place) -> bool:
        tile, carriers = self.table[place], [self.table[p] for p in self.below(place)]
        light = tile[1] <= sum(carrier[1] for carrier in carriers)
        return light and any(alike(tile, carrier) for carrier in carriers)  # F9, F10

    def burning(self, fire: Place) -> set[Place]:
        """F15, F16: all that this fire burns."""
        food = STRAW + WOOD if self.table[fire][1] == GAS else STRAW
        burning: set[Place] = set()
        edge = [fire]
        while edge:
            for place in self.touching(edge.pop()):
                if self.table[place][1] in food and place not in burning:
                    burning.add(place)
                    edge.append(place)
        return burning

    def mayhem(self) -> None:
        while (found := self.trouble()) is not None:
            kind, places = found
            self.count_event(kind)
            if kind in ("air", "collapse"):
                if kind == "collapse":  # F13
                    self.count_collapse(places[0])
                    self.leave(self.below(places[0]))
                self.falling = places[0]
                self.stage = "fall"
                return
            if kind == "explosion":  # F14
                near = {p for fire in places for p in self.touching(fire)} - set(places)
                self.seen["explosion of three"] += any(is_fire(self.table[p]) for p in near)
                self.leave(near)
                self.out += [self.table.pop(p) for p in places]
            elif kind == "curse":  # F18
                if not self.overlooked:
                    self.goes_to = (self.active - 1) % self.players
                self.seen["curse overlooked"] += self.overlooked
                self.leave(places)
            else:
                self.leave(self.burning(places[0]))
                self.out.append(self.table.pop(places[0]))
        self.draw()

    def leave(self, places: list[Place] | set[Place]) -> None:
        """F19: top row first, left to right; the first comes up first."""
        tiles = [self.table[place] for place in self.order() if place in places]
        for place in places:
            del self.table[place]
        (self.out if self.goes_to is None else self.known[self.goes_to]).extend(tiles)

    def drop(self, text: str) -> None:
        left, right = under(self.falling)
        self.table[left if text == "left" else right] = self.table.pop(self.falling)
        self.mayhem()

    # The end of a turn

    def draw(self) -> None:
        """F21: up to five, from the dealt part by chance, then from the known part."""
        seat = self.active
        hand, known = self.hands[seat], self.known[seat]
        self.stage = "draw"
        if len(hand) < 5 and self.dealt[seat]:
            return
        while len(hand) < 5 and known:
            hand.append(known.pop(0))
            self.seen["known tile drawn"] += 1
        self.turns += 1
        if not hand:  # F22
            self.seen["rid of all"] += 1
            self.seen["rid of all at the limit"] += self.turns == self.limit
            self.seen["rid of all in trouble"] += self.trouble() is not None
            self.winners = [seat]
        elif self.turns == self.limit:  # F23
            left = [self.tiles_of(other) for other in range(self.players)]
            self.winners = [other for other in range(self.players) if left[other] == min(left)]
            self.seen["shared at the limit" if len(self.winners) > 1 else "won at the limit"] += 1
        self.active = (seat + 1) % self.players  # F20
        self.stage = "over" if self.winners else "place"

    # What the test wants to have happened

    def count_placing(self, place: Place) -> None:
        base = self.base()
        self.seen["on an empty table again"] += not base and self.turns > 0
        if not base:
            return
        beyond = place[0] == 0 and not base[0] < place[1] < base[-1]
        self.seen["gap in the base"] += place[0] == 0 and not beyond
        self.seen["base extended"] += beyond
        overhang = any((1, place[1] + side) in self.table for side in (-1, 1))
        self.seen["base extended under a tile"] += beyond and overhang
        self.seen["a choice of slots"] += not beyond and len(self.slots()) > 1
        self.seen["a place left of the base"] += place[0] > 0 and place[1] < base[0]
        self.seen["short hand"] += len(self.hands[self.active]) < 5

    def count_event(self, kind: str) -> None:
        self.seen[kind] += 1
        together = [k for k, _ in self.troubles()]
        once = 2 if kind == "explosion" else 1  # a pair is found from both sides
        self.seen[f"{kind}, one of several"] += together.count(kind) > once
        for later in together:
            self.seen[f"{kind} before {later}"] += later != kind
        self.seen["base empty in mid-turn"] += not self.base()
        self.seen[f"{kind} after a curse"] += self.goes_to not in (self.active, None)

    def count_collapse(self, place: Place) -> None:
        below = self.below(place)
        self.seen[f"collapse on {len(below)}"] += 1
        self.seen["fire under a collapse"] += any(is_fire(self.table[p]) for p in below)
        self.seen["fire collapses"] += is_fire(self.table[place])
