"""What a running charge asks for: a die, a decision, or nothing.

Each rule looks at the state and returns one of three moves. Adjudication answers with the dice and
decisions it is given; the odds follow every answer with its weight. So there is one implementation
of each rule.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.cohesion import FACES, passing_faces
from rules_lib.triumph_and_glory.charge.game import Moment
from rules_lib.triumph_and_glory.charge.state import Question


@dataclass(frozen=True, slots=True)
class Barred(Step):
    """A sentence on why the rules do not ask a question: who may not, why, by which clause."""

    question: Question | None = None


def choice_of(words: Iterable[str]) -> str:
    """Answers side by side; some of them have a comma of their own."""
    known = tuple(words)
    return ("; " if any("," in word for word in known) else ", ").join(known)


class Elsewhere(NamedTuple):
    """The result at a further hex of a fight, where its modifiers differ."""

    post: str
    question: Question
    result: int


@dataclass(frozen=True, slots=True)
class Cell:
    """Faces of the die that come to the same, and what they come to.

    Attributes:
        faces: the faces.
        outcome: how it came out.
        then: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them.
        clauses: ids behind that.
        elsewhere: results at other hexes of the same fight.
    """

    faces: range
    outcome: str | int
    then: Moment
    steps: tuple[Step, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """One die is due.

    Attributes:
        question: what it is for.
        text: the same in words.
        need: what the die has to show, in words; ``""`` if every face means something else.
        clauses: ids of what demands it.
        cells: what it comes to; they share its ten faces.
    """

    question: Question
    text: str
    clauses: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    need: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a decision, and what it leads to."""

    word: str
    then: Moment
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A player decides.

    Attributes:
        question: what about.
        text: the same in words.
        clauses: ids of what leaves the choice.
        options: the answers.
    """

    question: Question
    text: str
    clauses: tuple[str, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """It goes on without a die or a decision.

    Attributes:
        then: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them, if anything has.
        clauses: ids behind that.
    """

    then: Moment
    steps: tuple[Step, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


Move: TypeAlias = Roll | Decision | Next


def check(
    question: Question,
    text: str,
    clauses: tuple[str, ...],
    cohesion: int,
    passed: Cell,
    failed: Cell,
    drm: int = 0,
) -> Roll:
    """A die against cohesion: at most the cohesion passes."""
    low = passing_faces(cohesion, drm)
    cells = (replace(passed, faces=range(low)), replace(failed, faces=range(low, len(FACES))))
    need = needed(cohesion, drm)
    return Roll(question, text, clauses, tuple(cell for cell in cells if cell.faces), need)


def ending(outcome: str, then: Moment, *steps: Step) -> Cell:
    """How a check came out, where that leads, and what is told of it."""
    return Cell(range(0), outcome, then, steps)


def ending_of(outcome: str, then: Moment, names: tuple[str, ...], clauses: tuple[str, ...]) -> Cell:
    """How a check came out; what is told of it is what has become of some units."""
    return Cell(range(0), outcome, then, (), names, clauses)


def needed(cohesion: int, drm: int = 0) -> str:
    """Which faces pass, in words."""
    low = passing_faces(cohesion, drm)
    if not low:
        return "cannot pass"
    return "needs 0" if low == 1 else f"needs 0 to {low - 1}"
