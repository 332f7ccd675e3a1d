"""Many games side by side: one call steps them all, compiled.

Chance is played inside, as a match plays it: outcome number `ply` of a game comes from
stream `ply` of the game's own seed. So a game of a batch is the match of that seed.
"""

import numpy as np

from pyramidion.engine.chance import next_word, pick, seed_stream
from pyramidion.engine.compiled import compiled, helper
from pyramidion.engine.state import assign
from pyramidion.engine.verbs import CHANCE, OVER, actor, hide, legal, odds, play, score

BEGIN = -1  # instead of an action: set the game up

# Eight bits of a byte become eight bytes, the lowest first, in one number: copy the byte into
# all eight, keep another bit in each, and turn "not zero" into 1.
COPY, KEEP = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
CARRY, SEVEN = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(7)


@compiled
def find_illegal(actions, masks):
    """The first game whose action is not legal, or -1."""
    for g in range(len(actions)):
        if actions[g] < 0 or actions[g] >= masks.shape[1] or not masks[g, actions[g]]:
            return g
    return -1


@compiled
def step_games(
    start, empty, seed, stride, chosen, states, seeds, plies, numbers, actors, rewards, done,
    masks, choices, listed, known, actions, weights,
):  # fmt: skip
    """Make the chosen action in every game, or set it up; where a game ends the next one begins.

    Then look, for the acting seat: what is legal (as a mask and as a list of so many choices), and
    what it knows.
    """
    rng = np.zeros(4, np.int64)
    for g in range(len(states)):
        s = states[g]
        if chosen[g] == BEGIN:
            begin(start, seed, states, seeds, plies, numbers, g, rng)
        else:
            play(s, chosen[g])
            plies[g] += 1
        done[g] = False
        rewards[g, :] = 0.0
        who = play_chance(s, seeds, plies, g, rng, actions, weights)
        while who == OVER:
            done[g] = True
            score(s, rewards[g])
            numbers[g] += stride
            begin(start, seed, states, seeds, plies, numbers, g, rng)
            who = play_chance(s, seeds, plies, g, rng, actions, weights)
        actors[g] = who
        masks[g, :] = False
        choices[g] = legal(s, listed[g])
        for i in range(choices[g]):
            masks[g, listed[g, i]] = True
        assign(known[g], empty)
        hide(s, who, known[g])


@compiled
def spell(raw, bits):
    """Bytes in bits. Not in the loop above: bytes that were just written as wider numbers
    cannot be read back at once, and waiting for them took longer than all the rest.
    """
    for i in range(len(raw)):
        bits[i] = ((np.uint64(raw[i]) * COPY & KEEP) + CARRY) >> SEVEN & COPY


@compiled
def choose_at_random(choices, listed, seed, first, out):
    """Any legal action in every game, each as likely, decided by the number first + g.

    The number is mixed as SplitMix64 does it: there is nothing to load and to keep.
    """
    for g in range(len(out)):
        z = np.uint64(seed) + np.uint64(first + g + 1) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        z = (z ^ z >> np.uint64(31)) >> np.uint64(32)
        out[g] = listed[g, z * np.uint64(choices[g]) >> np.uint64(32)]


@helper
def begin(start, seed, states, seeds, plies, numbers, g, rng):
    """The seed of a game is mixed, so that batches of neighbouring seeds share no game."""
    seed_stream(rng, seed, numbers[g])
    seeds[g] = next_word(rng) << 30 ^ next_word(rng)
    plies[g] = 0
    assign(states[g], start)


@helper
def play_chance(s, seeds, plies, g, rng, actions, weights):
    """Let chance decide until a seat must, or the game is over; who acts then."""
    who = actor(s)
    while who == CHANCE:
        n = legal(s, actions)
        odds(s, weights)
        seed_stream(rng, seeds[g], plies[g])
        play(s, actions[pick(rng, weights, n)])
        plies[g] += 1
        who = actor(s)
    return who
