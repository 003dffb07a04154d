"""The clauses, rulings and errata as data, and what binds them to code.

Depends on nothing but the standard library; the games import it for ids only.
"""

from rules_lib.rulebook.bindings import Home, homes, implements, users, uses
from rules_lib.rulebook.catalog import Catalog, catalog
from rules_lib.rulebook.entries import Clause, Erratum, Reading, Ruling, System
from rules_lib.rulebook.house_rules import HouseRules
from rules_lib.rulebook.rulings import RulingSet, ruling

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
