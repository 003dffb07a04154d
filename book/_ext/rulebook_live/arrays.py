"""Arrays as the chapters need them, in plain Python: the part of numpy that the book uses.

Whole numbers never overflow. `tests/book/test_live_arrays.py` compares them with numpy, and
`tests/book/test_live_chapters.py` runs every chapter on them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, product
from typing import Any

from rulebook_live.places import Shape, block_of, places_of

__all__ = [
    "arange", "array", "bincount", "bool_", "concatenate", "convolve", "count_nonzero",
    "cumprod", "cumsum", "eye", "float64", "indices", "int64", "lcm", "linalg", "maximum",
    "minimum", "ndarray", "ones", "outer", "prod", "searchsorted", "sign", "where", "zeros",
]  # fmt: skip

int64, float64, bool_ = int, float, bool


class NDArray:
    """Stands in type hints only."""

    def __class_getitem__(cls, item: object) -> type:
        """Return a type that says nothing."""
        return ndarray


def _pair(name: str) -> Any:
    act = getattr(operator, name)
    return lambda self, other: _broadcast(act, self, other)


def _swapped(name: str) -> Any:
    act = getattr(operator, name)
    return lambda self, other: _broadcast(lambda a, b: act(b, a), self, other)


class ndarray:
    """Numbers in a block of any number of dimensions: `flat` in row order, and its `shape`."""

    __array_priority__ = 1
    __hash__ = None  # type: ignore[assignment] # == compares number by number

    def __init__(self, flat: list[Any], shape: Shape) -> None:
        self.flat, self.shape = flat, shape

    __add__, __radd__ = _pair("add"), _swapped("add")
    __sub__, __rsub__ = _pair("sub"), _swapped("sub")
    __mul__, __rmul__ = _pair("mul"), _swapped("mul")
    __truediv__, __rtruediv__ = _pair("truediv"), _swapped("truediv")
    __floordiv__, __mod__ = _pair("floordiv"), _pair("mod")
    __lt__, __le__, __gt__, __ge__ = _pair("lt"), _pair("le"), _pair("gt"), _pair("ge")
    __eq__, __ne__ = _pair("eq"), _pair("ne")
    __and__, __or__, __xor__ = _pair("and_"), _pair("or_"), _pair("xor")

    @property
    def size(self) -> int:
        """How many numbers."""
        return len(self.flat)

    @property
    def T(self) -> ndarray:
        """The array with its axes in the opposite order."""
        return _picked(self, [range(n) for n in self.shape], transposed=True)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __invert__(self) -> ndarray:
        return ndarray([not each for each in self.flat], self.shape)

    def __neg__(self) -> ndarray:
        return ndarray([-each for each in self.flat], self.shape)

    def __matmul__(self, other: ndarray) -> Any:
        if len(self.shape) != 1 or self.shape != other.shape:
            raise ValueError("only two rows of one length can be multiplied here")
        return sum(map(operator.mul, self.flat, other.flat))

    def __getitem__(self, key: Any) -> Any:
        if (block := block_of(self.shape, key)) is not None:
            rest = self.shape[len(key) if isinstance(key, tuple) else 1 :]
            return ndarray(self.flat[block], rest) if rest else self.flat[block.start]
        if isinstance(key, ndarray) and len(key.shape) > 1 and key.shape == self.shape:
            return array([each for each, mark in zip(self.flat, key.flat, strict=True) if mark])
        axes, kept = _axes(self.shape, key)
        found = _picked(self, axes)
        shape = tuple(n for n, keep in zip(found.shape, kept, strict=True) if keep)
        return ndarray(found.flat, shape) if shape else found.flat[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        if (block := block_of(self.shape, key)) is not None and block.stop - block.start == 1:
            self.flat[block.start] = value
            return
        axes, _ = _axes(self.shape, key)
        places = places_of(self.shape, axes)
        values = value.flat if isinstance(value, ndarray) else [value] * len(places)
        for place, each in zip(places, values, strict=True):
            self.flat[place] = each

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Sum of all, or along one axis."""
        return _along(self, sum, axis, keepdims)

    def any(self) -> bool:
        """Whether any is true."""
        return any(self.flat)

    def all(self) -> bool:
        """Whether all are true."""
        return all(self.flat)

    def astype(self, kind: Callable[[Any], Any]) -> ndarray:
        """Return the numbers as another type."""
        return ndarray([kind(each) for each in self.flat], self.shape)

    def tolist(self) -> Any:
        """Return the numbers as lists in lists."""
        return [each.tolist() if isinstance(each, ndarray) else each for each in self]

    def __repr__(self) -> str:
        return f"array({self.tolist()})"


