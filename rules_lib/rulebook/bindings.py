"""Binds code to the clauses it implements."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules_lib.errors import RulesError, shown
from rules_lib.frozen import FrozenMap

Bound = TypeVar("Bound", bound=Callable[..., Any])

ID_PATTERN = re.compile(
    r"PT-[MSX]\d+|IDT-\d(?:\.\d+)?|TG-9\.\d\d(?:[a-j]|-\d)?|R-[A-Z]\d+|E-[A-Z]\d+"
)
"""What an id of a clause, a ruling or an erratum looks like."""

_implementations: defaultdict[str, dict[str, None]] = defaultdict(dict)


def implements(*ids: str) -> Callable[[Bound], Bound]:
    """Say which clauses, rulings or errata a function or class implements.

    The ids are checked for their form here, and against the rulebook by its tests, so that
    importing a game never has to load the texts.
    """
    for rule_id in ids:
        if not isinstance(rule_id, str) or not ID_PATTERN.fullmatch(rule_id):
            raise RulesError(
                f"implements: {shown(rule_id)} is not the form of an id such as 'PT-M9'"
            )

    def bind(target: Bound) -> Bound:
        for rule_id in ids:
            _implementations[rule_id][f"{target.__module__}.{target.__qualname__}"] = None
        return target

    return bind


def implementations() -> Mapping[str, tuple[str, ...]]:
    """Ids and the qualified names of the code bound to them, for all modules imported so far."""
    return FrozenMap({rule_id: tuple(names) for rule_id, names in dict(_implementations).items()})
