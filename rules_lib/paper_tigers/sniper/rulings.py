"""The open readings of the sniper rules, R-S1 to R-S14: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.paper_tigers.deck import COURT_VALUES, require_court_values
from rules_lib.rulebook import RulingSet, ruling

_COURT_READINGS: tuple[tuple[int, ...], ...] = (COURT_VALUES, (10, 10, 10, 11))


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules about snipers are read.

    Attributes:
        hit_target_spots: R-S1, a unit that was just hit may still try to spot.
        court_values: R-S2, values of jack, queen, king and ace.
        jokers: R-S3, no jokers in the pile, or a joker fails the attempt, or is drawn anew.
        drawing: R-S4, whether drawn cards stay out until the pile is used up.
        markers_laid: R-S5, after any shot, or only after a hit.
        crews_raised: R-S6, crews and small teams spot like ordinary infantry, with +2.
        second_hit_removes: R-S7, the damage marker of a sniper can be the second hit.
        markers_stay: R-S8, the same markers stay out between shots.
        found_by: R-S9, whether the sniper is found when all red markers are gone.
        recovery: R-S10, who must pass a recovery test.
        sharp_eyes: R-S11, who spots barely visible targets without the +2.
        later_move: R-S12, what a move does to markers that are out.
        specialists_card: R-S13, the card that officers, observers and snipers must reach to spot.
        raise_for_him: R-S14, whether the +2 of PT-S12 is that for a barely visible target.
    """

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
