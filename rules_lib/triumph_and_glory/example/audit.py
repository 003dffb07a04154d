"""Audits the example and the references: which printed claims are right, and which are errata."""

from enum import StrEnum

from rules_lib.audit import Finding, findings
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.example.doubtful import doubtful_checks
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.play import play_checks
from rules_lib.triumph_and_glory.example.references import reference_checks

ERRATUM_OF: dict[StrEnum, str] = {
    Kind.PURSUIT_REFERENCE: "E-N1",
    Kind.DUTY_REFERENCE: "E-N2",
    Kind.FREEDOM: "E-N3",
    Kind.SAME_COHESION: "E-N4",
    Kind.DISTANCE: "E-N5",
    Kind.RESULT: "E-N6",
}
"""The number under which a false claim of each kind is listed; any other kind would be news."""


@implements("E-N1", "E-N2", "E-N3", "E-N4", "E-N5", "E-N6")
def audit() -> list[Finding]:
    """Hold every claim against the rules; the errata first, then the confirmed claims."""
    checks = [*reference_checks(), *doubtful_checks(), *play_checks()]
    return findings(checks, ERRATUM_OF)
