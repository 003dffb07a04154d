"""The command card and its tests: black moves, red fights."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, get_args

from rules_lib import errors
from rules_lib.probability import Rng, dice
from rules_lib.rulebook import implements, uses
from rules_lib.system.registry import systems
from rules_lib.text.chances import dice_told
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

if TYPE_CHECKING:
    from rules_lib.paper_tigers.charge.command_system import Test as Test

Colour: TypeAlias = Literal["red", "black"]
Purpose: TypeAlias = Literal["movement", "charge", "melee", "shot"]

COLOUR_WORDS: Mapping[str, Colour] = FrozenMap(
    {
        **dict.fromkeys(("red", "rot", "rote"), "red"),
        **dict.fromkeys(("black", "schwarz", "schwarze"), "black"),
    }
)
"""Words that :meth:`Card.parse` knows, English and German."""

INFANTRY_WORDS = ("infantry", "riflemen")
SMALL_TEAM_WORDS = ("small team", "mg team", "machine-gun team", "mg34 team", "mg42 team")
CREW_WORDS = ("crew", "gun crew", "mg crew", "mortar crew")
"""What players call a unit on foot; the names of the machine guns are those of the tutorial."""

_VEHICLES = (
    "vehicle tank lorry truck car jeep carrier halftrack half-track motorcycle motorbike train"
    " aircraft aeroplane airplane plane bomber fighter helicopter boat ship"
)
_MOUNTED = "cavalry rider riders horseman horsemen troop squadron dragoons hussars lancers"
_NOT_ON_FOOT: Mapping[str, str] = FrozenMap(
    {
        **dict.fromkeys(_VEHICLES.split(), "a vehicle"),
        **dict.fromkeys(_MOUNTED.split(), "a mounted unit"),
    }
)

VEHICLE_CREW_WORDS = tuple(f"{vehicle} crew" for vehicle in _VEHICLES.split())
"""Of crews, those of vehicles: PT-M15 names them, the other rules of the series do not."""

_CARD_WORDS = re.compile(
    r"\s*([A-Za-z]+)(?:\s+|-)?([0-9]{1,9})\s*(?:\(\s*([0-9]{1,2})\s*/\s*([0-9]{1,2}) dice\s*\)\s*)?"
)

LOWEST_VALUE = 2
MORE_DICE, FEWER_DICE = 3, 2
"""Dice of a test: red fights with more (PT-M3), black moves with more (PT-M19)."""
MOST_HOUSE_DICE = 9


@dataclass(frozen=True, slots=True)
class Card(RichDisplay):
    """A command card (Kommandokarte) as it lies at a unit.

    Attributes:
        colour: ``"red"`` or ``"black"``.
        value: the number a test must reach, 2 or more, to 10^18. A value that no roll reaches is
            legal; its tests just never succeed.
        house_dice: a house rule: other numbers of dice to fight with and to move with, 1 to 9 each.
            ``None``: as the rules have it.

    Raises:
        InvalidValue: another colour, or a value that is not a whole number from 2 up.
    """

    colour: Colour
    value: int
    house_dice: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.colour, str) or self.colour not in get_args(Colour):
            raise errors.InvalidValue("colour", self.colour, "'red' or 'black'")
        errors.keep_int(self, "value", LOWEST_VALUE)
        if self.house_dice is not None:
            object.__setattr__(self, "house_dice", _require_house_dice(self.house_dice))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card from words: ``"red 7"``, ``"rote 7"``, ``"schwarz 8"``.

        House dice stand behind it, to fight and to move: ``"red 7 (4/2 dice)"``.
        """
        errors.require_instance("card", text, str)
        found = _CARD_WORDS.fullmatch(text)
        colour = COLOUR_WORDS.get(found[1].lower()) if found else None
        if found is None or colour is None:
            allowed = f"a colour ({', '.join(COLOUR_WORDS)}) and a number, such as 'red 7'"
            raise errors.InvalidValue("card", text, allowed)
        return cls(colour, int(found[2]), (int(found[3]), int(found[4])) if found[3] else None)

    @property
    @implements("PT-M3")
    def combat_dice(self) -> int:
        """Dice for charge and melee tests: red 3, black 2."""
        if self.house_dice is not None:
            return self.house_dice[0]
        return MORE_DICE if self.colour == "red" else FEWER_DICE

    @property
    @implements("PT-M19")
    def movement_dice(self) -> int:
        """Dice for a movement test: black 3, red 2."""
        if self.house_dice is not None:
            return self.house_dice[1]
        return MORE_DICE if self.colour == "black" else FEWER_DICE

    def dice_for(self, purpose: Purpose) -> int:
        """Dice of a test for ``"movement"``, ``"charge"``, ``"melee"`` or a sniper’s ``"shot"``."""
        if not errors.is_one_of(purpose, get_args(Purpose)):
            raise errors.InvalidValue("purpose", purpose, " or ".join(map(repr, get_args(Purpose))))
        return self.movement_dice if purpose == "movement" else self.combat_dice

    @uses("PT-M3", "PT-M9")
    def reached_by(self, total: int) -> bool:
        """Whether a total, which deductions may have taken below zero, reaches the value."""
        return errors.require_whole("total", total) >= self.value

    def __lt__(self, other: object) -> bool:
        """By colour, then by value: tables are sorted so."""
        if not isinstance(other, Card):
            return NotImplemented
        mine, theirs = ((each.colour, each.value, each.house_dice or ()) for each in (self, other))
        return mine < theirs

    def __str__(self) -> str:
        house = "" if self.house_dice is None else " ({}/{} dice)".format(*self.house_dice)
        return f"{self.printed}{house}"

    @property
    def printed(self) -> str:
        """What is printed on it, for a sentence that tells the dice itself."""
        return f"{self.colour} {self.value}"

    def __repr__(self) -> str:
        house = "" if self.house_dice is None else f", house_dice={self.house_dice}"
        return f"Card(colour={self.colour!r}, value={self.value}{house})"


