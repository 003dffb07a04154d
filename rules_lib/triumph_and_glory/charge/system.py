"""The cavalry charge as a system."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rules_lib.frozen import FrozenMap
from rules_lib.probability import Rng
from rules_lib.system import situation, system
from rules_lib.system.kinds import InWords
from rules_lib.triumph_and_glory.charge import words
from rules_lib.triumph_and_glory.charge.adjudicate import Charge
from rules_lib.triumph_and_glory.charge.odds import Odds, odds
from rules_lib.triumph_and_glory.charge.play import play
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Attack, Situation
from rules_lib.triumph_and_glory.charge.target import Stack, Target
from rules_lib.triumph_and_glory.units import Artillery, Infantry, Unit
from rules_lib.triumph_and_glory.units import Cavalry as Rider
from rules_lib.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Cavalry(situation.Situation):
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

    def play(self, rng: Rng) -> Charge:
        """Roll the nine steps."""
        return play(self.situation, self.decisions, rng, self.house.of(Rulings))


def _chances(found: Odds) -> Mapping[str, Mapping[str, Fraction]]:
    names = (name for name, _ in next(iter(found.outcomes)).fates)
    return {name: {str(fate): p for fate, p in found.fate(name).items()} for name in names}


ARMS = {"cavalry": Rider, "infantry": Infantry, "artillery": Artillery}
"""What a table calls the units."""


def _in_a_table(_: object) -> None:
    """Words are read, and tables written."""


SYSTEM = system.System(
    "cavalry",
    Cavalry,
    (Rulings,),
    """\
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
        Unit: InWords("A: heavy 5, strength 6", words.unit, _in_a_table, "arm", ARMS),
        Artillery: InWords("G: artillery 4, fire 6", words.unit, _in_a_table),
        Stack: InWords("A: heavy 5, strength 6, through flank", words.stack, _in_a_table),
        Target: InWords(
            "X: infantry 5, strength 5 + G: artillery 4, fire 6", words.target, _in_a_table
        ),
    },
)
