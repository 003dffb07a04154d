"""What is thrown in a story, and where real dice lead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules_lib.errors import InvalidValue
from rules_lib.notebook.palette import Role
from rules_lib.transcript import Step
from rules_lib.values.frozen import FrozenMap

Kind = Literal["die", "ten", "card", "marker"]
"""What is thrown or turned: a die, a die of ten sides, a card of the pile, a marker."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice on the table: whose they are, in words and by role, and what they show."""

    label: str
    role: Role
    faces: tuple[int, ...]
    kind: Kind = "die"


@dataclass(frozen=True, slots=True)
class Group:
    """Dice that are thrown together, or cards and markers that are turned, by equal chances.

    Attributes:
        label: whose they are, in words.
        role: whose they are, by role.
        count: how many.
        kind: what they are.
        low, high: the faces that one can show.
        counts_from: if it is not 0, what counts is how many show this face or a higher one.
    """

    label: str
    role: Role
    count: int
    kind: Kind = "die"
    low: int = 1
    high: int = 6
    counts_from: int = 0

    @property
    def totals(self) -> range:
        """All totals that can be thrown."""
        if self.counts_from:
            return range(self.count + 1)
        return range(self.count * self.low, self.count * self.high + 1)

    def total(self, faces: Sequence[int]) -> int:
        """What these faces come to."""
        if self.counts_from:
            return sum(face >= self.counts_from for face in faces)
        return sum(faces)


@dataclass(frozen=True, slots=True)
class Cast:
    """Real dice: what can be thrown, and the scene that each total leads to.

    Attributes:
        groups: what is thrown.
        to: id of a scene for all totals, one of each group.
        say: for each group what is told of each total, with `{faces}` where they are named.
        together: what is told of all groups, by the scene they lead to, with `{0}` for the total
            of the first group, `{1}` for that of the second.
    """

    groups: tuple[Group, ...]
    to: Mapping[tuple[int, ...], str]
    say: tuple[Mapping[int, Step], ...] = ()
    together: Mapping[str, Step] = FrozenMap()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All that can be told of the dice."""
        return (*(step for say in self.say for step in say.values()), *self.together.values())

    def reached(self, faces: Sequence[Sequence[int]]) -> tuple[str, tuple[Step, ...]]:
        """The scene that these faces lead to, and what is told before it begins."""
        totals = tuple(g.total(own) for g, own in zip(self.groups, faces, strict=True))
        if totals not in self.to:
            raise InvalidValue("faces", faces, "faces that can be thrown")
        to = self.to[totals]
        said = [
            _filled(say[total], faces=_said(own))
            for say, total, own in zip(self.say, totals, faces, strict=False)
        ]
        if to in self.together:
            step = self.together[to]
            said.append(replace(step, text=step.text.format(*totals)))
        return to, tuple(said)


@dataclass(frozen=True, slots=True)
class Clash:
    """Real dice of which some strike out dice of the other side, the highest first.

    Too many throws for a table: what is told of them are sentences with room for the faces.

    Attributes:
        groups: the dice of both sides.
        lowest: the face from which a die strikes one out, of each side.
        winners: ids of the scenes if the first has more left, if both have the same, if the second.
        won: what is told of these three.
        rolls: what each side throws, with `{faces}` and `{total}`.
        strikes: what each side strikes out, with `{gone}`; where it strikes out nothing; and where
            dice do so that the other side, which has more of them, has struck out.
        left: what is left, with `{a}` and `{b}`.
        lost: what each side has lost, by the number of its dice that are gone.
    """

    groups: tuple[Group, Group]
    lowest: tuple[int, int]
    winners: tuple[str, str, str]
    won: tuple[Step, Step, Step]
    rolls: tuple[Step, Step]
    strikes: tuple[tuple[Step, Step, Step], tuple[Step, Step, Step]]
    left: Step
    lost: tuple[tuple[Step, ...], tuple[Step, ...]]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All that can be told of the dice."""
        alike = (*self.strikes, *self.lost)
        return (*self.rolls, *(step for each in alike for step in each), self.left, *self.won)

    def reached(self, faces: Sequence[Sequence[int]]) -> tuple[str, tuple[Step, ...]]:
        """The scene that these faces lead to, and what is told before it begins."""
        kills = [sum(f >= low for f in own) for own, low in zip(faces, self.lowest, strict=True)]
        gone = [_highest(own, count) for own, count in zip(faces, reversed(kills), strict=True)]
        left = [sum(own) - sum(out) for own, out in zip(faces, gone, strict=True)]
        place = (left[0] <= left[1]) + (left[0] < left[1])
        rolled = [
            _filled(step, faces=_said(own), total=sum(own))
            for step, own in zip(self.rolls, faces, strict=True)
        ]
        struck = []
        for side, said in enumerate(self.strikes):
            out = gone[1 - side]
            standing = max(0, kills[side] - len(gone[side]))
            fallen = kills[1 - side] > kills[side] and standing < len(out)
            struck.append(_filled(said[2 if fallen else 0 if out else 1], gone=_said(out)))
        lost = [steps[len(out)] for steps, out in zip(self.lost, gone, strict=True)]
        stands = _filled(self.left, a=left[0], b=left[1])
        return self.winners[place], (*rolled, *struck, stands, self.won[place], *lost)


def _highest(faces: Sequence[int], count: int) -> list[int]:
    """The highest faces as they lie; of equal ones the first."""
    places = sorted(range(len(faces)), key=lambda at: (-faces[at], at))[:count]
    return [faces[at] for at in sorted(places)]


def _said(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))


def _filled(step: Step, **values: object) -> Step:
    return replace(step, text=step.text.format(**values))
