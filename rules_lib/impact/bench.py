"""Where situations are computed, each one once for as long as a question takes."""

from collections.abc import Mapping
from typing import Any

from rules_lib.checked import checked
from rules_lib.impact.model import Situation, Value
from rules_lib.rulebook import RulingSet
from rules_lib.rulebook.defaults import defaults, rulings_class


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


def read_as(chosen: Mapping[str, Any]) -> RulingSet:
    """Our rulings, but for those given by id, which all belong to one set."""
    owner = rulings_class(next(iter(chosen)))
    return defaults(owner, **{owner.field_of(rule_id): chosen[rule_id] for rule_id in chosen})
