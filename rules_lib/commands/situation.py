"""``situation``: what a file tells of, of any game: its odds, or one game that is played."""

from argparse import Namespace
from dataclasses import dataclass, replace

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.door import file_text, read_by
from rules_lib.errors import InvalidValue, require_word
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.spelling import spelt
from rules_lib.system import files
from rules_lib.system.inputs import said
from rules_lib.system.kinds import fields_of
from rules_lib.system.registry import system_of, systems
from rules_lib.system.report import apart, steps
from rules_lib.system.situation import Situation
from rules_lib.system.system import System, about_of, capital, in_short
from rules_lib.text.files import Words, write_new

FILE = "duel.toml"

COMMENT = "# "
"""Before all lines but those of the file, so that the whole answer can be read as a file again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A file, or an example; dice, if one game is wanted."""

    file: str | None = said(
        f"a situation in TOML or JSON, such as {FILE}; - is standard input",
        None,
        metavar="FILE",
        place=True,
    )
    example: str | None = said(
        f"a situation to begin with, of {', '.join(systems)}", None, metavar="GAME"
    )
    play: int | None = said(
        "one game instead of the odds: the same number brings the same dice again",
        None,
        metavar="SEED",
    )
    write: str | None = said(
        f"write it to a file that is not there yet, such as {FILE}", None, metavar="NEW"
    )


def run(options: Namespace) -> Answer:
    """Its odds, or the transcript of one game."""
    system, setup = _asked(options)
    table = options.rules.chosen if options.rules else {}
    house = HouseRules({**table, **setup.house.chosen})
    chosen = read_by(options.ruling, house, system.open_rules)
    setup = replace(setup, rulings=chosen)
    text = files.to_toml(setup)
    if options.play is None:
        system.bear(setup)
        report = in_short(system, setup)
        found, lines = dict(report.data), list(report.lines)
    else:
        played = setup.play(options.play)
        outcome = system.ended(played)
        told = steps(getattr(played, "steps", ()))  # a command test has none
        found = {"outcome": outcome, "steps": told}
        lines = [str(played), "", f"{capital(outcome)}."]
    lines += apart(system.idle(setup, {name: name for name in fields_of(setup)}))
    if options.write is not None:
        write_new("--write", options.write, text)
        lines += ["", f"Written: {options.write}."]
    said = tuple(f"{COMMENT}{line}".rstrip() for each in lines for line in each.split("\n"))
    data = {"situation": files.to_dict(setup), **found}
    return Answer((text, *said), data, chosen=chosen, margin=COMMENT)


def _asked(options: Namespace) -> tuple[System, Situation]:
    """The situation, and the system that it is one of."""
    if (options.file is None) == (options.example is None):
        given = Words(options.file or "nothing")
        raise InvalidValue("FILE", given, "a file, or --example and a game")
    if options.example is not None:
        system = systems[require_word("--example", options.example.strip().lower(), systems)]
        return system, files.from_toml(f'game = "{system.name}"\n{system.example}')
    name, text = file_text("FILE", options.file)
    setup = files.from_text(text, name=name)
    system = system_of(type(setup))
    ours = system.open_rules
    for rule_id, value in setup.house.chosen.items():
        if rule_id not in ours:
            allowed = f"of its game {', '.join(ours)}" if ours else "none: nothing is open here"
            raise InvalidValue(f"{name}, rulings", Words(f"{rule_id}={spelt(value)}"), allowed)
    return system, setup


COMMAND = Command("situation", about_of(__name__, "situation"), Asked, run)
