"""Finds every public function, class and method of the library by itself.

Public is what a module lists in ``__all__``. A module without one is an inner module, unless some
``__all__`` lists the module itself, or a chapter of the book imports from it: then its names are
public that do not begin with ``_``.
"""

import enum
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import rules_lib
from rules_lib.paper_tigers import melee
from rules_lib.rulebook import RulingSet

BOOK = Path(__file__).parents[2] / "book"
MADE = "Made by "
"""In the docstring of a class that people use, and only the library makes."""
KINDS = inspect.Parameter
BESIDES = ("rules_lib.probability.zero_sum.solve", "rules_lib.rulebook.texts.load")
"""What no list names, and people reach all the same."""


@dataclass(frozen=True)
class Door:
    """A way in.

    Attributes:
        name: ``paper_tigers.command.Card.parse``: where it is defined.
        call: the function or class; of a method, the plain function.
        owner: the class of a method of instances, which take one as their first argument.
        parameters: by name, without ``self``.
        hints: annotations, resolved.
    """

    name: str
    call: Callable[..., Any]
    owner: type | None
    parameters: dict[str, inspect.Parameter]
    hints: dict[str, Any]

    @classmethod
    def of(cls, name: str, thing: Any) -> "Door":
        """The door of a function or class."""
        return cls(name, thing, None, _parameters(thing), _hints(thing))


@cache
def modules() -> dict[str, ModuleType]:
    found = {}
    for each in pkgutil.walk_packages(rules_lib.__path__, "rules_lib."):
        if not any(part.startswith("_") for part in each.name.split(".")):
            found[each.name] = importlib.import_module(each.name)
    return found


def imported_by_chapters() -> Iterator[str]:
    """Full names of what the chapters import from the library."""
    for page in sorted(BOOK.rglob("*.md")):
        for line in re.findall(r"^from (rules_lib\S*) import ([^\n(]+)", page.read_text(), re.M):
            for name in line[1].split(","):
                yield f"{line[0]}.{name.split(' as ')[0].strip()}"


def public_names() -> Iterator[tuple[ModuleType, str]]:
    listed = {
        thing.__name__
        for module in modules().values()
        for name in getattr(module, "__all__", ())
        if isinstance(thing := getattr(module, name), ModuleType)
    }
    for module in modules().values():
        if hasattr(module, "__all__"):
            yield from ((module, name) for name in module.__all__)
        elif module.__name__ in listed:
            yield from ((module, name) for name in vars(module) if not name.startswith("_"))
    for full in (*imported_by_chapters(), *BESIDES):
        home, _, name = full.rpartition(".")
        yield importlib.import_module(home), name


def is_door(thing: object) -> bool:
    if not str(getattr(thing, "__module__", "")).startswith("rules_lib"):
        return False
    if inspect.isclass(thing):
        return not issubclass(thing, BaseException) and not getattr(thing, "_is_protocol", False)
    return isinstance(thing, FunctionType) or callable(thing)


@cache
def doors() -> dict[str, Door]:
    """All doors that have parameters, by name."""
    return {name: door for name, door in every_door().items() if door.parameters}


@cache
def every_door() -> dict[str, Door]:
    """All doors by name, those without parameters too."""
    found: dict[str, Door] = {}
    for module, name in public_names():
        thing = getattr(module, name)
        if isinstance(thing, ModuleType) or not is_door(thing):
            continue
        if not hasattr(module, "__all__") and thing.__module__ != module.__name__:
            continue
        for door in _ways_in(thing):
            found[door.name] = door
    return dict(sorted(found.items()))


def _ways_in(thing: Any) -> Iterator[Door]:
    name = f"{thing.__module__}.{thing.__qualname__}".removeprefix("rules_lib.")
    made = inspect.isclass(thing) and issubclass(thing, enum.Enum)  # see test_enumerations
    if not made and MADE not in (thing.__doc__ or ""):
        yield Door.of(name, thing)
    if not inspect.isclass(thing):
        return
    if thing is RulingSet:
        return  # has no rulings of its own; what it gives is met in the melee's
    bases = [RulingSet] if thing is melee.Rulings else []
    for base in (*bases, thing):
        for inner, method in vars(base).items():
            if inner.startswith("_"):
                continue
            if isinstance(method, classmethod | staticmethod):
                bound = getattr(thing, inner)
                yield Door(
                    f"{name}.{inner}", bound, None, _parameters(bound), _hints(method.__func__)
                )
            elif isinstance(method, FunctionType):
                parameters = _parameters(method)
                parameters.pop(next(iter(parameters)))
                yield Door(f"{name}.{inner}", method, thing, parameters, _hints(method))


def _parameters(thing: Any) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(thing).parameters)
    except ValueError:  # a class that takes nothing
        return {}


def _hints(thing: Any) -> dict[str, Any]:
    """The annotations that count: of a class, those of what makes an instance."""
    if inspect.isclass(thing):
        made = thing.__init__ if thing.__init__ is not object.__init__ else thing.__new__
        own = get_type_hints(inspect.unwrap(made)) if isinstance(made, FunctionType) else {}
        return get_type_hints(thing) | own
    return get_type_hints(inspect.unwrap(thing))
