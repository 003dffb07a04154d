"""The clauses, rulings and errata as data, and what binds them to code.

Depends on nothing but the standard library; the texts are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules_lib.rulebook.bindings import Home, homes, implements, users, uses
from rules_lib.rulebook.rulings import RulingSet, ruling

if TYPE_CHECKING:
    from rules_lib.rulebook.entries import Clause, Erratum, Reading, Ruling, System
    from rules_lib.rulebook.house_rules import HouseRules
    from rules_lib.rulebook.texts import Catalog, catalog

__all__ = [
    "Catalog",
    "Clause",
    "Erratum",
    "Home",
    "HouseRules",
    "Reading",
    "Ruling",
    "RulingSet",
    "System",
    "catalog",
    "homes",
    "implements",
    "ruling",
    "users",
    "uses",
]


def __getattr__(name: str) -> Any:
    """Load what reads the texts when it is first asked for: no rule needs it."""
    if name in __all__:
        home = "house_rules" if name == "HouseRules" else "texts"
        return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