@checked
def not_on_foot(words: str) -> str:
    """What a unit is that goes by such a name and is not on foot, by its last word; ``""`` if not.

    ``"a vehicle"`` for an armoured car, and for a tank with strong armour; ``"a mounted unit"`` for
    a cavalry troop: the source often says nothing about them, and that is told apart from a word
    that nobody knows.
    """
    name, _, _ = words.lower().replace("_", " ").partition(" with ")
    return _NOT_ON_FOOT.get(name.rpartition(" ")[2], "")


def _require_house_dice(given: object) -> tuple[int, int]:
    numbers = [errors.whole_number(each) for each in given] if isinstance(given, tuple) else []
    kept = tuple(n for n in numbers if n is not None and 1 <= n <= MOST_HOUSE_DICE)
    if len(numbers) != 2 or len(kept) != 2:
        allowed = f"two numbers from 1 to {MOST_HOUSE_DICE}: dice to fight with, dice to move with"
        raise errors.InvalidValue("house_dice", given, allowed)
    return kept[0], kept[1]


@dataclass(frozen=True, slots=True)
class CommandTest(RichDisplay):
    """A command test (Befehlstest) that has been rolled.

    Attributes:
        card: the card the test was rolled on.
        purpose: what it was for.
        roll: total of all dice.

    Raises:
        IllegalAction: there is no card (PT-M3).
        InvalidValue: a total that the dice cannot show, or a wrong type.
    """

    card: Card
    purpose: Purpose
    roll: int

    def __post_init__(self) -> None:
        require_card(self.card, self.purpose)
        count = self.card.dice_for(self.purpose)
        roll = require_total(f"{self.purpose} roll", self.roll, count)
        object.__setattr__(self, "roll", roll)

    @property
    @uses("PT-M3", "PT-M19")
    def passed(self) -> bool:
        """The total reaches the card."""
        return self.card.reached_by(self.roll)

    def __str__(self) -> str:
        dice = dice_told(self.card.dice_for(self.purpose))
        verdict = "passed" if self.passed else "failed"
        return (
            f"{self.purpose} test: {self.roll} with {dice} against {self.card.printed}, {verdict}"
        )


@checked
def require_total(field: str, total: object, count: int) -> int:
    """Return ``total`` if ``count`` six-sided dice can show it."""
    number = errors.whole_number(total)
    if number is None or not count <= number <= 6 * count:
        raise errors.InvalidValue(
            field, total, f"{count} to {6 * count}, the totals of {dice_told(count)}"
        )
    return number


@uses("PT-M3")
@checked
def require_card(card: Card | None, purpose: Purpose) -> Card:
    """Return the card that a test is rolled on.

    Raises:
        IllegalAction: there is none: a unit without a card cannot test (PT-M3). What a sniper
            shoots with is not that clause's business.
    """
    if card is None and purpose != "shot":
        raise errors.IllegalAction("card: a unit without a command card cannot test", ["PT-M3"])
    return errors.require_instance("card", card, Card)


@uses("PT-M3", "PT-M19")
def chance(card: Card, purpose: Purpose) -> Fraction:
    """Exact chance to pass a test of ``purpose`` on ``card``.

    Raises:
        IllegalAction: there is no card (PT-M3).
    """
    require_card(card, purpose)
    return dice.total(card.dice_for(purpose)).probability(card.reached_by)


@uses("PT-M3", "PT-M19")
@checked
def play(card: Card, purpose: Purpose, rng: Rng) -> CommandTest:
    """Roll a test of ``purpose`` on ``card``.

    Args:
        card: the card that the test is rolled on.
        purpose: ``"movement"``, ``"charge"``, ``"melee"`` or a sniper’s ``"shot"``.
        rng: a source of chance, such as ``random.Random(7)``.
    """
    return CommandTest(card, purpose, sum(dice.roll(card.dice_for(purpose), rng)))


@checked
@dataclass(frozen=True, slots=True)
class ColourTrade(RichDisplay):
    """What the two colours of one value are worth: black moves, red fights.

    All chances are exact, of one test each.
    """

    value: int
    red_moves: Fraction
    red_fights: Fraction
    black_moves: Fraction
    black_fights: Fraction


@implements("PT-M4")
def colour_trade(value: int) -> ColourTrade:
    """The tip in numbers, and its price on the way there (PT-M19)."""
    red, black = Card("red", value), Card("black", value)
    return ColourTrade(
        value,
        red_moves=chance(red, "movement"),
        red_fights=chance(red, "charge"),
        black_moves=chance(black, "movement"),
        black_fights=chance(black, "charge"),
    )


def __getattr__(name: str) -> Any:
    """``Test``, the situation: it stands with the charge, whose R-M14 says which dice it has."""
    if name != "Test":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return systems["test"].inputs
