"""``legal``: may this unit of Paper Tigers charge?"""

from argparse import ArgumentParser, Namespace

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.readings import read_by
from rules_lib.system.report import Verdict
from rules_lib.words import fraction


def arguments(parser: ArgumentParser) -> None:
    """A unit and two distances."""
    from rules_lib.paper_tigers.melee.system import UNIT

    parser.add_argument("--attacker", required=True, metavar="UNIT", help=UNIT)
    parser.add_argument(
        "--moved", required=True, metavar="INCHES", help="how far it has just moved; 0 if not"
    )
    parser.add_argument(
        "--distance", required=True, metavar="INCHES", help="how far its target is away now"
    )
    parser.add_argument(
        "--before", metavar="INCHES", help="how far its target was away before the move"
    )


def run(options: Namespace) -> Answer:
    """The clauses that forbid it, or none."""
    from rules_lib.paper_tigers import charge, melee
    from rules_lib.rulebook import catalog

    chosen = read_by(options, charge.Rulings)
    attacker = melee.Combatant.parse(options.attacker, field="--attacker")
    moved = fraction("--moved", options.moved, "6")
    before = None if options.before is None else fraction("--before", options.before, "14")
    forbidden = charge.legality(
        attacker,
        moved=moved,
        distance=fraction("--distance", options.distance, "8"),
        distance_before=before,
        rulings=chosen.of(charge.Rulings),
    )
    clauses = [catalog().clauses[each] for each in forbidden]
    verdict = Verdict("it may not charge." if forbidden else "it may charge.", forbidden)
    lines = [f"{attacker}: {verdict.text}"]
    if not forbidden and before is None and moved:
        lines += [
            "  We assume that the move brought it nearer (PT-M1). Use --before to say otherwise."
        ]
    lines += [f"  {clause.id}  {clause.title}: {clause.text}" for clause in clauses]
    data = {"attacker": str(attacker), "legal": not forbidden, "forbidden_by": list(forbidden)}
    return Answer(tuple(lines), data, chosen, verdict)


COMMAND = Command(
    name="legal",
    answers="May this unit of Paper Tigers charge now? If not: which clauses forbid it?",
    examples={
        'legal --attacker "red 7" --moved 6 --distance 8': "a squad that has moved up",
        'legal --attacker "red 7" --moved 6 --distance 8 --before 14': "it came from 14″ away",
        'legal --attacker "red 5, small team" --moved 0 --distance 12': "three clauses forbid it",
    },
    keys={
        "attacker": "the unit",
        "legal": "whether it may charge",
        "forbidden_by": "ids of the clauses that forbid it",
    },
    arguments=arguments,
    run=run,
    fields={"distance_before": "before"},
)
