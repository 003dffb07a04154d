"""What can go wrong when somebody asks the rules a question.

Every error of the library is a :class:`RulesError`, which is a ``ValueError``. Amounts of work that
are refused raise ``rules_lib.probability.WorkLimitExceeded``.
"""

import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from reprlib import Repr
from typing import Any, TypeVar

T = TypeVar("T")

MOST_ITEMS = 100_000
"""Items of a list, entries of a table."""

MOST_NUMBER = 10**18
"""Whole numbers go from minus this to this; no rule comes near."""


class RulesError(ValueError):
    """Base of all errors that the library raises on purpose.

    Attributes:
        field: name of what is at fault; ``""`` where none is.
    """

    field = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it says: most of these errors take other arguments than a message."""
        return _again, (type(self), self.args, self.__dict__)


class InvalidValue(RulesError):
    """A value outside what its field allows.

    Attributes:
        field: name of the argument or attribute at fault.
        given: the value as it was given.
        allowed: what the field takes, in words.
    """

    def __init__(self, field: str, given: object, allowed: str) -> None:
        self.field = field
        self.given = given
        self.allowed = allowed
        named = field if field.isprintable() else ascii(field)
        super().__init__(f"{named}: {shown(given)} was given; allowed: {allowed}")


class IllegalAction(RulesError):
    """Play that a clause forbids.

    Attributes:
        clauses: ids of all clauses that forbid it, such as ``("PT-M5",)``.
    """

    def __init__(self, what: str, clauses: Iterable[str]) -> None:
        self.clauses = tuple(clauses)
        super().__init__(f"{what} (forbidden by {', '.join(self.clauses)})")


class IncompleteRecord(RulesError):
    """The record stops before the matter is decided: a die, a card or a marker is missing.

    Attributes:
        due: what is missing, in words; ``""`` if the message says it all.
    """

    def __init__(self, message: str, due: str = "") -> None:
        self.due = due
        super().__init__(message)


class UnspecifiedBySource(RulesError):
    """A question that the source text does not answer.

    Attributes:
        what: what it leaves open.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"{what}: unspecified by the source")


def _again(kind: type[RulesError], args: tuple[Any, ...], state: dict[str, Any]) -> RulesError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def whole_number(value: object) -> int | None:
    """The plain ``int`` of a whole number of any kind, numpy's too; ``None`` for anything else.

    Its type says what it is, by ``__index__``. Booleans do not count as numbers.
    """
    if type(value) is int:
        return value
    kind = type(value)
    if kind is bool:
        return None
    try:
        number = (int if issubclass(kind, int) else kind).__index__(value)  # type: ignore[attr-defined]
    except Exception:  # noqa: BLE001 - whatever it does instead of being a number
        return None
    return number if type(number) is int else None


def require_whole(field: str, value: object) -> int:
    """Return the plain ``int`` of a :func:`whole_number`, however large."""
    number = value if type(value) is int else whole_number(value)
    if number is None:
        raise InvalidValue(field, value, "a whole number")
    return number


def require_exact(
    field: str, value: object, minimum: int, maximum: int, allowed: str
) -> Fraction | int:
    """Return a Fraction or a :func:`whole_number` in range; no float is exact."""
    number = value if isinstance(value, Fraction) else whole_number(value)
    if number is None or not minimum <= number <= maximum:
        raise InvalidValue(field, value if number is None else number, allowed)
    return number


def require_int(field: str, value: object, minimum: int, maximum: int | None = None) -> int:
    """Return the plain ``int`` of a :func:`whole_number` in range.

    Without a ``maximum`` it may be as large as any number, :data:`MOST_NUMBER`.
    """
    most = MOST_NUMBER if maximum is None else maximum
    number = value if type(value) is int else whole_number(value)
    if number is None or not minimum <= number <= most:
        upper = f"to {maximum}"
        if maximum is None:
            upper = "up" if number is None or number <= most else "to 10^18"
        given = value if number is None else number
        raise InvalidValue(field, given, f"a whole number from {minimum} {upper}")
    return number


def keep_int(
    owner: object, field: str, minimum: int, maximum: int | None = None, *, name: str = ""
) -> None:
    """Hold a field of a frozen dataclass to :func:`require_int`, and keep the plain number.

    Args:
        owner, field: whose field it is, and which.
        minimum, maximum: the range.
        name: what errors call the field, if not by its own name.
    """
    given = getattr(owner, field)
    kept = require_int(name or field, given, minimum, maximum)
    if kept is not given:
        object.__setattr__(owner, field, kept)


