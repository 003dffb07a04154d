"""The one door for all options: each is known, has its value, and is never dropped.

`argparse` declares the options and writes the help; what was typed is read here, readings of open
questions too: ``--ruling R-M3=false``, ``--rules FILE``, and else our defaults. Whatever goes wrong
is told of the option as it was typed, with its value and with what is allowed.
"""

import difflib
import re
import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_origin, get_type_hints

from rules_lib.errors import InvalidValue, RulesError, shown
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.spelling import understood
from rules_lib.system.inputs import option_of, said_of
from rules_lib.system.kinds import choices_of, defaults_of, plain_of
from rules_lib.text.files import LARGEST, NOTHING, Words, decoded, read_text
from rules_lib.text.parser import ordinal

DASHES = "-‐‑‒–—−"
"""What keyboards, phones and word processors make of the signs before an option."""

STANDARD_INPUT = "-"

_FIELD = re.compile(
    r"(?:key of )?(?P<name>[a-z][a-z_]*(?: roll)?)"
    r"(?:\[(?:(?P<at>[0-9]+)|'(?P<key>[^']*)')\]| \((?P<ruling>R-[A-Z0-9]+)\))?"
    r"(?:[., ]+(?P<part>\S.*))?"
)
"""A field as the library names it: ``rolls[0], attacker``, ``overkill (R-I4)``."""


class HelpAsked(Exception):
    """Somebody asks for help; the message is the help."""


class Parser(ArgumentParser):
    """Declares options by the fields that are asked for, and reads them."""

    def declare(self, kind: type, title: str = "") -> None:
        """An option for each field of a dataclass that says how it is asked for, or a place.

        Args:
            kind: the dataclass.
            title: what stands above them in the help, if they stand apart.
        """
        hints, usual, told = get_type_hints(kind), defaults_of(kind), said_of(kind)
        groups: dict[str, Any] = {"": self.add_argument_group(title) if title and told else self}
        for name, each in told.items():
            plain, names = plain_of(hints[name]), [option_of(name, each)]
            more: dict[str, Any] = {"dest": name, "help": each.help.replace("%", "%%")}
            if plain is bool:
                more |= {"action": "store_true"}
            else:
                many = get_origin(plain) is tuple and each.read is None
                more |= {"metavar": each.metavar, "choices": choices_of(plain) or None}
                more |= {"type": int if plain is int else str if each.blank else None}
                if each.place:
                    names, more["nargs"] = [], "+" if many else "?"
                else:
                    more |= {"required": name not in usual, "action": "append" if many else "store"}
                    more |= {"nargs": "?", "const": each.bare} if each.bare else {}
            if each.group not in groups:
                groups[each.group] = self.add_argument_group(each.group)
            groups[each.group].add_argument(*names, **more)

    def read(self, words: Sequence[str]) -> Namespace:
        """Words as options.

        Raises:
            InvalidValue: an option that nobody knows, one that lacks its value or has one too many,
                one given twice, or one that is needed and not there; a fault in the house rules.
            HelpAsked: one of the words asks for help.
        """
        actions = [each for each in self._actions if each.dest != "help"]
        found = Namespace(**{each.dest: each.default for each in actions})
        seen: dict[str, Any] = {}
        for action, option, value in self._pairs(words):
            if type(action).__name__ == "_AppendAction" or action.nargs == "+":
                setattr(found, action.dest, [*(getattr(found, action.dest) or ()), value])
            elif action.dest in seen and value is not True:
                both = Words(f"{shown(seen[action.dest])}, then {shown(value)}")
                raise InvalidValue(option, both, "it once only")
            else:
                setattr(found, action.dest, value)
            seen[action.dest] = value
        lacking = [each for each in actions if each.required and each.dest not in seen]
        if lacking:
            names = ", ".join(map(_name, lacking))
            raise InvalidValue(names, NOTHING, f"{allowed(lacking[0])}; see --help")
        if found.rules is not None:  # a fault in it is told, even if nothing depends on it
            if found.rules == STANDARD_INPUT == getattr(found, "file", None):
                raise InvalidValue("--rules", found.rules, "a file: FILE is standard input already")
            name, text = file_text("--rules", found.rules)
            found.rules = HouseRules.from_toml(text, name=name)
        return found

    def _pairs(self, words: Sequence[str]) -> Iterator[tuple[Action, str, Any]]:
        """Each option or place, as it was typed, and its value.

        Words that follow a value belong to it, as a shell parts ``red 7`` where it is not quoted.
        """
        place = next(iter(self._get_positional_actions()), None)
        left = list(words)
        while left:
            word = left.pop(0)
            option, equals, text = word.partition("=")
            action = self._option_string_actions.get(option)
            if action is None:
                if place is None or _is_like_an_option(word):
                    raise self._unknown(word)
                yield place, _name(place), _value(place, _name(place), [word])
            elif action.dest == "help":
                raise HelpAsked(self.format_help().rstrip())
            elif action.nargs == 0:
                if equals:
                    raise InvalidValue(option, text, "it alone, without a value")
                yield action, option, True
            else:
                values = [text] if equals else []
                while left and (not values or not place) and not self._begins(left[0], values):
                    values.append(left.pop(0))
                if values:
                    yield action, option, _value(action, option, values)
                elif action.nargs == "?" and action.const is not None:
                    yield action, option, action.const
                else:
                    raise InvalidValue(option, NOTHING, allowed(action))

    def _begins(self, word: str, values: list[str]) -> bool:
        """Whether a word is the next option; the first after an option may be a value like -1."""
        if word.partition("=")[0] in self._option_string_actions:
            return True
        return _is_like_an_option(word) and (bool(values) or word.startswith("--"))

    def of_options(
        self, error: RulesError, options: Namespace, fields: Mapping[str, str]
    ) -> RulesError:
        """The same error, told of the options that were typed, not of the library's own fields.

        Args:
            error: what the library raised.
            options: what was given.
            fields: of the names in the library those that are no options, and what they come from:
                one option, or several, of which those are meant that were given.
        """
        if isinstance(error, InvalidValue):
            typed = self._typed(error.field, options, fields)
            return InvalidValue(typed, _as_typed(error.given, typed), error.allowed)
        field, colon, rest = str(error).partition(": ")
        error.field = self._typed(field, options, fields) if colon else ""
        error.args = (f"{error.field or field}{colon}{rest}",)
        return error

    def _typed(self, field: str, options: Namespace, fields: Mapping[str, str]) -> str:
        """The option that a field of the library comes from; the field itself if there is none."""
        places = {each.dest: _name(each) for each in self._actions}
        option, _, part = field.partition(", ")
        if option.startswith("--"):
            own = part.rpartition(".")[2] == option.strip("-")
            return option if own else field.replace("_", " ")
        if all(each in places for each in field.split(", ")):  # such as "a, b"
            return ", ".join(places[each] for each in field.split(", "))
        found = _FIELD.fullmatch(field)
        if found is None or found["ruling"]:
            return found["ruling"] if found else field
        name = found["name"].replace(" ", "_")
        known = [each for each in fields.get(name, name).split() if each in places]
        known = [each for each in known if getattr(options, each) is not None] or known
        if not known:
            return field
        at = f" ({ordinal(int(found['at']) + 1)})" if found["at"] else ""
        key = f" {found['key']}" if found["key"] else ""
        more = f", {found['part'].replace('_', ' ')}" if found["part"] else ""
        return f"{', '.join(places[each] for each in known)}{at}{key}{more}"

    def _unknown(self, word: str) -> InvalidValue:
        listed = ", ".join(each for each in self._option_string_actions if each[:2] == "--")
        if not _is_like_an_option(word):
            return InvalidValue("word", word, f"options: {listed}")
        names = {each.strip("-"): each for each in self._option_string_actions}
        option = word.partition("=")[0]
        near = difflib.get_close_matches(option.strip(DASHES).lower()[:40], names, n=1)
        hint = f"; did you mean {names[near[0]]}?" if near else ""
        return InvalidValue("option", option, f"{listed}{hint}")


