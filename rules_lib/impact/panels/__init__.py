"""The panels: over which situations each ruling is measured. One module a system, all data."""

import importlib
import sys

from rules_lib.errors import InvalidValue
from rules_lib.impact.model import Panel, Situation
from rules_lib.rulebook import catalog


def panels(system: str) -> tuple[Panel, ...]:
    """The panels of a system."""
    module = importlib.import_module(_module(system))
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


def place_of(situation: Situation) -> tuple[str, int, int] | None:
    """The system, the panel and the place of a situation; ``None`` if it is in no panel of ours."""
    for system in filter(lambda each: _module(each) in sys.modules, catalog().systems):
        for at, panel in enumerate(panels(system)):
            for place, each in enumerate(panel.situations):
                if each is situation:
                    return system, at, place
    return None


def situation_at(system: str, panel: int, place: int) -> Situation:
    """The situation at a place."""
    return panels(system)[panel].situations[place]


def _module(system: str) -> str:
    return f"rules_lib.impact.panels.{system.replace('-', '_')}"
