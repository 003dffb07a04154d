"""What the El Alamein tutorial records: units, cards, dice, and the claims printed beside them.

Facts only. Nothing here says whether a claim is right; ``audit`` finds that out.
"""

from dataclasses import dataclass
from typing import Literal

from rules_lib.paper_tigers.command import Card

Colour = Literal["red", "black"]


@dataclass(frozen=True, slots=True)
class GermanUnit:
    """A unit of the Afrika Korps.

    Attributes:
        number: its number in the list.
        what: what it is.
        small_team: the source counts it as one.
        in_reach: the source lets a British unit reach it.
    """

    number: int
    what: str
    small_team: bool
    in_reach: bool = True


@dataclass(frozen=True, slots=True)
class BritishUnit:
    """A unit of the 8th Army with its command tests.

    Attributes:
        number: its number; it meets the German unit of the same number.
        card: its command card.
        movement_roll, charge_roll: totals rolled; ``None`` where there was no test.
        printed_moves, printed_charges: what the source says became of the tests.
    """

    number: int
    card: Card
    movement_roll: int
    printed_moves: bool
    charge_roll: int | None = None
    printed_charges: bool | None = None


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of an exchange as the source prints it.

    Attributes:
        roll: raw total of the dice.
        deducted: points that the source deducts.
        total: the total it goes on with.
        reached: whether it says that the card is reached.
        hits: hits the unit carries afterwards, by the source.
        hits_told: the source says so; ``False`` where it is silent, and we infer that no (further)
            hit was taken.
        shaken_before: the source treats the unit as shaken in this exchange.
        takes_for_losing: further hits that the source gives it for losing the exchange.
    """

    roll: int
    deducted: int
    total: int
    reached: bool
    hits: int
    shaken_before: bool = False
    takes_for_losing: int = 0
    hits_told: bool = True

    @property
    def deducted_for_size(self) -> int:
        """Points that the source deducts because the unit is a small team."""
        return self.deducted - DEDUCTED_IF_SHAKEN * self.shaken_before


@dataclass(frozen=True, slots=True)
class PrintedExchange:
    """An exchange as the source prints it.

    Attributes:
        label: where it stands, such as ``"fight 2, first version, exchange 1"``.
        fight: number of the two units.
        british, german: the two sides.
        winner: who wins it by the source, ``None`` if it is drawn.
        announced: raw totals (British, German) that the text announces for this exchange before it
            reckons with others; ``None`` where it does not.
    """

    label: str
    fight: int
    british: PrintedSide
    german: PrintedSide
    winner: Literal["british", "german"] | None
    announced: tuple[int, int] | None = None


LOSER_BY_RULE_TEXT = "the loser of an exchange is shaken and marked"
"""What the rule text says of a loser, and the only way in which it shakes a unit; “marked” is also
its word for a hit."""

DEDUCTED_IF_SHAKEN = 2
"""Points that the source deducts from the totals of a shaken unit."""

ANNOUNCED_GERMANS = 6
"""Number of German units that the heading announces."""

GERMANS = (
    GermanUnit(1, "three riflemen", small_team=False),
    GermanUnit(2, "the crew of a 7.5 cm infantry gun 18", small_team=True),
    GermanUnit(3, "three riflemen", small_team=False),
    GermanUnit(4, "an MG42 team", small_team=True),
    GermanUnit(5, "an MG42 team", small_team=True),
    GermanUnit(6, "three riflemen", small_team=False),
    GermanUnit(7, "an MG34 team", small_team=True, in_reach=False),
    GermanUnit(8, "the crew of a 7.5 cm infantry gun 18", small_team=True, in_reach=False),
)

BRITISH = (
    BritishUnit(1, Card("black", 6), 5, False),
    BritishUnit(2, Card("red", 7), 8, True, 10, True),
    BritishUnit(3, Card("black", 8), 8, True, 7, False),
    BritishUnit(4, Card("red", 9), 9, True, 12, True),
    BritishUnit(5, Card("red", 8), 10, True, 8, True),
    BritishUnit(6, Card("red", 10), 12, True, 12, True),
)

GERMAN_CARD_VALUES = {2: 5, 4: 3, 5: 2, 6: 4}
"""Values of the German cards that fought."""

GERMAN_CARD_COLOURS: dict[int, Colour] = {2: "red"}
"""Colours that follow from the text: unit 2 rolled three dice. The others show in photographs."""

FIRST_TELLING = (
    PrintedExchange(
        "fight 2, first version, exchange 1",
        2,
        PrintedSide(12, 0, 12, True, 1),
        PrintedSide(12, 0, 12, True, 1),
        None,
    ),
    PrintedExchange(
        "fight 2, first version, exchange 2",
        2,
        PrintedSide(8, 2, 6, False, 2, shaken_before=True, takes_for_losing=0),
        PrintedSide(9, 2, 7, True, 1, shaken_before=True, hits_told=False),
        "german",
    ),
)

SECOND_TELLING = PrintedExchange(
    "fight 2, second version",
    2,
    PrintedSide(8, 0, 8, True, 1),
    PrintedSide(9, 2, 7, True, 2, takes_for_losing=1),
    "british",
    announced=(12, 12),
)

FIGHT_4 = PrintedExchange(
    "fight 4",
    4,
    PrintedSide(7, 0, 7, False, 0, hits_told=False),
    PrintedSide(3, 2, 1, False, 0, hits_told=False),
    None,
)
FIGHT_5 = PrintedExchange(
    "fight 5",
    5,
    PrintedSide(9, 0, 9, True, 0, hits_told=False),
    PrintedSide(9, 2, 8, False, 2, takes_for_losing=1),
    "british",
)
FIGHT_6 = PrintedExchange(
    "fight 6",
    6,
    PrintedSide(13, 0, 13, True, 1),
    PrintedSide(12, 0, 12, True, 2, takes_for_losing=1),
    "british",
)

EXCHANGES = (*FIRST_TELLING, SECOND_TELLING, FIGHT_4, FIGHT_5, FIGHT_6)
"""All exchanges in the order of the source."""
