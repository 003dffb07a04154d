"""Audits the example and the references: which printed claims are right, and which are errata."""

from enum import StrEnum

from rules_lib.audit import Finding, findings
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.example.doubtful import doubtful_checks
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.play import play_checks
from rules_lib.triumph_and_glory.example.references import reference_checks
from rules_lib.triumph_and_glory.example.wordings import wording_checks
from rules_lib.values.rich_display import DisplayList

ERRATUM_OF: dict[StrEnum, str] = {
    Kind.PURSUIT_REFERENCE: "E-N1",
    Kind.DUTY_REFERENCE: "E-N2",
    Kind.FREEDOM: "E-N3",
    Kind.SAME_COHESION: "E-N4",
    Kind.DISTANCE: "E-N5",
    Kind.RESULT: "E-N6",
    Kind.EXCEPTION: "E-N7",
    Kind.TURNING: "E-N8",
    Kind.ROLLED: "E-N9",
    Kind.MOMENT: "E-N10",
}
"""The number under which a false claim of each kind is listed; any other kind would be news."""


@implements("E-N1", "E-N2", "E-N3", "E-N4", "E-N5")
@implements("E-N6", "E-N7", "E-N8", "E-N9", "E-N10")
def audit() -> DisplayList[Finding]:
    """Hold every claim against the rules; the errata first, then the confirmed claims."""
    checks = [*reference_checks(), *doubtful_checks(), *wording_checks(), *play_checks()]
    return findings(checks, ERRATUM_OF)
