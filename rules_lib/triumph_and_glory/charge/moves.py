"""What a running charge asks for: a die, a decision, or nothing.

Each rule looks at the state and returns one of three moves: :class:`Roll`, :class:`Decision` or
:class:`Next`. Adjudication answers with the dice and decisions it is given; the odds follow every
answer with its weight. So there is one implementation of each rule. Which rule comes after which is
in ``rules/steps.py``: the nine steps in their order, and what runs them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.cohesion import FACES, passing_faces
from rules_lib.triumph_and_glory.charge.game import Moment
from rules_lib.triumph_and_glory.charge.state import Piece, Place, Question
from rules_lib.triumph_and_glory.units import Order


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
        outcome: how it came out.
        then: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them.
        clauses: ids behind that.
        faces: the faces, once it is known what it takes to pass.
        elsewhere: results at other hexes of the same fight.
    """

    outcome: str | int
    then: Moment
    steps: tuple[Step, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    faces: range = range(0)
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

    @property
    def words(self) -> tuple[str, ...]:
        """The answers in words."""
        return tuple(option.word for option in self.options)


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


def needed(cohesion: int, drm: int = 0) -> str:
    """Which faces pass, in words."""
    low = passing_faces(cohesion, drm)
    if not low:
        return "cannot pass"
    return "needs 0" if low == 1 else f"needs 0 to {low - 1}"


# ------------------------------------------------------------ what is said of it


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def does(names: Iterable[str], verb: str, of_several: str = "") -> str:
    """Who does something: ``A advances``, ``A and B advance``; or both forms: "is", "are"."""
    who = tuple(names)
    one, more = (verb, of_several) if of_several else (f"{verb}s", verb)
    return f"{listed(who)} {more if len(who) > 1 else one}"


def told_change(name: str, before: Piece, after: Piece) -> str:
    """What a disorder or a retreat did to a unit, as a sentence."""
    moved = after.place != before.place
    if moved and after.place == Place.WITHDRAWN:
        return f"{name} withdraws from the map."
    if moved and after.place == Place.ELIMINATED:
        return f"{name} is eliminated."
    back = " and retreats one hex" if moved and after.place == Place.RETREATED else ""
    if after.order != before.order:
        square = " and no longer in square" if before.order == Order.SQUARE else ""
        return f"{name} is disordered{square}{back}."
    return f"{name} retreats one hex." if back else f"{name} stays as it is."


def told_of(
    before: Moment, after: Moment, names: Iterable[str], clauses: tuple[str, ...]
) -> tuple[Step, ...]:
    """A step for each of some units: what has become of it."""
    pairs = ((name, before.piece(name), after.piece(name)) for name in names)
    return tuple(Step(told_change(*each), clauses) for each in pairs)


def told_of_changed(
    before: Moment, after: Moment, names: Iterable[str], clauses: tuple[str, ...]
) -> tuple[Step, ...]:
    """The same for those of them with whom something happened."""
    changed = [
        n
        for n in names
        if (old := before.piece(n)).order != (new := after.piece(n)).order or old.place != new.place
    ]
    return told_of(before, after, changed, clauses)


def without_empty_parts(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps without headings that nothing stands under."""
    found: list[Step] = []
    for step in steps:
        if step.heading and found and found[-1].heading:
            found.pop()
        found.append(step)
    return tuple(found[:-1] if found and found[-1].heading else found)
