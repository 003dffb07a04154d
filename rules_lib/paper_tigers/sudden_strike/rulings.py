"""The open readings of the sudden strike, R-X1 to R-X10: one field each, default first."""

from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from rules_lib.errors import require_int
from rules_lib.paper_tigers.deck import MOST_JOKERS
from rules_lib.rulebook import RulingSet, ruling

Reshuffled: TypeAlias = Literal["when_used_up", "every_round", "when_a_joker_shows"]
Lost: TypeAlias = Literal["activation", "round"]

_JOKER_READINGS = (2, 3)


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the sudden strike are read."""

    failed_save: Literal["one_hit", "vehicles_destroyed"] = ruling("R-X1", "one_hit")
    jokers: int = ruling(
        "R-X2", *_JOKER_READINGS, check=partial(require_int, minimum=0, maximum=MOST_JOKERS)
    )
    reshuffled: Reshuffled = ruling("R-X3", "when_used_up")
    save_as_structure_falls: bool = ruling("R-X4", True)
    unnamed_classes: Literal["as_infantry", "unspecified"] = ruling("R-X5", "as_infantry")
    ends_though_structure_saves: bool = ruling("R-X6", True)
    lost: Lost = ruling("R-X7", "activation")
    dice_drop: bool = ruling("R-X8", False)
    armour_inside: Literal["own_dice", "unspecified"] = ruling("R-X9", "own_dice")
    shields: Literal["while_value_left", "undamaged"] = ruling("R-X10", "while_value_left")
