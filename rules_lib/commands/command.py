"""What a command is: what it answers, its options, its examples, and its answer."""

import shlex
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from textwrap import fill
from typing import Any, get_type_hints

from rules_lib.commands.door import Parser, read_by
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules
from rules_lib.system.inputs import option_of, said_of
from rules_lib.system.kinds import InWords, choices_of, defaults_of, plain_of
from rules_lib.system.report import Report
from rules_lib.system.system import About, Nothing, Question
from rules_lib.text.parser import fraction

PROGRAM = "python -m rules_lib"
WIDTH = 96
RULES_HELP = (
    "the house rules of your table, such as house-rules.toml; --ruling wins over them;"
    " the command `house-rules` makes such a file"
)


@dataclass(frozen=True, slots=True)
class Answer(Report):
    """What a command found out: for people, and for programs with the keys of its help.

    Attributes:
        chosen: the readings that are not our default; ``None`` where no reading matters.
        read: how the rules were read, the result under other readings, and where the source slips.
        margin: what these lines begin with, where the answer is a file: a comment.
    """

    chosen: HouseRules | None = None
    read: tuple[str, ...] = ()
    margin: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line.

    Attributes:
        name: as it is typed.
        about: its help.
        asks: the fields that its own options are.
        run: answers.
        dice: those of recorded dice, which stand apart.
    """

    name: str
    about: About
    asks: type
    run: Callable[[Namespace], Answer]
    dice: type = Nothing

    def parser(self, program: str = PROGRAM) -> Parser:
        """The parser of its options, with help that teaches."""
        parser = Parser(
            prog=f"{program} {self.name}",
            description=fill(self.about.answers, WIDTH),
            epilog=self._epilog(program),
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.declare(self.asks)
        parser.declare(self.dice, self.about.dice)
        house = self.about.house
        if not house:
            parser.add_argument(
                "--ruling",
                action="append",
                default=[],
                metavar="ID=VALUE",
                help="read an open question otherwise, such as R-M3=false; may be repeated;"
                " the command `rulings` lists the questions",
            )
        parser.add_argument("--rules", metavar="FILE", help=house or RULES_HELP)
        parser.add_argument(
            "--json", action="store_true", help="the answer for programs (keys below)"
        )
        return parser

    def _epilog(self, program: str) -> str:
        parts = [fill(each, WIDTH) for each in self.about.notes.splitlines()]
        parts += [""] if parts else []
        parts += ["examples:"]
        for line, tells in self.about.examples.items():
            parts += [f"  {program} {line}", f"      {tells}"]
        parts += ["", "keys of --json:", f"  {'command':<16} {self.name}"]
        parts += [f"  {key:<16} {meaning}" for key, meaning in self.about.keys.items()]
        if not self.about.house:
            parts += [f"  {'read_with':<16} the rulings that differ from our defaults, as --ruling"]
        parts += [
            "",
            'A chance or a mean is {"exact": "a/b", "float": x}. '
            "Distributions are lists that sum to 1.",
        ]
        return "\n".join(parts)


def arguments_of(line: str) -> list[str]:
    """A line as the words that a shell would pass on.

    Raises:
        InvalidValue: a quotation mark is open at its end.
    """
    try:
        return shlex.split(line)
    except ValueError:
        raise InvalidValue("line", line, "a quotation mark on both sides of a text") from None


def command_of(system: Question) -> Command:
    """The command that asks a system or question: its options are its fields."""
    run = partial(_run, system)
    return Command(system.name, system.about, system.asked, run, system.dice)


def _run(system: Question, options: Namespace) -> Answer:
    """The odds, or what came of recorded dice where there are some."""
    chosen = read_by(options.ruling, options.rules, system.open_rules)
    told = said_of(system.asked)
    texts = {name: getattr(options, name) for name in told}
    # What depends on each other, or on the readings, is read together.
    ready = system.together(texts, lambda name: option_of(name, told[name]), chosen)
    asked = _read(system.asked, options, system.words, {**ready, "rulings": chosen})
    typed = _typed(system.asked, options)
    idle = tuple(system.idle(asked, typed))
    if not _typed(system.dice, options):
        system.bear(asked)
        found = system.counted(asked, idle)
    else:
        for name, each in told.items():
            if each.alone and name in typed:
                raise InvalidValue(typed[name], texts[name], each.alone)
        dice, names = _read(system.dice, options, system.words, {}), list(said_of(system.dice))
        found = system.recorded(asked, getattr(dice, names[0]) if len(names) == 1 else dice, idle)
    return Answer(found.lines, found.data, found.verdict, found.changing, chosen)


def _typed(kind: type, options: Namespace) -> dict[str, str]:
    """The fields that were typed, each with its option."""
    return {
        name: option_of(name, each)
        for name, each in said_of(kind).items()
        if (value := getattr(options, name)) is not None and value is not False
    }


def _read(
    kind: Any, options: Namespace, words: Mapping[Any, InWords], ready: Mapping[str, Any]
) -> Any:
    """A dataclass of what was typed, and of what is ready beside it."""
    hints, usual, told = get_type_hints(kind), defaults_of(kind), said_of(kind)
    given = dict(ready)
    for name, option in _typed(kind, options).items():
        if name in ready:
            continue
        value, plain = getattr(options, name), plain_of(hints[name])
        if value is True:
            value = not usual[name]
        elif (read := told[name].read) is not None:
            value = read(option, value)
        elif plain in words:
            value = words[plain].read(value, option)
        elif isinstance(value, list):
            value = tuple(value)
        elif choices := choices_of(plain):
            value = choices[value]
        elif plain is Fraction:
            value = fraction(option, value)
        given[name] = value
    return kind(**given)
