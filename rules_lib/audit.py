"""What an audit of a printed example says: claims held against the rules, and what came of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules_lib.checked import checked
from rules_lib.errors import RulesError


@dataclass(frozen=True, slots=True)
class Check:
    """One printed claim beside the computed fact.

    Attributes:
        kind: what sort of claim it is.
        where: the place in the source.
        printed: the claim, in our words.
        computed: what the rules make of what is recorded.
        clauses: ids of the clauses that decide it.
        agrees: claim and fact are the same.
        effect: what the difference does to the outcome; ``""`` where there is none to tell.
    """

    kind: StrEnum
    where: str
    printed: str
    computed: str
    clauses: tuple[str, ...]
    agrees: bool
    effect: str = ""


@checked
@dataclass(frozen=True, slots=True)
class Finding:
    """A printed claim and what the rules make of it.

    Attributes:
        id: number of the erratum, or ``""`` for a claim that is right.
        where: the place in the source.
        printed: the claim, in our words.
        computed: what follows from what is recorded.
        clauses: ids of the clauses that decide it.
        effect: what the difference does to the outcome.
    """

    id: str
    where: str
    printed: str
    computed: str
    clauses: tuple[str, ...]
    effect: str = ""

    @property
    def confirmed(self) -> bool:
        """The claim is right."""
        return not self.id

    @property
    def clause(self) -> str:
        """The clause that decides it first."""
        return self.clauses[0]

    def __str__(self) -> str:
        if self.confirmed:
            return f"confirmed · {self.where}: {self.printed}"
        lines = [
            f"{self.id} · {self.where} [{', '.join(self.clauses)}]",
            f"  printed:  {self.printed}",
            f"  computed: {self.computed}",
            f"  effect:   {self.effect}",
        ]
        return "\n".join(lines)


def findings(checks: Iterable[Check], erratum_of: Mapping[StrEnum, str]) -> list[Finding]:
    """The errata first, by their numbers, then the confirmed claims in the order of the checks.

    Args:
        checks: the claims, each held against the rules.
        erratum_of: the number under which a false claim of each kind is listed.

    Raises:
        RulesError: a false claim of another kind, which would be news.
    """
    false: defaultdict[str, list[Check]] = defaultdict(list)
    confirmed: list[Finding] = []
    for check in checks:
        if check.agrees:
            confirmed.append(Finding("", check.where, check.printed, check.computed, check.clauses))
        else:
            if check.kind not in erratum_of:
                raise RulesError(f"{check.where}: {check.kind} is wrong, and no erratum has it yet")
            false[erratum_of[check.kind]].append(check)
    return [_merged(number, false[number]) for number in sorted(false, key=_place)] + confirmed


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
