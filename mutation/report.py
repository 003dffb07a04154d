"""The table: how many mutants of each part are killed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .places import PACKAGES, Mutant
from .trial import Verdict

FLOOR = 95


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; `score` is the share of the killed among those not equivalent."""

    name: str
    mutants: int
    killed: int
    timeouts: int
    equivalent: int

    @property
    def survived(self) -> int:
        """Mutants that no test noticed, though one could."""
        return self.mutants - self.killed - self.equivalent

    @property
    def score(self) -> float:
        """Per cent, 100 where there is nothing to kill."""
        alive = self.mutants - self.equivalent
        return 100 * self.killed / alive if alive else 100.0


def lines(
    mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict], equivalent: Mapping[str, object]
) -> list[Line]:
    """Count by module; a mutant listed as equivalent that is killed counts as killed."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        verdict = verdicts[mutant.key]
        count = counts.setdefault(mutant.file.removeprefix("rules_lib/"), Counter())
        count["mutants"] += 1
        count["killed"] += verdict.killed
        count["timeouts"] += verdict.fate == "timeout"
        count["equivalent"] += not verdict.killed and mutant.key in equivalent
    return [
        Line(name, c["mutants"], c["killed"], c["timeouts"], c["equivalent"])
        for name, c in sorted(counts.items())
    ]


def total(name: str, parts: Sequence[Line]) -> Line:
    """Add up lines."""
    return Line(
        name,
        sum(each.mutants for each in parts),
        sum(each.killed for each in parts),
        sum(each.timeouts for each in parts),
        sum(each.equivalent for each in parts),
    )


def table(parts: Sequence[Line]) -> str:
    """The lines of all modules, their sums for each package, and the sum of all."""
    rows = ["| module | mutants | killed | equivalent | survived | score |"]
    rows += ["|---|--:|--:|--:|--:|--:|"]
    for name in PACKAGES:
        inside = [each for each in parts if each.name.startswith(f"{name}/")]
        if inside:
            rows += [_row(each) for each in inside]
            rows.append(_row(total(f"**{name}**", inside)))
    rows.append(_row(total("**all**", parts)))
    return "\n".join(rows)


def _row(line: Line) -> str:
    numbers = (line.mutants, line.killed, line.equivalent, line.survived)
    return f"| {line.name} | {' | '.join(map(str, numbers))} | {line.score:.1f} % |"
