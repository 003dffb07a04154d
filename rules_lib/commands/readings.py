"""Readings on the command line: ``--ruling R-M3=false``, and what a ruling is by default.

The default is always that of the field in code. The rulebook gives the words for each reading.
"""

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import TypeVar
from warnings import catch_warnings, simplefilter

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import Ruling, RulingSet, catalog
from rules_lib.rulebook.catalog import RulebookError
from rules_lib.rulebook.defaults import (
    default_of,
    defaults,
    reading_of,
    rulings_class,
    same,
    switch_of,
    values_of,
)

R = TypeVar("R", bound=RulingSet)

NAMED_VALUES = {"true": True, "false": False, "none": None}


@dataclass(frozen=True, slots=True)
class Known:
    """A ruling: its words, and the readings that the code has."""

    ruling: Ruling

    @property
    def default(self) -> object:
        """The default reading: that of the field."""
        return default_of(self.ruling.id)

    @property
    def others(self) -> tuple[object, ...]:
        """The readings that are named and are not the default."""
        return values_of(self.ruling.id)[1:]

    def text_of(self, value: object) -> str:
        """What a reading means at the table; ``""`` where the rulebook has no words for it."""
        try:
            return reading_of(self.ruling.id, value).text
        except RulebookError:
            return ""

    def option(self, value: object) -> str:
        """A reading as ``--ruling`` takes it."""
        return f"{self.ruling.id}={shown(value)}"

    def told(self, value: object) -> str:
        """A reading as ``--ruling`` takes it, and in words."""
        return ": ".join(filter(None, (self.option(value), self.text_of(value))))

    def parse(self, text: str) -> object:
        """The first way to understand a text that the field takes.

        Raises:
            InvalidValue: it takes none of them; the readings are listed.
        """
        kind = rulings_class(self.ruling.id)
        for candidate in _candidates(text, values_of(self.ruling.id)):
            try:
                kind.from_ids({self.ruling.id: candidate})
            except InvalidValue as error:
                refused = error
            else:
                return candidate
        readings = [f"{self.told(self.default)} (our default)", *map(self.told, self.others)]
        if switch_of(self.ruling.id).metadata["check"] is not None:
            readings.append(f"in general {refused.allowed}")
        raise InvalidValue("--ruling", f"{self.ruling.id}={text}", " / ".join(readings))


def known(rule_id: str) -> Known:
    """A ruling by its number."""
    return Known(catalog().rulings[rule_id])


class Chosen:
    """How the rules are to be read in one run: a set of rulings for each part of the game."""

    def __init__(self, texts: Iterable[str], *kinds: type[RulingSet]) -> None:
        given: dict[str, object] = {}
        for text in texts:
            rule_id, _, value = (each.strip() for each in text.partition("="))
            rule_id = rule_id.upper()
            allowed = [each for kind in kinds for each in _ids(kind)]
            if rule_id not in allowed:
                some = f"ID=VALUE, where ID is one of {', '.join(allowed)}"
                raise InvalidValue("--ruling", text, some)
            if rule_id in given:
                raise InvalidValue("--ruling", text, f"{rule_id} once only")
            given[rule_id] = known(rule_id).parse(value)
        self._sets = {
            kind: defaults(kind, **{kind.field_of(i): given[i] for i in _ids(kind) if i in given})
            for kind in kinds
        }

    def of(self, kind: type[R]) -> R:
        """The rulings of one kind."""
        found = self._sets[kind]
        assert isinstance(found, kind)
        return found

    @property
    def departures(self) -> dict[str, str]:
        """Ids and values, as ``--ruling`` takes them, of the rulings that are not the default."""
        return {
            rule_id: shown(value)
            for each in self._sets.values()
            for rule_id, value in each.departures().items()
        }

    @property
    def lines(self) -> list[str]:
        """How the rules were read, for people."""
        found = []
        for each in self._sets.values():
            for rule_id, value in each.departures().items():
                ruling = known(rule_id)
                default = ruling.option(ruling.default)
                found.append(f"Read with {ruling.told(value)} (Our default: {default}.)")
        return found or ["Read with our default rulings."]


def shown(value: object) -> str:
    """A reading as ``--ruling`` takes it: words without quotes, all else as Python writes it."""
    return value if isinstance(value, str) else repr(value)


def _ids(kind: type[RulingSet]) -> list[str]:
    return [str(each.metadata["ruling"]) for each in fields(kind)]


def _candidates(text: str, readings: Iterable[object]) -> Iterator[object]:
    """All ways to understand the text of a reading, the likeliest first."""
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
