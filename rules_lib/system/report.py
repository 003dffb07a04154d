"""What the tellers of all systems share: reports, and chances in words and as data."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from rules_lib.probability._format import power_of_ten
from rules_lib.probability.step_distribution import StepDistribution
from rules_lib.text.chances import BEYOND_COUNTING, ThreeWays, percent, three_ways
from rules_lib.transcript import Step
from rules_lib.values.rich_display import RichDisplay

T = TypeVar("T")

LONGEST_FRACTION = 60
"""Digits of an exact chance that still fit into a line."""

SHOWN_STEPS = 5
"""Steps whose chances are told one by one; the rest follows as one number."""

HARDLY = Fraction(1, 1000)
"""Steps that are as rare as this are not told one by one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The answers to what is due: faces of a die, or what can be decided.

    Attributes:
        option: where an answer goes: ``"dice"`` or ``"decide"``.
        key: what is rolled or decided, such as ``"square X"``.
        answers: as the option takes them.
    """

    option: str
    key: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of the dice, or what may come of them, in a form that a page can show.

    Attributes:
        text: the whole of it in one sentence.
        record: what came of recorded dice, as the library tells it; it shows itself.
        chances: without dice, how likely each end is.
        due: what is to be rolled, drawn or decided next; ``""`` if nothing.
        offer: the answers that there are to it, where they can be told.
        notes: what else has to be known.
    """

    text: str
    record: RichDisplay | None = None
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    due: str = ""
    notes: tuple[str, ...] = ()
    offer: Offer | None = None

    @property
    def told_due(self) -> tuple[str, ...]:
        """The lines that say what comes next."""
        return ("", f"Next: {self.due}") if self.due else ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a system says of a situation: of its odds, or of recorded dice.

    Attributes:
        lines: for people.
        data: the same for programs, ready for JSON.
        verdict: the same once more for a page.
        changing: the open questions of which another reading changes what is said.
    """

    lines: tuple[str, ...]
    data: Mapping[str, Any]
    verdict: Verdict | None = None
    changing: tuple[str, ...] = ()


def chances(rows: Mapping[str, Fraction]) -> list[str]:
    """A line a chance: in words, as a percentage, exactly. The columns stand below each other."""
    said = {label: three_ways(chance) for label, chance in rows.items()}
    first = max(len(f"{label}: {each.words}") for label, each in said.items())
    second = max(len(each.percent) for each in said.values())
    return [
        f"{f'{label}: {each.words}':<{first}}   {each.percent:>{second}}"
        f"   {_exactly(rows[label], each)}"
        for label, each in said.items()
    ]


def foremost(rows: Mapping[str, Fraction], under: str = "") -> str:
    """The first of these chances as a sentence, with what it is under."""
    label, chance = next(iter(rows.items()))
    said = three_ways(chance)
    return f"{label}: {said.words} ({said.percent}){under}."


def inline(rows: Iterable[tuple[object, Fraction]]) -> str:
    """Some chances in one line: ``0: 12.5 %, 1: 87.5 %``."""
    return ", ".join(f"{label}: {percent(chance)}" for label, chance in rows)


def mean(number: Fraction) -> str:
    """A mean: rounded, and exactly where that is short."""
    if number.denominator == 1:
        return str(number)
    exact = str(number)
    return f"{float(number):.2f}" + (f" ({exact})" if len(exact) <= LONGEST_FRACTION else "")


def number(value: Fraction | int) -> dict[str, Any]:
    """An exact number for programs."""
    return {"exact": "/".join(map(str, Fraction(value).as_integer_ratio())), "float": float(value)}


def distribution(
    chances_of: Mapping[T, Fraction] | Iterable[tuple[T, Fraction]],
    named: Callable[[T], Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """A distribution for programs: for each outcome what it is called, and its chance."""
    pairs = chances_of.items() if isinstance(chances_of, Mapping) else chances_of
    return [{**named(outcome), **number(chance)} for outcome, chance in pairs]


def steps(told: Iterable[Step]) -> list[dict[str, Any]]:
    """A transcript for programs."""
    return [
        {"text": step.text, "clauses": list(step.clauses), "heading": step.heading} for step in told
    ]


def apart(notes: Iterable[str]) -> tuple[str, ...]:
    """Notes under a free line, if there are any."""
    told = tuple(notes)
    return ("", *told) if told else ()


def told_steps(steps_to_end: StepDistribution) -> str:
    """The mean of a number of steps, and its first chances."""
    shown = SHOWN_STEPS
    while shown > 1 and steps_to_end.beyond(shown - 1) < HARDLY:
        shown -= 1
    head = list(enumerate(steps_to_end.head(shown), start=1))
    rest = (f"more than {shown}", steps_to_end.beyond(shown))
    told = inline([(step, p) for step, p in (*head, rest) if p])
    return told if steps_to_end.never else f"{mean(steps_to_end.mean())} on average; {told}"


def steps_distribution(steps_to_end: StepDistribution) -> dict[str, Any]:
    """The same for programs: the first chances and what is left sum to 1."""
    head = enumerate(steps_to_end.head(SHOWN_STEPS), start=1)
    return {
        "mean": None if steps_to_end.never else number(steps_to_end.mean()),
        "distribution": [
            *distribution(head, lambda step: {"number": step}),
            {"number": "more", **number(steps_to_end.beyond(SHOWN_STEPS))},
        ],
    }


def _exactly(chance: Fraction, said: ThreeWays) -> str:
    if len(said.exact) <= LONGEST_FRACTION:
        return said.exact
    about = f"about {power_of_ten(chance)}, " if chance < BEYOND_COUNTING else ""
    return f"({about}a long fraction: see --json)"
