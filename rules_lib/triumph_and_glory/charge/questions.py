"""What a running charge asks for: a die, a decision, or nothing.

Each task of the agenda looks at the state and returns one of three moves. Adjudication answers
with the dice and decisions it is given; the odds follow every answer with its weight. So there is
one implementation of each rule.
"""

from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.pieces import Fight, Setting, State
from rules_lib.triumph_and_glory.checks import FACES, passing_faces

Player: TypeAlias = Literal["attacker", "defender"]
Event: TypeAlias = tuple[str, str | int]
"""A question and how it came out, such as ``("square Y", "formed")``."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        kind: such as ``"commitment"`` or ``"square"``.
        who: the unit, stack or hex it is about.
        label: the fight it belongs to; ``""`` for the charge as declared.
    """

    kind: str
    who: str
    label: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.kind} {self.who}" if self.label else f"{self.kind} {self.who}"


@dataclass(frozen=True, slots=True)
class Cell:
    """Faces of the die that come to the same, and what they come to."""

    faces: range
    outcome: str | int
    state: State
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """One die is due.

    Attributes:
        question: what it is for.
        text: the same in words.
        need: what the die has to show, in words; ``""`` if every face means something else.
        clauses: ids of what demands it.
        player: who rolls.
        cells: what it comes to; they share its ten faces.
    """

    question: Question
    text: str
    clauses: tuple[str, ...]
    player: Player
    cells: tuple[Cell, ...]
    need: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a decision, and what it leads to."""

    word: str
    state: State
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A player decides.

    Attributes:
        question: what about.
        text: the same in words.
        clauses: ids of what leaves the choice.
        player: who decides.
        options: the answers.
    """

    question: Question
    text: str
    clauses: tuple[str, ...]
    player: Player
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """It goes on without a die or a decision."""

    state: State
    steps: tuple[Step, ...] = ()


Move: TypeAlias = Roll | Decision | Next


class Task(Protocol):
    """One thing to do: hashable, so that equal states are recognised."""

    @property
    def fight(self) -> Fight:
        """The fight it belongs to."""
        ...

    def move(self, setting: Setting, state: State) -> Move:
        """What comes of it; the task itself is no longer on the state's agenda."""
        ...


Ending: TypeAlias = tuple[str, State, tuple[Step, ...]]
"""How a check came out, where that leads, and what is told of it."""


def check(roll: Roll, cohesion: int, passed: Ending, failed: Ending, drm: int = 0) -> Roll:
    """A die against cohesion: at most the cohesion passes. ``roll`` says what it is for."""
    low = passing_faces(cohesion, drm)
    ends = ((range(low), passed), (range(low, len(FACES)), failed))
    cells = tuple(Cell(faces, *end) for faces, end in ends if faces)
    return replace(roll, need=needed(cohesion, drm), cells=cells)


def roll_for(question: Question, text: str, clauses: tuple[str, ...], player: Player) -> Roll:
    """A die whose cells are still to be said."""
    return Roll(question, text, clauses, player, ())


def needed(cohesion: int, drm: int = 0) -> str:
    """Which faces pass, in words."""
    low = passing_faces(cohesion, drm)
    if not low:
        return "cannot pass"
    return "needs 0" if low == 1 else f"needs 0 to {low - 1}"
