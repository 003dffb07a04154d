"""The system: what is asked, how it ends, and the dice of a bout that was pulled."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from rules_lib.errors import keep_int
from rules_lib.probability import Distribution, Rng, dice
from rules_lib.system.inputs import said
from rules_lib.system.kinds import parsed
from rules_lib.system.report import Report, Verdict
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.parser import Words

MOST_DICE = 9


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the two who pull; a fresh one has a die more."""

    dice: int
    fresh: bool = False

    def __post_init__(self) -> None:
        keep_int(self, "dice", 1, MOST_DICE)

    @classmethod
    def parse(cls, text: str, *, field: str = "arm") -> Self:
        words = Words(field, text, "its dice, then fresh: '3 dice, fresh'")
        with words.blamed():
            count = words.number("# dice", "# die")
            if count is None:
                raise words.refused(text)
            return cls(count, words.flag("fresh"))

    def __str__(self) -> str:
        return f"{self.dice} dice{', fresh' if self.fresh else ''}"

    @property
    def total(self) -> Distribution[int]:
        return dice.total(self.dice + self.fresh)


@dataclass(frozen=True, slots=True)
class Pulled:
    """The totals of a bout."""

    left_total: int = said("total of the left one", 0)
    right_total: int = said("total of the right one", 0)
    again_total: int | None = said("what a stubborn right one pulls then", None)


@dataclass(frozen=True, slots=True)
class Bout(Situation):
    left: Arm = said("its dice, then fresh", metavar="ARM")
    right: Arm = said("the same", metavar="ARM")
    stubborn: bool = said("the right one pulls once more where it has lost", False)

    def odds(self) -> Distribution[str]:
        wins = Fraction(0)
        for mine, p in self.left.total.items():
            wins += p * self.right.total.cdf(mine - 1) ** (1 + self.stubborn)
        return Distribution({"left": wins, "right": 1 - wins})

    def adjudicate(self, dice: Pulled) -> str:
        again = dice.again_total if self.stubborn else None
        return "left" if dice.left_total > max(dice.right_total, again or 0) else "right"

    def play(self, rng: Rng | int) -> str:
        return self.odds().sample(source_of_chance(rng))


def _recorded(bout: Bout, dice: Pulled, _: tuple[str, ...]) -> Report:
    told = f"The {(winner := bout.adjudicate(dice))} one wins."
    return Report((told,), {"outcome": winner}, Verdict(told))


SYSTEM = System(
    name="arm_wrestling",
    inputs=Bout,
    rulings=(),
    example='left = "3 dice"\nright = "2 dice, fresh"',
    chances=lambda found: {ALL: found},
    ended=str,
    words={Arm: parsed(Arm, "3 dice, fresh")},
    dice=Pulled,
    recorded=_recorded,
)
