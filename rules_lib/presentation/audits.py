"""The findings of an audit as a table."""

from collections.abc import Sequence

from rules_lib.examples.audit import STANDING, Basis, Finding
from rules_lib.presentation.table import CaptionedTable, Table
from rules_lib.values.type_checks import checked


@checked
def audit_table(findings: Sequence[Finding], caption: str) -> CaptionedTable:
    """What a source prints beside what the rules make of it."""
    if not any(each.wrong for each in findings):
        places: dict[tuple[str, Basis], list[str]] = {}
        for each in findings:
            places.setdefault((each.where, each.basis), []).append(each.printed)
        bases = dict.fromkeys(basis for _, basis in places)
        if len(bases) < 2:
            heads = ("where", *(STANDING[basis] for basis in bases or [Basis.PRINTED]))
            rows = tuple((where, "; ".join(claims)) for (where, _), claims in places.items())
            return CaptionedTable(caption, Table(heads, rows))
        told = tuple(
            (where, "; ".join(claims), STANDING[basis]) for (where, basis), claims in places.items()
        )
        return CaptionedTable(caption, Table(("where", "claim", "how it stands"), told))
    head = ("number", "where", "printed", "computed", "effect")
    return CaptionedTable(
        caption,
        Table(
            head,
            tuple(
                (f.id or str(f.basis), f.where, f.printed, f.computed, f.effect) for f in findings
            ),
        ),
    )
