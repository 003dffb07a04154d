"""Plays the whole action of a charging unit: rolls what is due, and has it adjudicated."""

from fractions import Fraction

from rules_lib.errors import require_bool
from rules_lib.paper_tigers import command, melee
from rules_lib.paper_tigers.charge.adjudicate import adjudicate
from rules_lib.paper_tigers.charge.odds import shot_distribution
from rules_lib.paper_tigers.charge.rules import may_stand_still, require_charger, rolled_card
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Action, Ending, Shot
from rules_lib.paper_tigers.melee.adjudicate import DEFAULT_NAMES
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.probability import Distribution, Rng
from rules_lib.rulebook import uses
from rules_lib.values.type_checks import checked

SHOTS: dict[bool | None, Shot | None] = {True: "hit", False: "miss", None: None}


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "R-M11", "R-M12", "R-M14", "R-M15")
@checked
def play(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    rng: Rng,
    *,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    reroll: Reroll = "if_missed",
    shot_hits: Fraction | int | None = None,
    moves: bool = True,
    in_reach: bool = False,
    others_in_reach: bool = False,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Action:
    """Roll the whole action of a unit that wants to move and charge.

    Args:
        attacker, defender: the two units.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings, melee_rulings, reroll, shot_hits, moves, in_reach: as for the odds.
        others_in_reach: as for the odds, too.
        names: what the transcript calls the units.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.charge.adjudicate.adjudicate` of these dice.

    Raises:
        IllegalAction, InvalidValue, UnspecifiedBySource: as for the odds.
    """
    card = require_charger(attacker, melee_rulings)
    shots = Distribution(shot_distribution(shot_hits, rulings, others_in_reach))
    moving = rolled_card(card, "movement", rulings)
    movement = command.play(moving, "movement", rng).roll if require_bool("moves", moves) else None
    charge_roll, shot = None, None
    rolls: tuple[melee.Rolls, ...] = ()

    def so_far() -> Action:
        return adjudicate(
            attacker,
            defender,
            movement_roll=movement,
            charge_roll=charge_roll,
            shot=shot,
            rolls=rolls,
            rulings=rulings,
            melee_rulings=melee_rulings,
            complete=False,
            names=names,
            others_in_reach=others_in_reach,
        )

    stands_near = require_bool("in_reach", in_reach) and may_stand_still(rulings)
    if so_far().ending == Ending.STAYS and not stands_near:
        return so_far()
    charge_roll = command.play(card, "charge", rng).roll
    tested = so_far()
    if tested.fight is not None:
        fight = melee.play(attacker, defender, rng, melee_rulings, reroll, names=names)
        rolls = tuple(exchange.rolls for exchange in fight.exchanges)
    elif not tested.tests[-1].passed:
        shot = SHOTS[shots.sample(rng)]
    return so_far()
