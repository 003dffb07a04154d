"""The systems by the names of their commands; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from rules_lib.errors import InvalidValue

if TYPE_CHECKING:
    from rules_lib.system.system import Question, System

HOMES = {
    "test": "rules_lib.paper_tigers.charge.command_system",
    "melee": "rules_lib.paper_tigers.melee.system",
    "charge": "rules_lib.paper_tigers.charge.system",
    "sniper": "rules_lib.paper_tigers.sniper.system",
    "strike": "rules_lib.paper_tigers.sudden_strike.system",
    "battle": "rules_lib.in_die_tiefen.battle.system",
    "cavalry": "rules_lib.triumph_and_glory.charge.system",
}
"""The module of each system, whose ``SYSTEM`` it is."""


BESIDE = {
    "legal": "rules_lib.paper_tigers.charge.legal",
    "aftermath": "rules_lib.in_die_tiefen.aftermath_report",
    "cavalry-legal": "rules_lib.triumph_and_glory.charge.from_map.legal",
}
"""The module of each question that is no system, whose ``QUESTION`` it is."""


class Systems(Mapping[str, "System"]):
    """All systems: ``systems["melee"]``."""

    def __getitem__(self, name: str) -> System:
        found: System = import_module(HOMES[name]).SYSTEM
        return found

    def __contains__(self, name: object) -> bool:
        return name in HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(HOMES)

    def __len__(self) -> int:
        return len(HOMES)


systems = Systems()


def system_of(kind: type) -> System:
    """The system of a class of situations."""
    for each in systems.values():
        if each.inputs is kind:
            return each
    raise InvalidValue("setup", kind, f"a situation of {', '.join(systems)}")


def question(name: str) -> Question | None:
    """What the command of this name asks, if it is a system or a question."""
    if name in systems:
        return systems[name]
    if name not in BESIDE:
        return None
    found: Question = import_module(BESIDE[name]).QUESTION
    return found
