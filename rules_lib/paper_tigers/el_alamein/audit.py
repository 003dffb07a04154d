"""Audits the tutorial: which printed claims are right, and which are errata."""

from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.rulebook import implements
from rules_lib.values.rich_display import DisplayList


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> DisplayList[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    return findings(checks("rules_lib.paper_tigers.el_alamein.facts"))
