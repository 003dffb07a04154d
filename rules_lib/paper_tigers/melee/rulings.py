"""The open readings of the melee, R-M1 to R-M10 and R-M13: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.errors import InvalidValue, keep_int, require_int
from rules_lib.rulebook import RulingSet, ruling

FEWEST_HITS, MOST_HITS = 2, 20
"""Range of hits that remove a unit. The source has 2; the upper end keeps every answer quick."""


@dataclass(frozen=True, slots=True)
class HitsToRemove:
    """Different numbers of hits that remove infantry (officers too) and small teams (R-M9)."""

    infantry: int
    small_team: int

    def __post_init__(self) -> None:
        keep_int(self, "infantry", FEWEST_HITS, MOST_HITS, name="hits_to_remove.infantry")
        keep_int(self, "small_team", FEWEST_HITS, MOST_HITS, name="hits_to_remove.small_team")


HITS_TO_REMOVE = 2
"""PT-M17"""

_FIVE_AND_THREE: int | HitsToRemove = HitsToRemove(infantry=5, small_team=3)
"""Ours. Public variant #39 has these numbers, and also raises the card for each hit."""


def _check_hits(field: str, value: object) -> int | HitsToRemove:
    if isinstance(value, HitsToRemove):
        return value
    try:
        return require_int(field, value, FEWEST_HITS, MOST_HITS)
    except InvalidValue as error:
        raise InvalidValue(field, error.given, f"{error.allowed}, or a HitsToRemove") from None


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the melee are read; the defaults follow the tutorial.

    Attributes:
        loser_takes_hit: R-M1, losing an exchange costs an extra hit.
        shaken_by: R-M2, what makes a unit shaken.
        penalties_add_up: R-M3, both deductions count; otherwise only the larger.
        rerolls: R-M4, how often cover lets a unit roll again.
        reroll_decided: R-M5, what its player knows then.
        melee_ends: R-M6, when the melee is over.
        penalties_count_against_card: R-M7, deductions count against the own card, too.
        officer_counts_as_small_team: R-M8, a defending officer deducts 2.
        hits_to_remove: R-M9, a number from 2 to 20, or a :class:`HitsToRemove`.
        earlier_hit_shakes: R-M10, a hit from before the melee shakes. It says something only
            where hits shake at all, that is with ``shaken_by="any_hit"``; a unit that is shaken
            for another reason says so itself, with ``Combatant(..., shaken=True)``.
        rerolled_rolls: R-M13, which rolls a unit in cover may roll again. ``"not_won"`` needs
            ``reroll_decided="seeing_both"``.
    """

    loser_takes_hit: bool = ruling("R-M1", True)
    shaken_by: Literal["any_hit", "lost_or_drawn_hit", "lost_exchange"] = ruling("R-M2", "any_hit")
    penalties_add_up: bool = ruling("R-M3", True)
    rerolls: Literal["each_exchange", "once_per_melee"] = ruling("R-M4", "each_exchange")
    reroll_decided: Literal["seeing_both", "seeing_own"] = ruling("R-M5", "seeing_both")
    melee_ends: Literal["elimination", "first_decision"] = ruling("R-M6", "elimination")
    penalties_count_against_card: bool = ruling("R-M7", True)
    officer_counts_as_small_team: bool = ruling("R-M8", True)
    hits_to_remove: int | HitsToRemove = ruling(
        "R-M9", HITS_TO_REMOVE, _FIVE_AND_THREE, check=_check_hits
    )
    earlier_hit_shakes: bool = ruling("R-M10", True)
    rerolled_rolls: Literal["any_roll", "missed_card", "not_won"] = ruling("R-M13", "any_roll")
