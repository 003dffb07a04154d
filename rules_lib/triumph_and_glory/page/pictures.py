"""Tables of the reactions, of a recall, and of how long a pursuit runs."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import decimal, percent
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import SQUARE_DRM, signed
from rules_lib.triumph_and_glory.page.meetings import (
    FOOT,
    NO_REACTION,
    RIDERS,
    at_infantry,
    leaves_hex,
    row_of_enemies,
)
from rules_lib.triumph_and_glory.units import Order
from rules_lib.values.type_checks import checked

AT_SQUARE = range(-4, 6)
"""Totals of the modifiers at a square that the table of the recall shows."""

SQUARE_COHESION = 6
"""Of the infantry in square."""


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


def recall_prices() -> CaptionedTable:
    """What a beaten square must be worth, before charging on beats a recall."""
    rows = tuple(
        (
            signed(each.drm),
            percent(each.driven),
            percent(each.thrown_back),
            f"{decimal(1 / each.driven, 1)} ×",
        )
        for each in map(at_square, AT_SQUARE)
    )
    head = ("in all", "it leaves", "you go back", "worth")
    caption = "How many times your own good order must that hex be worth?"
    return CaptionedTable(caption, Table(head, rows), narrow=True)


ENEMIES = 10
"""Infantry units in the row of the pursuit, one behind the other."""


@checked
@cache
def pursued(drm: int, rulings: charge.Rulings = charge.Rulings()) -> charge.Odds:
    """A charge at the first of a row of infantry, with ``drm`` in all."""
    return charge.odds(row_of_enemies(drm, ENEMIES), NO_REACTION, rulings)


@checked
def chances_table(question: str, *cases: tuple[str, Fraction]) -> CaptionedTable:
    """Chances beside each other that are not readings of one rule."""
    rows = tuple((case, percent(chance)) for case, chance in cases)
    return CaptionedTable(question, Table(("", "chance"), rows))


@checked
def answers_table(question: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> CaptionedTable:
    """Rows that a chapter has worked out, under the question that they answer."""
    return CaptionedTable(question, Table(head, rows))
