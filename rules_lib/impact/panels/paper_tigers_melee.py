"""Situations of the melee and of the charge."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.paper_tigers import charge, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.charge.rules import target_is_known
from rules_lib.paper_tigers.melee import Combatant, Goal
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.rulebook.defaults import defaults

FIGHTS = (
    ("red 7", "red 7"),
    ("red 7", "red 5"),
    ("red 9", "black 7"),
    ("red 11", "red 11"),
    ("red 12", "red 5"),
    ("red 10", "black 5"),
    ("black 6", "red 8"),
    ("black 8", "black 8"),
    ("black 5", "black 10"),
    ("red 7", "red 5, small team"),
    ("red 9", "black 7, small team"),
    ("red 10", "red 10, small team"),
    ("black 8", "red 8, small team"),
    ("red 7", "red 5, officer"),
    ("red 9", "red 9, officer"),
    ("black 7", "black 7, officer"),
    ("red 9", "black 7, in cover"),
    ("red 7", "red 9, in cover"),
    ("black 8", "black 8, in cover"),
    ("red 8", "red 8, small team, in cover"),
    ("red 7, 1 hit", "red 7"),
    ("red 9", "red 9, 1 hit"),
    ("black 8, 1 hit", "black 8, 1 hit"),
    ("red 9", "red 7, small team, 1 hit"),
    ("red 8", "black 7, officer, 1 hit"),
    ("black 9", "red 7, in cover, 1 hit"),
    ("red 9", "red 7, small team, shaken"),
    ("red 7, shaken", "red 7"),
    ("red 6", "black 4, in cover"),
    ("black 4", "red 8, small team"),
    ("black 12", "black 12, in cover"),
    ("black 12", "black 12, in cover, 1 hit"),
    ("black 12", "black 12, officer"),
    ("black 12", "black 10, small team, 1 hit"),
)
"""Attacker and defender; a defender in cover rolls again after every miss.

The last six are those in which some reading changes more than in any other of 800 melees: cards
4, 6, 8, 10 and 12 of both colours on both sides, defenders plain, a small team, an officer or in
cover, unhurt or hit before.
"""

CLEVER = (
    ("red 9", "black 8, in cover"),
    ("black 7", "black 7, in cover"),
)
"""The defender rolls again whenever that is best for being the only unit left."""

CHARGES = (
    ("red 7", "red 5"),
    ("black 8", "red 7, small team"),
)

STANDING = (
    ("red 7", "red 5"),
    ("red 9", "black 7, small team"),
    ("red 12", "red 10"),
    ("black 5", "black 8"),
    ("black 8", "red 8"),
    ("black 10", "black 10, in cover"),
)

EXCLUDED = NoAnswer("no answer: these readings exclude each other")


def _told(unit: Combatant) -> str:
    """A unit as one tells of it: ``"a small team with red 5 in cover, hit before"``."""
    kind = "a small team with " * unit.small_team + "an officer with " * unit.officer
    cover, hit, shaken = " in cover" * unit.in_cover, ", hit before" * unit.hits, ", shaken"
    return f"{kind}{unit.card}{cover}{hit}{shaken * unit.shaken}"


def _of_two(
    name: str, sides: tuple[str, str], asked: Callable[[Combatant, Combatant, Any], Value]
) -> Situation:
    """Two units; ``name`` has a place for each, ``asked`` is the chance under some rulings."""
    units = Combatant.parse(sides[0]), Combatant.parse(sides[1])
    return Situation(name.format(*map(_told, units)), lambda rulings: asked(*units, rulings))


def _wins(
    attacker: Combatant, defender: Combatant, rulings: melee.Rulings, reroll: Reroll = "if_missed"
) -> Value:
    try:
        melee.Pairing(attacker, defender, rulings)
    except InvalidValue:  # R-M13 needs what R-M5 then hides
        return EXCLUDED
    return melee.odds(attacker, defender, rulings, reroll).attacker_wins


def _arrives_and_wins(attacker: Combatant, defender: Combatant, rulings: melee.Rulings) -> Value:
    ours = defaults(charge.Rulings)
    ends = charge.odds(attacker, defender, rulings=ours, melee_rulings=rulings)
    return ends[Ending.ATTACKER_WINS]


def _charges_and_wins(
    attacker: Combatant, defender: Combatant, rulings: charge.Rulings, moves: bool = True
) -> Value:
    ours = defaults(melee.Rulings)
    try:
        ends = charge.odds(attacker, defender, rulings=rulings, melee_rulings=ours, moves=moves)
    except IllegalAction:
        return Fraction(0)
    return ends[Ending.ATTACKER_WINS]


SHOTS = (
    ("red 7", Fraction(1, 2), "half the time"),
    ("red 10", Fraction(1, 2), "half the time"),
    ("black 6", Fraction(1, 4), "1 time in 4"),
    ("black 9", Fraction(1, 4), "1 time in 4"),
    ("black 9", Fraction(3, 4), "3 times in 4"),
    ("red 12", Fraction(3, 4), "3 times in 4"),
)
"""Charger, and how often the shot at it hits: the shooting rules are not in the source."""


def _shot(card: str, hits: Fraction, often: str) -> Situation:
    def is_hit(attacker: Combatant, defender: Combatant, rulings: charge.Rulings) -> Value:
        rolled = hits if rulings.reaction_shot == "normal" else None
        ours = defaults(melee.Rulings)
        ends = charge.odds(
            attacker, defender, rulings=rulings, melee_rulings=ours, shot_hits=rolled
        )
        return ends[Ending.SHOT_HITS] + ends[Ending.SHOT_REMOVES]

    return _of_two(f"{{}} moves and charges; a shot at it hits {often}", (card, "red 7"), is_hit)


def _refused(others: bool) -> Situation:
    def shooter(rulings: charge.Rulings) -> str:
        known = target_is_known(others, rulings)
        return "the unit it was meant for" if known else "unspecified by the source"

    return Situation(
        f"a charge fails, {'several enemies' if others else 'one enemy'} in reach", shooter
    )


PANELS = (
    Panel(
        (*(f"R-M{number}" for number in range(1, 11)), "R-M13"),
        "the attacker wins",
        (
            *(_of_two("{} attacks {}", each, _wins) for each in FIGHTS),
            *(
                _of_two(
                    "{} attacks {}, re-rolling when that is best",
                    each,
                    partial(_wins, reroll=Goal.WIN),
                )
                for each in CLEVER
            ),
            *(
                _of_two("{} must move, charge and beat {}", each, _arrives_and_wins)
                for each in CHARGES
            ),
        ),
        "A defender in cover rolls again after every miss, if nothing else is said.",
    ),
    Panel(
        ("R-M11",),
        "the unit that wants to charge is hit by the reaction shot",
        tuple(_shot(*row) for row in SHOTS),
        "How shots hit is not in the source, so the chances of the shots are given.",
    ),
    Panel(
        ("R-M12",),
        "the unit charges and wins",
        tuple(
            _of_two(
                "{} stands 8″ from {}, and has not moved",
                each,
                partial(_charges_and_wins, moves=False),
            )
            for each in STANDING
        ),
    ),
    Panel(
        ("R-M14",),
        "the unit moves, charges and wins",
        tuple(
            _of_two("{} moves, charges and beats {}", each, _charges_and_wins) for each in STANDING
        ),
    ),
    Panel(("R-M15",), "who may shoot at it", tuple(map(_refused, (False, True)))),
)
