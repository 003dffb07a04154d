"""Walks the panels: each situation under each reading of each ruling, beside an oracle."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from rules_lib.impact import NoAnswer
from rules_lib.impact.cache import read_as
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook.defaults import rulings_class, values_of
from tests.impact.shared import bench
from tests.shown_right.conftest import Held

Fields = Mapping[str, Any]
"""One reading, by the field that the oracles name as the library does."""
Oracle = Callable[[str, str, Fields], Fraction | str | None]
"""From the headline, the words of a situation and a reading to what is right; None: no answer."""
R = TypeVar("R")


def hold_panel(held: Held, rule_id: str, oracle: Oracle) -> None:
    """Every situation says under every reading of the ruling what the oracle makes of its words."""
    panel, owner = panel_of(rule_id), rulings_class(rule_id)
    for value in values_of(rule_id):
        fields = {owner.field_of(rule_id): value}
        for each in panel.situations:
            found = bench().value(each, read_as({rule_id: value}))
            right = oracle(panel.headline, each.name, fields)
            where = f"{rule_id}={value!r}: {each.name}: {panel.headline}"
            if isinstance(right, Fraction):
                assert isinstance(found, Fraction), where
                held.chance(found, right, where)
            else:
                assert isinstance(found, NoAnswer) if right is None else found == right, where
                held.numbers += 1


def readings(kind: Callable[..., R], fields: Fields) -> R:
    """The oracle's readings; those that it does not know of leave it as it is."""
    known = kind._fields  # type: ignore[attr-defined] # named tuples
    return kind(**{name: value for name, value in fields.items() if name in known})
