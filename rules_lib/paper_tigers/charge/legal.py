"""What is told of whether a unit may charge."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.rules import legality
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.melee.system import SYSTEM as MELEE
from rules_lib.paper_tigers.melee.system import UNIT
from rules_lib.rulebook import catalog
from rules_lib.system.inputs import said
from rules_lib.system.report import Report, Verdict
from rules_lib.system.situation import Situation
from rules_lib.system.system import Question
from rules_lib.text.parser import fraction

INCHES: dict[str, Any] = {"metavar": "INCHES"}
MOVED, NOW, BEFORE = (partial(fraction, example=each) for each in ("6", "8", "14"))


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """A unit and two distances."""

    attacker: melee.Combatant = said(UNIT, metavar="UNIT")
    moved: Fraction = said("how far it has just moved; 0 if not", read=MOVED, **INCHES)
    distance: Fraction = said("how far its target is away now", read=NOW, **INCHES)
    before: Fraction | None = said(
        "how far its target was away before the move", None, read=BEFORE, **INCHES
    )


def _told(asked: Asked, _: tuple[str, ...]) -> Report:
    """The clauses that forbid it, or none."""
    forbidden = legality(
        asked.attacker,
        moved=asked.moved,
        distance=asked.distance,
        distance_before=asked.before,
        rulings=asked.house.of(Rulings),
    )
    verdict = Verdict("it may not charge." if forbidden else "it may charge.", forbidden)
    lines = [f"{asked.attacker}: {verdict.text}"]
    if not forbidden and asked.before is None and asked.moved:
        lines += [
            "  We assume that the move brought it nearer (PT-M1). Use --before to say otherwise."
        ]
    clauses = [catalog().clauses[each] for each in forbidden]
    lines += [f"  {clause.id}  {clause.title}: {clause.text}" for clause in clauses]
    data = {"attacker": str(asked.attacker), "legal": not forbidden}
    return Report(tuple(lines), data | {"forbidden_by": list(forbidden)}, verdict)


QUESTION = Question(
    name="legal",
    asked=Asked,
    rulings=(Rulings,),
    words=MELEE.words,
    counted=_told,
    home=__name__,
)
