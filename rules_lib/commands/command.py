"""What a command is: what it answers, its options, its examples, and its answer."""

import shlex
from argparse import (
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
    _StoreAction,
)
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from textwrap import fill, shorten
from typing import Any, NoReturn

from rules_lib.commands.readings import Chosen
from rules_lib.errors import RulesError
from rules_lib.shown import Shown
from rules_lib.transcript import Step

PROGRAM = "python -m rules_lib"
WIDTH, LONGEST_MESSAGE = 96, 300
RULES_HELP = (
    "the house rules of your table, such as house-rules.toml; --ruling wins over them;"
    " the command `house-rules` makes such a file"
)


class UsageError(RulesError):
    """The options cannot be read."""


class HelpAsked(Exception):
    """Somebody asks for help; the message is the help."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The answers to what is due: faces of a die, or what can be decided.

    Attributes:
        option: where an answer goes: ``"dice"`` or ``"decide"``.
        key: what is rolled or decided, such as ``"square X"``.
        answers: as the option takes them.
    """

    option: str
    key: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the dice, or what may come of them, in a form that a page can show.

    Attributes:
        text: the whole of it in one sentence.
        record: what came of recorded dice, as the library tells it; it shows itself.
        chances: without dice, how likely each end is.
        due: what is to be rolled, drawn or decided next; ``""`` if nothing.
        offer: the answers that there are to it, where they can be told.
        notes: what else has to be known.
    """

    text: str
    record: Shown | None = None
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    due: str = ""
    notes: tuple[str, ...] = ()
    offer: "Offer | None" = None

    @property
    def told_due(self) -> tuple[str, ...]:
        """The lines that say what comes next."""
        return ("", f"Next: {self.due}") if self.due else ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found out.

    Attributes:
        lines: the answer for people.
        data: the same for programs, ready for JSON; its keys are those of :attr:`Command.keys`.
        chosen: how the rules were read; ``None`` where no reading matters.
        verdict: the same once more for a page, of those commands that take dice.
        otherwise: what the dice come to if an open question is read otherwise.
    """

    lines: tuple[str, ...]
    data: Mapping[str, Any]
    chosen: Chosen | None = None
    verdict: Verdict | None = None
    otherwise: tuple[str, ...] = ()

    @property
    def asked(self) -> tuple[str, ...]:
        """The open questions that the dice came upon, each once."""
        record = self.verdict.record if self.verdict else None
        steps: Iterable[Step] = getattr(record, "steps", ())
        cited = (each for step in steps for each in step.clauses if each.startswith("R-"))
        return tuple(dict.fromkeys(cited)) if self.chosen else ()

    @property
    def read(self) -> tuple[str, ...]:
        """How the rules were read, and what becomes of it if they are read otherwise."""
        return (*self.chosen.told(self.asked), *self.otherwise) if self.chosen else ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line.

    Attributes:
        name: as it is typed.
        answers: what it answers, in a few sentences.
        examples: lines that work, from the name on, each with what it tells.
        keys: keys of its JSON, each with what stands there.
        arguments: adds its own options.
        run: answers.
        reads_rules: it takes ``--ruling``.
        house: what it does with ``--rules``, if it takes no ``--ruling``.
    """

    name: str
    answers: str
    examples: Mapping[str, str]
    keys: Mapping[str, str]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Answer]
    reads_rules: bool = True
    house: str = "the house rules of your table; no open question bears on this"
    notes: str = field(default="")

    def parser(self) -> ArgumentParser:
        """The parser of its options, with help that teaches."""
        parser = _Parser(
            prog=f"{PROGRAM} {self.name}",
            description=fill(self.answers, WIDTH),
            epilog=self._epilog(),
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.arguments(parser)
        if self.reads_rules:
            parser.add_argument(
                "--ruling",
                action="append",
                default=[],
                metavar="ID=VALUE",
                help="read an open question otherwise, such as R-M3=false; may be repeated;"
                " the command `rulings` lists the questions",
            )
        parser.add_argument(
            "--rules", metavar="FILE", help=RULES_HELP if self.reads_rules else self.house
        )
        parser.add_argument(
            "--json", action="store_true", help="the answer for programs (keys below)"
        )
        return parser

    def _epilog(self) -> str:
        parts = [fill(each, WIDTH) for each in self.notes.splitlines()]
        parts += [""] if parts else []
        parts += ["examples:"]
        for line, tells in self.examples.items():
            parts += [f"  {PROGRAM} {line}", f"      {tells}"]
        parts += ["", "keys of --json:", f"  {'command':<16} {self.name}"]
        parts += [f"  {key:<16} {meaning}" for key, meaning in self.keys.items()]
        if self.reads_rules:
            parts += [f"  {'read_with':<16} the rulings that differ from our defaults, as --ruling"]
        parts += [
            "",
            'A chance or a mean is {"exact": "a/b", "float": x}. '
            "Distributions are lists that sum to 1.",
        ]
        return "\n".join(parts)


def arguments_of(line: str) -> list[str]:
    """An example as the words that a shell would pass on."""
    return shlex.split(line)


class _Once(_StoreAction):
    """An option that is given once: of two, none may be ignored."""

    given = False

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        if self.given:
            raise ArgumentError(self, "it was given twice; allowed: once")
        self.given = True
        super().__call__(parser, namespace, values, option)


class _Parser(ArgumentParser):
    """Raises one line instead of printing its usage and leaving."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        for name in (None, "store"):
            self.register("action", name, _Once)

    def print_help(self, file: Any = None) -> NoReturn:
        raise HelpAsked(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        said = shorten(message.removeprefix("argument "), LONGEST_MESSAGE, placeholder=" …")
        raise UsageError(f"{said[:LONGEST_MESSAGE]}; see --help")


def whole(text: str) -> int:
    """A whole number in an option; a type for ``add_argument``."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ArgumentTypeError(f"{text[:40]!r} was given; allowed: a whole number")
    return int(text)
