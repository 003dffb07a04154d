"""Makes a sheet of short forms of the clauses, of ``sheet.toml`` beside them, and of the engine.

A step names clauses: it says the short form of each, in this order or in that of ``said``, unless a
step before it said it. ``also`` names open rules that it tells and does not cite. A table has
``rows`` and ``columns``: a list, a table of names, or an expression for it. A ``cell`` is an
expression over ``row`` and ``column``; of ``cells`` each column has its own. ``[from]`` takes names
out of modules, ``[given]`` defines them by expressions.

All this tells what our readings say. Where a table reads a rule otherwise, one line says so beside
each step and each table that is marked with the ruling. Every chance comes from the engine, as the
table reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.notebook.quick_reference.sheet import (
    Answer,
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
    compact,
    minus,
)
from rules_lib.rulebook import Clause, Ruling, RulingSet, catalog
from rules_lib.rulebook.defaults import defaults, package_of, rulings_class
from rules_lib.rulebook.expressions import Names
from rules_lib.text.chances import decimal
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked

FILE = "sheet.toml"
UNSAID = "not said"


@checked
def sheet_of(system: str, *rulings: RulingSet, **names: Any) -> Sheet:
    """The sheet of a system.

    Args:
        system: its id, such as ``paper-tigers-melee``.
        rulings: how the open rules are read; what is not given is read by our defaults. The
            expressions know each set by the name of its package, the foremost as ``read`` too.
        names: what else the expressions are to take from here.

    Raises:
        InvalidValue: there is no such system, or it has no open rules of this kind.
    """
    if system not in catalog().systems:
        raise InvalidValue("system", system, ", ".join(catalog().systems))
    kinds = dict.fromkeys(map(rulings_class, catalog().systems[system].rulings))
    for each in rulings:
        if type(each) not in kinds:
            allowed = " or ".join(kind.__module__ for kind in kinds)
            raise InvalidValue("rulings", type(each).__module__, allowed)
    read = {kind: defaults(kind) for kind in kinds} | {type(each): each for each in rulings}
    given = answers(*read.values())
    data = shipped(package_of(system), FILE)
    tools = {"compact": compact, "decimal": decimal, "minus": minus, "Fraction": Fraction}
    sets = {kind.__module__.split(".")[-2]: each for kind, each in read.items()}
    names = {"rulings": sets, "read": next(iter(read.values())), **names}
    known = Names({**tools, **names}, data)
    said: set[str] = set()
    return Sheet(
        system=system,
        title=data["title"],
        purpose=data["purpose"],
        steps=tuple(_step(each, said, known, given) for each in data["steps"]),
        grids=tuple(_grid(each, known, given) for each in data["grids"]),
        answers=given,
        off_paper=tuple(data.get("off_paper", ())),
    )


def _step(
    entry: Mapping[str, Any], said: set[str], names: Names, given: tuple[Answer, ...]
) -> Step:
    """A step; what it says goes to those that are said."""
    of = [e for e in (*entry["clauses"], *entry.get("also", ())) if e not in said]
    said.update(of)
    texts = (_short(each) for each in entry.get("said", of))
    text = names.fill(" ".join(filter(None, texts)))
    return Step(text, tuple(entry["clauses"]), _otherwise(entry, given))


def _short(rule_id: str) -> str:
    entry = catalog().entry(rule_id)
    return entry.short if isinstance(entry, Clause | Ruling) else ""


def _otherwise(entry: Mapping[str, Any], given: tuple[Answer, ...]) -> tuple[str, ...]:
    """A line for each ruling of a step or table that is read otherwise than the texts tell."""
    ids = (*entry["clauses"], *entry.get("also", ()))
    return tuple(
        f"Read otherwise ({each.ruling}): {each.question} {each.text}"
        for each in given
        if each.ruling in ids and each.text != catalog().rulings[each.ruling].readings[0].text
    )


def _grid(entry: Mapping[str, Any], names: Names, given: tuple[Answer, ...]) -> Grid:
    plain = Grid(
        caption=entry["caption"],
        head=tuple(entry.get("head", ())),
        rows=tuple(tuple(map(names.fill, line)) for line in entry.get("lines", ())),
        clauses=tuple(entry["clauses"]),
        borrowed=names.fill(entry.get("borrowed", "")),
        note=names.fill(entry.get("note", "")),
        highlights=entry.get("highlights", False),
        prose=entry.get("prose", False),
        otherwise=_otherwise(entry, given),
    )
    return plain if "lines" in entry else _filled(plain, entry, names)


def _filled(grid: Grid, entry: Mapping[str, Any], names: Names) -> Grid:
    """The same with its rows and columns, as the engine fills them."""
    rows = _called(entry["rows"], names)
    columns = _called(entry.get("columns") or [*entry["cells"]], names)
    asked = entry.get("cells") or dict.fromkeys(columns, entry["cell"])
    grouped = [each if isinstance(each, tuple) else ("", each) for each in columns.values()]
    groups = [(name, len(list(each))) for name, each in groupby(grouped, key=lambda each: each[0])]
    return replace(
        grid,
        head=(entry["first"], *(name for _, name in grouped)),
        groups=(("", 1), *groups) if any(name for name, _ in groups) else (),
        rows=tuple(
            (name, *(_asked(asked[column], names, row=row, column=column) for column in columns))
            for row, name in rows.items()
        ),
    )


def _called(given: str | Sequence[Any] | Mapping[Any, Any], names: Names) -> dict[Any, Any]:
    """Rows or columns, and what they are called."""
    found = names.value(given) if isinstance(given, str) else given
    return dict(found) if isinstance(found, Mapping) else {each: str(each) for each in found}


def _asked(expression: str, names: Names, **place: Any) -> Cell:
    here = names.with_values(**place)
    try:
        cell: Cell = here.value(expression)
    except UnspecifiedBySource:
        return UNSAID
    return cell
