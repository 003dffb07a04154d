"""What proves each entry of the rulebook: its box, code, executed example, odds and tests.

The table of the book's coverage page and the test that refuses a hole are both made from this.
"""

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import get_args

import rules_lib
from rules_lib.rulebook.bindings import Home, homes, users
from rules_lib.rulebook.evidence import Column, Place, citations
from rules_lib.rulebook.rulings import RulingSet
from rules_lib.rulebook.texts import Catalog, catalog
from rules_lib.values.frozen import FrozenMap

COLUMNS: tuple[Column, ...] = get_args(Column)

NOT_GAMES = frozenset({"notebook", "page", "front_page", "commands", "impact", "__main__"})
"""Parts of ``rules_lib`` that hold no rule, and may need more than the standard library."""


@dataclass(frozen=True, slots=True)
class Row:
    """All that proves one entry.

    Attributes:
        id: of the clause, ruling or erratum.
        box: where chapters set it in a numbered box.
        home: the function or class that implements it.
        code: qualified names of its home and of what else needs it; for a ruling, of its switch.
        example: the executed cells that show it.
        odds: those of them that compute a chance.
        chance: there is a chance in it, so that it needs odds.
        test: the tests bound to it.
    """

    id: str
    box: tuple[Place, ...] = ()
    home: Home | None = None
    code: tuple[str, ...] = ()
    example: tuple[Place, ...] = ()
    odds: tuple[Place, ...] = ()
    test: tuple[Place, ...] = ()
    chance: bool = False

    @property
    def users(self) -> tuple[str, ...]:
        """Qualified names of the code that needs it, without its home."""
        return tuple(name for name in self.code if not self.home or name != self.home.name)

    def has(self, column: Column) -> bool:
        """Whether a column of the table is filled."""
        return bool(getattr(self, column))

    def lacks(self) -> tuple[Column, ...]:
        """The columns that ought to be filled, and are not."""
        needed = (each for each in COLUMNS if each != "odds" or self.chance)
        return tuple(column for column in needed if not self.has(column))


@dataclass(frozen=True, slots=True)
class Hole:
    """An entry that lacks something, or a place that names an id which does not exist."""

    id: str
    lacks: tuple[Column, ...] = ()
    stray: str = ""

    def __str__(self) -> str:
        if self.stray:
            return f"{self.stray} names {self.id}, which is no entry of the rulebook"
        return f"{self.id} lacks: {', '.join(self.lacks)}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """One row an entry, in the order of the rulebook, and the names that lead nowhere."""

    rows: Mapping[str, Row]
    strays: tuple[Hole, ...] = ()

    def holes(self) -> tuple[Hole, ...]:
        """Everything that is missing: first what an entry lacks, then the names without one."""
        lacking = (Hole(row.id, lacks) for row in self.rows.values() if (lacks := row.lacks()))
        return (*lacking, *self.strays)

    def count(self, ids: Iterable[str], column: Column) -> int:
        """How many of these entries have a column filled."""
        return sum(self.rows[rule_id].has(column) for rule_id in ids)


def collect(root: Path, rulebook: Catalog | None = None) -> Coverage:
    """Read chapters and tests below ``root`` and import the games.

    Raises:
        EvidenceError: a chapter or test names its ids in a way that cannot be read.
    """
    known = rulebook or catalog()
    import_games()
    found: defaultdict[str, defaultdict[Column, list[Place]]]
    found = defaultdict(lambda: defaultdict(list))
    for each in citations(root):
        found[each.rule_id][each.column].append(each.place)
    code, home = _code_by_id(), homes()
    rows = {
        rule_id: Row(
            rule_id,
            home=home.get(rule_id),
            code=tuple(code.get(rule_id, ())),
            chance=rule_id in known.clauses and known.clauses[rule_id].chance,
            **{column: tuple(places) for column, places in found[rule_id].items()},
        )
        for rule_id in known.ids()
    }
    named = [
        (rule_id, str(place))
        for rule_id, columns in found.items()
        for places in columns.values()
        for place in places
    ]
    named += [(rule_id, name) for rule_id, names in code.items() for name in names]
    strays = (Hole(rule_id, stray=where) for rule_id, where in named if rule_id not in rows)
    return Coverage(FrozenMap(rows), tuple(strays))


@cache
def import_games() -> None:
    """Import every module that may implement a rule, so that its bindings are known."""
    for each in _game_modules(rules_lib.__path__, "rules_lib."):
        importlib.import_module(each)


def _game_modules(path: Iterable[str], prefix: str) -> Iterator[str]:
    for module in pkgutil.iter_modules(path, prefix):
        if module.name.rpartition(".")[2] in NOT_GAMES:
            continue
        yield module.name
        if module.ispkg:
            package = importlib.import_module(module.name)
            yield from _game_modules(package.__path__, f"{module.name}.")


def _code_by_id() -> dict[str, list[str]]:
    code: defaultdict[str, list[str]] = defaultdict(list)
    for rule_id, name in sorted(_switches(RulingSet)):
        code[rule_id].append(name)
    for rule_id, home in homes().items():
        code[rule_id].append(home.name)
    for rule_id, using in users().items():
        code[rule_id] += using
    ours = {
        rule_id: [each for each in names if each.startswith("rules_lib.")]
        for rule_id, names in code.items()
    }
    return {rule_id: names for rule_id, names in ours.items() if names}


def _switches(base: type[RulingSet]) -> set[tuple[str, str]]:
    """Ruling id and qualified name of each field of each set of rulings in the library."""
    found = set()
    for kind in base.__subclasses__():
        found |= _switches(kind)
        if kind.__module__.startswith("rules_lib."):
            qualified = f"{kind.__module__}.{kind.__qualname__}"
            found |= {
                (str(each.metadata["ruling"]), f"{qualified}.{each.name}") for each in fields(kind)
            }
    return found
