"""The open readings of the mass battle, R-I1 to R-I16: one field each, default first."""

from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from rules_lib.errors import InvalidValue, require_int
from rules_lib.rulebook import RulingSet, ruling

FanaticismCounts: TypeAlias = Literal["result_and_losses", "losses_only"]

QualityClasses: TypeAlias = Literal["failure_lowest", "failures_have_classes", "gap"]

MOST_HEXES = 60


def _check_floor(field: str, value: object) -> int | None:
    try:
        return None if value is None else require_int(field, value, 1, 6)
    except InvalidValue as error:
        raise InvalidValue(field, error.given, f"None for no floor, or {error.allowed}") from None


FLOOR = 2
"""The floor of the other reading of R-I5: what sinks below it rests on ours."""


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the mass battle are read."""

    destroyed_dice_destroy: bool = ruling("R-I1", True)
    destroys: Literal["highest", "lowest", "random"] = ruling("R-I2", "highest")
    fanaticism_counts: FanaticismCounts = ruling("R-I3", "result_and_losses")
    overkill: Literal["capped", "error"] = ruling("R-I4", "capped")
    threshold_floor: int | None = ruling("R-I5", None, FLOOR, check=_check_floor)
    ratio_rounding: Literal["down"] = ruling("R-I6", "down")
    retreat_hexes: int = ruling(
        "R-I7", 6, 8, check=partial(require_int, minimum=1, maximum=MOST_HEXES)
    )
    destroyed_fanatics_left_out: bool = ruling("R-I8", False)
    failed_deeds_help_enemy: bool = ruling("R-I9", False)
    draw_tests: Literal["both_test", "no_test"] = ruling("R-I10", "both_test")
    gap_counts_after_special: bool = ruling("R-I11", False)
    farther_hexes: Literal["reported", "capped"] = ruling("R-I12", "reported")
    dead_winners_test: bool = ruling("R-I13", False)
    more_than_two: Literal["unspecified", "each_pair"] = ruling("R-I14", "unspecified")
    dead_losers_retreat: bool = ruling("R-I15", False)
    quality_classes: QualityClasses = ruling("R-I16", "failure_lowest")
