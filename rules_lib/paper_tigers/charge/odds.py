"""The odds of a whole charge: movement test, charge test, reaction shot or melee."""

from fractions import Fraction

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.course import Course
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Ending
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.probability import Distribution
from rules_lib.rulebook import uses


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12", "R-M14", "R-M15")
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
    others_in_reach: bool = False,
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
        others_in_reach: other enemy units are within 10″ of it when it tests its charge. Where no
            target is named before the test (R-M15), the source does not say which of them shoots.

    Raises:
        IllegalAction: the unit may not charge.
        InvalidValue: a value outside its range, or ``shot_hits`` although the shot always hits.
        UnspecifiedBySource: ``shot_hits`` where nobody can say which unit shoots (R-M15).
    """
    course = Course.of(
        attacker, rulings, melee_rulings, moves, in_reach, shot_hits, others_in_reach
    )
    endings: dict[Ending, Fraction] = {}
    for stage, share in course.process.chain().absorbed.items():
        if isinstance(stage, Ending):
            endings[stage] = share
        else:
            fight = melee.odds(attacker, defender, melee_rulings, reroll)
            endings |= {Ending(name): share * p for name, p in fight.outcomes.items()}
    return Distribution(endings)
