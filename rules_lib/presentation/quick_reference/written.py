"""Makes a sheet of what ``sheet.toml`` says of it, in the package of its rules, and of the engine.

The file tells what our readings say. Where a table reads a rule otherwise, one line says so beside
each step and each table that is marked with the ruling. Every chance comes from the engine, as the
table reads: a table of a sheet names its rows, its columns, and what gives a cell.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib.resources import files
from itertools import groupby
from typing import Any

from rules_lib.errors import UnspecifiedBySource
from rules_lib.presentation.quick_reference.sheet import (
    Answer,
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
)
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import package_of
from rules_lib.text.files import read_toml

FILE = "sheet.toml"
UNSAID = "not said"

OF_THE_GRID = ("caption", "clauses", "also", "borrowed", "note", "highlights", "prose")
OF_THE_CELLS = ("cell", "first", "columns", "rows")


class _Names(dict[str, Any]):
    """What a text of a sheet may name: what is reckoned for it, and the numbers of the rules."""

    def __missing__(self, name: str) -> Any:
        return catalog().numbers[name]


def written(cells: Any, *rulings: RulingSet) -> Sheet:
    """The sheet of the system that these rulings read.

    Args:
        cells: has a method for each kind of cell, row or column that the file names, and ``facts``
            for its texts.
        rulings: how the open rules are read.
    """
    given = answers(*rulings)
    system = catalog().rulings[given[0].ruling].system
    told = read_toml(FILE, files(package_of(system)).joinpath(FILE).read_text("utf-8"))
    names, lists = _Names(cells.facts()), told.get("lists", {})

    def marks(entry: Mapping[str, Any]) -> tuple[str, ...]:
        return _otherwise(given, told["told"], (*entry["clauses"], *entry.get("also", ())))

    return Sheet(
        system=system,
        title=told["title"],
        purpose=told["purpose"],
        steps=tuple(
            Step(each["text"].format_map(names), tuple(each["clauses"]), marks(each))
            for each in told["steps"]
        ),
        grids=tuple(
            replace(_grid(each, cells, lists, names), otherwise=marks(each))
            for each in told["grids"]
        ),
        answers=given,
        off_paper=tuple(told.get("off_paper", ())),
    )


def _otherwise(
    given: tuple[Answer, ...], told: Mapping[str, str], ids: tuple[str, ...]
) -> tuple[str, ...]:
    """A line for each of these rulings that is read otherwise than the file tells."""

    def is_told(answer: Answer) -> bool:
        readings = catalog().rulings[answer.ruling].readings
        return answer.text in (e.text for e in readings if e.value == told[answer.ruling])

    return tuple(
        f"Read otherwise ({each.ruling}): {each.question} {each.text}"
        for each in given
        if each.ruling in ids and not is_told(each)
    )


def _grid(entry: Mapping[str, Any], cells: Any, lists: Mapping[str, Any], names: _Names) -> Grid:
    def fill(text: str) -> str:
        return text.format_map(names)

    def named(key: str) -> dict[str, Any]:
        """Rows or columns, and what they are called: here, in a list, or as a method says."""
        found = entry[key]
        if isinstance(found, str):
            found = lists[found] if found in lists else getattr(cells, found)()
        called = found if isinstance(found, Mapping) else dict(zip(found, found, strict=True))
        return {each: fill(it) if isinstance(it, str) else it for each, it in called.items()}

    plain = Grid(
        caption=fill(entry["caption"]),
        head=tuple(entry.get("head", ())),
        rows=tuple(tuple(map(fill, line)) for line in entry.get("lines", ())),
        clauses=tuple(entry["clauses"]),
        borrowed=fill(entry.get("borrowed", "")),
        note=fill(entry.get("note", "")),
        highlights=entry.get("highlights", False),
        prose=entry.get("prose", False),
    )
    if "cell" not in entry:
        return plain
    more = {k: each for k, each in entry.items() if k not in (*OF_THE_GRID, *OF_THE_CELLS)}
    columns, rows = named("columns"), named("rows")
    asked = partial(_cell, getattr(cells, entry["cell"]), more)
    grouped = [each if isinstance(each, tuple) else ("", each) for each in columns.values()]
    groups = [(name, len(list(each))) for name, each in groupby(grouped, key=lambda each: each[0])]
    return replace(
        plain,
        head=(entry["first"], *(name for _, name in grouped)),
        rows=tuple((name, *(asked(row, each) for each in columns)) for row, name in rows.items()),
        groups=(("", 1), *groups) if any(name for name, _ in groups) else (),
    )


def _cell(ask: Callable[..., Cell], more: Mapping[str, Any], row: str, column: str) -> Cell:
    try:
        return ask(row, column, **more)
    except UnspecifiedBySource:
        return UNSAID
