"""The pictures of square, recall and pursuit, each a question with its answer."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules_lib.presentation import charts
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.palette import Role
from rules_lib.presentation.picture import Picture, Table
from rules_lib.presentation.triumph_and_glory.meetings import (
    FOOT,
    NO_REACTION,
    RIDERS,
    at_infantry,
    leaves_hex,
    leaves_map,
    row_of_enemies,
)
from rules_lib.presentation.wording import percent
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import SQUARE_DRM, signed
from rules_lib.triumph_and_glory.units import Order
from rules_lib.type_checks import checked

COHESIONS = range(3, 9)
LABELS = tuple(map(str, COHESIONS))
AT_SQUARE = range(-4, 6)
"""Totals of the modifiers at a square that the picture of the recall shows."""

SQUARE_COHESION = 6
"""Of the infantry in the picture of the recall."""


def square_worth() -> Picture:
    """The chance that charged infantry leaves its hex in square, in line, and broken."""

    def leaves(order: Order) -> list[Fraction]:
        return [leaves_hex(stands(each, order), FOOT) for each in COHESIONS]

    square, line, broken = leaves(Order.SQUARE), leaves(Order.GOOD), leaves(Order.DISORDERED)
    typical = COHESIONS.index(6)
    return charts.lines(
        "What is a square worth?",
        f"At cohesion {COHESIONS[typical]}: in square it leaves its hex {percent(square[typical])}"
        f" of the time, in line {percent(line[typical])}, and disordered by a failed attempt"
        f" {percent(broken[typical])}.",
        x="cohesion of the infantry",
        y="heavy cavalry drives it from its hex",
        labels=LABELS,
        series={
            "attempt failed": ("first", broken),
            "in line": ("neutral", line),
            "in square": ("second", square),
        },
    )


@cache
def stands(cohesion: int, order: Order) -> charge.Odds:
    """Infantry that does nothing when heavy cavalry charges it."""
    return charge.odds(at_infantry(cohesion, order=order), NO_REACTION)


class Attempt(NamedTuple):
    """Chances of charged infantry: with an attempt at a square, and without."""

    tries: Fraction
    stands: Fraction

    @property
    def is_mistake(self) -> bool:
        """The attempt makes it worse."""
        return self.tries > self.stands


@checked
@cache
def attempts(heavy: bool, cohesion: int) -> tuple[Attempt, Attempt]:
    """The chances that charged infantry leaves its hex, and that it leaves the map."""
    situation = at_infantry(cohesion, heavy=heavy)
    tries = charge.odds(situation, {**NO_REACTION, "square": True})
    stand = charge.odds(situation, NO_REACTION)
    return (
        Attempt(leaves_hex(tries, FOOT), leaves_hex(stand, FOOT)),
        Attempt(leaves_map(tries, FOOT), leaves_map(stand, FOOT)),
    )


@checked
def square_or_not(heavy: bool) -> Picture:
    """What an attempt at a square does to the chances to lose the hex, and the unit."""
    found = [attempts(heavy, cohesion) for cohesion in COHESIONS]
    kind = "heavy" if heavy else "light"
    return charts.lines(
        f"{kind.capitalize()} cavalry charges. Should you try to form square?",
        f"To hold the hex: {_verdict([each[0] for each in found])}."
        f" To keep the unit on the map: {_verdict([each[1] for each in found])}.",
        x="cohesion of the infantry",
        y="chance",
        labels=LABELS,
        series={
            "loses its hex, tries": ("second", [each[0].tries for each in found]),
            "loses its hex, stands": ("first", [each[0].stands for each in found]),
            "leaves the map, tries": ("both", [each[1].tries for each in found]),
            "leaves the map, stands": ("neutral", [each[1].stands for each in found]),
        },
    )


def _verdict(found: Sequence[Attempt]) -> str:
    """For which cohesions an attempt pays, in words."""
    pays = [c for c, each in zip(COHESIONS, found, strict=True) if each.tries < each.stands]
    hurts = [c for c, each in zip(COHESIONS, found, strict=True) if each.is_mistake]
    if not hurts:
        return "try" if len(pays) == len(found) else "try, it never hurts"
    if not pays:
        return "do not" if len(hurts) == len(found) else "better not"
    return f"try at cohesion {_listed(pays)}, not at {_listed(hurts)}"


def _listed(values: Sequence[int]) -> str:
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    return " and ".join(map(str, values))


class AtSquare(NamedTuple):
    """What charging on at a square brings."""

    drm: int
    driven: Fraction
    thrown_back: Fraction


@checked
@cache
def at_square(drm: int) -> AtSquare:
    """A charge at a square whose modifiers come to ``drm`` in all."""
    plain = SQUARE_DRM + 1 + (5 - SQUARE_COHESION)
    situation = at_infantry(SQUARE_COHESION, order=Order.SQUARE, other_drm=drm - plain)
    odds = charge.odds(situation, NO_REACTION)
    return AtSquare(drm, leaves_hex(odds, FOOT), leaves_hex(odds, RIDERS))


def recall_worth() -> Picture:
    """What cavalry that is not recalled can expect from a square, by its modifiers."""
    found = [at_square(drm) for drm in AT_SQUARE]
    better = next(each.drm for each in found if each.driven > each.thrown_back)
    return charts.lines(
        "The square stands. Should you try a recall?",
        f"Below {signed(better)} in all, a charge throws back the cavalry more often than the"
        " square. It ends disordered in any case; recalled cavalry does not.",
        x="modifiers in all",
        y="chance",
        labels=[signed(each.drm) for each in found],
        series={
            "the square leaves its hex": ("first", [each.driven for each in found]),
            "the cavalry is thrown back": ("second", [each.thrown_back for each in found]),
        },
    )


def recall_prices() -> CaptionedTable:
    """What a beaten square must be worth, before charging on beats a recall."""
    rows = tuple(
        (
            signed(each.drm),
            percent(each.driven),
            percent(each.thrown_back),
            f"{_tenths(1 / each.driven)} ×",
        )
        for each in map(at_square, AT_SQUARE)
    )
    head = ("in all", "it leaves", "you go back", "worth")
    caption = "How many times your own good order must that hex be worth?"
    return CaptionedTable(caption, Table(head, rows), narrow=True)


LONGEST = 8
ENEMIES = 10
"""Infantry units in the row of the pursuit, one behind the other."""

SHOWN_DRMS: dict[int, Role] = {9: "first", 7: "both", 5: "second"}


@checked
@cache
def pursued(drm: int, rulings: charge.Rulings = charge.Rulings()) -> charge.Odds:
    """A charge at the first of a row of infantry, with ``drm`` in all."""
    return charge.odds(row_of_enemies(drm, ENEMIES), NO_REACTION, rulings)


def pursuit_runs() -> Picture:
    """How many charges a pursuit makes at least, under the growing penalty."""
    laws = {drm: pursued(drm).pursuits for drm in SHOWN_DRMS}
    series = {
        f"{signed(drm)} in the first charge": (
            role,
            [1 - laws[drm].cdf(n - 1) for n in range(1, LONGEST + 1)],
        )
        for drm, role in SHOWN_DRMS.items()
    }
    return charts.lines(
        "How long does a pursuit run?",
        "It tires soon, even with a fresh enemy behind every beaten one:"
        f" {_hundredths(laws[7].mean())} charges in pursuit on average if the first charge had"
        f" {signed(7)}, {_hundredths(laws[9].mean())} if it had {signed(9)}.",
        x="charges in pursuit",
        y="at least so many",
        labels=[str(n) for n in range(1, LONGEST + 1)],
        series=series,
    )


def pursuit_lengths() -> CaptionedTable:
    """The mean number of charges in pursuit, by the first charge's modifiers and by R-N6."""
    readings = {
        "adds up": charge.Rulings(),
        "first free": charge.Rulings(pursuit_penalty="first_free"),
        "always −1": charge.Rulings(pursuit_penalty="flat"),
    }
    rows = tuple(
        (
            signed(drm),
            *(_hundredths(pursued(drm, each).pursuits.mean()) for each in readings.values()),
        )
        for drm in range(3, 10)
    )
    head = ("with", *readings)
    caption = (
        f"How many charges does a pursuit make on average, with {ENEMIES - 1} fresh enemies behind"
        " the first?"
    )
    return CaptionedTable(caption, Table(head, rows), narrow=True)


def _tenths(value: Fraction) -> str:
    whole = int(10 * value + Fraction(1, 2))
    return f"{whole // 10}.{whole % 10}"


def _hundredths(value: Fraction) -> str:
    whole = int(100 * value + Fraction(1, 2))
    return f"{whole // 100}.{whole % 100:02}"
