"""The command line: one command for all systems and questions, and a small module for each other.

A command reads words, asks the library, and says the answer; it knows no rule.
"""

from importlib import import_module

from rules_lib.commands.command import Command
from rules_lib.commands.system_command import command_of
from rules_lib.system.registry import question

NAMES = {
    "melee": "odds or transcript of a melee",
    "test": "one command test on a card",
    "charge": "the whole action of a unit that charges",
    "legal": "may this unit charge?",
    "sniper": "shots of a sniper, and the search for him",
    "strike": "sudden strikes on a unit and its structure",
    "battle": "odds or transcript of a mass battle",
    "aftermath": "what follows from a mass battle",
    "cavalry": "a cavalry charge: odds, best decisions, transcript",
    "cavalry-legal": "may this cavalry charge, on a map?",
    "situation": "a situation in a file, of any game: odds, or one game played",
    "explain": "a clause, a ruling or an erratum by its number",
    "rulings": "all open questions, and how we read them",
    "house-rules": "a file for the readings of your table",
    "errata": "what is wrong in the sources, and what was checked and is right",
}
"""Names of the commands, each with a few words on what it gives."""


def command(name: str) -> Command:
    """The command of this name, which must be one of :data:`NAMES`."""
    if (asked := question(name)) is not None:
        return command_of(asked)
    found = import_module(f"rules_lib.commands.{name.replace('-', '_')}").COMMAND
    assert isinstance(found, Command)
    return found
