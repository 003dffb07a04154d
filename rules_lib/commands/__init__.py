"""The command line: one command for all systems and questions, and a small module for each other.

A command reads words, asks the library, and says the answer; it knows no rule.
"""

from importlib import import_module

from rules_lib.commands.command import Command, command_of
from rules_lib.system.registry import question
from rules_lib.system.system import about_of

GUIDE = about_of(f"{__name__}.guide", "guide")
"""The short guide: what there is, examples to begin with, and the commands."""

NAMES = GUIDE.keys
"""Names of the commands, each with a few words on what it gives."""


def command(name: str) -> Command:
    """The command of this name, which must be one of :data:`NAMES`."""
    if (asked := question(name)) is not None:
        return command_of(asked)
    found: Command = import_module(f"rules_lib.commands.{name.replace('-', '_')}").COMMAND
    return found
