"""``errata``: what is wrong in the sources, found by replaying their examples."""

from argparse import Namespace
from dataclasses import asdict, dataclass
from importlib import import_module

from rules_lib.commands.command import Answer, Command
from rules_lib.examples.audit import STANDING, Basis, Finding
from rules_lib.rulebook import catalog
from rules_lib.system.inputs import said
from rules_lib.system.system import about_of

AUDITS = {
    "paper-tigers-melee": "rules_lib.paper_tigers.el_alamein",
    "triumph-and-glory": "rules_lib.triumph_and_glory.example",
}
"""Where the example of a system is replayed; the other sources have none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether to list what is right."""

    right: bool = said("list what nothing contradicts, too", False)


def run(options: Namespace) -> Answer:
    """Contradictions first; what nothing contradicts is counted, or listed, apart from them."""
    wrong: list[tuple[str, Finding]] = []
    right: list[tuple[str, Finding]] = []
    for system, module in AUDITS.items():
        for finding in import_module(module).audit():
            (wrong if finding.wrong else right).append((system, finding))
    lines = [f"Contradictions of the sources with themselves: {len(wrong)}"]
    for _, finding in wrong:
        title = f"  {catalog().errata[finding.id].title}" if finding.id else ""
        lines += ["", str(finding).replace(" · ", f"{title} · ", 1)]
    more = "" if options.right else " (--right)"
    for basis in (each for each in Basis if each != Basis.CONTRADICTED):
        some = [(system, finding) for system, finding in right if finding.basis == basis]
        lines += ["", f"{STANDING[basis].capitalize()}: {len(some)}{more}"]
        for system, finding in some if options.right else ():
            title = catalog().systems[system].title
            lines += [f"  {title}, {finding.where}: {finding.printed}"]
    told = {
        key: [{"system": system, **asdict(finding)} for system, finding in found]
        for key, found in {"errata": wrong, "right": right}.items()
    }
    return Answer(tuple(lines), told)


COMMAND = Command("errata", about_of(__name__, "errata"), Asked, run)
