"""The situations of a sweep: one dict of named parameters each, in a stated order."""

from collections.abc import Iterable, Mapping
from itertools import islice, product
from math import prod
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.probability import WorkLimitExceeded

MOST_SITUATIONS = 1_000_000
"""More situations than this are refused before the first is begun."""

Situation = dict[str, Any]
Grid = Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]


def listed(situations: Grid) -> tuple[Situation, ...]:
    """All situations in order: those of a grid, the last name changing fastest, or as listed.

    Raises:
        InvalidValue: no situation, no text as a name, or situations with different names.
        WorkLimitExceeded: more than ``MOST_SITUATIONS``.
    """
    if isinstance(situations, Mapping):
        return _of_grid(situations)
    allowed = "a mapping from names to values, or a list of mappings from names to a value"
    rows = _few("situations", situations, allowed)
    for row in rows:
        if not isinstance(row, Mapping):
            raise InvalidValue("situations", row, "mappings from names to a value")
    if not rows:
        raise InvalidValue("situations", rows, "at least one situation")
    names = tuple(rows[0])
    _check_names(names)
    for row in rows:
        if set(row) != set(names):
            raise InvalidValue("situations", dict(row), f"the names {', '.join(names)} in each")
    return tuple({name: _plain(row[name]) for name in names} for row in rows)


def _of_grid(grid: Mapping[str, Iterable[Any]]) -> tuple[Situation, ...]:
    _check_names(tuple(grid))
    axes = {}
    for name, values in grid.items():
        field = f"situations[{name!r}]"
        axes[name] = _few(field, values, "a list of values")
        if not axes[name]:
            raise InvalidValue(field, values, "at least one value")
    _check_count(prod(map(len, axes.values())))
    return tuple(dict(zip(axes, values, strict=True)) for values in product(*axes.values()))


def _check_names(names: tuple[object, ...]) -> None:
    if not names:
        raise InvalidValue("situations", names, "at least one name with its values")
    for name in names:
        if not isinstance(name, str) or not name:
            raise InvalidValue("situations", name, "names that are texts")


def _few(field: str, values: Iterable[Any], allowed: str) -> tuple[Any, ...]:
    """The values as a tuple; if there is no end to them, they are refused as too many."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidValue(field, values, allowed)
    try:
        each = iter(values)
    except Exception as error:
        raise InvalidValue(field, values, allowed) from error
    found = tuple(map(_plain, islice(each, MOST_SITUATIONS + 1)))
    _check_count(len(found))
    return found


def _plain(value: Any) -> Any:
    """A single number of numpy as the number of Python that it is; anything else as it is."""
    return value.item() if type(value).__module__ == "numpy" and value.ndim == 0 else value


def _check_count(count: int) -> None:
    if count > MOST_SITUATIONS:
        raise WorkLimitExceeded("sweep", count, MOST_SITUATIONS, "situations")
