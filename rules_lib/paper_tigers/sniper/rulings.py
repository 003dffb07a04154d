"""The open readings of the sniper rules, R-S1 to R-S14: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.paper_tigers.deck import COURT_VALUES, require_court_values
from rules_lib.rulebook import RulingSet, ruling

_COURT_READINGS: tuple[tuple[int, ...], ...] = (COURT_VALUES, (10, 10, 10, 11))


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules about snipers are read."""

    hit_target_spots: bool = ruling("R-S1", True)
    court_values: tuple[int, ...] = ruling("R-S2", *_COURT_READINGS, check=require_court_values)
    jokers: Literal["none", "fail", "redraw"] = ruling("R-S3", "none")
    drawing: Literal["without_replacement", "returned"] = ruling("R-S4", "without_replacement")
    markers_laid: Literal["after_any_shot", "after_a_hit"] = ruling("R-S5", "after_any_shot")
    crews_raised: bool = ruling("R-S6", True)
    second_hit_removes: bool = ruling("R-S7", True)
    markers_stay: Literal["between_shots", "new_each_shot"] = ruling("R-S8", "between_shots")
    found_by: Literal["next_success", "elimination"] = ruling("R-S9", "next_success")
    recovery: Literal["infantry_only", "all_targets"] = ruling("R-S10", "infantry_only")
    sharp_eyes: Literal["snipers_only", "specialists"] = ruling("R-S11", "snipers_only")
    later_move: Literal["new_markers", "green_moves"] = ruling("R-S12", "new_markers")
    specialists_card: Literal["drawn", "own"] = ruling("R-S13", "drawn")
    raise_for_him: Literal["same", "another"] = ruling("R-S14", "same")
