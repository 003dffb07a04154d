"""The open readings of the charge, R-M11 and R-M12: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.rulebook import RulingSet, ruling


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the charge are read.

    Attributes:
        reaction_shot: R-M11, whether the shot at a refused charge must roll to hit.
        charge_without_move: R-M12, whether a unit that stood still may charge.
    """

    reaction_shot: Literal["normal", "automatic_hit"] = ruling("R-M11", "normal", "automatic_hit")
    charge_without_move: bool = ruling("R-M12", False, True)
