"""``rulings``: all open questions, and how we read them."""

from argparse import ArgumentParser, Namespace

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.explain import ruling_data, table_answer, wrapped
from rules_lib.commands.readings import house_rules, known
from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
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
            found = known(rule_id)
            ruling = found.ruling
            lines += ["", f"{rule_id}  {ruling.title}", *wrapped(ruling.question)]
            answer = found.text_of(found.default)
            lines += wrapped(f"Our answer: {answer} [{found.option(found.default)}]")
            lines += table_answer(ruling, house)
            others = ", ".join(found.option(each) for each in found.others)
            lines += [f"  Otherwise: {others}" if others else "  No other reading makes sense."]
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
