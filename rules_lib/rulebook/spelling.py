"""Readings as people write them: in ``--ruling R-M3=False``, and in a file of house rules."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from warnings import catch_warnings, simplefilter

from rules_lib.errors import InvalidValue
from rules_lib.rulebook.defaults import (
    reading_of,
    rulings_class,
    same,
    switch_of,
    values_of,
)
from rules_lib.rulebook.texts import RulebookError

NAMED_VALUES = {"true": True, "yes": True, "false": False, "no": False, "none": None}


def spelt(value: object) -> str:
    """A reading as it is written: words without quotes, all else as Python writes it."""
    return value if isinstance(value, str) else repr(value)


def words_of(rule_id: str, value: object) -> str:
    """What a reading means at the table; ``""`` where the rulebook has no words for it."""
    try:
        return reading_of(rule_id, value).text
    except RulebookError:
        return ""


def option(rule_id: str, value: object) -> str:
    """A reading as ``--ruling`` takes it."""
    return f"{rule_id}={spelt(value)}"


def told(rule_id: str, value: object) -> str:
    """A reading as ``--ruling`` takes it, and in words."""
    return ": ".join(filter(None, (option(rule_id, value), words_of(rule_id, value))))


def understood(rule_id: str, text: str, field: str, given: object) -> object:
    """The first way to understand a text that the field of a ruling takes.

    Args:
        rule_id: the number of the ruling.
        text: the reading, as written.
        field, given: what an error says was wrong, and where.

    Raises:
        InvalidValue: it takes none of them; the readings are listed.
    """
    kind = rulings_class(rule_id)
    for candidate in _candidates(text, values_of(rule_id)):
        try:
            return getattr(kind.from_ids({rule_id: candidate}), kind.field_of(rule_id))
        except InvalidValue as error:
            refused = error
    ours, *others = (told(rule_id, value) for value in values_of(rule_id))
    readings = [f"{ours} (our default)", *others]
    if switch_of(rule_id).metadata["check"] is not None:
        readings.append(f"in general {refused.allowed}")
    raise InvalidValue(field, given, " / ".join(readings))


def _candidates(text: str, readings: Sequence[object]) -> Iterator[object]:
    """All ways to understand the text of a reading, the likeliest first."""
    yield from (each for each in readings if spelt(each) == text)
    if text.lower() in NAMED_VALUES and not any(same(text, each) for each in readings):
        yield NAMED_VALUES[text.lower()]
    with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        with catch_warnings():
            simplefilter("ignore")  # what Python thinks of the words is nothing for the reader
            tree = ast.parse(text, mode="eval").body
        yield _made(tree, readings) if isinstance(tree, ast.Call) else ast.literal_eval(tree)
    yield text


def _made(tree: ast.Call, readings: Iterable[object]) -> object:
    """A value such as ``HitsToRemove(infantry=5, small_team=3)``, of the type of a reading."""
    types = {type(each).__name__: type(each) for each in readings}
    name = tree.func.id if isinstance(tree.func, ast.Name) else ""
    if name not in types or tree.args:
        raise ValueError(f"{name}: not the type of a reading")
    return types[name](**{str(each.arg): ast.literal_eval(each.value) for each in tree.keywords})
