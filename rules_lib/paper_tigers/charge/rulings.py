"""The open readings of the charge: R-M11, R-M12, R-M14, R-M15; one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.rulebook import RulingSet, ruling


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the charge are read."""

    reaction_shot: Literal["normal", "automatic_hit"] = ruling("R-M11", "normal")
    charge_without_move: bool = ruling("R-M12", False)
    movement_dice: Literal["black_three", "red_three"] = ruling("R-M14", "black_three")
    target_named: Literal["before_test", "after_test"] = ruling("R-M15", "before_test")
