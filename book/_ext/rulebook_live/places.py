"""Where in a row the numbers of a block lie."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

Shape = tuple[int, ...]


def block_of(shape: Shape, key: Any) -> slice | None:
    """Where the numbers lie that whole numbers as the first places pick: one after the other."""
    keys = key if type(key) is tuple else (key,)
    start, size = 0, math.prod(shape)
    for n, at in zip(shape, keys, strict=False):
        if type(at) is not int or not -n <= at < n:
            return None
        size //= n
        start += (at + n if at < 0 else at) * size
    return slice(start, start + size) if 0 < len(keys) <= len(shape) else None


def places_of(shape: Shape, axes: Iterable[Sequence[int]]) -> list[int]:
    """Where the numbers lie that are picked from each axis."""
    places = [0]
    for n, axis in zip(shape, axes, strict=True):
        places = [place * n + i for place in places for i in axis]
    return places
