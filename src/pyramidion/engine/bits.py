"""Two bit operations that compiled code makes in one instruction."""

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit; `bits` must not be 0."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def count_bits(bits: int) -> int:
    """How many bits are set; `bits` must not be negative."""
    return int(bits).bit_count()


@intrinsic
def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic
def _population(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload(lowest_bit, strict=False)
def _lowest_bit_compiled(bits: Any) -> Any:
    return lambda bits: _trailing_zeros(bits)


@overload(count_bits, strict=False)
def _count_bits_compiled(bits: Any) -> Any:
    return lambda bits: _population(bits)
