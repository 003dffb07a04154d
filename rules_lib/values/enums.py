"""Enumerations of words, which refuse any other word as the rest of the library does."""

from collections.abc import Mapping
from enum import EnumType, StrEnum
from typing import Any

from rules_lib.errors import InvalidValue


class _OneOfThem(EnumType):
    """Looks at what is given before the enumeration asks it for its hash."""

    def __call__(cls, value: Any, *args: Any, **kwargs: Any) -> Any:
        members: Mapping[str, Any] = cls.__members__
        words = list(map(str, members.values()))
        if words and (not issubclass(type(value), str) or value not in words):
            raise InvalidValue(cls.__name__, value, ", ".join(map(repr, words)))
        return super().__call__(value, *args, **kwargs)


class WordEnum(StrEnum, metaclass=_OneOfThem):
    """A few words, one for each case. ``Winner("a")`` is ``Winner.A``.

    Raises:
        InvalidValue: (when called) names the enumeration, what was given, and the words there are.
    """

    # That of its word, which it equals; the one of Enum goes by the name of the member.
    __hash__ = str.__hash__
