"""What makes an answer safe to share: nobody can change it, and it can be copied and pickled."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A mapping that nobody can change: the one kind that answers of this library hold.

    It reads like a `dict` and equals one. Unlike a mapping proxy it can be copied, pickled and,
    where its values can, hashed.
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed; dict(it) is a copy that can")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Hash by value, independent of order."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (dict(self),)


def frozen(value: Any) -> Any:
    """Lists and mappings as copies that nobody can change, whatever is inside them, too."""
    if isinstance(value, dict):
        return FrozenMap({name: frozen(each) for name, each in value.items()})
    return tuple(map(frozen, value)) if type(value) in (list, tuple) else value


def thawed(value: Any, text: Callable[[str], Any] = lambda each: each) -> Any:
    """Lists and mappings as lists and dicts of their own, with what ``text`` makes of each text."""
    if isinstance(value, Mapping):
        return {name: thawed(each, text) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [thawed(each, text) for each in value]
    return text(value) if isinstance(value, str) else value


class Lazy:
    """Base of frozen dataclasses with values that are found when they are first asked for.

    A copy finds them by itself: what another thread is just adding need not be looked at.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
