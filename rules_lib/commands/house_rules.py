"""``house-rules``: a file in which a table keeps how it reads what the rules leave open."""

from argparse import Namespace
from dataclasses import dataclass

from rules_lib.commands.command import Answer, Command
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.house_rules import FILE
from rules_lib.rulebook.spelling import spelt
from rules_lib.system.inputs import said
from rules_lib.system.system import about_of
from rules_lib.text.files import write_new


@dataclass(frozen=True, slots=True)
class Asked:
    """The games it is for, and where it goes."""

    system: str = said(
        "only the questions of these systems, such as paper-tigers; what your table has agreed on"
        " stays in any case",
        "",
        metavar="SYSTEM",
        place=True,
    )
    write: str | None = said(
        f"write it to a file that is not there yet, such as {FILE}", None, metavar="NEW"
    )


def run(options: Namespace) -> Answer:
    """The text of the file, or where it is now."""
    house = options.rules or HouseRules()
    text = house.to_toml(options.system or "")
    data = {"rulings": {each: spelt(value) for each, value in house.chosen.items()}, "toml": text}
    if options.write is not None:
        write_new("--write", options.write, text)
        text = f"Written: {options.write}. Choose in it; then add --rules to a command."
    return Answer((text.rstrip(),), data)


COMMAND = Command("house-rules", about_of(__name__, "house-rules"), Asked, run)
