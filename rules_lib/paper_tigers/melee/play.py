"""Plays a melee: rolls what the rules ask for, and has it adjudicated."""

from rules_lib.paper_tigers.melee.adjudicate import (
    DEFAULT_NAMES,
    Fight,
    adjudicate,
    resolve_exchange,
)
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.paper_tigers.melee.odds import policy_of
from rules_lib.paper_tigers.melee.rules import opening
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Combatant, Outcome, Pairing, Rolls
from rules_lib.probability import Rng, dice
from rules_lib.rulebook import uses
from rules_lib.values.type_checks import checked

MOST_EXCHANGES = 1000
"""A melee that goes on after so many exchanges is left as it stands: some never end."""


@uses("PT-M3", "PT-M8", "PT-M13", "R-M5")
@checked
def play(
    attacker: Combatant,
    defender: Combatant,
    rng: Rng,
    rulings: Rulings = Rulings(),
    reroll: Reroll = "if_missed",
    *,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fight:
    """Roll a melee to its end.

    Args:
        attacker, defender: the units as they enter it.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings: how the open rules are read.
        reroll: what a defender in cover does, as for :func:`~rules_lib.paper_tigers.melee.odds`.
        names: what the transcript calls the two units.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.melee.adjudicate` of these dice. A melee that
        goes on after 1000 exchanges is left as it stands; some can never end.

    Raises:
        IllegalAction, InvalidValue, UnspecifiedBySource: as for the odds.
    """
    pairing = Pairing(attacker, defender, rulings)
    policy, _ = policy_of(pairing, reroll)
    mine, theirs = pairing.attacker_card.combat_dice, pairing.defender_card.combat_dice
    state, rolls = opening(pairing), list[Rolls]()
    while len(rolls) < MOST_EXCHANGES:
        attack, defence = sum(dice.roll(mine, rng)), sum(dice.roll(theirs, rng))
        again = state.reroll_left and defence in policy(state)[attack]
        rolls.append(Rolls(attack, defence, sum(dice.roll(theirs, rng)) if again else None))
        exchange = resolve_exchange(pairing, state, rolls[-1], number=len(rolls))
        if exchange.outcome != Outcome.GOES_ON:
            break
        state = exchange.after
    return adjudicate(attacker, defender, rolls, rulings, complete=False, names=names)
