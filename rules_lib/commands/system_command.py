"""The command of a system or question: its options are the fields that say how they are asked."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, get_origin, get_type_hints

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules
from rules_lib.system.inputs import Said, option_of, said_of
from rules_lib.system.kinds import InWords, choices_of, defaults_of, plain_of
from rules_lib.system.situation import Situation
from rules_lib.system.system import Question
from rules_lib.text.parser import fraction


def command_of(system: Question) -> Command:
    """The command that asks it."""
    return Command(system.name, system.about, partial(_arguments, system), partial(_run, system))


def _arguments(system: Question, parser: ArgumentParser) -> None:
    """An option for each field, those of recorded dice apart."""
    _declare(parser, system.asks)
    if said_of(system.dice):
        _declare(parser.add_argument_group(system.about.dice), system.dice)


def _declare(place: Any, kind: type) -> None:
    hints, usual = get_type_hints(kind), defaults_of(kind)
    groups: dict[str, Any] = {"": place}
    for name, each in said_of(kind).items():
        more: dict[str, Any] = {"dest": name, "help": each.help.replace("%", "%%")}
        plain = plain_of(hints[name])
        if plain is bool:
            more |= {"action": "store_true"}
        else:
            more |= {"metavar": each.metavar, "required": name not in usual}
            more |= {"choices": choices} if (choices := choices_of(plain)) else {}
            more |= {"type": int} if plain is int else {}
            more |= {"type": str} if each.blank else {}
            more |= {"action": "append"} if _repeats(plain, each) else {}
            more |= {"nargs": "?", "const": each.bare} if each.bare else {}
        if each.group not in groups:
            groups[each.group] = place.add_argument_group(each.group)
        groups[each.group].add_argument(option_of(name, each), **more)


def _repeats(plain: Any, each: Said) -> bool:
    """Whether an option is given once for each entry of a list."""
    return get_origin(plain) is tuple and each.read is None


def _run(system: Question, options: Namespace) -> Answer:
    """The odds, or what came of recorded dice where there are some."""
    chosen = read_by(options, *system.rulings, borrows=system.borrows)
    asked = _asked(system, options, chosen.house)
    typed = _typed(system.asks, options)
    idle = tuple(system.idle(asked, typed))
    if not _typed(system.dice, options):
        system.bear(asked)
        found = system.tell(asked, idle)
    else:
        for name, each in said_of(system.asks).items():
            if each.alone and name in typed:
                raise InvalidValue(typed[name], getattr(options, name), each.alone)
        found = system.recorded(asked, _dice(system, options), idle)
    return Answer(found.lines, found.data, chosen, found.verdict, found.changing)


def _typed(kind: type, options: Namespace) -> dict[str, str]:
    """The fields that were typed, each with its option."""
    return {
        name: option_of(name, each)
        for name, each in said_of(kind).items()
        if (value := getattr(options, name)) is not None and value is not False
    }


def _asked(system: Question, options: Namespace, house: HouseRules) -> Situation:
    """What is asked, read by the readings of the line."""
    kind = system.asks
    told = said_of(kind)
    texts = {name: getattr(options, name) for name in told}
    ready = system.together(texts, lambda name: option_of(name, told[name]), house)
    found: Situation = _read(kind, options, system.words, {**ready, "rulings": house})
    return found


def _dice(system: Question, options: Namespace) -> Any:
    """Recorded dice: where there is one field only, this alone."""
    dice, names = _read(system.dice, options, system.words, {}), list(said_of(system.dice))
    return getattr(dice, names[0]) if len(names) == 1 else dice


def _read(
    kind: Any, options: Namespace, words: Mapping[Any, InWords], ready: Mapping[str, Any]
) -> Any:
    """A dataclass of what was typed, and of what is ready beside it."""
    hints, usual, told = get_type_hints(kind), defaults_of(kind), said_of(kind)
    given = dict(ready)
    for name, option in _typed(kind, options).items():
        if name not in ready:
            value = getattr(options, name)
            flag = value is True
            plain = plain_of(hints[name])
            given[name] = (
                not usual[name] if flag else _value(told[name], plain, option, value, words)
            )
    return kind(**given)


def _value(each: Said, plain: Any, option: str, given: Any, words: Mapping[Any, InWords]) -> Any:
    """What was typed as its field takes it."""
    if each.read is not None:
        return each.read(option, given)
    if plain in words:
        return words[plain].read(given, option)
    if _repeats(plain, each):
        return tuple(given)
    if choices := choices_of(plain):
        return choices[given]
    return fraction(option, given) if plain is Fraction else given
