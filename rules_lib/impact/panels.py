"""The panels: over which situations each ruling is measured.

``panels.toml`` of a system states them, in its package beside the rules: for each row a situation
in words, and a question in ``panels.py`` beside it. The parameters of a question are the columns,
and their annotations say how a cell is read, as in a file of a situation; texts may name further
columns, ``{y}``, and cells a number of the rules, ``{12-MARKERS}``. What a question cannot answer
it says by an error, or in words that begin with ``no answer``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import package_of
from rules_lib.system.kinds import read
from rules_lib.text.files import shipped
from rules_lib.values.frozen import FrozenMap, thawed

FILE = "panels.toml"
NO_ANSWER = "no answer"
UNSPECIFIED = NoAnswer(f"{NO_ANSWER}: unspecified by the source")

ABOUT = ("rulings", "headline", "note", "same_as", "groups", "ask", "name", "rows")
"""What a panel and its groups of rows hold beside columns that are the same in all their rows."""


@cache
def panels(system: str) -> tuple[Panel, ...]:
    """The panels of a system."""
    package = package_of(system)
    asking = import_module(f"{package}.panels")
    told = shipped(package, FILE)
    stated = told.pop("panels")
    by_ruling = {each["rulings"][0]: each for each in stated}
    found = []
    for each in stated:
        panel = {**told, **by_ruling.get(each.get("same_as"), {}), **each}
        situations = tuple(_situations(panel, asking))
        note = panel.get("note", "").format_map(vars(asking))
        found.append(Panel(tuple(panel["rulings"]), panel["headline"], situations, note))
    return tuple(found)


def panel_of(rule_id: str) -> Panel:
    """The panel of a ruling.

    Raises:
        UnknownId: there is no such entry.
        InvalidValue: no panel is stated for it, or more than one.
    """
    stated = [each for each in panels(catalog().entry(rule_id).system) if rule_id in each.rulings]
    if len(stated) != 1:
        raise InvalidValue("ruling", rule_id, f"a ruling with one panel; it has {len(stated)}")
    return stated[0]


def _situations(panel: dict[str, Any], asking: ModuleType) -> Iterator[Situation]:
    """What its rows state, and ask."""
    for group in panel.get("groups", [{}]):
        told = {**panel, **group}
        ask: Callable[..., Any] = getattr(asking, told["ask"])
        hints, telling = get_type_hints(ask), getattr(asking, "told", str)
        same = {column: told[column] for column in told if column not in ABOUT}
        rows = told["rows"]
        if isinstance(rows, str):  # lines of cells below a line of the names of columns
            lines = catalog().numbers.fill_page(rows).splitlines()
            names, *cells = ([cell.strip() for cell in line.split("|")] for line in lines)
            rows = [dict(zip(names, each, strict=True)) for each in cells]
        for row in rows:
            given = {"name": told.get("name"), **same, **row}
            name = given.pop("name")
            words = {each: given.pop(each) for each in tuple(given) if each not in hints}
            read = {each: _read(each, hints[each], cell, words) for each, cell in given.items()}
            words |= {each: telling(value) for each, value in read.items()}
            yield Situation(name.format_map(words), _Asked(ask, FrozenMap(read)))


def _read(column: str, hint: Any, cell: Any, words: Mapping[str, str]) -> Any:
    cell = thawed(cell, lambda text: text.format_map(words))
    if isinstance(cell, str) and cell.isdigit():
        cell = int(cell)
    return cell if hint is Any else read(hint, cell, f"{FILE}, {column}")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and what it is asked of."""

    question: Callable[..., Any]
    given: Mapping[str, Any] = field(hash=False)

    def __call__(self, rulings: Any) -> Value:
        try:
            said: Value = self.question(**self.given, rulings=rulings)
        except UnspecifiedBySource:
            return UNSPECIFIED
        return NoAnswer(said) if isinstance(said, str) and said.startswith(NO_ANSWER) else said
