"""A hash of a record's bytes, for tables of positions."""

from hashlib import blake2b
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload


def hash_record(s: Any) -> int:
    """64 well-mixed bits of a record of at least 8 bytes, as a signed number; never 0.

    Compiled and interpreted code mix differently; a table belongs to one of them.
    """
    mixed = int.from_bytes(blake2b(s.tobytes(), digest_size=8).digest(), "little", signed=True)
    return mixed or 1


@intrinsic
def _word(typing_context: Any, s: Any, offset: Any) -> Any:
    """The eight bytes at this offset of a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        place = builder.gep(base, [arguments[1]])
        word = builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()))
        word.align = 1
        return word

    return types.uint64(s, types.int64), generate


@overload(hash_record, strict=False)
def _hash_record_compiled(s: Any) -> Any:
    if not isinstance(s, types.Record):
        return None
    whole, size = s.size // 8, s.size
    factor, start, fold = np.uint64(0x9FB21C651E98DF25), np.uint64(size), np.uint64(32)

    def mix(s: Any) -> Any:
        bits = start
        for word in range(whole):
            bits = (bits ^ _word(s, 8 * word)) * factor
            bits ^= bits >> fold
        if size % 8:  # the last bytes, together with some that were mixed already
            bits = (bits ^ _word(s, size - 8)) * factor
            bits ^= bits >> fold
        signed = np.int64(bits)
        return signed if signed != 0 else np.int64(1)

    return mix
