"""A position is one NumPy record of fixed size: integers and small arrays.

So copying a position is copying bytes, a batch of games is an array, and undo
needs no special code.
"""

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload


class Record(np.record):  # type: ignore[misc]  # final in NumPy's hints only
    """A record whose fields are attributes, as NumPy's; interpreted code reads them all the time,
    and here they take a third of the time.
    """

    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except ValueError:
            raise AttributeError(f"a position has no {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def record(*fields: Any) -> np.dtype[Any]:
    """The dtype of a state: `record(("stones", np.int64, 2), ("to_act", np.int8))`.

    `Record` gives attribute access interpreted, as compiled. The inner dtype is the
    aligned one: given to the outer dtype, `align` is silently ignored.
    """
    return np.dtype((Record, np.dtype(list(fields), align=True)))


def blank(state: np.dtype[Any]) -> Any:
    """An all-zero record. It lives in an array of its own, so it can be changed."""
    return np.zeros(1, state)[0]


def clone(s: Any) -> Any:
    """A copy of a record that shares nothing with it."""
    copy = blank(s.dtype)
    assign(copy, s)
    return copy


def assign(target: Any, source: Any) -> None:
    """Copy all bytes of one record into another of the same type."""
    target.setfield(source, source.dtype)


@intrinsic
def _copy_bytes(typing_context: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


@overload(assign, strict=False)
def _assign_compiled(target: Any, source: Any) -> Any:
    if isinstance(target, types.Record) and target == source:
        return lambda target, source: _copy_bytes(target, source)
    return None
