"""The two lists of an audit: what is wrong in the source, and what nothing contradicts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules_lib.errors import InvalidValue
from rules_lib.examples.audit import STANDING, Basis, Finding
from rules_lib.presentation.display import Display
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.values.type_checks import checked


@dataclass(frozen=True, slots=True)
class Contradictions(Display):
    """Every claim of a source that the rules and its dice contradict, a card each."""

    findings: tuple[Finding, ...]

    def _repr_html_(self) -> Html:
        return el("div", [_card(each) for each in self.findings], class_="rb-errata")

    def __str__(self) -> str:
        """Return the findings as plain text."""
        return "\n".join(map(str, self.findings))


@dataclass(frozen=True, slots=True)
class Confirmed(Display):
    """Every claim that nothing contradicts, by its place; what is not printed stands apart."""

    findings: tuple[Finding, ...]

    def _repr_html_(self) -> Html:
        listed = {basis: [f for f in self.findings if f.basis == basis] for basis in Basis}
        return markup(_list(basis, found) for basis, found in listed.items() if found)

    def __str__(self) -> str:
        """Return the claims as plain text."""
        return "\n".join(map(str, self.findings))


@checked
def contradictions(findings: Iterable[Finding]) -> Contradictions:
    """Show the claims that are wrong, and nothing else."""
    return Contradictions(tuple(each for each in _checked(findings) if each.wrong))


@checked
def confirmed(findings: Iterable[Finding]) -> Confirmed:
    """Show the claims that nothing contradicts, and nothing else."""
    return Confirmed(tuple(each for each in _checked(findings) if not each.wrong))


def _checked(findings: Iterable[Finding]) -> Iterable[Finding]:
    for number, each in enumerate(findings):
        if not isinstance(each, Finding):
            raise InvalidValue(f"findings[{number}]", each, "a Finding of an audit")
        yield each


def _card(finding: Finding) -> Html:
    number = _link(finding.id) if finding.id else f"{finding.basis}:"
    title = el("p", number, f" {finding.where}", class_="rb-erratum-title")
    said = {
        "Printed": (finding.printed,),
        "Computed": (finding.computed,),
        "Effect": (finding.effect,),
        "Decided by": [part for clause in finding.clauses for part in (_link(clause), " ")],
    }
    rows = [el("dt", name) + el("dd", parts) for name, parts in said.items() if any(parts)]
    return el("div", title, el("dl", Html("".join(rows))), class_="rb-erratum")


def _list(basis: Basis, findings: list[Finding]) -> Html:
    places: dict[str, list[Finding]] = {}
    for each in findings:
        places.setdefault(each.where, []).append(each)
    heading = [] if basis == Basis.PRINTED else [el("p", f"{STANDING[basis].capitalize()}.")]
    rows = [_place(*each) for each in places.items()]
    return markup([*heading, el("ul", rows, class_="rb-confirmed")])


def _place(where: str, findings: list[Finding]) -> Html:
    claims = "; ".join(each.printed for each in findings)
    clauses = dict.fromkeys(clause for each in findings for clause in each.clauses)
    links = markup(part for clause in clauses for part in (" ", _link(clause)))
    return el("li", el("b", f"{where}: "), claims, links)


def _link(rule_id: str) -> Html:
    return el("a", rule_id, href=rule_link(rule_id), class_="rb-cite")
