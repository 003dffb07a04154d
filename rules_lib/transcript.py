"""What happened, step by step, each step with the clauses that made it so.

The games write transcripts; ``rules_lib.presentation`` draws them.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened.

    Attributes:
        text: a sentence.
        clauses: ids of the clauses and rulings that made it happen.
        heading: the step opens a new part of the story.
    """

    text: str
    clauses: tuple[str, ...] = ()
    heading: bool = False

    def __str__(self) -> str:
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{'' if self.heading else '  '}{self.text}{cited}"


def as_text(steps: Iterable[Step]) -> str:
    """All steps as plain text, a line each."""
    return "\n".join(map(str, steps))
