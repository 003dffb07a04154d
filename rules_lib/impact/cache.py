"""Where situations are computed, each one once for as long as a question takes."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any, TypeAlias

from rules_lib.impact.model import Situation, Value
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook import RulingSet
from rules_lib.rulebook.defaults import defaults, rulings_class
from rules_lib.sweep import sweep
from rules_lib.values.type_checks import checked

Where: TypeAlias = Executor | Callable[[], Executor] | None
"""Who computes: this process, an executor, or one that is made (see :mod:`rules_lib.sweep`)."""


def _headline(rule_id: str, situation: str, rulings: RulingSet) -> Value:
    """The headline of a situation of a ruling's panel; by its name, so that any worker finds it."""
    (named,) = (each for each in panel_of(rule_id).situations if each.name == situation)
    return named.value(rulings)


class Bench:
    """Remembers the values it has computed; give the same one to several questions."""

    def __init__(self) -> None:
        self._known: dict[tuple[Situation, RulingSet], Value] = {}

    @checked
    def value(self, situation: Situation, rulings: RulingSet) -> Value:
        """The headline of a situation, as the rules are read."""
        key = situation, rulings
        if key not in self._known:
            self._known[key] = situation.value(rulings)
        return self._known[key]

    @checked
    def fill(self, rule_id: str, readings: Iterable[RulingSet], executor: Where) -> None:
        """Compute what is not known yet of the whole panel of a ruling, on an executor."""
        asked = [
            (each, rulings)
            for rulings in readings
            for each in panel_of(rule_id).situations
            if (each, rulings) not in self._known
        ]
        jobs = [
            {"rule_id": rule_id, "situation": each.name, "rulings": rulings}
            for each, rulings in asked
        ]
        if jobs:
            found = sweep(_headline, jobs, executor=executor).column("result")
            self._known.update(zip(asked, found, strict=True))


def read_as(chosen: Mapping[str, Any]) -> RulingSet:
    """Our rulings, but for those given by id, which all belong to one set."""
    owner: type[RulingSet] = rulings_class(next(iter(chosen)))
    return defaults(owner, **{owner.field_of(rule_id): chosen[rule_id] for rule_id in chosen})
