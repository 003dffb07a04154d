"""Values that no door of the library should let in, or that it must bear."""

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy


class Rude:
    """Takes part in nothing: no repr, no hash, no length, equal to nothing, false and true."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __bool__(self) -> bool:
        raise RuntimeError("no truth")


class RudeList(list[Any]):
    """A list that gives nothing away."""

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("no items")


class Endless:
    """Items without end."""

    def __iter__(self) -> Iterator[int]:
        while True:
            yield 1


def deep(levels: int = 100_000) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


def deep_tuple(levels: int = 100_000) -> Any:
    nested: Any = ()
    for _ in range(levels):
        nested = (nested,)
    return nested


def deep_table(levels: int = 100_000) -> Any:
    nested: Any = {}
    for _ in range(levels):
        nested = {"x": nested}
    return nested


def itself() -> Any:
    nested: Any = []
    nested.append(nested)
    return nested


# Beyond the most letters and the most items that are taken, and little more: each costs time.
_LONG, _DIGITS, _BYTES = "x" * 2_000_000, "7" * 2_000_000, b"7" * 2_000_000
_DEEP, _DEEP_TUPLE, _MANY = deep(), deep_tuple(), [7] * 200_000
_DEEP_TABLE, _ZEROS = deep_table(), dict.fromkeys(range(200_000), 0)

QUICK: dict[str, Callable[[], Any]] = {
    "not a number": lambda: math.nan,
    "2 MB of text": lambda: _LONG,
    "a rude object": Rude,
}
"""What hardly any parameter takes: for the quick loop."""

SLOW: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "a boolean": lambda: True,
    "a huge number": lambda: 10**30,
    "a negative number": lambda: -1,
    "an empty text": lambda: "",
    "a list of nothing": lambda: [None],
    "infinity": lambda: math.inf,
    "a float": lambda: 0.5,
    "a complex number": lambda: 1j,
    "a decimal": lambda: Decimal("sNaN"),
    "zero": lambda: 0,
    "a million": lambda: 10**6,
    "a very huge number": lambda: 10**5000,
    "a huge negative number": lambda: -(10**30),
    "a fraction": lambda: Fraction(-1, 3),
    "a huge fraction": lambda: Fraction(1, 10**5000),
    "a text": lambda: "red 7",
    "2 MB of digits": lambda: _DIGITS,
    "a text that is no Unicode": lambda: "\ud800\0\n",
    "bytes": lambda: b"red 7",
    "2 MB of bytes": lambda: _BYTES,
    "an empty list": list,
    "a deep list": lambda: _DEEP,
    "a deep tuple": lambda: _DEEP_TUPLE,
    "a list of itself": itself,
    "a long list": lambda: _MANY,
    "a rude list": lambda: RudeList([1]),
    "a list of the rude": lambda: [Rude()],
    "an endless list": Endless,
    "an empty mapping": dict,
    "a mapping": lambda: {"colour": math.nan, "": None, "unknown key": {}},
    "a mapping of numbers": lambda: {1: 10**5000, None: math.nan},
    "a tuple": lambda: (None, "x", -1),
    "an empty tuple": tuple,
    "a set": lambda: {1, "a"},
    "a class": lambda: Exception,
    "a function": lambda: lambda *_, **__: None,
    "an iterator": lambda: iter([None]),
    "an endless iterator": lambda: iter(Endless()),
    "a number of an array": lambda: numpy.int64(3),
    "a float of an array": lambda: numpy.float64(0.5),
    "a text of an array": lambda: numpy.str_("x"),
    "a truth of an array": lambda: numpy.bool_(True),
    "an array": lambda: numpy.array([1, 2]),
    "an array of nothing": lambda: numpy.array([]),
    "a square array": lambda: numpy.eye(2),
    "an array of anything": lambda: numpy.array([None, "x"], dtype=object),
    "a huge exponent": lambda: "1e99999",
    "a tiny exponent": lambda: "1e-99999",
    "deep tables": lambda: _DEEP_TABLE,
    "many zeros": lambda: _ZEROS,
    "a path that is no Unicode": lambda: Path("\ud800"),
}
"""The rest."""