def _axes(shape: Shape, key: Any) -> tuple[list[Sequence[int]], list[bool]]:
    """For each axis the chosen places, and whether the axis stays."""
    keys = key if isinstance(key, tuple) else (key,)
    axes: list[Sequence[int]] = []
    for n, one in zip(shape, (*keys, *[slice(None)] * (len(shape) - len(keys))), strict=True):
        if isinstance(one, slice):
            axes.append(range(n)[one])
        elif isinstance(one, ndarray | list):
            listed = one.flat if isinstance(one, ndarray) else one
            marks = bool(listed) and isinstance(listed[0], bool)
            axes.append([i for i, chosen in enumerate(listed) if chosen] if marks else listed)
        else:
            axes.append([range(n)[one]])
    lists = sum(isinstance(one, ndarray | list) for one in keys)
    if lists > 1 or any(len(one.shape) > 1 for one in keys if isinstance(one, ndarray)):
        raise IndexError("only one axis can be picked by a list here")
    many = (slice, ndarray, list)
    return axes, [isinstance(one, many) for one in keys] + [True] * (len(shape) - len(keys))


def _picked(block: ndarray, axes: Sequence[Sequence[int]], transposed: bool = False) -> ndarray:
    if not transposed:
        flat = [block.flat[i] for i in places_of(block.shape, axes)]
        return ndarray(flat, tuple(map(len, axes)))
    places, step = [0], block.size
    steps = [step := step // n for n in block.shape]
    for axis, far in zip(reversed(axes), reversed(steps), strict=True):
        places = [place + far * i for place in places for i in axis]
    return ndarray([block.flat[i] for i in places], tuple(map(len, reversed(axes))))


def _along(
    block: ndarray, act: Callable[[list[Any]], Any], axis: int | None, keepdims: bool = False
) -> Any:
    if axis is None:
        return act(block.flat)
    rest = [range(n) if i != axis else range(1) for i, n in enumerate(block.shape)]
    step = math.prod(block.shape[axis:][1:])
    span = step * block.shape[axis]
    flat = [act(block.flat[start : start + span : step]) for start in places_of(block.shape, rest)]
    kept = [1 if i == axis else n for i, n in enumerate(block.shape)]
    shape = tuple(kept if keepdims else kept[:axis] + kept[axis + 1 :])
    return ndarray(flat, shape) if shape else flat[0]


def _broadcast(act: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    if not isinstance(a, ndarray) and not isinstance(b, ndarray):
        return act(a, b)
    if isinstance(a, ndarray) and not isinstance(b, ndarray | list | tuple):
        return ndarray([act(each, b) for each in a.flat], a.shape)
    if isinstance(b, ndarray) and not isinstance(a, ndarray | list | tuple):
        return ndarray([act(a, each) for each in b.flat], b.shape)
    one, two = array(a), array(b)
    if one.shape == two.shape:
        return ndarray(list(map(act, one.flat, two.flat)), one.shape)
    wide = max(len(one.shape), len(two.shape))
    first, second = ((1,) * (wide - len(each.shape)) + each.shape for each in (one, two))
    if any(m != n and 1 not in (m, n) for m, n in zip(first, second, strict=True)):
        raise ValueError(f"arrays of {one.shape} and {two.shape} do not fit together")
    shape = tuple(n if m == 1 else m for m, n in zip(first, second, strict=True))

    def spread(block: ndarray, narrow: Shape) -> list[Any]:
        axes = [[0] * n if m == 1 else range(n) for m, n in zip(narrow, shape, strict=True)]
        return [block.flat[i] for i in places_of(narrow, axes)]

    return ndarray(list(map(act, spread(one, first), spread(two, second))), shape)


def array(values: Any, dtype: Any = None) -> ndarray:
    """Return numbers, or lists in lists of them, as an array."""
    if isinstance(values, ndarray):
        made = ndarray(list(values.flat), values.shape)
    else:
        rows = list(values)
        if rows and isinstance(rows[0], list | tuple | ndarray):
            parts = [array(row) for row in rows]
            flat = [each for part in parts for each in part.flat]
            made = ndarray(flat, (len(parts), *parts[0].shape))
        else:
            made = ndarray(rows, (len(rows),))
    return made if dtype in (None, object) else made.astype(dtype)


def arange(*bounds: int) -> ndarray:
    """Whole numbers as in ``range``."""
    return array(range(*bounds))


def _filled(value: Any, shape: int | Shape, dtype: Any) -> ndarray:
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray([dtype(value)] * math.prod(sizes), sizes)


def zeros(shape: int | Shape, dtype: Any = float) -> ndarray:
    """Return nothing but zeros."""
    return _filled(0, shape, dtype)


def ones(shape: int | Shape, dtype: Any = float) -> ndarray:
    """Return nothing but ones."""
    return _filled(1, shape, dtype)


def eye(n: int) -> ndarray:
    """Ones where row and column are the same."""
    return ndarray([float(i == j) for i in range(n) for j in range(n)], (n, n))


def indices(shape: Shape) -> ndarray:
    """For each axis an array of that shape with the place along this axis."""
    flat = [at[axis] for axis in range(len(shape)) for at in product(*map(range, shape))]
    return ndarray(flat, (len(shape), *shape))


def outer(first: Any, second: Any) -> ndarray:
    """Each of one row times each of the other."""
    column, row = array(first), array(second)
    return ndarray([a * b for a in column.flat for b in row.flat], (column.size, row.size))


def minimum(a: Any, b: Any) -> Any:
    """Return the smaller of each pair."""
    return _broadcast(min, a, b)


def maximum(a: Any, b: Any) -> Any:
    """Return the larger of each pair."""
    return _broadcast(max, a, b)


def sign(values: Any) -> Any:
    """Return 1, 0 or -1 for each number."""
    return _broadcast(lambda a, _: (a > 0) - (a < 0), values, 0)


def where(marks: Any, yes: Any, no: Any) -> Any:
    """Return `yes` where a mark is set, else `no`."""
    pairs = _broadcast(lambda a, b: (a, b), array(yes) if isinstance(yes, list) else yes, no)
    if not isinstance(pairs, ndarray):
        return _broadcast(lambda mark, _: pairs[0] if mark else pairs[1], marks, 0)
    return _broadcast(lambda mark, pair: pair[0] if mark else pair[1], marks, pairs)


def count_nonzero(values: Any) -> int:
    """How many are not zero."""
    return sum(map(bool, array(values).flat))


def prod(values: Any) -> Any:
    """Return the product of all."""
    return math.prod(array(values).flat)


def cumsum(values: Any, axis: int | None = None) -> ndarray:
    """Sums so far, along the rows if the array is flat or the axis is the last."""
    block = array(values)
    if axis not in (None, len(block.shape) - 1) or (axis is None and len(block.shape) > 1):
        raise ValueError("sums so far go along the last axis here")
    step = block.shape[-1]
    rows = (block.flat[i : i + step] for i in range(0, block.size, step))
    return ndarray([each for row in rows for each in accumulate(row)], block.shape)


def cumprod(values: Any) -> ndarray:
    """Products so far of a row."""
    return array(accumulate(array(values).flat, operator.mul))


def concatenate(blocks: Sequence[Any], axis: int = 0) -> ndarray:
    """Join arrays, one after the other or side by side."""
    parts = [array(block) for block in blocks]
    if axis == 0:
        shape = (sum(map(len, parts)), *parts[0].shape[1:])
        return ndarray([each for part in parts for each in part.flat], shape)
    rows = [[each for part in parts for each in part[i].flat] for i in range(len(parts[0]))]
    return array(rows)


def searchsorted(borders: Sequence[Any], values: Any, side: str = "left") -> Any:
    """How many borders lie below each value, or with ``side="right"`` at or below it."""
    below = operator.le if side == "right" else operator.lt
    return _broadcast(lambda value, _: sum(below(each, value) for each in borders), values, 0)


def bincount(values: Any, minlength: int = 0) -> ndarray:
    """How often each whole number from 0 occurs."""
    flat = array(values).flat
    counts = [0] * max(minlength, max(flat, default=-1) + 1)
    for each in flat:
        counts[each] += 1
    return array(counts)


class lcm:
    """The least common multiple."""

    @staticmethod
    def reduce(values: Iterable[int]) -> int:
        """Of all."""
        return math.lcm(*values)


def convolve(first: Any, second: Any, mode: str = "full", method: str = "direct") -> ndarray:
    """Multiply two rows, or two tables, as polynomials."""
    a, b = array(first), array(second)
    if mode != "full" or len(a.shape) != len(b.shape):
        raise ValueError("only full convolutions of arrays of the same kind")
    shape = tuple(m + n - 1 for m, n in zip(a.shape, b.shape, strict=True))
    found = [0 * a.flat[0] * b.flat[0]] * math.prod(shape)
    width_a, width_b, width = a.shape[-1], b.shape[-1], shape[-1]
    for at, value in enumerate(b.flat):
        if not value:
            continue
        row_b, column_b = divmod(at, width_b)
        for row in range(a.size // width_a):
            start = (row + row_b) * width + column_b
            source = a.flat[row * width_a : (row + 1) * width_a]
            target = found[start : start + width_a]
            found[start : start + width_a] = [
                t + value * s for t, s in zip(target, source, strict=True)
            ]
    return ndarray(found, shape)


def solve(system: ndarray, wanted: ndarray) -> ndarray:
    """Solve linear equations by elimination, always with the largest pivot."""
    size = len(system)
    columns = 1 if len(wanted.shape) == 1 else wanted.shape[1]
    rows = [
        [*system.flat[i * size : (i + 1) * size], *wanted.flat[i * columns : (i + 1) * columns]]
        for i in range(size)
    ]
    for i in range(size):
        best = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[best] = rows[best], rows[i]
        if rows[i][i] == 0:
            raise ValueError("the equations have no single solution")
        for row in range(size):
            if row != i and (factor := rows[row][i] / rows[i][i]):
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[i], strict=True)]
    flat = [rows[i][size + j] / rows[i][i] for i in range(size) for j in range(columns)]
    return ndarray(flat, wanted.shape)


class linalg:
    """Linear equations."""

    solve = staticmethod(solve)
