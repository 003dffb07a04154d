"""Loads the rulebook from its TOML files and refuses any that do not hold together."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from rules_lib.errors import InvalidValue, RulesError, require_instance, shown
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.entries import Clause, Entry, Erratum, Reading, Ruling, System
from rules_lib.rulebook.numbers import Numbers
from rules_lib.text.files import located, read_keys, read_toml
from rules_lib.values.frozen import FrozenMap, frozen, thawed
from rules_lib.values.type_checks import checked

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RULES = "rules.toml"
"""The texts of a system, in its package beside the code."""

GROUPS: Mapping[str, tuple[str, Any]] = FrozenMap(
    clause=("clauses", Clause), ruling=("rulings", Ruling), erratum=("errata", Erratum)
)
"""What the entries are called in a file, and in a system."""

MAY_BE_EMPTY = ("source_author", "basis")

Record = TypeVar("Record", Clause, Ruling, Erratum, Reading, System)


class RulebookError(RulesError):
    """A rulebook file that cannot be right: names the file, the entry and the fault."""


class UnknownId(RulesError):
    """An id that no entry has; names the nearest ones."""


@checked
@dataclass(frozen=True, slots=True)
class Catalog:
    """All entries of all systems, by id, in the order of the files.

    Attributes:
        packages: in which package of the library the text of a system stands.
    """

    systems: Mapping[str, System]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    errata: Mapping[str, Erratum]
    numbers: Numbers
    packages: Mapping[str, str]

    def entry(self, rule_id: str) -> Entry:
        """The clause, ruling or erratum called ``rule_id``."""
        for group in (self.clauses, self.rulings, self.errata):
            if isinstance(rule_id, str) and rule_id in group:
                return group[rule_id]
        import difflib  # late: only an error needs it

        text = rule_id[:40] if isinstance(rule_id, str) else type(rule_id).__name__
        near = difflib.get_close_matches(text.upper(), list(self.ids()), n=3)
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise UnknownId(f"id: there is no entry {text!r}{hint}")

    def ids(self) -> Iterable[str]:
        """Ids of all entries."""
        return (*self.clauses, *self.rulings, *self.errata)

    def rulings_of(self, clause_id: str) -> tuple[Ruling, ...]:
        """The rulings that read a clause."""
        require_instance("clause_id", clause_id, str)
        return tuple(each for each in self.rulings.values() if clause_id in each.clauses)

    def errata_of(self, clause_id: str) -> tuple[Erratum, ...]:
        """The errata that concern a clause."""
        require_instance("clause_id", clause_id, str)
        return tuple(each for each in self.errata.values() if clause_id in each.clauses)


@cache
def catalog() -> Catalog:
    """The rulebook as shipped, loaded and checked once."""
    from importlib.resources import files  # late: games import this package, not the texts

    texts: dict[str, str] = {}
    for game in _folders(files("rules_lib")):
        for system in _folders(game):
            text = system / RULES
            if text.is_file():
                texts[f"{game.name}/{system.name}/{RULES}"] = text.read_text("utf-8")
    return load(texts)


def _folders(folder: "Traversable") -> "list[Traversable]":
    return sorted((each for each in folder.iterdir() if each.is_dir()), key=lambda each: each.name)


@checked
def load(texts: Mapping[str, str]) -> Catalog:
    """Build a catalog from TOML texts by file name.

    Raises:
        RulebookError: not TOML, a missing, unknown or empty field, a malformed or repeated id, a
            reference to an entry that does not exist, a ruling without a choice.
    """
    systems: dict[str, System] = {}
    entries: dict[str, Entry] = {}
    home: dict[str, str] = {}
    packages: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for file, text in texts.items():
        name = file if len(file) <= 80 and file.isprintable() else shown(file)
        with _refusing():
            data = read_toml(name, text)
        named = data.get("numbers", {})
        if not isinstance(named, dict):
            raise RulebookError(f"{name}: 'numbers' must be a table")
        for number, place in named.items():
            if numbers.setdefault(number, place) != place:
                raise RulebookError(f"{name}: {number} is another number already")
        system, own = _read_system(name, data)
        if system.id in systems:
            raise RulebookError(f"{name}: system {shown(system.id)} exists already")
        systems[system.id] = system
        packages[system.id] = file.rpartition("/")[0].replace("/", ".")
        for entry in own:
            if entry.id in entries:
                raise RulebookError(
                    f"{name}: id {entry.id} is used twice, first in {home[entry.id]}"
                )
            entries[entry.id], home[entry.id] = entry, name
    _check_references(entries, home)
    of_kind = {
        several: FrozenMap({i: each for i, each in entries.items() if isinstance(each, kind)})
        for several, kind in GROUPS.values()
    }
    told = Numbers(FrozenMap(numbers))
    return Catalog(FrozenMap(systems), **of_kind, numbers=told, packages=FrozenMap(packages))


@contextmanager
def _refusing() -> Iterator[None]:
    """Tell what is wrong with data as a fault of the rulebook."""
    try:
        yield
    except InvalidValue as error:
        raise RulebookError(str(error)) from None


def _read_system(name: str, data: Mapping[str, Any]) -> tuple[System, list[Entry]]:
    unknown = set(data) - {"system", "numbers", *GROUPS}
    if unknown or not isinstance(data.get("system"), dict):
        wrong = (
            f"unknown table {shown(sorted(unknown)[0])}" if unknown else "table [system] is missing"
        )
        raise RulebookError(f"{name}: {wrong}")
    data = _filled(name, data)
    given = data["system"].get("id")
    system_id = given if isinstance(given, str) else "?"
    own: list[Entry] = []
    for group, (_, kind) in GROUPS.items():
        for position, raw in enumerate(_tables(name, group, data.get(group, [])), start=1):
            where = f"{name}: {group} {_named(raw, position)}"
            raw = dict(raw, system=system_id)
            if kind is Ruling:
                readings = _tables(where, "readings", raw.get("readings", []))
                raw["readings"] = [_record(Reading, f"{where}, reading", each) for each in readings]
            own.append(_record(kind, where, raw))
    ids = {
        several: tuple(each.id for each in own if isinstance(each, kind))
        for several, kind in GROUPS.values()
    }
    return _record(System, f"{name}: system", {**data["system"], **ids}), own


def _filled(name: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same with the numbers that its texts name."""
    numbers = Numbers(data.get("numbers", {}))
    try:
        return {key: thawed(each, numbers.fill) for key, each in data.items() if key != "numbers"}
    except (RulesError, ValueError, AttributeError, LookupError) as error:
        raise RulebookError(f"{name}: {error}") from None


