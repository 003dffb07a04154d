"""What a ruling changes: situations, their values under each reading, and a verdict in words."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import Any, TypeAlias

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import Reading, Ruling
from rules_lib.text.chances import points
from rules_lib.values.enums import WordEnum
from rules_lib.values.frozen import Lazy
from rules_lib.values.type_checks import checked

Value: TypeAlias = Fraction | str
"""A chance or a share; or, where the ruling is about something else, what happens, in words."""


class NoAnswer(str):
    """Why there is no headline: under this reading the source, or the library, has no answer."""

    __slots__ = ()


LITTLE, MUCH = Fraction(1, 100), Fraction(5, 100)
"""The scale: up to one point there is nothing to argue; from five typical points on, much."""


@checked
@dataclass(frozen=True, slots=True)
class Situation:
    """A situation at the table.

    Attributes:
        name: what a player would say.
        value: from a set of rulings to the headline of the situation.
    """

    name: str
    value: Callable[[Any], Value]


@checked
@dataclass(frozen=True, slots=True)
class Panel:
    """The situations over which some rulings are compared.

    Attributes:
        rulings: ids of the rulings.
        headline: what each situation tells: ``"the attacker wins the melee"``.
        situations: the situations; their names differ.
        note: what the names of the situations take for granted.
    """

    rulings: tuple[str, ...]
    headline: str
    situations: tuple[Situation, ...]
    note: str = ""

    def __post_init__(self) -> None:
        names = [each.name for each in self.situations]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice or not names:
            raise InvalidValue("situations", twice or names, "one or more, each with its own name")


@dataclass(frozen=True, slots=True)
class Change:
    """One situation under our default and under another reading. Made by :func:`measure`."""

    situation: str
    default: Value
    other: Value

    @property
    def difference(self) -> Fraction | None:
        """The other chance less ours; ``None`` if they are not both chances."""
        if isinstance(self.default, Fraction) and isinstance(self.other, Fraction):
            return self.other - self.default
        return None

    @property
    def size(self) -> Fraction:
        """The difference without its sign; 0 where it is no difference of chances."""
        return abs(self.difference or Fraction(0))

    @property
    def differs(self) -> bool:
        """The reading changes anything at all here."""
        return self.default != self.other


@dataclass(frozen=True)
class ReadingImpact(Lazy):
    """What one reading changes, compared with our default. Made by :func:`measure`.

    Attributes:
        value: the value of its field.
        reading: its text.
        changes: one for each situation of the panel.
    """

    value: Any
    reading: Reading
    changes: tuple[Change, ...]

    @cached_property
    def largest(self) -> Change:
        """The change of the chance that is largest; the first one if several are."""
        return max(self.changes, key=lambda change: change.size)

    @cached_property
    def typical(self) -> Fraction:
        """The median of the changes of the chance, without their signs, over the whole panel."""
        sizes = [change.size for change in self.changes if change.difference is not None]
        return median(sizes) if sizes else Fraction(0)

    @cached_property
    def typical_there(self) -> Fraction:
        """The same median over those situations only in which the chance changes."""
        sizes = [change.size for change in self.changes if change.size]
        return median(sizes) if sizes else Fraction(0)

    @cached_property
    def differing(self) -> tuple[Change, ...]:
        """The situations in which it changes anything, the largest change first."""
        changed = (each for each in self.changes if each.differs)
        return tuple(sorted(changed, key=lambda each: each.size, reverse=True))


class Weight(WordEnum):
    """How much depends on a ruling.

    Attributes:
        AGREE: typically five points or more.
        MENTION: less, but more than one point where it matters most.
        IGNORE: one point or less, wherever it comes up.
        OTHER: no chance changes, but what happens does.
        OPEN: no chance changes, but the other reading leaves some situations without an answer.
        REFUSED: no chance changes, since ours leaves them without one, and another does not.
        DORMANT: nothing, as long as the other rulings are read as we read them.
        SETTLED: there is no other reading.
    """

    AGREE = "settle before the game"
    MENTION = "settle if it comes up"
    IGNORE = "don’t argue"
    OTHER = "settle before the game: same odds, different outcome"
    OPEN = "the other answer leaves the number open"
    REFUSED = "settle before the game: our answer leaves the number open, another does not"
    DORMANT = "changes nothing while the other questions are answered as here"
    SETTLED = "settled: no other answer makes sense"


@dataclass(frozen=True)
class Impact(Lazy):
    """What a ruling changes over its panel. Made by :func:`measure`.

    Attributes:
        ruling: the question.
        default: the value of our reading.
        default_reading: its text.
        panel: the situations.
        readings: one for each other reading.
        woken_by: readings of other rulings, as ids and values, under which it matters; sought only
            where it does not matter by itself.
    """

    ruling: Ruling
    default: Any
    default_reading: Reading
    panel: Panel
    readings: tuple[ReadingImpact, ...]
    woken_by: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def strongest(self) -> ReadingImpact | None:
        """The reading that changes a chance the most; ``None`` if there is no other reading."""
        return max(self.readings, key=lambda each: each.largest.size, default=None)

    @property
    def largest(self) -> Fraction:
        """The largest change of a chance, without its sign."""
        return self.strongest.largest.size if self.strongest else Fraction(0)

    @property
    def typical(self) -> Fraction:
        """The typical change of the reading that typically changes the most."""
        return max((each.typical for each in self.readings), default=Fraction(0))

    @property
    def matters(self) -> bool:
        """Some reading changes something in some situation."""
        return any(each.differing for each in self.readings)

    @property
    def weight(self) -> Weight:
        """How much depends on it."""
        if not self.readings:
            return Weight.SETTLED
        if not self.matters:
            return Weight.DORMANT
        if not self.largest:
            differing = [change for each in self.readings for change in each.differing]
            beyond = [change for change in differing if change.difference is None]
            if all(isinstance(change.other, NoAnswer) for change in beyond):
                return Weight.OPEN
            refused = all(isinstance(change.default, NoAnswer) for change in beyond)
            return Weight.REFUSED if refused else Weight.OTHER
        if self.largest <= LITTLE:
            return Weight.IGNORE
        return Weight.AGREE if self.typical >= MUCH else Weight.MENTION

    @property
    def verdict(self) -> str:
        """In words: ``"typically 6.0 points, at most 11.3 points: settle before the game"``."""
        if self.weight in (Weight.AGREE, Weight.MENTION, Weight.IGNORE):
            size = points(self.largest)
            both = f"typically {points(self.typical)}, at most {size}"
            return f"{size if size.startswith('less') else both}: {self.weight}"
        return str(self.weight)
