"""How sudden strikes go on: which saves are due, strike by strike, and what they lead to.

Recorded dice, rolled dice and all odds read :meth:`Course.move`; the rules that it asks are in
``rules``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from rules_lib.paper_tigers.sudden_strike.rules import (
    SAVING_FACES,
    own_save,
    resolve,
    saved,
    structure_save,
)
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import (
    HITS_TO_REMOVE,
    Result,
    Showing,
    Structure,
    Unit,
    UnitClass,
)
from rules_lib.probability import dice
from rules_lib.rulebook import uses
from rules_lib.system.process import End, Go, Move, Process, Roll

STRUCTURE, UNIT = "structure", "unit"
"""Whose save it is."""

Until: TypeAlias = Literal["removed", "fallen", "both"]
"""The unit is removed; its structure no longer shields, and fresh units move in until then; both
have come about."""


class Under(NamedTuple):
    """A unit under fire, between two strikes.

    Attributes:
        hits: those it carries; as many as remove it, if it is gone.
        structure: what it is in.
        last: what the strike before did, if that is asked for.
    """

    hits: int
    structure: Structure | None
    last: Result | None = None

    @property
    def removed(self) -> bool:
        """The unit is gone."""
        return self.hits >= HITS_TO_REMOVE


class Failed(NamedTuple):
    """A strike in which no structure has saved the unit.

    Attributes:
        before: how it stood before the strike.
        tried: the structure made a save, in vain.
    """

    before: Under
    tried: bool


Node: TypeAlias = Under | Failed


@dataclass(frozen=True)
class Course:
    """Strike after strike on units of one class.

    Attributes:
        kind: their class.
        rulings: how the open rules are read.
        until: what ends it.
        results: whether what the last strike did is asked for.
    """

    kind: UnitClass
    rulings: Rulings
    until: Until = "removed"
    results: bool = False

    def process(self, start: Under) -> Process[Node]:
        """From a unit as it stands; the rounds are the strikes."""
        return Process(start, self.move, between=lambda now: isinstance(now, Under))

    @uses("PT-X1", "PT-X2", "PT-X3", "PT-X5", "PT-X6", "PT-X7")
    def move(self, now: Node) -> Move[Node]:
        """What is due: the save of the structure, then that of the unit."""
        if isinstance(now, Failed):
            due = own_save(self._unit(now.before), now.before.structure, self.rulings)
            struck = partial(self._struck, now)
            return Go(struck(None)) if due is None else save(UNIT, due, struck, "PT-X3")
        if self._over(now):
            return End(now)
        due = structure_save(now.structure, self.rulings)
        if due is None:
            return Go(Failed(now, tried=False))
        return save(STRUCTURE, due, partial(self._sheltered, now), "PT-X5")

    def _over(self, now: Under) -> bool:
        if self.until == "removed":
            return now.removed
        fallen = now.structure is not None and not now.structure.intact(self.rulings)
        return fallen and (now.removed or self.until == "fallen")

    def _unit(self, now: Under) -> Unit:
        """Who is struck next: a fresh unit, where it goes on though one was removed."""
        return Unit(self.kind, 0 if now.removed else now.hits)

    def _sheltered(self, before: Under, saved: bool) -> Node:
        return self._done(before, Showing(1, None)) if saved else Failed(before, tried=True)

    def _struck(self, now: Failed, saved: bool | None) -> Under:
        own = None if saved is None else int(saved)
        return self._done(now.before, Showing(0 if now.tried else None, own))

    def _done(self, before: Under, shown: Showing) -> Under:
        done = resolve(self._unit(before), before.structure, shown, self.rulings)
        return Under(done.hits, done.structure, done if self.results else None)


def save(name: str, count: int, leads: Callable[[bool], Node], clause: str) -> Roll[Node]:
    """The dice of a save; all that counts of them is whether it succeeds."""
    throw = partial(dice.roll, count)
    return Roll(name, _chances(count), leads, (clause,), count, throw, saves)


def saves(faces: Sequence[int]) -> bool:
    """Whether dice that show these faces save."""
    return saved(showing(faces))


def showing(faces: Sequence[int]) -> int:
    """How many of these dice show a face that saves."""
    return sum(face in SAVING_FACES for face in faces)


@lru_cache(maxsize=64)
def _chances(count: int) -> Mapping[bool, int]:
    """How many of all throws of so many dice save, and do not."""
    return dice.count_showing(count, SAVING_FACES).map(saved).weights
