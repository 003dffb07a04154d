"""Every picture and table of the charge, recomputed from its own words by the oracle."""

import re
from fractions import Fraction
from functools import cache

import pytest

from rules_lib.triumph_and_glory import page as show
from rules_lib.triumph_and_glory.page import example
from tests.shown_right.conftest import Held
from tests.shown_right.pictures import hold_picture, hold_table

pytestmark = pytest.mark.slow

FACES = range(10)


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


@cache
def at_square(drm: int) -> tuple[Fraction, Fraction]:
    """Infantry of 6 in square, where the modifiers come to so much: it leaves, the riders go back.

    10 and more drives it out; from 5 it checks; from 0 to 4 the riders check, disordered (R-N1:
    by the printed 5); below 0 they check, too (R-N17).
    """
    best = sum(face + drm >= 10 for face in FACES)
    checks = sum(5 <= face + drm <= 9 for face in FACES)
    fails = sum(face + drm <= 4 for face in FACES)
    return tenths(best) + tenths(checks) * tenths(9 - 6), tenths(fails) * tenths(9 - 5)


def signed(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.rule("TG-9.82", "TG-9.85f")
def test_recall(held: Held) -> None:
    """Below +1 in all, a charge throws back the cavalry more often."""
    prices = show.recall_prices()
    assert prices.table.head == ("in all", "it leaves", "you go back", "worth")
    right = {row[0]: list(at_square(signed(row[0]))) for row in prices.table.rows}
    hold_table(held, prices, right, columns=2)
    for name, _, _, price in prices.table.rows:
        held.number(price.removesuffix(" ×"), 1 / right[name][0], name)
        assert (right[name][0] < right[name][1]) == (signed(name) < 1)


def test_fire_table(held: Held) -> None:
    """The die, the strength, and 1 for the next hex: nothing to 8, check to 12, disorder to 14."""
    spans = [(-99, 8), (9, 12), (13, 14), (15, 99)]
    table = show.fire_table().table
    strengths = [int(head.split()[-1]) for head in table.head[2:]]
    for (low, high), (_, _, *cells) in zip(spans, table.rows, strict=True):
        for strength, cell in zip(strengths, cells, strict=True):
            count = sum(low <= face + strength + 1 <= high for face in FACES)
            held.percent(cell, tenths(count), (low, strength))


def test_example_pictures(held: Held) -> None:
    """Whatever the chances of the eight dice are, bars and words say the same."""
    given = {key: Fraction(at + 1, 10) for at, key in enumerate(example.LABELS)}
    luck = show.example_luck(given)
    shown = {example.LABELS[key]: [chance] for key, chance in given.items()}
    hold_picture(held, luck, shown, *[min(given.values()), max(given.values())])
    words = re.findall("“(.*?)”", luck.answer)
    assert [shown[each][0] for each in words] == [min(given.values()), max(given.values())]
