"""What is asked of the melees and charges in ``panels.toml``, over which readings are compared."""

from fractions import Fraction

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.paper_tigers import charge, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.charge.rules import target_is_known
from rules_lib.paper_tigers.melee import Combatant, Reroll
from rules_lib.rulebook.defaults import EXCLUDED, defaults

SHOT_AT = Combatant.parse("red 7")
"""Whom a unit charges whose charge is shot at."""


def told(value: object) -> str:
    """A unit as one tells of it: ``"a small team with red 5 in cover, hit before"``."""
    if not isinstance(value, Combatant):
        return str(value)
    kind = "a small team with " * value.small_team + "an officer with " * value.officer
    cover, hit, shaken = " in cover" * value.in_cover, ", hit before" * value.hits, ", shaken"
    return f"{kind}{value.card}{cover}{hit}{shaken * value.shaken}"


def wins(
    attacker: Combatant,
    defender: Combatant,
    rulings: melee.Rulings,
    reroll: Reroll = "if_missed",
) -> Fraction | str:
    """The attacker wins."""
    try:
        melee.Pairing(attacker, defender, rulings)
    except InvalidValue:  # R-M13 needs what R-M5 then hides
        return EXCLUDED
    return melee.odds(attacker, defender, rulings, reroll).attacker_wins


def arrives_and_wins(attacker: Combatant, defender: Combatant, rulings: melee.Rulings) -> Fraction:
    """It moves, charges, and wins."""
    ours = defaults(charge.Rulings)
    ends = charge.odds(attacker, defender, rulings=ours, melee_rulings=rulings)
    return ends[Ending.ATTACKER_WINS]


def charges_and_wins(
    attacker: Combatant, defender: Combatant, rulings: charge.Rulings, moves: bool = True
) -> Fraction:
    """It charges and wins; it cannot where it may not charge."""
    ours = defaults(melee.Rulings)
    try:
        ends = charge.odds(attacker, defender, rulings=rulings, melee_rulings=ours, moves=moves)
    except IllegalAction:
        return Fraction(0)
    return ends[Ending.ATTACKER_WINS]


def is_hit(attacker: Combatant, hits: Fraction, rulings: charge.Rulings) -> Fraction:
    """The shot at it hits, a normal one as often as is told: how is not in the source."""
    rolled = hits if rulings.reaction_shot == "normal" else None
    ours = defaults(melee.Rulings)
    ends = charge.odds(attacker, SHOT_AT, rulings=rulings, melee_rulings=ours, shot_hits=rolled)
    return ends[Ending.SHOT_HITS] + ends[Ending.SHOT_REMOVES]


def shooter(enemies: str, rulings: charge.Rulings) -> str:
    """Who may shoot at a charge that fails."""
    known = target_is_known(enemies == "several enemies", rulings)
    return "the unit it was meant for" if known else "unspecified by the source"
