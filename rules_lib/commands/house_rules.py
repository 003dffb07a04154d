"""``house-rules``: a file in which a table keeps how it reads what the rules leave open."""

from argparse import ArgumentParser, Namespace

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.readings import house_rules
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.house_rules import FILE
from rules_lib.rulebook.spelling import spelt
from rules_lib.text.files import write_new


def arguments(parser: ArgumentParser) -> None:
    """The games it is for, and where it goes."""
    parser.add_argument(
        "system",
        nargs="?",
        default="",
        metavar="SYSTEM",
        help="only the questions of these systems, such as paper-tigers; what your table has agreed"
        " on stays in any case",
    )
    parser.add_argument(
        "--write", metavar="NEW", help=f"write it to a file that is not there yet, such as {FILE}"
    )


def run(options: Namespace) -> Answer:
    """The text of the file, or where it is now."""
    house = house_rules(options) or HouseRules()
    text = house.to_toml(options.system)
    data = {"rulings": {each: spelt(value) for each, value in house.chosen.items()}, "toml": text}
    if options.write is None:
        return Answer((text.rstrip(),), data)
    write_new("--write", options.write, text)
    return Answer(
        (f"Written: {options.write}. Choose in it; then add --rules to a command.",), data
    )


COMMAND = Command(
    name="house-rules",
    answers="How does your table read what the rules leave open? This makes a file with all"
    " questions in it: take away the # before the answers that you have agreed on. Every command"
    " reads it with --rules, Python with Rulings.load, the book on its page “My table’s rulings”.",
    examples={
        "house-rules": "the file, to look at",
        "house-rules paper-tigers-melee": "with the questions of the melee alone",
    },
    keys={
        "rulings": "what has been agreed on, by number, as --ruling takes it",
        "toml": "the file",
    },
    arguments=arguments,
    run=run,
    reads_rules=False,
    house="begin with what this file says",
    notes=f"To have it as a file: house-rules --write {FILE}",
)
