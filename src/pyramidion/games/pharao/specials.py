"""Oh, Pharao!: jokers, thieves, tax collectors and pharaohs (O17 to O22)."""

from typing import Any

from pyramidion.engine import CHANCE, helper
from pyramidion.games.pharao import material as m
from pyramidion.games.pharao.memory import gain, lose, seize
from pyramidion.games.pharao.pyramids import measure, remove, take_back_all


@helper
def begin_acting(s: Any) -> None:
    """Step 3 begins, or goes on."""
    s.stage = m.ACTING
    s.to_act = s.turn_of


@helper
def play_special(s: Any, seat: int, kind: int) -> None:
    """O18: a played special card is discarded at once."""
    lose(s, seat, kind)
    s.discard[kind] += 1


# Jokers (O17)


@helper
def swaps(s: Any, me: int, out: Any, n: int) -> int:
    """O17: the number into the joker's place, in any pyramid."""
    for owner in range(s.players):
        for pyramid in range(2):
            low, steps = int(s.low[owner, pyramid]), int(s.steps[owner, pyramid])
            for number in range(low, low + steps):
                if s.jokers[owner, pyramid, number] > 0 and s.hand[me, number] > 0:
                    out[n] = m.SWAP + 20 * owner + 10 * pyramid + number
                    n += 1
    return n


@helper
def swap(s: Any, which: int) -> None:
    """Play one of them."""
    me = int(s.to_act)
    owner, pyramid, number = which // 20, which % 20 // 10, which % 10
    s.jokers[owner, pyramid, number] -= 1
    lose(s, me, number)
    gain(s, me, m.JOKER)


# Thieves (O18, O19)


@helper
def thefts(s: Any, me: int, out: Any, n: int) -> int:
    """O18: the pyramids of others that a thief can reach."""
    for owner in range(s.players):
        if owner != me:
            for pyramid in range(2):
                if 0 < s.steps[owner, pyramid] < m.SAFE:
                    out[n] = m.SEND_THIEF + 2 * owner + pyramid
                    n += 1
    return n


@helper
def send_thief(s: Any, which: int) -> None:
    """O18: the thief is played, and the owner of the pyramid is asked."""
    owner = which // 2
    play_special(s, int(s.to_act), m.THIEF)
    s.target = 1 + which
    if s.held[owner] > 0:  # O21
        s.waiting = 1 << owner
    ask_on(s)


@helper
def roll(s: Any, die: int) -> None:
    """O18: at least as many pips as steps."""
    target = int(s.target) - 1
    s.die = die
    if die >= s.steps[target // 2, target % 2]:
        s.stage = m.STEALING
        s.to_act = s.turn_of
    else:
        end_theft(s)


@helper
def legal_stealing(s: Any, owner: int, pyramid: int, out: Any) -> int:
    """O18: one card of the pyramid, a number or a joker."""
    n = 0
    for number in range(1, m.NUMBERS + 1):
        laid, jokers = s.laid[owner, pyramid, number], s.jokers[owner, pyramid, number]
        if laid > jokers:
            out[n] = m.STEAL + 2 * number
            n += 1
        if jokers > 0:
            out[n] = m.STEAL + 2 * number + 1
            n += 1
    return n


@helper
def steal(s: Any, number: int, joker: int) -> None:
    """Take the card; a pyramid that is none any more is for its owner to repair."""
    target = int(s.target) - 1
    gain(s, int(s.to_act), remove(s, target // 2, target % 2, number, joker))
    if measure(s, target // 2, target % 2):
        end_theft(s)
    else:
        s.stage = m.REPAIRING
        s.to_act = target // 2


@helper
def repair(s: Any, action: int) -> None:
    """O19: the robbed owner chooses what stays."""
    owner, pyramid = (int(s.target) - 1) // 2, (int(s.target) - 1) % 2
    if action == m.BACK_ALL:
        take_back_all(s, owner, pyramid)
        end_theft(s)
    elif action == m.STAYS:
        end_theft(s)
    else:
        number, joker = (action - m.BACK) // 2, (action - m.BACK) % 2
        gain(s, owner, remove(s, owner, pyramid, number, joker))
        measure(s, owner, pyramid)


@helper
def end_theft(s: Any) -> None:
    """The thief is done."""
    s.target = 0
    begin_acting(s)


# Tax collectors and pharaohs (O20, O21)


@helper
def send_collector(s: Any) -> None:
    """O20: all others who hold a card are asked."""
    me = int(s.to_act)
    play_special(s, me, m.COLLECTOR)
    for seat in range(s.players):
        if seat != me and s.held[seat] > 0:
            s.waiting |= 1 << seat
    ask_on(s)


@helper
def next_seat(s: Any, seats: int) -> int:
    """The first of some seats (bits), from the left neighbour on."""
    seat = (int(s.turn_of) + 1) % int(s.players)
    while not seats >> seat & 1:
        seat = (seat + 1) % int(s.players)
    return seat


@helper
def ask_on(s: Any) -> None:
    """Ask the next seat for a pharaoh; when all have answered, go on with what they could stop."""
    if s.waiting:
        s.stage = m.REACTING
        s.to_act = next_seat(s, s.waiting)
    elif s.target:
        s.stage = m.ROLLING
        s.to_act = CHANCE
    elif s.taxed:
        s.stage = m.SEIZING
        s.to_act = CHANCE
    else:
        begin_acting(s)


@helper
def legal_reacting(s: Any, out: Any) -> int:
    """O21: everyone is asked, whether they hold a pharaoh or not."""
    out[0] = m.NO_PHARAOH
    if s.hand[s.to_act, m.PHARAOH] == 0:
        return 1
    out[1] = m.PLAY_PHARAOH
    return 2


@helper
def react(s: Any, pharaoh: bool) -> None:
    """One seat has answered."""
    seat = int(s.to_act)
    s.waiting ^= 1 << seat
    if pharaoh:
        play_special(s, seat, m.PHARAOH)
        if s.target:  # O18: the theft is over before the die
            end_theft(s)
            return
    elif not s.target:
        s.taxed |= 1 << seat
    ask_on(s)


@helper
def tax(s: Any, kind: int) -> None:
    """O20: the card that the collector drew."""
    victim = next_seat(s, s.taxed)
    s.taxed ^= 1 << victim
    seize(s, int(s.turn_of), victim, kind)
    ask_on(s)
