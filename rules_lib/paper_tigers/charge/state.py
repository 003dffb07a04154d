"""What becomes of a unit that moves and charges."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import CommandTest
from rules_lib.transcript import Step, Told
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import checked

REACH = 10
"""Inches: the longest move, and the farthest a charge reaches (PT-M1, PT-M21)."""

ROUNDING = Fraction(1, 10**6)
"""What inches may differ by, because floats are rounded."""

Inches: TypeAlias = int | float | Fraction

Shot: TypeAlias = Literal["hit", "miss", "declined"]
"""What came of a reaction shot, which its target may also decline (PT-M7)."""


class Ending(WordEnum):
    """What becomes of the whole action of a unit that wants to move and charge.

    Attributes:
        STAYS: the movement test failed; the unit stays where it is.
        REFUSED: the charge test failed; its target declines the reaction shot, or what that does
            is not given.
        SHOT_MISSES: the charge test failed, the reaction shot missed.
        SHOT_HITS: the charge test failed, the reaction shot hit.
        SHOT_REMOVES: the same, and the hit removed the unit.
        ATTACKER_WINS, DEFENDER_WINS, BOTH_REMOVED: how the melee ended.
        UNDECIDED: the melee can never end.
        GOES_ON: the record stops before its charge test, or in a melee that is not decided yet; or
            it is unspecified how that goes, with a target without a card.
    """

    STAYS = "stays"
    REFUSED = "refused"
    SHOT_MISSES = "shot_misses"
    SHOT_HITS = "shot_hits"
    SHOT_REMOVES = "shot_removes"
    ATTACKER_WINS = "attacker_wins"
    DEFENDER_WINS = "defender_wins"
    BOTH_REMOVED = "both_removed"
    UNDECIDED = "undecided"
    GOES_ON = "goes_on"


@checked
@dataclass(frozen=True, slots=True)
class Action(Told):
    """The adjudicated action of one unit; ``str()`` is its transcript.

    Attributes:
        ending: what became of it.
        tests: the command tests that were rolled.
        fight: the melee, if there was contact; ``None`` for a target without a card, of which it
            is unspecified how it fights, and before the charge test. Its ``survivors`` are both
            units as they go on; without a fight they are as they were, but for the hit that
            ``SHOT_HITS`` adds to the attacker: ``replace(unit, hits=unit.hits + 1)``.
        steps: the transcript as data.
        names: what it calls the two units.
    """

    ending: Ending
    tests: tuple[CommandTest, ...]
    fight: melee.Fight | None
    steps: tuple[Step, ...]
    names: tuple[str, str]

    def __post_init__(self) -> None:
        if not self.tests:
            raise InvalidValue("tests", self.tests, "at least the command test of its move")
