"""What a command is: what it answers, its options, its examples, and its answer."""

import shlex
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import Any

from rules_lib.commands.door import Parser
from rules_lib.commands.readings import Chosen
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
from rules_lib.system.report import Verdict
from rules_lib.system.system import About
from rules_lib.transcript import Step

PROGRAM = "python -m rules_lib"
WIDTH = 96
RULES_HELP = (
    "the house rules of your table, such as house-rules.toml; --ruling wins over them;"
    " the command `house-rules` makes such a file"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found out.

    Attributes:
        lines: the answer for people.
        data: the same for programs, ready for JSON; its keys are those of its help.
        chosen: how the rules were read; ``None`` where no reading matters.
        verdict: the same once more for a page, of those commands that take dice.
        changing: the open questions of which another reading changes what the dice say.
        otherwise: what the dice come to under these other readings.
        margin: what the lines on the readings begin with, where the answer is a file: a comment.
    """

    lines: tuple[str, ...]
    data: Mapping[str, Any]
    chosen: Chosen | None = None
    verdict: Verdict | None = None
    changing: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    margin: str = ""

    @property
    def applied(self) -> tuple[str, ...]:
        """The clauses and rulings that the dice came upon, each once."""
        record = self.verdict.record if self.verdict else None
        steps: Iterable[Step] = getattr(record, "steps", ())
        return tuple(dict.fromkeys(each for step in steps for each in step.clauses))

    @property
    def cited(self) -> tuple[str, ...]:
        """The open questions among them."""
        return tuple(each for each in self.applied if each.startswith("R-")) if self.chosen else ()

    @property
    def slips(self) -> tuple[str, ...]:
        """A line that names the printed slips of the source in what the dice came upon.

        A slip is named where all clauses that it concerns were applied.
        """
        applied = set(self.applied)
        if not applied:
            return ()
        slips = (each for each in catalog().errata.values() if applied.issuperset(each.clauses))
        named = ", ".join(f"{each.id} ({each.title})" for each in slips)
        return (f"Printed slips of the source in these rules: {named}.",) if named else ()

    @property
    def read(self) -> tuple[str, ...]:
        """How the rules were read, the result under other readings, and where the source slips."""
        asked = dict.fromkeys((*self.changing, *self.cited))
        told = (*self.chosen.told(asked), *self.otherwise) if self.chosen else ()
        return (*told, *self.slips)


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
