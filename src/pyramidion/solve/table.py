"""The solver's memory: a table of 16-byte entries, four to a bucket, one bucket a cache line.

An entry is a position's key, exact, and a word with its two proof numbers and how much work
they cost. When a bucket is full, the entry with the least work goes.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from pyramidion.engine import helper

WAYS = 4
LINE = 64  # bytes of a cache line, and of a bucket
NUMBER = 27  # bits of a proof number
INFINITE = (1 << NUMBER) - 1
WORK = 2 * NUMBER  # where the work begins in the word


def new_table(size: int) -> Any:
    """An empty table of at most `size` bytes: a row for each bucket, keys first, then words."""
    buckets = max(1, size // LINE)
    memory = np.zeros(buckets * LINE + LINE, np.uint8)
    begin = -memory.ctypes.data % LINE
    return memory[begin : begin + buckets * LINE].view(np.int64).reshape(buckets, 2 * WAYS)


@helper
def bucket_of(table, key):
    """Spread the keys evenly; products stay below 2**63, so it runs interpreted too."""
    low = key & 0x3FFFFFFF
    high = key >> 30
    mixed = low * 0x5BD1E995 ^ high * 0x6C62272F
    mixed ^= mixed >> 31
    mixed = (mixed & 0x3FFFFFFF) * 0x7FEB352D ^ mixed >> 30
    mixed ^= mixed >> 28
    return (mixed & 0x7FFFFFFF) * len(table) >> 31


@helper
def probe(table, bucket, key):
    """The word of a position, or 0 if the table does not have it."""
    for way in range(WAYS):
        if table[bucket, way] == key + 1:
            return table[bucket, WAYS + way]
    return 0


@helper
def store(table, bucket, key, phi, delta, work):
    """Keep the numbers of a position; the new one always finds a place."""
    place = 0
    least = 1 << 62
    for way in range(WAYS):
        found = table[bucket, way]
        word = table[bucket, WAYS + way]
        if found == key + 1:
            place = way
            work = max(work, word >> WORK)
            break
        if found == 0:
            place = way
            least = -1
        elif word >> WORK < least:
            place = way
            least = word >> WORK
    table[bucket, place] = key + 1
    table[bucket, WAYS + place] = phi | delta << NUMBER | work << WORK


@helper
def phi_of(word):
    """What it takes to prove that the mover wins: 0 if it is proved, INFINITE if refuted."""
    return word & INFINITE


@helper
def delta_of(word):
    """What it takes to prove that the mover does not win."""
    return word >> NUMBER & INFINITE


@helper
def work_code(nodes):
    """About four times the logarithm of the nodes, so that it fits in eight bits."""
    length = 0
    while nodes >= 8:
        nodes >>= 1
        length += 1
    return 4 * length + nodes


def prefetch(table: Any, bucket: int) -> None:
    """Begin to fetch a bucket from memory; goes on without waiting for it."""


@intrinsic
def _prefetch(typing_context: Any, table: Any, bucket: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.ptrtoint(array.data, ir.IntType(64))
        address = builder.add(address, builder.mul(arguments[1], ir.Constant(ir.IntType(64), LINE)))
        word = ir.IntType(32)
        pointer = builder.inttoptr(address, ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(table, types.int64), generate


@overload(prefetch, strict=False)
def _prefetch_compiled(table: Any, bucket: Any) -> Any:
    return lambda table, bucket: _prefetch(table, bucket)
