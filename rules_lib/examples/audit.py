"""What an audit of a printed example says: claims held against the rules, and what came of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_lib.values.enums import WordEnum
from rules_lib.values.rich_display import DisplayList, RichDisplay
from rules_lib.values.type_checks import checked


class Basis(WordEnum):
    """Where a claim comes from.

    Attributes:
        PRINTED: the source prints it.
        INFERRED: the source is silent, and we infer it from the silence.
        ORIGIN: the source prints it, and the clause that decides it was read from it.
        RESTING: it rests on something in the source that is wrong.
        CONTRADICTED: a rule as it stands here says something else, and no erratum has it.
    """

    PRINTED = "printed"
    INFERRED = "inferred"
    ORIGIN = "origin"
    RESTING = "resting"
    CONTRADICTED = "contradicted"


STANDING: Mapping[Basis, str] = {
    Basis.PRINTED: "printed, and right",
    Basis.INFERRED: "not printed: inferred from what is not said, and right",
    Basis.ORIGIN: "printed, and what a clause was read from: so no clause confirms it",
    Basis.RESTING: "rests on a slip of the source: so nothing confirms it",
    Basis.CONTRADICTED: "contradicted by the rules, and no erratum has it",
}
"""How a claim stands that is no slip of the source."""


@dataclass(frozen=True, slots=True)
class Check:
    """One printed claim beside the computed fact.

    Attributes:
        name: what the file of claims calls it.
        where: the place in the source.
        printed: the claim, in our words.
        computed: what the rules make of what is recorded.
        clauses: ids of the clauses that decide it.
        agrees: claim and fact are the same.
        erratum: the number under which it is listed if it is false; ``""`` for one that would be
            news, or contradicts a rule that a table has changed.
        effect: what the difference does to the outcome; ``""`` where there is none to tell.
        basis: whether the source prints the claim.
    """

    name: str
    where: str
    printed: str
    computed: str
    clauses: tuple[str, ...]
    agrees: bool
    erratum: str = ""
    effect: str = ""
    basis: Basis = Basis.PRINTED


@checked
@dataclass(frozen=True, slots=True)
class Finding(RichDisplay):
    """A claim of the source and what the rules make of it.

    Attributes:
        id: number of the erratum, or ``""`` for a claim that is no known slip of the source.
        where: the place in the source.
        printed: the claim, in our words.
        computed: what follows from what is recorded.
        clauses: ids of the clauses that decide it.
        effect: what the difference does to the outcome.
        basis: of a claim that is no known slip, whether the source prints it.
    """

    id: str
    where: str
    printed: str
    computed: str
    clauses: tuple[str, ...]
    effect: str = ""
    basis: Basis = Basis.PRINTED

    @property
    def confirmed(self) -> bool:
        """The claim is printed, and clauses that do not rest on it say that it is right."""
        return not self.id and self.basis == Basis.PRINTED

    @property
    def wrong(self) -> bool:
        """A known slip of the source, or a claim that a rule as it stands here contradicts."""
        return bool(self.id) or self.basis == Basis.CONTRADICTED

    @property
    def clause(self) -> str:
        """The clause that decides it first."""
        return self.clauses[0]

    def __str__(self) -> str:
        if not self.wrong:
            word = "confirmed" if self.confirmed else self.basis
            return f"{word} · {self.where}: {self.printed}"
        lines = [
            f"{self.id or self.basis} · {self.where} [{', '.join(self.clauses)}]",
            f"  printed:  {self.printed}",
            f"  computed: {self.computed}",
        ]
        return "\n".join([*lines, f"  effect:   {self.effect}"] if self.effect else lines)


def findings(checks: Iterable[Check]) -> DisplayList[Finding]:
    """The errata first, by their numbers, then all other claims in the order of the checks."""
    false: defaultdict[str, list[Check]] = defaultdict(list)
    others: list[Finding] = []
    for check in checks:
        told = check.where, check.printed, check.computed, check.clauses
        if check.agrees:
            others.append(Finding("", *told, basis=check.basis))
        elif check.erratum:
            false[check.erratum].append(check)
        else:
            others.append(Finding("", *told, check.effect, Basis.CONTRADICTED))
    errata = (_merged(number, false[number]) for number in sorted(false, key=_place))
    return DisplayList((*errata, *others))


def _place(number: str) -> tuple[int, str]:
    """Where an erratum stands in the list: E-N9 before E-N10."""
    return len(number), number


def _merged(number: str, checks: list[Check]) -> Finding:
    """One finding for a slip and all that it led to; its effect is told for the first place."""
    return Finding(
        number,
        " and ".join(dict.fromkeys(check.where for check in checks)),
        "; ".join(dict.fromkeys(check.printed for check in checks)),
        "; ".join(dict.fromkeys(check.computed for check in checks)),
        tuple(dict.fromkeys(clause for check in checks for clause in check.clauses)),
        checks[0].effect,
    )
