"""Audits the example and the references: which printed claims are right, and which are errata."""

from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.rulebook import implements
from rules_lib.values.rich_display import DisplayList


@implements("E-N1", "E-N2", "E-N3", "E-N4", "E-N5")
@implements("E-N6", "E-N7", "E-N8", "E-N9", "E-N10")
def audit() -> DisplayList[Finding]:
    """Hold every claim against the rules; the errata first, then the confirmed claims."""
    return findings(checks("rules_lib.triumph_and_glory.example.facts"))
