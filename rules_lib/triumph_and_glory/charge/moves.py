"""What a running charge asks for: a die, a decision, or nothing.

Each rule looks at the state and returns one of three moves. Adjudication answers with the dice and
decisions it is given; the odds follow every answer with its weight. So there is one implementation
of each rule.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Concatenate, Literal, NamedTuple, ParamSpec, TypeAlias

from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.cohesion import FACES, passing_faces
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.state import Combat, State, Task

P = ParamSpec("P")

Player: TypeAlias = Literal["attacker", "defender"]


class Question(NamedTuple):
    """What is asked.

    Attributes:
        kind: such as ``"commitment"`` or ``"square"``.
        who: the unit, stack or hex it is about.
        label: the combat it belongs to; ``""`` for the charge as declared.
        pursuit: the number of the charge in pursuit, if it belongs to one.
    """

    kind: str
    who: str
    label: str = ""
    pursuit: int = 0

    def __str__(self) -> str:
        return f"{self.label}: {self.kind} {self.who}" if self.label else f"{self.kind} {self.who}"


@dataclass(frozen=True, slots=True)
class Barred(Step):
    """A sentence on why the rules do not ask a question: who may not, why, by which clause."""

    question: Question | None = None


def choice_of(words: Iterable[str]) -> str:
    """Answers side by side; some of them have a comma of their own."""
    known = tuple(words)
    return ("; " if any("," in word for word in known) else ", ").join(known)


def question(kind: str, who: str, combat: Combat) -> Question:
    """A question of a combat."""
    return Question(kind, who, combat.label, combat.number)


def later(
    rule: Callable[Concatenate[Game, State, Combat, P], "Move"],
    combat: Combat,
    *about: P.args,
    **named: P.kwargs,
) -> Task:
    """A rule to be followed when its turn comes: no rule calls the one that comes after it."""
    return Task(combat, rule, (*about, *named.values()))


def players(combat: Combat) -> tuple[Player, Player]:
    """Who attacks in a combat, and who defends."""
    return ("defender", "attacker") if combat.turned else ("attacker", "defender")


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
        state: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them.
        clauses: ids behind that.
        elsewhere: results at other hexes of the same fight.
    """

    faces: range
    outcome: str | int
    state: State
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
        player: who rolls.
        cells: what it comes to; they share its ten faces.
    """

    question: Question
    text: str
    clauses: tuple[str, ...]
    player: Player
    cells: tuple[Cell, ...] = ()
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
    """It goes on without a die or a decision.

    Attributes:
        state: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them, if anything has.
        clauses: ids behind that.
    """

    state: State
    steps: tuple[Step, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


Move: TypeAlias = Roll | Decision | Next


def check(roll: Roll, cohesion: int, passed: Cell, failed: Cell, drm: int = 0) -> Roll:
    """A die against cohesion: at most the cohesion passes. ``roll`` says what it is for."""
    low = passing_faces(cohesion, drm)
    cells = (replace(passed, faces=range(low)), replace(failed, faces=range(low, len(FACES))))
    return replace(roll, need=needed(cohesion, drm), cells=tuple(c for c in cells if c.faces))


def ending(outcome: str, state: State, *steps: Step) -> Cell:
    """How a check came out, where that leads, and what is told of it."""
    return Cell(range(0), outcome, state, steps)


def ending_of(outcome: str, state: State, names: tuple[str, ...], clauses: tuple[str, ...]) -> Cell:
    """How a check came out; what is told of it is what has become of some units."""
    return Cell(range(0), outcome, state, (), names, clauses)


def needed(cohesion: int, drm: int = 0) -> str:
    """Which faces pass, in words."""
    low = passing_faces(cohesion, drm)
    if not low:
        return "cannot pass"
    return "needs 0" if low == 1 else f"needs 0 to {low - 1}"
