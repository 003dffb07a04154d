"""What an audit found: the claims of a source beside what the rules make of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_lib.examples.audit import STANDING, Basis, Finding
from rules_lib.notebook.display import Display
from rules_lib.notebook.links import clause_link, clause_links
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.values.type_checks import checked


@checked
def audit_table(findings: Sequence[Finding], caption: str) -> CaptionedTable:
    """What a source prints beside what the rules make of it."""
    if any(each.wrong for each in findings):
        head = ("number", "where", "printed", "computed", "effect")
        told = ((f.id or str(f.basis), f.where, f.printed, f.computed, f.effect) for f in findings)
        return CaptionedTable(caption, Table(head, tuple(told)))
    bases = dict.fromkeys(each.basis for each in findings)
    rows = [(where, _claims(some), STANDING[basis]) for (where, basis), some in _places(findings)]
    if len(bases) > 1:
        return CaptionedTable(caption, Table(("where", "claim", "how it stands"), tuple(rows)))
    heads = ("where", *(STANDING[basis] for basis in bases or [Basis.PRINTED]))
    return CaptionedTable(caption, Table(heads, tuple(row[:2] for row in rows)))


@dataclass(frozen=True, slots=True)
class Claims(Display):
    """Claims of a source: a card for each that is contradicted, a list of the others."""

    findings: tuple[Finding, ...]

    def _repr_html_(self) -> Html:
        if any(each.wrong for each in self.findings):
            return el("div", map(_card, self.findings), class_="rb-errata")
        listed = {basis: [f for f in self.findings if f.basis == basis] for basis in Basis}
        return markup(_list(basis, found) for basis, found in listed.items() if found)

    def __str__(self) -> str:
        """Return the findings as plain text."""
        return "\n".join(map(str, self.findings))


@checked
def contradictions(findings: Iterable[Finding]) -> Claims:
    """Every claim of a source that the rules and its dice contradict, and nothing else."""
    return Claims(tuple(each for each in findings if each.wrong))


@checked
def confirmed(findings: Iterable[Finding]) -> Claims:
    """Every claim that nothing contradicts, by its place; what is not printed stands apart."""
    return Claims(tuple(each for each in findings if not each.wrong))


def _places(
    findings: Iterable[Finding],
) -> Iterable[tuple[tuple[str, Basis], list[Finding]]]:
    places: dict[tuple[str, Basis], list[Finding]] = {}
    for each in findings:
        places.setdefault((each.where, each.basis), []).append(each)
    return places.items()


def _claims(findings: Iterable[Finding]) -> str:
    return "; ".join(each.printed for each in findings)


def _card(finding: Finding) -> Html:
    number = clause_link(finding.id, "rb-cite") if finding.id else f"{finding.basis}:"
    title = el("p", number, f" {finding.where}", class_="rb-erratum-title")
    said = {
        "Printed": (finding.printed,),
        "Computed": (finding.computed,),
        "Effect": (finding.effect,),
        "Decided by": (clause_links(finding.clauses, "rb-cite"), " " * bool(finding.clauses)),
    }
    rows = [el("dt", name) + el("dd", parts) for name, parts in said.items() if any(parts)]
    return el("div", title, el("dl", Html("".join(rows))), class_="rb-erratum")


def _list(basis: Basis, findings: list[Finding]) -> Html:
    heading = [] if basis == Basis.PRINTED else [el("p", f"{STANDING[basis].capitalize()}.")]
    rows = [_place(where, some) for (where, _), some in _places(findings)]
    return markup([*heading, el("ul", rows, class_="rb-confirmed")])


def _place(where: str, findings: list[Finding]) -> Html:
    clauses = dict.fromkeys(clause for each in findings for clause in each.clauses)
    cited = " " * bool(clauses), clause_links(clauses, "rb-cite")
    return el("li", el("b", f"{where}: "), _claims(findings), cited)
