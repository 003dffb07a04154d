"""``rulings``: all open questions, and how we read them."""

from argparse import ArgumentParser, Namespace

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.explain import in_words, ruling_data, table_answer, wrapped
from rules_lib.commands.readings import house_rules
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import option
from rules_lib.system.system import about_of


def arguments(parser: ArgumentParser) -> None:
    """A system, or none for all."""
    parser.add_argument(
        "system",
        nargs="?",
        metavar="SYSTEM",
        help=f"{', '.join(catalog().systems)}; or how some of them begin, such as paper-tigers",
    )


def run(options: Namespace) -> Answer:
    """The rulings of each system asked for."""
    systems = [
        each for each in catalog().systems.values() if each.id.startswith(options.system or "")
    ]
    if not systems or options.system == "":
        raise InvalidValue("SYSTEM", options.system, ", ".join(catalog().systems))
    house = house_rules(options)
    lines: list[str] = []
    for system in systems:
        lines += ["", f"{system.title} ({system.id})"]
        for rule_id in system.rulings:
            ruling, (default, *others) = catalog().rulings[rule_id], values_of(rule_id)
            lines += ["", f"{rule_id}  {ruling.title}", *wrapped(ruling.question)]
            lines += wrapped(f"Our answer: {in_words(ruling, default)}")
            lines += table_answer(ruling, house)
            named = ", ".join(option(rule_id, each) for each in others)
            lines += [f"  Otherwise: {named}" if named else "  No other reading makes sense."]
    asked = [catalog().rulings[each] for one in systems for each in one.rulings]
    data = [ruling_data(each, house) for each in asked]
    return Answer(tuple(lines[1:]), {"rulings": data})


COMMAND = Command(
    name="rulings",
    about=about_of(__name__, "rulings"),
    arguments=arguments,
    run=run,
    reads_rules=False,
    house="the house rules of your table: its answers are told beside ours",
)
