"""The open readings of the cavalry charge, R-N1 to R-N32: one field each, default first."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.rulebook import RulingSet, ruling


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of advance, secondary shock and the cavalry charge are read.

    Attributes:
        retreat_check_cohesion: R-N1, which cohesion counts in the check that follows a disorder
            in the same result.
        disordered_cohesion: R-N2, the cohesion of a disordered unit for which none is given.
        chargers_zoc_forbids_square: R-N3, the zone of control of the chargers themselves counts.
        recall_rolls: R-N4, one recall roll a cause, or one in all.
        front_hexes: R-N5, how many front hexes a unit has.
        pursuit_penalty: R-N6, how the -1 of further charges grows.
        advance_after_withdrawal: R-N7, who advances when a 10+ took the target off the map.
        recalled_stays: R-N8, the hex in which recalled cavalry stands.
        countercharge_stops: R-N9, whose charge bonus a counter-charge at one hex takes away.
        pursuit_terrain: R-N10, which conditions of a charge bind a charge in pursuit.
        charging_on_disordered: R-N11, what cavalry that charges on in disorder keeps of a charge.
        failed_check_before_shock: R-N12, what failing the check after a retreat before shock does.
        enemies_in_front: R-N13, which of several enemies in its front a charger fights.
        pursuit_reactions: R-N14, what the target of a charge in pursuit may do.
        countercharger_pursues: R-N15, cavalry that counter-charged infantry pursues on 10+.
        square_without_charge: R-N16, infantry may roll for square though no charger arrived.
        retreat_below_zero: R-N17, what the attackers owe below 0 besides disorder.
        detour: R-N18, a path of two hexes to a target two hexes away.
        stack_checks: R-N19, who rolls where a stack has to check. Under fire nobody asks: there
            each unit checks for itself.
        reaction_fire_by: R-N20, whose guns may use reaction fire in step 6.
        mixed_attack: R-N21, charging cavalry, shocking cavalry and shocking infantry at one target
            fight in turn, or together with one die; and which of them may advance.
        countercharge_through_flank: R-N22, cavalry charged through a flank hex may counter-charge.
        added_enemies_react: R-N23, enemies that R-N13 adds count as declared targets.
        several_hexes: R-N24, whether each hex of one attack has modifiers of its own.
        advance_circle: R-N25, who advances where the precedence runs in a circle.
        recall_cohesion: R-N26, the cohesion of cavalry that fire disordered, in its recall roll.
        countershock_strikes: R-N27, whom a counter-shock must strike.
        countercharge_judged_by: R-N28, whose order and weight count where several cavalry units of
            a hex counter-charge, or are counter-charged.
        countercharge_of_infantry: R-N29, how cavalry answers infantry that stands in several hexes.
        occupying_chargers: R-N30, what chargers owe that enter a hex left before the shock.
        hexes_emptied_together: R-N31, who enters the hexes that one attack empties.
        countershock_moves: R-N32, whether a counter-shock must advance, and where to.
    """

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
