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


def findings(claims: Iterable[Finding]) -> DisplayList[Finding]:
    """The errata first, by their numbers, each once; then all other claims in their order."""
    false: defaultdict[str, list[Finding]] = defaultdict(list)
    others: list[Finding] = []
    for each in claims:
        (false[each.id] if each.id else others).append(each)
    errata = (_merged(false[number]) for number in sorted(false, key=_place))
    return DisplayList((*errata, *others))


def _place(number: str) -> tuple[int, str]:
    """Where an erratum stands in the list: E-N9 before E-N10."""
    return len(number), number


def _merged(claims: list[Finding]) -> Finding:
    """One finding for a slip and all that it led to; its effect is told for the first place."""
    return Finding(
        claims[0].id,
        " and ".join(dict.fromkeys(each.where for each in claims)),
        "; ".join(dict.fromkeys(each.printed for each in claims)),
        "; ".join(dict.fromkeys(each.computed for each in claims)),
        tuple(dict.fromkeys(clause for each in claims for clause in each.clauses)),
        claims[0].effect,
    )