def _name(action: Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar)


def _is_like_an_option(word: str) -> bool:
    """It begins with a dash, and is no number; a dash alone is standard input."""
    bare = word.lstrip(DASHES)
    return (bare not in ("", word) and not bare[0].isdigit()) or word == "--"


def allowed(action: Action) -> str:
    """What an option takes, in the words of its help."""
    return str(action.help).partition(";")[0]


def _value(action: Action, option: str, words: Sequence[str]) -> Any:
    """A value as its option takes it: a word of those it knows, a whole number, or any text.

    A text is never blank, except where the option has the type ``str``.
    """
    for word in words:
        if not word.strip() and action.type is not str:
            raise InvalidValue(option, word, allowed(action))
    text = " ".join(words)
    if action.choices is not None:
        if (word := text.strip().lower()) not in action.choices:
            raise InvalidValue(option, text, ", ".join(action.choices))
        return word
    if action.type is not int:
        return text
    number = re.fullmatch(rf"([{DASHES}+]?)([0-9]{{1,9}})", text.strip())
    if not number:
        raise InvalidValue(option, text, "a whole number")
    return int(number[2]) * (1 if number[1] in ("", "+") else -1)


def _as_typed(value: object, typed: str) -> object:
    """A value of the library as one types it in an option, or in a file."""
    if isinstance(value, bool):
        return Words("it" if typed.startswith("--") else str(value).lower())
    if value is None:
        return NOTHING
    if isinstance(value, tuple | list):
        apart = "," if all(isinstance(each, int) for each in value) else " "
        value = Words(apart.join(map(str, value)) or "nothing")
    return value if isinstance(value, str | int) else Words(shown(Words(str(value))))


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


def read_by(texts: Iterable[str], house: HouseRules | None, known: Sequence[str]) -> HouseRules:
    """How these open rules are read: by the house, and otherwise where ``--ruling`` says so.

    What is read by our default does not stand in it.
    """
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
