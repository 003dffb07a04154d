"""The systems by the names of their commands; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from rules_lib.errors import InvalidValue
from rules_lib.values.frozen import FrozenMap

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
    "legal": "rules_lib.paper_tigers.charge.system",
    "aftermath": "rules_lib.in_die_tiefen.aftermath",
    "cavalry-legal": "rules_lib.triumph_and_glory.charge.from_map.legal",
}
"""The module of each question that is no system, whose ``QUESTION`` it is."""

EXPLORERS = {
    "battle-odds": "rules_lib.in_die_tiefen.page.explorers.battles",
    "cavalry-charge-odds": "rules_lib.triumph_and_glory.page.explorers.charges",
    "charge-odds": "rules_lib.paper_tigers.page.explorers.fights",
    "command-test-odds": "rules_lib.paper_tigers.page.explorers.fights",
    "el-alamein-replay": "rules_lib.paper_tigers.page.explorers.el_alamein",
    "example-odds": "rules_lib.triumph_and_glory.page.explorers.charges",
    "fanaticism-odds": "rules_lib.in_die_tiefen.page.explorers.battles",
    "melee-odds": "rules_lib.paper_tigers.page.explorers.fights",
    "pool-odds": "rules_lib.in_die_tiefen.page.explorers.battles",
    "pursuit-odds": "rules_lib.triumph_and_glory.page.explorers.charges",
    "reaction-odds": "rules_lib.triumph_and_glory.page.explorers.charges",
    "spotting-odds": "rules_lib.paper_tigers.page.explorers.shots",
    "strike-odds": "rules_lib.paper_tigers.page.explorers.shots",
    "tactics-odds": "rules_lib.in_die_tiefen.page.explorers.battles",
    "try-melee": "rules_lib.paper_tigers.page.explorers.fights",
}
"""The module of each explorer, by its id; beside it ``rolls`` plays it."""

STORIES = {
    "test": "rules_lib.paper_tigers.page.stories.command_test",
    "melee": "rules_lib.paper_tigers.page.stories.melee",
    "battle": "rules_lib.in_die_tiefen.page.story",
    "sniper": "rules_lib.paper_tigers.page.stories.sniper",
    "strike": "rules_lib.paper_tigers.page.stories.sudden_strike",
    "cavalry": "rules_lib.triumph_and_glory.page.story",
    "campaign": "rules_lib.paper_tigers.page.stories.campaign",
}
"""The module of each story, whose ``STORY`` it is, in the order in which they are read."""

GAMES = ("paper_tigers", "in_die_tiefen", "triumph_and_glory")
"""The packages that have ten questions each."""


def register(system: str, home: str, explorers: Mapping[str, str] = FrozenMap()) -> None:
    """Add a system of your own.

    Args:
        system: its name, which becomes that of its command and its form.
        home: the module whose ``SYSTEM`` it is.
        explorers: the modules of its explorers, by their ids.
    """
    HOMES[system] = home
    EXPLORERS.update(explorers)


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
