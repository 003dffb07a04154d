"""The melee as a system."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_lib.errors import require_word
from rules_lib.paper_tigers.melee import report
from rules_lib.paper_tigers.melee.adjudicate import Fight, adjudicate, play
from rules_lib.paper_tigers.melee.advice import Goal, Reroll
from rules_lib.paper_tigers.melee.odds import ENDS, Odds, odds
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import TRAITS, Combatant, RollsLike
from rules_lib.probability import Rng
from rules_lib.system.inputs import said
from rules_lib.system.kinds import parsed
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.parser import exchanges
from rules_lib.values.type_checks import checked

UNIT = f"a card, then any of: {TRAITS}"
REROLL = (
    "what a defender in cover does with its second roll: never, if_missed (this is taken if you say"
    f" nothing), or what is best to reach a goal: {', '.join(Goal)}"
)
NO_HABIT = "not together with recorded dice; write a re-roll as --rolls 12:7:10"
"""A habit makes no sense beside dice that are on the table."""


@checked
@dataclass(frozen=True, slots=True)
class Melee(Situation):
    """A melee.

    Attributes:
        attacker, defender: the two units.
        reroll: what a defender in cover does.
        rulings: how the open rules are read.
    """

    attacker: Combatant = said(UNIT, metavar="UNIT")
    defender: Combatant = said(UNIT, metavar="UNIT")
    reroll: Reroll = said(REROLL, "if_missed", metavar="WHEN", alone=NO_HABIT)

    def odds(self) -> Odds:
        """Its exact odds."""
        return odds(self.attacker, self.defender, self.house.of(Rulings), self.reroll)

    @checked
    def adjudicate(self, dice: Iterable[RollsLike] = ()) -> Fight:
        """What came of the raw totals of attacker and defender, exchange by exchange."""
        rulings = self.house.of(Rulings)
        return adjudicate(self.attacker, self.defender, dice, rulings, complete=False)

    def play(self, rng: Rng | int) -> Fight:
        """Roll it to its end; ``rng`` is a seed or a source of chance."""
        source = source_of_chance(rng)
        return play(self.attacker, self.defender, source, self.house.of(Rulings), self.reroll)

    def due(self, dice: Iterable[RollsLike] = ()) -> str:
        """What is rolled after these exchanges, or may be rolled again; ``""`` if it is over."""
        return report.due(self.adjudicate(dice))

    def best(self, goal: Goal | str = Goal.WIN) -> Odds:
        """Its odds with the best re-rolls for a goal of the defender; their ``policy`` says which.

        To play these: ``replace(duel, reroll=goal).play(7)``.
        """
        return replace(self, reroll=goal_of(goal)).odds()


def goal_of(goal: object) -> Goal:
    """A goal of the defender, by its name."""
    return Goal(require_word("goal", goal, tuple(map(str, Goal))))


@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a melee."""

    rolls: tuple[tuple[int, ...], ...] = said(
        "raw totals of attacker and defender for each exchange, such as 12:12,8:9, or 12:7:10 with"
        " a re-roll; without them you get the odds",
        (),
        metavar="A:D,A:D",
        read=exchanges,
    )


SYSTEM = System(
    name="melee",
    inputs=Melee,
    rulings=(Rulings,),
    example='attacker = "red 7"\ndefender = "black 6, in cover"\nreroll = "win"',
    chances=lambda found: {ALL: {str(name): found.outcomes[name] for name in ENDS}},
    ended=lambda fight: str(fight.outcome),
    idle=report.idle,
    words={Combatant: parsed(Combatant, "red 5, small team, in cover, 1 hit, shaken")},
    dice=Rolled,
    counted=report.counted,
    recorded=report.recorded,
    home=__name__,
)