def _named(raw: Mapping[str, Any], position: int) -> str:
    rule_id = raw.get("id", f"number {position}")
    return rule_id[:40] if isinstance(rule_id, str) else shown(rule_id, 40)


def _tables(where: str, key: str, value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise RulebookError(f"{where}: {key!r} must be a list of tables")
    return value


def _record(kind: type[Record], where: str, raw: Mapping[str, Any]) -> Record:
    needed = [each.name for each in fields(kind) if each.default is MISSING]
    optional = [each.name for each in fields(kind) if each.default is not MISSING]
    for key, value in raw.items():
        if value == "" and key not in MAY_BE_EMPTY:
            raise RulebookError(f"{where}: field {key!r} is empty")
    with _refusing():
        read_keys(where, raw, needed, optional)
        with located(where):
            record: Record = kind(**frozen(raw))
    if isinstance(record, Clause | Ruling | Erratum) and not ID_PATTERN.fullmatch(record.id):
        raise RulebookError(f"{where}: {shown(record.id)} is not the form of an id such as 'PT-M9'")
    if isinstance(record, Ruling):
        different = len({each.value for each in record.readings})
        if record.settled and different != 1:
            raise RulebookError(f"{where}: a settled ruling has exactly one reading")
        if not record.settled and different < 2:
            raise RulebookError(f"{where}: a ruling needs two different readings or more")
    return record


def _check_references(entries: Mapping[str, Entry], home: Mapping[str, str]) -> None:
    for entry in entries.values():
        where = f"{home[entry.id]}: {entry.id}"
        if isinstance(entry, Clause):
            for target in entry.see:
                if target not in entries:
                    raise RulebookError(f"{where}: 'see' names {shown(target)}, which is no entry")
            continue
        if not entry.clauses:
            raise RulebookError(f"{where}: names no clause")
        for target in entry.clauses:
            if not isinstance(entries.get(target), Clause):
                raise RulebookError(f"{where}: 'clauses' names {shown(target)}, which is no clause")
