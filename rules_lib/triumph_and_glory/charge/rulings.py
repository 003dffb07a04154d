"""The open readings of the cavalry charge, R-N1 to R-N32: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.rulebook import RulingSet, ruling


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of advance, secondary shock and the cavalry charge are read."""

    retreat_check_cohesion: Literal["printed", "disordered"] = ruling("R-N1", "printed")
    disordered_cohesion: Literal["one_lower", "must_be_given"] = ruling("R-N2", "one_lower")
    chargers_zoc_forbids_square: bool = ruling("R-N3", False)
    recall_rolls: Literal["each_cause", "once"] = ruling("R-N4", "each_cause")
    front_hexes: Literal[2, 1, 3] = ruling("R-N5", 2)
    pursuit_penalty: Literal["cumulative", "first_free", "flat"] = ruling("R-N6", "cumulative")
    advance_after_withdrawal: Literal["one_stack", "as_stacking_allows"] = ruling(
        "R-N7", "one_stack"
    )
    recalled_stays: Literal["hex_reached", "starting_hex"] = ruling("R-N8", "hex_reached")
    countercharge_stops: Literal["that_hex", "whole_charge"] = ruling("R-N9", "that_hex")
    pursuit_terrain: Literal["binds", "lapses"] = ruling("R-N10", "binds")
    charging_on_disordered: Literal["in_full", "no_pursuit", "no_bonus", "neither"] = ruling(
        "R-N11", "in_full"
    )
    failed_check_before_shock: Literal["disordered", "no_effect"] = ruling("R-N12", "disordered")
    enemies_in_front: Literal["all_unattacked", "declared_only"] = ruling("R-N13", "all_unattacked")
    pursuit_reactions: Literal["as_usual", "square_only"] = ruling("R-N14", "as_usual")
    countercharger_pursues: bool = ruling("R-N15", False)
    square_without_charge: bool = ruling("R-N16", False)
    retreat_below_zero: Literal["check", "automatic", "none"] = ruling("R-N17", "check")
    detour: bool = ruling("R-N18", True)
    stack_checks: Literal["top", "each"] = ruling("R-N19", "top")
    reaction_fire_by: Literal["guns_in_hex", "any_gun"] = ruling("R-N20", "guns_in_hex")
    mixed_attack: Literal["in_turn", "group_advances", "together"] = ruling("R-N21", "in_turn")
    countercharge_through_flank: bool = ruling("R-N22", False)
    added_enemies_react: bool = ruling("R-N23", True)
    several_hexes: Literal["each_its_own", "one_for_all"] = ruling("R-N24", "each_its_own")
    advance_circle: Literal["infantry_steps_back", "charger", "attacker_chooses"] = ruling(
        "R-N25", "infantry_steps_back"
    )
    recall_cohesion: Literal["disordered", "printed"] = ruling("R-N26", "disordered")
    countershock_strikes: Literal["all_in_front", "chosen"] = ruling("R-N27", "all_in_front")
    countercharge_judged_by: Literal["top_unit", "whole_stack", "each_unit"] = ruling(
        "R-N28", "top_unit"
    )
    countercharge_of_infantry: Literal["one_hex", "all_hexes", "one_in_front"] = ruling(
        "R-N29", "one_hex"
    )
    occupying_chargers: Literal["no_roll", "disordered", "roll_first"] = ruling("R-N30", "no_roll")
    hexes_emptied_together: Literal["each", "best_must", "one"] = ruling("R-N31", "each")
    countershock_moves: Literal["may", "must", "must_into_left"] = ruling("R-N32", "may")
