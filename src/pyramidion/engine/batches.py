"""Many games side by side: one call steps them all, compiled.

Chance is played inside, as a match plays it: outcome number `ply` of a game comes from
stream `ply` of the game's own seed. So a game of a batch is the match of that seed.
"""

import numpy as np

from pyramidion.engine.chance import below, next_word, pick, seed_stream
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
    masks, known, raw, bits, actions, weights,
):  # fmt: skip
    """Make the chosen action in every game, or set it up; where a game ends the next one begins.

    Then look, for the acting seat: what is legal, what it knows, and that in bits; `raw`
    are the bytes of `known`.
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
        for i in range(legal(s, actions)):
            masks[g, actions[i]] = True
        assign(known[g], empty)
        hide(s, who, known[g])
        for i in range(bits.shape[1]):
            bits[g, i] = ((np.uint64(raw[g, i]) * COPY & KEEP) + CARRY) >> SEVEN & COPY


@compiled
def seed_rows(rngs, seed):
    """A generator for every row."""
    for g in range(len(rngs)):
        seed_stream(rngs[g], seed, g)


@compiled
def choose_at_random(masks, rngs, out):
    """Any legal action in every game, each as likely; every game has a generator for this."""
    for g in range(len(out)):
        n = 0
        for action in range(masks.shape[1]):
            n += masks[g, action]
        rest = below(rngs[g], n)
        for action in range(masks.shape[1]):
            if masks[g, action]:
                if rest == 0:
                    out[g] = action
                    break
                rest -= 1


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
