"""Random numbers: the same seed gives the same games on every machine.

The generator is sfc32 (Doty-Humphrey's small fast counting generator). It only
adds, shifts and rotates 32-bit words, so one source runs compiled and
interpreted in ordinary signed integers, without overflow.

The discipline: a generator is made for (seed, stream) and for nothing else. Game
number 7 of seed 1 is always stream 7, whichever thread or machine plays it.
"""

from typing import Any

import numpy as np

from pyramidion.engine.compiled import helper

WORD = 0xFFFFFFFF


def generator(seed: int, stream: int = 0) -> Any:
    """A new generator, seeded for this stream."""
    rng = np.zeros(4, np.int64)
    seed_stream(rng, seed & 0x7FFF_FFFF_FFFF_FFFF, stream)
    return rng


@helper
def seed_stream(rng, seed, stream):
    """Start the generator anew for game number `stream` of this seed."""
    rng[0] = seed & WORD
    rng[1] = (seed >> 32) & WORD
    rng[2] = stream & WORD
    rng[3] = 1 + ((stream >> 32) & WORD)
    for _ in range(15):  # the designer's warm-up: after it nearby seeds have nothing in common
        next_word(rng)


@helper
def next_word(rng):
    """The next 32 random bits."""
    word = (rng[0] + rng[1] + rng[3]) & WORD
    rng[3] = (rng[3] + 1) & WORD
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & WORD
    rng[2] = (((rng[2] << 21) | (rng[2] >> 11)) + word) & WORD
    return word


@helper
def below(rng, n):
    """A whole number from 0 to n-1, each exactly as likely (Lemire's method); n < 2**31."""
    product = next_word(rng) * n
    if product & WORD < n:
        unfair = (WORD + 1) % n
        while product & WORD < unfair:
            product = next_word(rng) * n
    return product >> 32


@helper
def pick(rng, weights, n):
    """An index from 0 to n-1, as likely as its weight; the total is below 2**31."""
    total = 0
    for i in range(n):
        total += weights[i]
    rest = below(rng, total)
    for i in range(n):
        rest -= weights[i]
        if rest < 0:
            return i
    return n - 1
