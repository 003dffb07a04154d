"""Readings on the command line: ``--ruling R-M3=false``, ``--rules FILE``, and our defaults.

The default is always that of the field in code. The rulebook gives the words for each reading.
"""

import sys
from argparse import Namespace
from collections.abc import Iterable

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.rulebook.spelling import understood
from rules_lib.text.files import LARGEST, NOTHING, decoded, read_text

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
    return read_text(path, option)


def house_rules(options: Namespace) -> HouseRules | None:
    """The house rules in the file that ``--rules`` names."""
    if options.rules is None:
        return None
    if options.rules == STANDARD_INPUT == getattr(options, "file", None):
        raise InvalidValue("--rules", STANDARD_INPUT, "a file: FILE is standard input already")
    name, text = file_text("--rules", options.rules)
    return HouseRules.from_toml(text, name=name)


def read_by(texts: Iterable[str], house: HouseRules | None, *kinds: type[RulingSet]) -> HouseRules:
    """How parts of a game are read: by the house, and otherwise where ``--ruling`` says so.

    What is read by our default does not stand in it.
    """
    known = [rule_id for kind in kinds for rule_id in kind.ids()]
    given: dict[str, object] = {}
    for text in texts:
        rule_id, _, value = (each.strip() for each in text.partition("="))
        rule_id = rule_id.upper()
        if rule_id not in known:
            some = f"ID=VALUE, where ID is one of {', '.join(known)}"
            some = some if known else "nothing: no open question affects this"
            raise InvalidValue("--ruling", text, some)
        if rule_id in given:
            raise InvalidValue("--ruling", text, f"{rule_id} once only")
        given[rule_id] = understood(rule_id, value, "--ruling", f"{rule_id}={value}")
    given = {**(house.chosen if house else {}), **given}
    read = HouseRules({rule_id: given[rule_id] for rule_id in known if rule_id in given})
    return HouseRules(read.departures)
