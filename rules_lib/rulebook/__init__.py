"""The clauses, rulings and errata as data, and what binds them to code.

Depends on nothing but the standard library; the texts are loaded when they are first asked for.
"""

from rules_lib.rulebook.bindings import Home, homes, implements, users, uses
from rules_lib.rulebook.entries import Clause, Erratum, Reading, Ruling, System
from rules_lib.rulebook.house_rules import HouseRules
from rules_lib.rulebook.rulings import RulingSet, ruling
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
