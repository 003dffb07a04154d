"""The command test as a system: its dice for a move are an open rule of the charge."""

from dataclasses import dataclass
from fractions import Fraction

from rules_lib.data_files import located
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.charge.rules import rolled_card
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.command import Card, CommandTest, Purpose
from rules_lib.probability import Rng
from rules_lib.system.kinds import InWords
from rules_lib.system.situation import Situation
from rules_lib.system.system import ALL, System
from rules_lib.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Test(Situation):
    """A command test.

    Attributes:
        card: the card that it is rolled on.
        purpose: what it is for.
        rulings: how the open rules are read: R-M14 says which dice a move has.
    """

    card: Card
    purpose: Purpose

    def odds(self) -> Fraction:
        """The chance to pass."""
        return command.chance(self._card, self.purpose)

    def play(self, rng: Rng) -> CommandTest:
        """Roll it."""
        return command.play(self._card, self.purpose, rng)

    @property
    def _card(self) -> Card:
        return rolled_card(self.card, self.purpose, self.house.of(Rulings))


def _card(text: str, place: str) -> Card:
    with located(place):
        return Card.parse(text)


SYSTEM = System(
    "test",
    Test,
    (Rulings,),
    'card = "red 7"\npurpose = "charge"',
    chances=lambda passes: {ALL: {"passed": passes, "failed": 1 - passes}},
    ended=lambda test: "passed" if test.passed else "failed",
    words={Card: InWords("red 7", _card)},
)
