"""The odds of a whole charge: movement test, charge test, reaction shot or melee."""

from fractions import Fraction

from rules_lib.errors import InvalidValue, require_bool, require_exact, require_instance
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.rules import (
    always_hits,
    may_stand_still,
    require_charge_without_move,
    require_charger,
    shot_ending,
)
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Ending
from rules_lib.paper_tigers.command import chance
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.probability import Distribution
from rules_lib.rulebook import uses


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12")
def odds(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    *,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    reroll: Reroll = "if_missed",
    shot_hits: Fraction | int | None = None,
    moves: bool = True,
    in_reach: bool = False,
) -> Distribution[Ending]:
    """The exact distribution of the whole action: move, charge, reaction shot or melee.

    The move, if it is allowed, is taken to bring the unit to within 10″ of its target (PT-M1).

    Args:
        attacker, defender: the two units.
        rulings, melee_rulings, reroll: as for :func:`rules_lib.paper_tigers.melee.odds`.
        shot_hits: chance that the reaction shot hits. The shooting rules are not in the source, so
            it is yours to give; without it a refused charge is reported as ``Ending.REFUSED``.
        moves: the unit starts with a movement test; ``False`` needs R-M12 read as "yes".
        in_reach: it stands within 10″ before it moves. Where R-M12 is read as "yes", it then
            charges though its movement test fails; otherwise this changes nothing.

    Raises:
        IllegalAction: the unit may not charge.
        InvalidValue: a value outside its range, or ``shot_hits`` although the shot always hits.
    """
    require_instance("rulings", rulings, Rulings)
    card = require_charger(attacker, melee_rulings)
    if not require_bool("moves", moves):
        require_charge_without_move(rulings)
    stays_near = require_bool("in_reach", in_reach) and may_stand_still(rulings)
    arrives = chance(card, "movement") if moves and not stays_near else Fraction(1)
    contact = arrives * chance(card, "charge")
    endings = {Ending.STAYS: 1 - arrives}
    for hit, share in shot_distribution(shot_hits, rulings).items():
        endings[shot_ending(attacker, melee_rulings, hit)] = (arrives - contact) * share
    if contact:
        fight = melee.odds(attacker, defender, melee_rulings, reroll)
        for name, share in fight.outcomes.items():
            endings[Ending(name)] = contact * share
    return Distribution(endings)


def shot_distribution(
    shot_hits: Fraction | int | None, rulings: Rulings
) -> dict[bool | None, Fraction]:
    """What the reaction shot does: it hits, or not, or nobody knows (``None``)."""
    automatic = always_hits(rulings)
    if shot_hits is None:
        return {True if automatic else None: Fraction(1)}
    hits = Fraction(require_exact("shot_hits", shot_hits, 0, 1, "a Fraction from 0 to 1, or None"))
    if automatic and hits != 1:
        raise InvalidValue("shot_hits", shot_hits, "None, because the shot always hits (R-M11)")
    return {True: hits, False: 1 - hits}
