"""Readings on the command line: ``--ruling R-M3=false``, ``--rules FILE``, and our defaults.

The default is always that of the field in code. The rulebook gives the words for each reading.
"""

import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import fields
from typing import TypeVar

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.rulebook.defaults import default_of
from rules_lib.rulebook.spelling import option, spelt, told, understood
from rules_lib.text.files import LARGEST, NOTHING, decoded, read_text

R = TypeVar("R", bound=RulingSet)

STANDARD_INPUT = "-"


def file_text(option: str, path: str) -> tuple[str, str]:
    """The name of a file, and the text in it; ``-`` is standard input."""
    if path == STANDARD_INPUT:
        content = b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        if not content.strip():
            raise InvalidValue(option, NOTHING, "a text on standard input, or a file")
        if len(content) > LARGEST:
            raise InvalidValue(option, path, f"at most {LARGEST} bytes on standard input")
        return "standard input", decoded("standard input", content)
    try:
        return read_text(path)
    except InvalidValue as error:
        raise InvalidValue(
            option if error.field == "path" else error.field, error.given, error.allowed
        ) from None


def house_rules(options: Namespace) -> HouseRules | None:
    """The house rules that ``--rules`` names; they are read once, for a pipe has no more to say."""
    if options.rules == STANDARD_INPUT == getattr(options, "file", None):
        raise InvalidValue("--rules", STANDARD_INPUT, "a file: FILE is standard input already")
    if isinstance(options.rules, str):
        name, text = file_text("--rules", options.rules)
        options.rules = HouseRules.from_toml(text, name=name)
    found: HouseRules | None = options.rules
    return found


def read_by(options: Namespace, *kinds: type[RulingSet], borrows: Iterable[str] = ()) -> "Chosen":
    """How a line reads the rules: by its file, and otherwise where ``--ruling`` says so."""
    return Chosen(options.ruling, *kinds, borrows=borrows, house=house_rules(options))


class Chosen:
    """How the rules are to be read in one run.

    Attributes:
        ids: the ids of all open questions that bear on it: those of some kinds, and borrowed ones.
        house: the readings that are not the default, as the house rules of a table.
    """

    def __init__(
        self,
        texts: Iterable[str],
        *kinds: type[RulingSet],
        borrows: Iterable[str] = (),
        house: HouseRules | None = None,
    ) -> None:
        self.ids = (*(each for kind in kinds for each in _ids(kind)), *borrows)
        given: dict[str, object] = {}
        for text in texts:
            rule_id, _, value = (each.strip() for each in text.partition("="))
            rule_id = rule_id.upper()
            if rule_id not in self.ids:
                some = f"ID=VALUE, where ID is one of {', '.join(self.ids)}"
                some = some if self.ids else "nothing: no open question affects this"
                raise InvalidValue("--ruling", text, some)
            if rule_id in given:
                raise InvalidValue("--ruling", text, f"{rule_id} once only")
            given[rule_id] = understood(rule_id, value, "--ruling", f"{rule_id}={value}")
        given = {**(house.chosen if house else {}), **given}
        own = HouseRules({each: given[each] for each in self.ids if each in given})
        self.house = HouseRules(own.departures)

    def of(self, kind: type[R]) -> R:
        """The rulings of one kind."""
        return self.house.of(kind)

    @property
    def departures(self) -> dict[str, str]:
        """Ids and values, as ``--ruling`` takes them, of the rulings that are not the default."""
        return {rule_id: spelt(value) for rule_id, value in self.house.chosen.items()}

    def told(self, cited: Iterable[str] = ()) -> tuple[str, ...]:
        """How the rules were read, for people; of what is cited they are told what we chose."""
        found = []
        for rule_id, value in self.house.chosen.items():
            ours = option(rule_id, default_of(rule_id))
            found.append(f"Read with {told(rule_id, value)} (Our default: {ours}.)")
        left = ", ".join(each for each in cited if each not in self.departures)
        asked = [f"Open questions that matter here, with our answers: {left}."] if left else []
        return (*found, *asked) or ("Read with our default rulings.",)


def _ids(kind: type[RulingSet]) -> list[str]:
    return [str(each.metadata["ruling"]) for each in fields(kind)]
