"""Public functions and classes that hold their arguments to the annotations.

What a parameter says it takes, it takes, and nothing else: the annotation is written once, and read
by people, by type checkers and by :func:`checked`. Ranges and rules stay where they belong, in the
function itself.
"""

import inspect
from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Any, TypeVar, get_type_hints

from rules_lib.holding import Hold, hold_of

F = TypeVar("F", bound=Callable[..., Any])


def checked(thing: F) -> F:
    """Refuse arguments that do not fit their annotations, before anything else is done.

    Goes above ``@dataclass``, and below ``@classmethod``. Iterators are read to their end first, so
    that endless ones are refused. Annotations are resolved at the first call.

    Raises:
        InvalidValue: (when called) names the parameter, what was given, and what it takes.
    """
    if not isinstance(thing, type):
        guard: F = _guarded(thing, lambda: get_type_hints(thing))
        return guard
    if issubclass(thing, Enum):
        raise TypeError(f"{thing.__name__} is an enumeration, which checks its values itself")
    name = "__new__" if issubclass(thing, tuple) else "__init__"
    made = getattr(thing, name)
    type.__setattr__(thing, name, _guarded(made, lambda: get_type_hints(thing)))
    return thing


class _Holds:
    """What a function's parameters hold their arguments to."""

    def __init__(self, signature: inspect.Signature, hints: dict[str, Any]) -> None:
        kinds = inspect.Parameter
        self.by_place: list[tuple[str, Hold | None]] = []
        self.by_name: dict[str, Hold | None] = {}
        self.rest: tuple[str, Hold | None] = ("", None)
        self.others: Hold | None = None
        for name, parameter in signature.parameters.items():
            hold = hold_of(hints[name]) if name in hints else None
            if parameter.kind is kinds.VAR_POSITIONAL:
                self.rest = (name, hold)
            elif parameter.kind is kinds.VAR_KEYWORD:
                self.others = hold
            else:
                self.by_name[name] = hold
                if parameter.kind is not kinds.KEYWORD_ONLY:
                    self.by_place.append((name, hold))

    def placed(self, given: tuple[Any, ...]) -> list[Any]:
        names = [*self.by_place, *[self.rest] * (len(given) - len(self.by_place))]
        return [
            value if hold is None else hold(name, value)
            for (name, hold), value in zip(names, given, strict=False)
        ]

    def named(self, given: dict[str, Any]) -> dict[str, Any]:
        held = {}
        for name, value in given.items():
            hold = self.by_name.get(name, self.others)
            held[name] = value if hold is None else hold(name, value)
        return held


def _guarded(function: Any, hints: Callable[[], dict[str, Any]]) -> Any:
    signature = inspect.signature(function)
    holds: list[_Holds] = []

    @wraps(function)
    def guard(*args: Any, **kwargs: Any) -> Any:
        if not holds:
            holds.append(_Holds(signature, hints()))
        if len(args) > len(holds[0].by_place) and not holds[0].rest[0]:
            return function(*args, **kwargs)  # too many: the interpreter says so
        return function(*holds[0].placed(args), **holds[0].named(kwargs))

    return guard
