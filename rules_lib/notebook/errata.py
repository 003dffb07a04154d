"""What an audit found: the claims of a source beside what the rules make of them."""

from collections.abc import Iterable, Sequence

from rules_lib.examples.audit import STANDING, Basis, Finding
from rules_lib.notebook.links import clause_links
from rules_lib.notebook.markup import Html
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.values.type_checks import checked


@checked
def audit_table(findings: Sequence[Finding], caption: str) -> CaptionedTable:
    """What a source prints beside what the rules make of it, and the clauses that decide it.

    Where something is wrong, each finding is a row; else each place of the source is one.
    """
    if any(each.wrong for each in findings):
        told = tuple(
            (
                _links([f.id]) if f.id else str(f.basis),
                *(f.where, f.printed, f.computed, f.effect or "–", _links(f.clauses)),
            )
            for f in findings
        )
        names = ("number", "where", "printed", "computed", "effect", "by")
        return CaptionedTable(caption, Table(names, told))
    places: dict[tuple[str, Basis], list[Finding]] = {}
    for each in findings:
        places.setdefault((each.where, each.basis), []).append(each)
    rows = tuple(
        (
            where,
            "; ".join(each.printed for each in some),
            STANDING[basis],
            _links(i for each in some for i in (each.id, *each.clauses) if i),
        )
        for (where, basis), some in places.items()
    )
    return CaptionedTable(caption, Table(("where", "claim", "how it stands", "by"), rows))


def _links(ids: Iterable[str]) -> Html:
    """Each id once, with its text a tap away."""
    return Html(f"{clause_links(dict.fromkeys(ids))} ")
