"""What happened, step by step, each step with the clauses that made it so.

The games write transcripts; ``rules_lib.notebook`` draws them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from rules_lib.values.rich_display import RichDisplay

Throw: TypeAlias = Literal["", "first", "second", "structure", "exchange", "destroyed", "marker"]
"""Dice of the first side, of the second side, of a structure, or of both; dice taken away; or a
marker that is turned."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened.

    Attributes:
        text: a sentence.
        clauses: ids of the clauses and rulings that made it happen.
        heading: the step opens a new part of the story.
        throw: what was thrown, or destroyed, in this step, for those who draw it;
            ``""`` if nothing.
        faces: the dice of the throw, where they are known one by one.
    """

    text: str
    clauses: tuple[str, ...] = ()
    heading: bool = False
    throw: Throw = ""
    faces: tuple[int, ...] = ()

    def __str__(self) -> str:
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{'' if self.heading else '  '}{self.text}{cited}"


def as_text(steps: Iterable[Step]) -> str:
    """All steps as plain text, a line each."""
    return "\n".join(map(str, steps))


class _HasSteps(Protocol):
    @property
    def steps(self) -> tuple[Step, ...]: ...


class Told(RichDisplay):
    """Base of what came of dice and is told in ``steps``; ``str()`` is its transcript."""

    __slots__ = ()

    def __str__(self: _HasSteps) -> str:
        return as_text(self.steps)
