"""All that can stand on the agenda of a charge, as data; ``steps`` says which rule does it.

A rule never calls the rule that comes after it: it puts the task on the agenda.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_lib.triumph_and_glory.charge.moves import Player
from rules_lib.triumph_and_glory.charge.state import Band, Post, Task
from rules_lib.triumph_and_glory.charge.target import Room
from rules_lib.triumph_and_glory.tables.results_table import Row

RecallCause: TypeAlias = Literal["square", "fire"]


@dataclass(frozen=True, slots=True)
class Heading(Task):
    """Opens a new part of the transcript."""

    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declare(Task):
    """Step 1: say who attacks whom."""


# ------------------------------------------------------------ step 2


@dataclass(frozen=True, slots=True)
class RetreatBeforeShock(Task):
    """Ask whether units leave a hex before the shock."""

    post: Post


@dataclass(frozen=True, slots=True)
class AnswerInfantry(Task):
    """Ask cavalry what it does against infantry that shocks it."""

    post: Post


@dataclass(frozen=True, slots=True)
class CheckAfterLeaving(Task):
    """The cohesion check of units that retreated before the shock."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommitToOccupy(Task):
    """The commitment roll of a band that charges and wants to enter such a hex (R-N30)."""

    band: Band
    post: Post


@dataclass(frozen=True, slots=True)
class Occupy(Task):
    """Ask whether attackers enter a hex that was left before the shock."""

    post: Post


@dataclass(frozen=True, slots=True)
class CounterchargeInfantry(Task):
    """Cavalry attacks the infantry that shocks it, in one hex or in several."""

    post: Post


# ------------------------------------------------------------ steps 3 to 6


@dataclass(frozen=True, slots=True)
class Commit(Task):
    """The commitment roll of a band."""

    band: Band


@dataclass(frozen=True, slots=True)
class AskSquare(Task):
    """Ask whether infantry tries to form square."""

    post: Post


@dataclass(frozen=True, slots=True)
class FormSquare(Task):
    """The roll for a square."""

    post: Post


@dataclass(frozen=True, slots=True)
class AskCountercharge(Task):
    """Ask whether cavalry counter-charges, and against which hex."""

    post: Post


@dataclass(frozen=True, slots=True)
class Countercharge(Task):
    """The roll for a counter-charge of some units at the bands of one hex."""

    post: Post
    hex: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskRecall(Task):
    """Ask whether a band is to be recalled."""

    band: Band
    cause: RecallCause


@dataclass(frozen=True, slots=True)
class Recall(Task):
    """The recall roll of a band, or of one of its units."""

    names: tuple[str, ...]
    cause: RecallCause


@dataclass(frozen=True, slots=True)
class ReactionFire(Task):
    """All guns that may fire, one after the other, then the recalls."""


@dataclass(frozen=True, slots=True)
class AskFire(Task):
    """Ask at which hex a gun fires."""

    gun: str
    post: Post


@dataclass(frozen=True, slots=True)
class Fire(Task):
    """The die of a gun that fires at the bands of one hex."""

    gun: str
    hex: str


@dataclass(frozen=True, slots=True)
class CheckUnderFire(Task):
    """The cohesion check of a unit against disorder by fire."""

    gun: str
    name: str


@dataclass(frozen=True, slots=True)
class HaltDisordered(Task):
    """Units that merely shock and were disordered by fire lose their attack."""

    names: tuple[str, ...]


# ------------------------------------------------------------ steps 7 to 9


@dataclass(frozen=True, slots=True)
class Onward(Task):
    """The steps of a combat that follows from another: no commitment, no recall."""


@dataclass(frozen=True, slots=True)
class Fight(Task):
    """Step 7: the die of a combat."""


@dataclass(frozen=True, slots=True)
class ApplyRows(Task):
    """What the rows of the results table do, one for each post."""

    rows: tuple[Row | None, ...]
    emptied: tuple[Post, ...]


@dataclass(frozen=True, slots=True)
class RetreatCheck(Task):
    """Higher than its cohesion, and a unit or stack retreats one hex."""

    names: tuple[str, ...]
    player: Player
    room: Room
    fresh: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GunsFollow(Task):
    """Guns retreat if nobody is left of those with whom they stood."""

    guns: tuple[str, ...]
    others: tuple[str, ...]
    room: Room


@dataclass(frozen=True, slots=True)
class WhatFollows(Task):
    """After the checks: counter-shock, pursuit, breakthrough, or a mere advance."""

    rows: tuple[Row, ...]
    emptied: tuple[Post, ...]


@dataclass(frozen=True, slots=True)
class AskCountershock(Task):
    """Ask whether the units of a hex shock back."""

    post: Post


@dataclass(frozen=True, slots=True)
class TakeHexes(Task):
    """Attackers move into the hexes that one die has emptied.

    Attributes:
        hexes: these hexes.
        chased: those of them that were emptied with 10 or more: pursuit or breakthrough follows.
        taken: who moves into each, as far as it is settled, in the order of the hexes.
    """

    hexes: tuple[Post, ...]
    chased: tuple[Post, ...]
    taken: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class AskBreakthrough(Task):
    """Ask whether infantry that advanced shocks once more."""

    band: Band
    post: Post


@dataclass(frozen=True, slots=True)
class GoOn(Task):
    """After the advance: charge again; with other enemies in front it is a choice."""

    names: tuple[str, ...]
    post: Post


@dataclass(frozen=True, slots=True)
class EndOfCharge(Task):
    """Step 9: who charged or counter-charged is disordered."""
