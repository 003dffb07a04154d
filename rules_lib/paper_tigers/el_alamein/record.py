"""What the El Alamein tutorial records, as ``record.toml`` has it: units, cards, dice, claims.

Facts only. Nothing here says whether a claim is right; ``audit`` finds that out.
"""

from dataclasses import dataclass
from typing import Any, Literal

from rules_lib.paper_tigers.command import Card
from rules_lib.text.files import shipped

Colour = Literal["red", "black"]


@dataclass(frozen=True, slots=True)
class GermanUnit:
    """A unit of the Afrika Korps.

    Attributes:
        small_team: the source counts it as one.
        in_reach: the source lets a British unit reach it.
    """

    number: int
    what: str
    small_team: bool = False
    in_reach: bool = True


@dataclass(frozen=True, slots=True)
class BritishUnit:
    """A unit of the 8th Army with its command tests.

    Attributes:
        number: its number; it meets the German unit of the same number.
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
        winner: who wins it by the source, ``None`` if it is drawn.
        announced: raw totals (British, German) that the text announces for this exchange before it
            reckons with others; ``None`` where it does not.
    """

    label: str
    fight: int
    british: PrintedSide
    german: PrintedSide
    winner: Literal["british", "german"] | None = None
    announced: tuple[int, int] | None = None


def _exchange(data: dict[str, Any]) -> PrintedExchange:
    sides = {name: PrintedSide(**data[name]) for name in ("british", "german")}
    announced = tuple(data["announced"]) if "announced" in data else None
    return PrintedExchange(**{**data, **sides, "announced": announced})


_DATA = shipped(str(__package__), "record.toml")

LOSER_BY_RULE_TEXT: str = _DATA["loser_by_rule_text"]
"""What the rule text says of a loser, and the only way in which it shakes a unit; “marked” is also
its word for a hit."""

DEDUCTED_IF_SHAKEN: int = _DATA["deducted_if_shaken"]
"""Points that the source deducts from the totals of a shaken unit."""

ANNOUNCED_GERMANS: int = _DATA["announced_germans"]
"""Number of German units that the heading announces."""

GERMANS = tuple(GermanUnit(int(number), **each) for number, each in _DATA["german"].items())

BRITISH = tuple(
    BritishUnit(int(number), **{**each, "card": Card.parse(each["card"])})
    for number, each in _DATA["british"].items()
)

GERMAN_CARD_VALUES: dict[int, int] = {
    int(number): value for number, value in _DATA["german_cards"]["values"].items()
}
"""Values of the German cards that fought."""

GERMAN_CARD_COLOURS: dict[int, Colour] = {
    int(number): colour for number, colour in _DATA["german_cards"]["colours"].items()
}
"""Colours that follow from the text: unit 2 rolled three dice. The others show in photographs."""

EXCHANGES = tuple(map(_exchange, _DATA["exchange"]))
"""All exchanges in the order of the source."""
