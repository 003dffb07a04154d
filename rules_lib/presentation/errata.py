"""The two lists of an audit: what the source gets wrong, and what was checked and is right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules_lib.audit import Finding
from rules_lib.checked import checked
from rules_lib.errors import InvalidValue
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Every claim of a source that its own rules and dice contradict, a card each."""

    findings: tuple[Finding, ...]

    def _repr_html_(self) -> Html:
        return el("div", [_card(each) for each in self.findings], class_="rb-errata")

    def __str__(self) -> str:
        """Return the findings as plain text."""
        return "\n".join(map(str, self.findings))


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Every claim that was checked and is right, by the place where it is printed."""

    findings: tuple[Finding, ...]

    def _repr_html_(self) -> Html:
        places: dict[str, list[Finding]] = {}
        for each in self.findings:
            places.setdefault(each.where, []).append(each)
        return el("ul", [_place(*each) for each in places.items()], class_="rb-confirmed")

    def __str__(self) -> str:
        """Return the claims as plain text."""
        return "\n".join(map(str, self.findings))


@checked
def contradictions(findings: Iterable[Finding]) -> Contradictions:
    """Show the claims that are wrong, and nothing else."""
    return Contradictions(tuple(each for each in _checked(findings) if not each.confirmed))


@checked
def confirmed(findings: Iterable[Finding]) -> Confirmed:
    """Show the claims that are right, and nothing else."""
    return Confirmed(tuple(each for each in _checked(findings) if each.confirmed))


def _checked(findings: Iterable[Finding]) -> Iterable[Finding]:
    for number, each in enumerate(findings):
        if not isinstance(each, Finding):
            raise InvalidValue(f"findings[{number}]", each, "a Finding of an audit")
        yield each


def _card(finding: Finding) -> Html:
    title = el("p", _link(finding.id), f" {finding.where}", class_="rb-erratum-title")
    said = {
        "Printed": (finding.printed,),
        "Computed": (finding.computed,),
        "Effect": (finding.effect,),
        "Decided by": [part for clause in finding.clauses for part in (_link(clause), " ")],
    }
    rows = [el("dt", name) + el("dd", parts) for name, parts in said.items()]
    return el("div", title, el("dl", Html("".join(rows))), class_="rb-erratum")


def _place(where: str, findings: list[Finding]) -> Html:
    claims = "; ".join(each.printed for each in findings)
    clauses = dict.fromkeys(clause for each in findings for clause in each.clauses)
    links = markup(part for clause in clauses for part in (" ", _link(clause)))
    return el("li", el("b", f"{where}: "), claims, links)


def _link(rule_id: str) -> Html:
    return el("a", rule_id, href=rule_link(rule_id), class_="rb-cite")
