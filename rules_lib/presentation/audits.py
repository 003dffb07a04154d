"""The findings of an audit as a table."""

from collections.abc import Sequence

from rules_lib.audit import Finding
from rules_lib.checked import checked
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.picture import Table


@checked
def audit_table(findings: Sequence[Finding], caption: str) -> CaptionedTable:
    """What a source prints beside what the rules make of it."""
    if all(each.confirmed for each in findings):
        places: dict[str, list[str]] = {}
        for each in findings:
            places.setdefault(each.where, []).append(each.printed)
        rows = tuple((where, "; ".join(printed)) for where, printed in places.items())
        return CaptionedTable(caption, Table(("where", "printed, and right"), rows))
    head = ("number", "where", "printed", "computed", "effect")
    return CaptionedTable(
        caption,
        Table(
            head,
            tuple((f.id, f.where, f.printed, f.computed, f.effect) for f in findings),
        ),
    )
