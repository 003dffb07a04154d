"""``rulings``: all open questions, and how we read them."""

from argparse import Namespace
from dataclasses import dataclass

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.explain import answered
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import option
from rules_lib.system.inputs import said
from rules_lib.system.system import about_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A system, or none for all."""

    system: str = said(
        f"{', '.join(catalog().systems)}; or how some of them begin, such as paper-tigers",
        "",
        metavar="SYSTEM",
        place=True,
    )


def run(options: Namespace) -> Answer:
    """The rulings of each system asked for."""
    systems = [
        each for each in catalog().systems.values() if each.id.startswith(options.system or "")
    ]
    if not systems or options.system == "":
        raise InvalidValue("SYSTEM", options.system, ", ".join(catalog().systems))
    lines: list[str] = []
    found = []
    for system in systems:
        lines += ["", f"{system.title} ({system.id})"]
        for rule_id in system.rulings:
            told, data = answered(catalog().rulings[rule_id], options.rules)
            named = ", ".join(option(rule_id, each) for each in values_of(rule_id)[1:])
            otherwise = f"Otherwise: {named}" if named else "No other reading makes sense."
            lines += ["", *told, f"  {otherwise}"]
            found.append(data)
    return Answer(tuple(lines[1:]), {"rulings": found})


COMMAND = Command("rulings", about_of(__name__, "rulings"), Asked, run)
