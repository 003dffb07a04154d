"""Situations of the melee and of the charge."""

import re
from collections.abc import Iterator
from fractions import Fraction

from rules_lib.errors import IllegalAction
from rules_lib.impact.model import Panel, Situation
from rules_lib.paper_tigers import Card, charge, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.melee import Combatant, Goal
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.rulebook.defaults import defaults


def unit(words: str) -> Combatant:
    """A unit from words such as ``"small team red 5 in cover, hit before"``."""
    card = re.search(r"(red|black) \d+", words)
    assert card is not None
    return Combatant(
        Card.parse(card[0]),
        small_team="small team" in words,
        officer="officer" in words,
        in_cover="in cover" in words,
        hits=int("hit before" in words),
        shaken="shaken" in words,
    )


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
    ("red 7", "small team red 5"),
    ("red 9", "small team black 7"),
    ("red 10", "small team red 10"),
    ("black 8", "small team red 8"),
    ("red 7", "officer red 5"),
    ("red 9", "officer red 9"),
    ("black 7", "officer black 7"),
    ("red 9", "black 7 in cover"),
    ("red 7", "red 9 in cover"),
    ("black 8", "black 8 in cover"),
    ("red 8", "small team red 8 in cover"),
    ("red 7, hit before", "red 7"),
    ("red 9", "red 9, hit before"),
    ("black 8, hit before", "black 8, hit before"),
    ("red 9", "small team red 7, hit before"),
    ("red 8", "officer black 7, hit before"),
    ("black 9", "red 7 in cover, hit before"),
    ("red 9", "small team red 7, shaken"),
    ("red 7, shaken", "red 7"),
    ("red 6", "black 4 in cover"),
    ("black 4", "small team red 8"),
    ("black 12", "black 12 in cover"),
    ("black 12", "black 12 in cover, hit before"),
    ("black 12", "officer black 12"),
    ("black 12", "small team black 10, hit before"),
)
"""Attacker and defender; a defender in cover rolls again after every miss.

The last six are those in which some reading changes more than in any other of 800 melees: cards
4, 6, 8, 10 and 12 of both colours on both sides, defenders plain, a small team, an officer or in
cover, unhurt or hit before.
"""

CLEVER = (("red 9", "black 8 in cover"), ("black 7", "black 7 in cover"))
"""The defender rolls again whenever that is best for being the only unit left."""

CHARGES = (("red 7", "red 5"), ("black 8", "small team red 7"))


def _fight(attacker: str, defender: str, reroll: Reroll = "if_missed") -> Situation:
    def attacker_wins(rulings: melee.Rulings) -> Fraction:
        return melee.odds(unit(attacker), unit(defender), rulings, reroll).attacker_wins

    best = ", re-rolling when that is best" if reroll == Goal.WIN else ""
    return Situation(f"{attacker} attacks {_told(defender)}{best}", attacker_wins)


def _charge(attacker: str, defender: str) -> Situation:
    def arrives_and_wins(rulings: melee.Rulings) -> Fraction:
        ours = defaults(charge.Rulings)
        distribution = charge.odds(
            unit(attacker), unit(defender), rulings=ours, melee_rulings=rulings
        )
        return distribution[Ending.ATTACKER_WINS]

    name = f"{attacker} must move, charge and beat {_told(defender)}"
    return Situation(name, arrives_and_wins)


def _told(words: str) -> str:
    for kind, article in (("small team", "a small team with"), ("officer", "an officer with")):
        words = words.replace(kind, article)
    return words


def _melees() -> Iterator[Situation]:
    yield from (_fight(*sides) for sides in FIGHTS)
    yield from (_fight(*sides, reroll=Goal.WIN) for sides in CLEVER)
    yield from (_charge(*sides) for sides in CHARGES)


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
    def is_hit(rulings: charge.Rulings) -> Fraction:
        rolled = hits if rulings.reaction_shot == "normal" else None
        ours = defaults(melee.Rulings)
        distribution = charge.odds(
            unit(card), unit("red 7"), rulings=rulings, melee_rulings=ours, shot_hits=rolled
        )
        return distribution[Ending.SHOT_HITS] + distribution[Ending.SHOT_REMOVES]

    return Situation(f"{card} moves and charges; a shot at it hits {often}", is_hit)


STANDING = (
    ("red 7", "red 5"),
    ("red 9", "small team black 7"),
    ("red 12", "red 10"),
    ("black 5", "black 8"),
    ("black 8", "red 8"),
    ("black 10", "black 10 in cover"),
)


def _standstill(attacker: str, defender: str) -> Situation:
    def charges_and_wins(rulings: charge.Rulings) -> Fraction:
        ours = defaults(melee.Rulings)
        sides = unit(attacker), unit(defender)
        try:
            distribution = charge.odds(*sides, rulings=rulings, melee_rulings=ours, moves=False)
        except IllegalAction:
            return Fraction(0)
        return distribution[Ending.ATTACKER_WINS]

    name = f"{attacker} stands 8″ from {_told(defender)}, and has not moved"
    return Situation(name, charges_and_wins)


PANELS = (
    Panel(
        tuple(f"R-M{number}" for number in range(1, 11)),
        "the attacker wins",
        tuple(_melees()),
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
        tuple(_standstill(*sides) for sides in STANDING),
    ),
)
