"""The cavalry charge as a system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from rules_lib.probability import Rng
from rules_lib.system import situation, system
from rules_lib.system.inputs import said
from rules_lib.system.kinds import InWords
from rules_lib.triumph_and_glory.charge import parser, report
from rules_lib.triumph_and_glory.charge.adjudicate import Charge, adjudicate, play
from rules_lib.triumph_and_glory.charge.advice import Best, decide
from rules_lib.triumph_and_glory.charge.goals import Goal
from rules_lib.triumph_and_glory.charge.odds import Odds, odds
from rules_lib.triumph_and_glory.charge.plans import KINDS
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Attack, Situation, Stack, Target
from rules_lib.triumph_and_glory.units import Artillery, Infantry, Unit
from rules_lib.triumph_and_glory.units import Cavalry as Rider
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class CavalryCharge(situation.Situation):
    """Cavalry charges of Triumph & Glory.

    Attributes:
        attacks: who charges whom.
        decisions: what both sides decide, by kind or by name.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: attacks that are no :class:`Situation` of the charge.
    """

    attacks: tuple[Attack, ...]
    decisions: Mapping[str, str | bool] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        situation.Situation.__post_init__(self)
        Situation(self.attacks)

    @property
    def situation(self) -> Situation:
        """The attacks, as the functions of the charge take them."""
        return Situation(self.attacks)

    def odds(self) -> Odds:
        """Their exact odds under these decisions."""
        return odds(self.situation, self.decisions, self.house.of(Rulings))

    def adjudicate(self, dice: Sequence[int] | Mapping[str, int] = ()) -> Charge:
        """The nine steps from given dice, as far as these go."""
        return adjudicate(self.situation, dice, self.decisions, self.house.of(Rulings))

    def play(self, rng: Rng | int) -> Charge:
        """Roll the nine steps; ``rng`` is a seed or a source of chance."""
        source = situation.source_of_chance(rng)
        return play(self.situation, self.decisions, source, self.house.of(Rulings))

    def best(self, goal: str | Goal = "drive-out") -> Best:
        """The best of all decisions that are left, and their odds.

        Args:
            goal: ``"drive-out"``, ``"rout"``, ``"balance"``, or a function of an outcome.
        """
        sought = report.goal_of(goal, self.attacks) if isinstance(goal, str) else goal
        return decide(self.situation, sought, self.decisions, self.house.of(Rulings))

    def due(self, dice: Sequence[int] | Mapping[str, int] = ()) -> str:
        """What is to be rolled or decided after these dice; ``""`` if it is over."""
        return report.due_of(self.adjudicate(dice))


@dataclass(frozen=True, slots=True)
class Asked(situation.Situation):
    """What the command asks: of one attack, a text for each hex."""

    charger: tuple[str, ...] = said(
        f"{parser.CHARGER_HELP}. Repeat it for each hex; a name may go before a unit: 'A: …'",
        metavar="UNIT",
    )
    target: tuple[str, ...] = said(f"{parser.TARGET_HELP}. Repeat it for each hex", metavar="UNIT")
    other_drm: int = said(
        "a further modifier of the fight, such as 2 or -1", 0, option="drm", metavar="N"
    )
    ratio_drm: int | None = said(
        "the modifier for the ratio of strengths if all chargers come to fight, such as 1; then no"
        " strength is needed",
        None,
        option="ratio",
        metavar="N",
    )
    decide: tuple[str, ...] = said(
        "what is decided, by kind or by name: square=yes, 'square X=no'. Kinds:"
        f" {', '.join(KINDS)}",
        (),
        metavar="WHAT=ANSWER",
    )
    goal: Literal["drive-out", "rout", "balance"] = said(
        "what all other decisions are best for, the attacker's for it and the defender's against"
        " it; drive-out if left out. "
        + "; ".join(f"{name}: {told.lower()}" for name, told in report.GOALS.items()),
        "drive-out",
        metavar="GOAL",
        alone="not together with recorded dice",
    )

    @property
    def situation(self) -> Situation:
        """The attack, as the functions of the charge take it."""
        return Situation.parse(
            self.charger,
            self.target,
            other_drm=self.other_drm,
            ratio_drm=self.ratio_drm,
            fields=("--charger", "--target"),
        )

    @property
    def decisions(self) -> Mapping[str, str]:
        """What is decided."""
        return report.pairs("--decide", self.decide)

    def adjudicate(self, dice: Sequence[int] | Mapping[str, int] = ()) -> Charge:
        """The nine steps from given dice, as far as these go."""
        return adjudicate(self.situation, dice, self.decisions, self.house.of(Rulings))


@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a charge."""

    dice: Sequence[int] | Mapping[str, int] = said(
        "recorded dice, 0 to 9, instead of odds: 3,5,7 in the order in which they are asked for, or"
        " by name: 'commitment A=3, square X=5'. It stops at what is missing and names it",
        (),
        metavar="FACES",
        read=report.dice,
    )


def _chances(found: Odds) -> Mapping[str, Mapping[str, Fraction]]:
    names = (name for name, _ in next(iter(found.outcomes)).fates)
    return {name: {str(fate): p for fate, p in found.fate(name).items()} for name in names}


ARMS = FrozenMap({"cavalry": Rider, "infantry": Infantry, "artillery": Artillery})
"""What a table calls the units."""


def _in_a_table(_: object) -> None:
    """Words are read, and tables written."""


SYSTEM = system.System(
    name="cavalry",
    inputs=CavalryCharge,
    rulings=(Rulings,),
    example="""\
[decisions]
square = "yes"
recall = "no"

[[attacks]]
stacks = ["A: heavy 5, strength 6, disordered cohesion 4"]
targets = ["X: infantry 5, strength 5, disordered cohesion 4"]""",
    chances=_chances,
    ended=lambda charge: "; ".join(f"{name} {fate}" for name, fate in charge.fates.items()),
    notes=lambda _, found: map(str, found.never_due),
    words={
        Unit: InWords("A: heavy 5, strength 6", parser.unit, _in_a_table, "arm", ARMS),
        Artillery: InWords("G: artillery 4, fire 6", parser.unit, _in_a_table),
        Stack: InWords("A: heavy 5, strength 6, through flank", parser.stack, _in_a_table),
        Target: InWords(
            "X: infantry 5, strength 5 + G: artillery 4, fire 6", parser.target, _in_a_table
        ),
    },
    asked=Asked,
    dice=Rolled,
    counted=report.counted,
    recorded=report.recorded,
    home=__name__,
)
