"""The table: how many mutants of each part are killed."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .packages import Suite, of_suite
from .places import Mutant
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
        count = counts.setdefault(mutant.file, Counter())
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


def standing(whole: Line) -> str:
    """Say whether the aim is reached."""
    if whole.score >= FLOOR:
        return f"The aim is {FLOOR} %."
    return f"The aim of {FLOOR} % is not reached yet."


def survivors(
    mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict], equivalent: Mapping[str, object]
) -> list[str]:
    """A line for each mutant that lives and is not listed as equivalent."""
    told = []
    for mutant in mutants:
        verdict = verdicts[mutant.key]
        if not verdict.killed and mutant.key not in equivalent:
            where = f"{mutant.file}:{mutant.lines[0]} {mutant.function}".strip()
            again = f" #{mutant.nth}" if mutant.nth > 1 else ""
            why = f" ({verdict.by.strip().splitlines()[-1]})" if verdict.fate == "error" else ""
            told.append(f"{verdict.fate}{why}: {where}: {mutant.change}{again}")
    return told


def extent(suite: Suite, parts: Sequence[Line], everything: Sequence[Mutant]) -> str:
    """Say which packages were tried as a whole, and what a sample tells of the others."""
    said = []
    weighed = 0.0
    for package in of_suite(suite):
        name = package.name
        size = sum(package.holds(each.file) for each in everything)
        tried = total(name, [each for each in parts if package.holds(each.name)])
        if tried.mutants == size:
            said.append(f"- `{name}`: all {size} mutants were tried.")
        else:
            low, high = interval(tried.killed, tried.mutants - tried.equivalent)
            said.append(
                f"- `{name}`: {tried.mutants} of {size} mutants were tried, drawn at random. "
                f"The score of all is between {low:.1f} % and {high:.1f} % (95 % interval)."
            )
        weighed += size / len(everything) * tried.score
    said.append(f"- Weighed by the sizes of the packages, the score is {weighed:.1f} %.")
    return "\n".join(said)


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in per cent."""
    if not of:
        return 0.0, 100.0
    z = 1.96
    share = hits / of
    centre = share + z * z / (2 * of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 100 / (1 + z * z / of)
    return scale * (centre - reach), scale * (centre + reach)


def table(suite: Suite, parts: Sequence[Line]) -> str:
    """The lines of all modules, their sums for each package, and the sum of all."""
    rows = ["| module | mutants | killed | equivalent | survived | score |"]
    rows += ["|---|--:|--:|--:|--:|--:|"]
    for package in of_suite(suite):
        inside = [each for each in parts if package.holds(each.name)]
        if inside:
            rows += [_row(each) for each in inside]
            rows.append(_row(total(f"**{package.name}**", inside)))
    rows.append(_row(total("**all**", parts)))
    return "\n".join(rows)


def _row(line: Line) -> str:
    numbers = (line.mutants, line.killed, line.equivalent, line.survived)
    name = line.name.removeprefix("rules_lib/").removeprefix("book/_ext/")
    return f"| {name} | {' | '.join(map(str, numbers))} | {line.score:.1f} % |"


def with_section(page: str, title: str, text: str) -> str:
    """A page of sections with one of them exchanged, or added at its end."""
    head, *sections = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    new = f"## {title}\n\n{text}"
    kept = [new if each.startswith(f"## {title}\n") else each for each in sections]
    parts = [head, *kept, *([] if new in kept else [new])]
    return "\n\n".join(each.strip() for each in parts) + "\n"
