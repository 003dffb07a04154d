"""What a command is: what it answers, its options, its examples, and its answer."""

import shlex
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill

from rules_lib.commands.door import Parser
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules
from rules_lib.system.report import Report
from rules_lib.system.system import About

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
        arguments: adds its own options.
        run: answers.
        reads_rules: it takes ``--ruling``.
        house: what it does with ``--rules``, if it takes no ``--ruling``.
    """

    name: str
    about: About
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Answer]
    reads_rules: bool = True
    house: str = "the house rules of your table; no open question affects this"

    def parser(self, program: str = PROGRAM) -> Parser:
        """The parser of its options, with help that teaches."""
        parser = Parser(
            prog=f"{program} {self.name}",
            description=fill(self.about.answers, WIDTH),
            epilog=self._epilog(program),
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

    def _epilog(self, program: str) -> str:
        parts = [fill(each, WIDTH) for each in self.about.notes.splitlines()]
        parts += [""] if parts else []
        parts += ["examples:"]
        for line, tells in self.about.examples.items():
            parts += [f"  {program} {line}", f"      {tells}"]
        parts += ["", "keys of --json:", f"  {'command':<16} {self.name}"]
        parts += [f"  {key:<16} {meaning}" for key, meaning in self.about.keys.items()]
        if self.reads_rules:
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
