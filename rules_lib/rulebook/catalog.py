"""Loads the rulebook from its TOML files and refuses any that do not hold together."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from rules_lib.checked import checked
from rules_lib.errors import RulesError, require_instance
from rules_lib.frozen import FrozenMap
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.entries import (
    Clause,
    ClauseKind,
    Entry,
    Erratum,
    Reading,
    Ruling,
    System,
)

Kind = TypeVar("Kind", Clause, Ruling, Erratum)
Record = TypeVar("Record", Clause, Ruling, Erratum, Reading, System)


class RulebookError(RulesError):
    """A rulebook file that cannot be right: names the file, the entry and the fault."""


class UnknownId(RulesError):
    """An id that no entry has; names the nearest ones."""


@checked
@dataclass(frozen=True, slots=True)
class Catalog:
    """All entries of all systems, by id, in the order of the files."""

    systems: Mapping[str, System]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    errata: Mapping[str, Erratum]

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

    folder = files("rules_lib.rulebook")
    texts = {
        each.name: each.read_text("utf-8")
        for each in sorted(folder.iterdir(), key=lambda each: each.name)
        if each.name.endswith(".toml")
    }
    return load(texts)


def load(texts: Mapping[str, str]) -> Catalog:
    """Build a catalog from TOML texts by file name.

    Raises:
        RulebookError: not TOML, a missing, unknown or empty field, a malformed or repeated id, a
            reference to an entry that does not exist, a ruling without a choice.
    """
    import tomllib  # late: games import this package, not the texts

    systems: dict[str, System] = {}
    entries: dict[str, Entry] = {}
    home: dict[str, str] = {}
    for name, text in texts.items():
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RulebookError(f"{name}: not TOML: {error}") from error
        system, own = _read_system(name, data)
        if system.id in systems:
            raise RulebookError(f"{name}: system {system.id!r} exists already")
        systems[system.id] = system
        for entry in own:
            if entry.id in entries:
                raise RulebookError(
                    f"{name}: id {entry.id} is used twice, first in {home[entry.id]}"
                )
            entries[entry.id], home[entry.id] = entry, name
    _check_references(entries, home)
    return Catalog(
        FrozenMap(systems),
        _only(entries, Clause),
        _only(entries, Ruling),
        _only(entries, Erratum),
    )


def _only(entries: Mapping[str, Entry], kind: type[Kind]) -> Mapping[str, Kind]:
    return FrozenMap({i: entry for i, entry in entries.items() if isinstance(entry, kind)})


def _read_system(name: str, data: Mapping[str, Any]) -> tuple[System, list[Entry]]:
    unknown = set(data) - {"system", "clause", "ruling", "erratum"}
    if unknown or not isinstance(data.get("system"), dict):
        wrong = f"unknown table {sorted(unknown)[0]!r}" if unknown else "table [system] is missing"
        raise RulebookError(f"{name}: {wrong}")
    system_id = str(data["system"].get("id", ""))
    groups: dict[str, list[Any]] = {"clause": [], "ruling": [], "erratum": []}
    kinds: dict[str, Any] = {"clause": Clause, "ruling": Ruling, "erratum": Erratum}
    for group, kind in kinds.items():
        for position, raw in enumerate(_tables(name, group, data.get(group, [])), start=1):
            where = f"{name}: {group} {raw.get('id', f'number {position}')}"
            raw = dict(raw, system=system_id)
            if kind is Ruling:
                readings = _tables(where, "readings", raw.get("readings", []))
                raw["readings"] = [_record(Reading, f"{where}, reading", each) for each in readings]
            groups[group].append(_record(kind, where, raw))
    ids = {
        f"{group}s" if group != "erratum" else "errata": tuple(each.id for each in members)
        for group, members in groups.items()
    }
    system = _record(System, f"{name}: system", {**data["system"], **ids})
    return system, [each for members in groups.values() for each in members]


def _tables(where: str, key: str, value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise RulebookError(f"{where}: {key!r} must be a list of tables")
    return value


def _record(kind: type[Record], where: str, raw: Mapping[str, Any]) -> Record:
    known = {each.name: each for each in fields(kind)}
    for key in raw:
        if key not in known:
            raise RulebookError(f"{where}: unknown field {key!r}; allowed: {', '.join(known)}")
    optional = {"source_author", "basis"}
    for key, each in known.items():
        if key not in raw and each.default is MISSING:
            raise RulebookError(f"{where}: field {key!r} is missing")
        if raw.get(key, None) == "" and key not in optional:
            raise RulebookError(f"{where}: field {key!r} is empty")
        if each.type is bool:
            _check_flag(where, key, raw.get(key, each.default))
        else:
            _check_type(where, key, raw.get(key), many=get_origin(each.type) is tuple)
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()}
    record: Record = kind(**values)
    if isinstance(record, Clause | Ruling | Erratum) and not ID_PATTERN.fullmatch(record.id):
        raise RulebookError(f"{where}: {record.id!r} is not the form of an id such as 'PT-M9'")
    if isinstance(record, Clause) and record.kind not in get_args(ClauseKind):
        raise RulebookError(f"{where}: kind {record.kind!r}; allowed: {get_args(ClauseKind)}")
    if isinstance(record, Ruling):
        different = len({each.value for each in record.readings})
        if record.settled and different != 1:
            raise RulebookError(f"{where}: a settled ruling has exactly one reading")
        if not record.settled and different < 2:
            raise RulebookError(f"{where}: a ruling needs two different readings or more")
    return record


def _check_flag(where: str, key: str, value: object) -> None:
    if not isinstance(value, bool):
        raise RulebookError(f"{where}: field {key!r} must be true or false, not {value!r}")


def _check_type(where: str, key: str, value: object, *, many: bool) -> None:
    if value is None:
        return
    items = value if many else (value,)
    if not isinstance(items, list | tuple):
        raise RulebookError(f"{where}: field {key!r} must be a list, not {value!r}")
    for each in items:
        if not isinstance(each, str | Reading):
            raise RulebookError(f"{where}: field {key!r} must be text, not {each!r}")


def _check_references(entries: Mapping[str, Entry], home: Mapping[str, str]) -> None:
    for entry in entries.values():
        where = f"{home[entry.id]}: {entry.id}"
        if isinstance(entry, Clause):
            for target in entry.see:
                if target not in entries:
                    raise RulebookError(f"{where}: 'see' names {target!r}, which is no entry")
            continue
        if not entry.clauses:
            raise RulebookError(f"{where}: names no clause")
        for target in entry.clauses:
            if not isinstance(entries.get(target), Clause):
                raise RulebookError(f"{where}: 'clauses' names {target!r}, which is no clause")
