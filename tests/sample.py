"""Of a long walk `make test` takes a sample, `make deep` the whole."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")

QUICK = os.environ.get("HYPOTHESIS_PROFILE") == "quick"
"""Whether this is the quick loop, `make check`."""


def examples(most: int) -> settings:
    """At most so many, and fewer where the profile has fewer, as in `make check`."""
    return settings(max_examples=min(most, settings().max_examples))


DEEP = [pytest.mark.slow, pytest.mark.deep]


def one_in(count: int, values: Iterable[Any], *, first: int = 0) -> list[Any]:
    """Parameters of which `make test` meets one in so many, from this one on, `make deep` all.

    A plain tuple is a row of several.
    """
    rows = [value if type(value) is tuple else (value,) for value in values]
    return [
        pytest.param(*row, marks=() if place % count == first else DEEP)
        for place, row in enumerate(rows)
    ]


class Chosen(Protocol):
    """Which items a place of the walk meets."""

    def __call__(self, items: Sequence[T], place: int, /, *, one_in: int) -> Sequence[T]: ...


def some(items: Sequence[T], place: int, /, *, one_in: int) -> Sequence[T]:
    """One in so many; the next place begins with the next one, so that each item has its turn."""
    return items[place % one_in :: one_in]


def every(items: Sequence[T], place: int, /, *, one_in: int) -> Sequence[T]:
    """All of them at every place."""
    return items


SOME_OR_EVERY = pytest.mark.parametrize("chosen", [some, pytest.param(every, marks=DEEP)])
"""For a test that walks: `chosen` says what it meets."""
