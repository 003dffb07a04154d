"""The command test as a system: its dice for a move are an open rule of the charge."""

from dataclasses import dataclass

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.charge.rules import rolled_card, swapped_by
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.command import Card, CommandTest, Purpose
from rules_lib.paper_tigers.melee.state import NO_CARD
from rules_lib.probability import Distribution, Rng
from rules_lib.system.inputs import said
from rules_lib.system.kinds import InWords
from rules_lib.system.report import Report, Verdict, chances, distribution, number
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, System
from rules_lib.text.chances import dice_told
from rules_lib.text.files import located
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import checked

PURPOSES: dict[Purpose, tuple[str, tuple[str, ...]]] = {
    "movement": ("A move", ("PT-M19",)),
    "charge": ("A charge", ("PT-M2", "PT-M3")),
    "melee": ("A hit in a melee", ("PT-M3", "PT-M9")),
    "shot": ("A sniper’s shot", ("PT-S8",)),
}
"""What a test can be for, and the clauses that say how it is made."""


class Passed(WordEnum):
    """What becomes of a command test."""

    PASSED = "passed"
    FAILED = "failed"


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

    def odds(self) -> Distribution[Passed]:
        """The chance to pass, and that to fail."""
        passes = command.chance(self._card, self.purpose)
        return Distribution({Passed.PASSED: passes, Passed.FAILED: 1 - passes})

    @checked
    def adjudicate(self, dice: int) -> CommandTest:
        """Whether the total of its dice passes."""
        return CommandTest(self._card, self.purpose, dice)

    def play(self, rng: Rng | int) -> CommandTest:
        """Roll it; ``rng`` is a seed or a source of chance."""
        return command.play(self._card, self.purpose, source_of_chance(rng))

    @checked
    def due(self, dice: int | None = None) -> str:
        """The dice that are to be rolled; ``""`` if they have been."""
        if dice is not None:
            self.adjudicate(dice)
            return ""
        cited = ", ".join(_cited(self.purpose, self._card, self.card))
        count = dice_told(self._card.dice_for(self.purpose))
        return f"the {self.purpose} test, {count} on {self.card} [{cited}]"

    @property
    def _card(self) -> Card:
        return rolled_card(self.card, self.purpose, self.house.of(Rulings))


def _cited(purpose: Purpose, rolled: Card, lies: Card | None) -> tuple[str, ...]:
    """What is cited for the dice of a test."""
    return (*PURPOSES[purpose][1], *swapped_by(rolled, lies))


def _card(text: str, place: str) -> Card:
    with located(place):
        return Card.parse(text)


CARD = InWords("red 7", _card)


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """What the command asks: of one purpose, or of all of them."""

    card: Card | None = said(
        "a card, such as 'red 7'",
        read=lambda option, text: None if text == NO_CARD else _card(text, option),
    )
    purpose: Purpose | None = said(
        f"{', '.join(PURPOSES)}; all of them by default", None, option="for", metavar="PURPOSE"
    )

    @property
    def tests(self) -> dict[Purpose, Card]:
        """The card that is rolled on for each purpose."""
        asked = list(PURPOSES) if self.purpose is None else [self.purpose]
        lies = command.require_card(self.card, asked[0])
        return {each: rolled_card(lies, each, self.house.of(Rulings)) for each in asked}


@dataclass(frozen=True, slots=True)
class Rolled:
    """A recorded test."""

    roll: int | None = said("total of the dice you rolled", None, metavar="TOTAL")


def _counted(asked: Asked, _: tuple[str, ...]) -> Report:
    """The chance for each purpose."""
    on, lies = asked.tests, command.require_card(asked.card, "movement")
    found = {purpose: command.chance(card, purpose) for purpose, card in on.items()}
    told = {each: dice_told(card.dice_for(each)) for each, card in on.items()}
    rows = {f"{PURPOSES[each][0]}, {told[each]}": p for each, p in found.items()}
    needed = f"Tests on {lies}: the total must be {lies.value} or more."
    moves = ("R-M14",) if "movement" in on and lies.house_dice is None else ()
    tests = [
        {
            "purpose": purpose,
            "dice": on[purpose].dice_for(purpose),
            "passes": number(p),
            "distribution": distribution(
                {True: p, False: 1 - p}, lambda passed: {"passed": passed}
            ),
        }
        for purpose, p in found.items()
    ]
    data = {"card": str(lies), "tests": tests}
    verdict = Verdict(needed, chances=rows)
    return Report((needed, "", *chances(rows)), data, verdict, changing=moves)


def _recorded(asked: Asked, roll: int, _: tuple[str, ...]) -> Report:
    """Whether a roll passes."""
    on = asked.tests
    if asked.purpose is None:
        raise InvalidValue("roll", roll, f"it only with --for and one of {', '.join(PURPOSES)}")
    test = CommandTest(on[asked.purpose], asked.purpose, roll)
    cited = _cited(asked.purpose, test.card, asked.card)
    data = {"card": str(asked.card), "roll": test.roll, "passed": test.passed}
    verdict = Verdict(f"{str(test).capitalize()}.", test)
    told = f"{verdict.text} [{', '.join(cited)}]"
    return Report((told,), data | {"clauses": list(cited)}, verdict)


SYSTEM = System(
    name="test",
    inputs=Test,
    rulings=(Rulings,),
    example='card = "red 7"\npurpose = "charge"',
    chances=lambda found: {ALL: {str(each): found[each] for each in Passed}},
    ended=lambda test: str(Passed.PASSED if test.passed else Passed.FAILED),
    words={Card: CARD},
    asked=Asked,
    dice=Rolled,
    counted=_counted,
    recorded=_recorded,
    home=__name__,
)
