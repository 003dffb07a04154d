"""Audits the tutorial: which printed claims are right, and which are errata."""

from collections import defaultdict
from dataclasses import dataclass

from rules_lib.errors import RulesError
from rules_lib.paper_tigers.el_alamein.checks import Check, Kind, all_checks
from rules_lib.rulebook import implements

ERRATUM_OF = {
    Kind.UNIT_COUNT: "E-A1",
    Kind.SMALL_TEAM: "E-A2",
    Kind.ANNOUNCED_DICE: "E-A3",
    Kind.SUBTRACTION: "E-A4",
    Kind.CARD_REACHED: "E-A5",
    Kind.HITS: "E-A5",
    Kind.LOSER_PAYS: "E-A6",
}
"""The number under which a false claim of each kind is listed; any other kind would be news."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A printed claim of the tutorial and what the rules make of it.

    Attributes:
        id: number of the erratum, or ``""`` for a claim that is right.
        where: the place in the tutorial.
        printed: the claim, in our words.
        computed: what follows from the recorded dice.
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


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> list[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    false: defaultdict[str, list[Check]] = defaultdict(list)
    confirmed: list[Finding] = []
    for check in all_checks():
        if check.agrees:
            confirmed.append(Finding("", check.where, check.printed, check.computed, check.clauses))
        else:
            if check.kind not in ERRATUM_OF:
                raise RulesError(f"{check.where}: {check.kind} is wrong, and no erratum has it yet")
            false[ERRATUM_OF[check.kind]].append(check)
    return [_merged(number, false[number]) for number in sorted(false)] + confirmed


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
