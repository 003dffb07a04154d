"""Binds code to the clauses, rulings and errata that it implements or needs."""

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import rules_lib
from rules_lib.errors import RulesError, shown
from rules_lib.values.frozen import FrozenMap

Bound = TypeVar("Bound", bound=Callable[..., Any])

ID_PATTERN = re.compile(
    r"PT-[MSX]\d+|IDT-\d(?:\.\d+)?|TG-9\.\d\d(?:[a-j]|-\d)?|R-[A-Z]\d+|E-[A-Z]\d+"
)
"""What an id of a clause, a ruling or an erratum looks like."""

NOT_GAMES = frozenset({"notebook", "page", "front_page", "commands", "impact", "__main__"})
"""Parts of ``rules_lib`` that hold no rule, and may need more than the standard library."""


class Home(NamedTuple):
    """The one function or class that implements an entry. Made by :func:`homes`.

    Attributes:
        name: its qualified name.
        file: the file it stands in, told from the root of the repository.
        line: the line it begins at, decorators included.
    """

    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name.rpartition('.')[2]}"


_homes: dict[str, Home] = {}
_uses: defaultdict[str, dict[str, None]] = defaultdict(dict)


def implements(*ids: str) -> Callable[[Bound], Bound]:
    """Say that a function or class is the home of clauses, rulings or errata: each has one home.

    The ids are checked for their form here, and against the rulebook by its tests, so that
    importing a game never has to load the texts.

    Raises:
        RulesError: a malformed id, or one that has its home elsewhere.
    """
    _require_ids("implements", ids)

    def bind(target: Bound) -> Bound:
        home = _home_of(target)
        for rule_id in ids:
            known = _homes.setdefault(rule_id, home)
            if known.name != home.name:
                raise RulesError(
                    f"implements: {rule_id} is at home in {known.name}; {home.name} can only use it"
                )
        return target

    return bind


def uses(*ids: str) -> Callable[[Bound], Bound]:
    """Say that a function or class needs clauses, rulings or errata that are at home elsewhere."""
    _require_ids("uses", ids)

    def bind(target: Bound) -> Bound:
        for rule_id in ids:
            _uses[rule_id][_home_of(target).name] = None
        return target

    return bind


def homes() -> Mapping[str, Home]:
    """The home of each entry that has one, for all modules imported so far."""
    return FrozenMap(dict(_homes))


def users() -> Mapping[str, tuple[str, ...]]:
    """Qualified names of the code that uses an entry, for all modules imported so far."""
    return FrozenMap({rule_id: tuple(names) for rule_id, names in dict(_uses).items()})


@cache
def import_games() -> None:
    """Import every module that may implement a rule, so that its bindings are known."""
    _import_all(rules_lib.__path__, "rules_lib.")


def _import_all(path: Iterable[str], prefix: str) -> None:
    late = import_module("pkgutil")  # it is slow to load
    for each in late.iter_modules(path, prefix):
        if each.name.rpartition(".")[2] not in NOT_GAMES:
            module = import_module(each.name)
            if each.ispkg:
                _import_all(module.__path__, f"{each.name}.")


def _home_of(target: Callable[..., Any]) -> Home:
    inner = inspect.unwrap(target)
    code = getattr(inner, "__code__", None) or getattr(inner.__init__, "__code__", None)
    file = f"{target.__module__.replace('.', '/')}.py"
    line = code.co_firstlineno if code else 1
    return Home(f"{target.__module__}.{target.__qualname__}", file, line)


def _require_ids(which: str, ids: tuple[str, ...]) -> None:
    for rule_id in ids:
        if not isinstance(rule_id, str) or not ID_PATTERN.fullmatch(rule_id):
            raise RulesError(f"{which}: {shown(rule_id)} is not the form of an id such as 'PT-M9'")
