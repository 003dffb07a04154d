"""The panels: over which situations each ruling is measured. One module a system, all data."""

import importlib

from rules_lib.errors import InvalidValue
from rules_lib.impact.model import Panel
from rules_lib.rulebook import catalog


def panels(system: str) -> tuple[Panel, ...]:
    """The panels of a system."""
    module = importlib.import_module(f"rules_lib.impact.panels.{system.replace('-', '_')}")
    found: tuple[Panel, ...] = module.PANELS
    return found


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
