"""``errata``: what is wrong in the sources, found by replaying their examples."""

from argparse import ArgumentParser, Namespace
from importlib import import_module

from rules_lib.audit import Finding
from rules_lib.commands.command import Answer, Command
from rules_lib.rulebook import catalog

AUDITS = {
    "paper-tigers-melee": "rules_lib.paper_tigers.el_alamein",
    "triumph-and-glory": "rules_lib.triumph_and_glory.example",
}
"""Where the example of a system is replayed; the other sources have none."""


def arguments(parser: ArgumentParser) -> None:
    """Whether to list what is right."""
    parser.add_argument("--right", action="store_true", help="list what was checked and is right")


def run(options: Namespace) -> Answer:
    """Contradictions first; what is right is counted, or listed, apart from them."""
    wrong: list[tuple[str, Finding]] = []
    right: list[tuple[str, Finding]] = []
    for system, module in AUDITS.items():
        for finding in import_module(module).audit():
            (right if finding.confirmed else wrong).append((system, finding))
    lines = [f"Contradictions of the sources with themselves: {len(wrong)}"]
    for _, finding in wrong:
        title = catalog().errata[finding.id].title
        lines += ["", str(finding).replace(" · ", f"  {title} · ", 1)]
    lines += ["", f"Checked, and right: {len(right)}{'' if options.right else ' (--right)'}"]
    if options.right:
        for system, finding in right:
            title = catalog().systems[system].title
            lines += [f"  {title}, {finding.where}: {finding.printed}"]
    return Answer(
        tuple(lines),
        {"errata": [_data(*each) for each in wrong], "right": [_data(*each) for each in right]},
    )


def _data(system: str, finding: Finding) -> dict[str, object]:
    return {
        "system": system,
        "id": finding.id,
        "where": finding.where,
        "printed": finding.printed,
        "computed": finding.computed,
        "clauses": list(finding.clauses),
        "effect": finding.effect,
    }


COMMAND = Command(
    name="errata",
    answers="Where do the sources contradict themselves? Their worked examples are replayed by the"
    " rules, now, and each printed claim is held against what comes out.",
    examples={
        "errata": "what is wrong: printed, computed, and what it does to the outcome",
        "errata --right": "also every claim that was checked and is right",
    },
    keys={
        "errata": "each with system, id, where, printed, computed, clauses, effect",
        "right": "claims that are right, with the same keys",
    },
    arguments=arguments,
    run=run,
    reads_rules=False,
)
