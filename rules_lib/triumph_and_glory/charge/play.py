"""Plays charges: rolls each die that is asked for, and has it adjudicated."""

from rules_lib.errors import InvalidValue
from rules_lib.probability import Rng
from rules_lib.triumph_and_glory.charge.adjudicate import Answers, Charge, run
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.plans import DecisionNeeded, Plan, require_plan
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.values.type_checks import checked


@checked
def play(
    situation: Situation,
    decisions: Plan | None,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    secondary: Secondary | None = None,
) -> Charge:
    """Roll the nine steps, through pursuit and counter-shock.

    Args:
        situation: who charges whom.
        decisions: the answers to all decisions, by kind or by name, as for the odds. Not all need
            come up.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings: how the open rules are read.
        secondary: the tables that the excerpt leans on, if not those of the secondary source.

    Returns:
        The same as :func:`~rules_lib.triumph_and_glory.charge.adjudicate` of these dice.

    Raises:
        DecisionNeeded: it comes to a decision that is not given.
        UnspecifiedBySource: it comes to a point that the source and the given data leave open.
    """
    if rng is None:  # to an adjudication it would mean that dice are given
        raise InvalidValue("rng", rng, "a source of chance such as random.Random(7)")
    game = Game(situation, rulings, require_secondary(secondary))
    charge = run(game, Answers(game, (), require_plan(decisions, game.names), rng))
    if charge.missing is not None:
        raise DecisionNeeded(charge.missing.key, charge.missing.options)
    return charge