def require_bool(field: str, value: object) -> bool:
    """Return ``value`` if it is ``True`` or ``False``, and nothing that merely acts like it."""
    if not isinstance(value, bool):
        raise InvalidValue(field, value, "True or False")
    return value


def require_hashable(field: str, value: T) -> T:
    """Return ``value`` if it has a hash, and so can be looked up; a list has none."""
    try:
        hash(value)
    except Exception:  # noqa: BLE001 - whatever it does instead of having a hash
        raise InvalidValue(field, value, "a value with a hash, such as a text") from None
    return value


def require_word(field: str, value: object, allowed: Iterable[T]) -> T:
    """Return the word of ``allowed`` that ``value`` is, or say which there are."""
    words = tuple(allowed)
    for word in words:
        if is_word(value, word):
            return word
    raise InvalidValue(field, value, ", ".join(map(str, words)))


def require_instance(field: str, value: object, kind: type[T]) -> T:
    """Return ``value`` if it is a ``kind``."""
    if not isinstance(value, kind):
        raise InvalidValue(field, value, a_kind(kind, value))
    return value


def a_kind(kind: type, value: object) -> str:
    """What a field takes, and how to make it of the words that it was given instead."""
    name = public_name(kind)
    words = issubclass(type(value), str) and hasattr(kind, "parse")
    return f"a {name}, as {name}.parse makes it" if words else f"a {name}"


def require_iterable(
    field: str, value: Iterable[T], allowed: str, most: int = MOST_ITEMS
) -> tuple[T, ...]:
    """Return the items of ``value``; a text is no list, and nor is what does not end."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InvalidValue(field, value, allowed)
    return items_of(field, value, allowed, most)


def items_of(field: str, value: Iterable[T], allowed: str, most: int = MOST_ITEMS) -> tuple[T, ...]:
    """All items, of which there must not be too many; what cannot give them is no list."""
    try:
        items = tuple(islice(iter(value), most + 1))
    except RulesError:
        raise
    except Exception as error:
        raise InvalidValue(field, value, allowed) from error
    if len(items) > most:
        raise InvalidValue(field, value, f"at most {most} items")
    return items


def is_one_of(value: object, words: Iterable[object]) -> bool:
    """Whether ``value`` is one of these words; of other kinds of values nothing is asked."""
    return any(is_word(value, word) for word in words)


def is_word(value: object, word: object) -> bool:
    """Texts also stand for enumerations, and whole numbers of any kind for whole numbers."""
    if type(word) is int:
        return whole_number(value) == word
    kind = str if isinstance(word, str) else type(word)
    return issubclass(type(value), kind) and value == word


def require_names(names: object) -> tuple[str, str]:
    """Return ``names`` if they are two words to call the two sides by."""
    if (
        not isinstance(names, tuple)
        or len(names) != 2
        or not all(isinstance(name, str) and name.strip() for name in names)
    ):
        raise InvalidValue("names", names, "a tuple of two names")
    return names[0], names[1]


def public_name(kind: type) -> str:
    """A class as users write it: ``Party``, ``melee.Rulings``, or where it is defined."""
    library, *inner = kind.__module__.split(".")
    if library == "rules_lib" and inner:
        game, *parts = inner
        for home in ("", *(f".{part}" for part in parts[:1]), ".battle"):
            module = sys.modules.get(f"rules_lib.{game}{home}")
            if getattr(module, kind.__qualname__, None) is kind:
                return f"{home[1:]}.{kind.__qualname__}".lstrip(".")
    return kind.__qualname__


def shown(value: object, limit: int = 80) -> str:
    """A value in a message: short whatever it is, printable, and never an error of its own."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {value.bit_length()} bits"
    try:
        part = value[:limit] if isinstance(value, str | bytes) else value
        text = _SHORT.repr(part) if type(part) in _CONTAINERS else repr(part)
        text = str(value) if type(value) is Fraction else text
        text = text if text.isprintable() else ascii(text)
    except Exception:  # noqa: BLE001 - a huge number inside, or a repr that fails
        text = f"a {type(value).__name__}"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


_CONTAINERS = (list, tuple, dict, set, frozenset)
_SHORT = Repr()
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxfrozenset = _SHORT.maxdict = 40
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 100
