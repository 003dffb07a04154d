"""Audits the tutorial: which printed claims are right, and which are errata."""

from enum import StrEnum

from rules_lib.audit import Finding, findings
from rules_lib.paper_tigers.el_alamein.checks import all_checks
from rules_lib.paper_tigers.el_alamein.kinds import Kind
from rules_lib.rulebook import implements
from rules_lib.values.rich_display import DisplayList

ERRATUM_OF: dict[StrEnum, str] = {
    Kind.UNIT_COUNT: "E-A1",
    Kind.SMALL_TEAM: "E-A2",
    Kind.ANNOUNCED_DICE: "E-A3",
    Kind.SUBTRACTION: "E-A4",
    Kind.CARD_REACHED: "E-A5",
    Kind.HITS: "E-A5",
    Kind.LOSER_PAYS: "E-A6",
}
"""The number under which a false claim of each kind is listed; any other kind would be news."""


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> DisplayList[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    return findings(all_checks(), ERRATUM_OF)
