"""When a unit may charge, and what a refused charge costs."""

from dataclasses import replace
from fractions import Fraction

from rules_lib import errors
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import REACH, ROUNDING, Ending, Inches
from rules_lib.paper_tigers.command import FEWER_DICE, MORE_DICE, Card, Purpose
from rules_lib.paper_tigers.melee.state import hits_to_remove
from rules_lib.rulebook import implements, uses
from rules_lib.values.rich_display import Forbidden
from rules_lib.values.type_checks import checked


@implements("R-M12")
def may_stand_still(rulings: Rulings) -> bool:
    """Whether a unit within 10″ may charge without having moved."""
    return rulings.charge_without_move


@implements("PT-M1", "PT-M21")
@uses("PT-M3", "PT-M5", "PT-M17", "PT-M19", "R-M9", "R-M12")
@checked
def legality(
    attacker: melee.Combatant,
    *,
    moved: Inches,
    distance: Inches,
    distance_before: Inches | None = None,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
) -> Forbidden[str]:
    """The ids of all clauses that forbid this charge; empty if it is legal.

    Args:
        attacker: the unit that wants to charge.
        moved: inches it has just moved; 0 if it stood still.
        distance: inches from it to the target now.
        distance_before: the same before the move. Left out, the move is taken to have been an
            approach, as PT-M1 wants it.
        rulings: how the open rules are read.
        melee_rulings: as many hits remove a unit as these say (R-M9).

    Raises:
        InvalidValue: distances that cannot be, or that this move cannot have changed so much.
        UnspecifiedBySource: nothing else forbids it, but the unit was within 10″ before it moved,
            and has come no nearer; where R-M12 asks for no move, this is no bar.
    """
    given = {"moved": moved, "distance": distance, "distance_before": distance_before}
    for field, inches in given.items():
        if inches is not None and inches < 0:
            raise errors.InvalidValue(field, inches, "a number of inches, 0 or more")
    before = distance if distance_before is None else distance_before
    if abs(Fraction(before) - Fraction(distance)) > Fraction(moved) + ROUNDING:
        allowed = "no farther from the distance now than it has moved"
        raise errors.InvalidValue("distance_before", distance_before, allowed)
    forbidden = {
        "PT-M1": moved == 0 and not may_stand_still(rulings),
        "PT-M3": attacker.card is None,
        "PT-M5": attacker.officer or attacker.small_team,
        "PT-M17": attacker.hits >= hits_to_remove(attacker, melee_rulings),
        "PT-M19": moved > REACH,
        "PT-M21": distance > REACH,
    }
    found = Forbidden(clause for clause, applies in forbidden.items() if applies)
    nearer = not moved or distance_before is None or distance < distance_before
    if not (found or nearer or may_stand_still(rulings)):
        raise errors.UnspecifiedBySource(
            f"distance_before: a charge by a unit that was within {REACH}″ before its move, and has"
            " come no nearer (PT-M1)"
        )
    return found


@checked
def require_charger(attacker: melee.Combatant, melee_rulings: melee.Rulings) -> Card:
    """The card of a unit that may attack; its enemy's card matters only once there is contact."""
    return melee.Pairing(attacker, melee.Combatant(attacker.card), melee_rulings).cards[0]


@uses("PT-M17", "R-M9")
def require_target(defender: melee.Combatant, melee_rulings: melee.Rulings) -> None:
    """Refuse a target that should be gone: nobody charges it, and it shoots at nobody."""
    errors.require_instance("defender", defender, melee.Combatant)
    limit = hits_to_remove(defender, melee_rulings)
    errors.require_int("defender.hits", defender.hits, 0, limit - 1)


@implements("R-M14")
@uses("PT-M19")
@checked
def rolled_card(card: Card, purpose: Purpose, rulings: Rulings = Rulings()) -> Card:
    """The card of a test, with the dice that it is rolled with: R-M14 says which ones move it."""
    as_told = rulings.movement_dice == "black_three" or purpose != "movement"
    if as_told or card.house_dice is not None:
        return card
    swapped = MORE_DICE + FEWER_DICE - card.movement_dice
    return replace(card, house_dice=(card.combat_dice, swapped))


def swapped_by(rolled: Card, lies: Card | None) -> tuple[str, ...]:
    """What is cited where a test is not rolled with the dice of the card that lies there."""
    return () if rolled == lies else ("R-M14",)


@implements("R-M15")
@uses("PT-M7")
def target_is_known(others_in_reach: bool, rulings: Rulings) -> bool:
    """Whether a failed charge test leaves a target that may shoot."""
    return rulings.target_named == "before_test" or not others_in_reach


@implements("R-M11")
def always_hits(rulings: Rulings) -> bool:
    """The reaction shot hits without a roll."""
    return rulings.reaction_shot == "automatic_hit"


@implements("PT-M7")
@uses("PT-M17")
def shot_ending(
    attacker: melee.Combatant, melee_rulings: melee.Rulings, hit: bool | None
) -> Ending:
    """What becomes of a refused charge; ``hit`` is ``None`` if the shot is not known."""
    if hit is None:
        return Ending.REFUSED
    if not hit:
        return Ending.SHOT_MISSES
    removed = attacker.hits + 1 >= hits_to_remove(attacker, melee_rulings)
    return Ending.SHOT_REMOVES if removed else Ending.SHOT_HITS
