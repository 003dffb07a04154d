"""Every picture and table of the charge, recomputed from its own words by the oracle."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from rules_lib.presentation import triumph_and_glory as show
from rules_lib.presentation.triumph_and_glory import example
from tests.oracles.charge_plain import DISORDERED, SQUARE
from tests.shown_right import charges
from tests.shown_right.charges import Scene
from tests.shown_right.conftest import Held
from tests.shown_right.pictures import hold_picture, hold_table

pytestmark = pytest.mark.slow

COHESIONS = range(3, 9)
FACES = range(10)


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


@cache
def meeting(weight: str, cohesion: int, order: str = "good order") -> Scene:
    """The chargers have come; nobody does what he may leave undone."""
    riders, foot = charges.rider("A", weight, 5), charges.foot("Y", cohesion, order=order)
    return charges.one(riders, foot, comes=True, clear=True)


def test_square_worth(held: Held) -> None:
    picture = show.square_worth()
    assert picture.table.head[1:] == ("attempt failed", "in line", "in square")
    orders = (DISORDERED, "good order", SQUARE)
    right = {
        str(c): [meeting("heavy", c, order).surely(charges.left("Y")) for order in orders]
        for c in COHESIONS
    }
    hold_picture(held, picture, right, *reversed(right["6"]))
    assert "At cohesion 6:" in picture.answer


@pytest.mark.parametrize("heavy", [True, False])
def test_square_or_not(held: Held, heavy: bool) -> None:
    weight = "heavy" if heavy else "light"
    right = {}
    for cohesion in COHESIONS:
        stands = meeting(weight, cohesion)
        tries = charges.decided(stands, square=True)
        right[str(cohesion)] = [
            each.surely(wanted)
            for wanted in (charges.left("Y"), charges.gone("Y"))
            for each in (tries, stands)
        ]
    picture = show.square_or_not(heavy)
    assert [name.split(", ")[1] for name in picture.table.head[1:]] == ["tries", "stands"] * 2
    hold_picture(held, picture, right)
    for at, told in ((0, "To hold the hex: "), (2, "To keep the unit on the map: ")):
        better = [row[at] < row[at + 1] for row in right.values()]
        worse = [row[at] > row[at + 1] for row in right.values()]
        words = "try" if all(better) else "do not" if all(worse) else "better not"
        assert any(better) == (words == "try")
        assert f"{told}{words}." in picture.answer


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


def test_recall(held: Held) -> None:
    picture, prices = show.recall_worth(), show.recall_prices().table.rows
    right = {row[0]: list(at_square(signed(row[0]))) for row in picture.table.rows}
    hold_picture(held, picture, right)
    better = next(name for name, (leaves, goes) in right.items() if leaves > goes)
    assert f"Below {better} in all," in picture.answer
    hold_table(held, show.recall_prices(), right, columns=2)
    for name, _, _, price in prices:
        held.number(price.removesuffix(" ×"), 1 / right[name][0], name)


def at_least(drm: int, charge: int, penalty: Callable[[int], int]) -> Fraction:
    """So many charges in pursuit: each before it came to 10, and each is that much worse."""
    chance = Fraction(1)
    for n in range(charge):
        modifier = drm - (penalty(n) if n else 0)
        chance *= tenths(sum(face + modifier >= 10 for face in FACES))
    return chance


READ: dict[str, Callable[[int], int]] = {
    "adds up": lambda n: n,
    "first free": lambda n: n - 1,
    "always −1": lambda n: 1,
}


def mean_length(drm: int, reading: str) -> Fraction:
    """Nine fresh enemies behind the first; the last, alone, is followed once more."""
    return sum((at_least(drm, n, READ[reading]) for n in range(1, 11)), Fraction(0))


def test_pursuits(held: Held) -> None:
    picture, lengths = show.pursuit_runs(), show.pursuit_lengths().table
    starts = [signed(name.split()[0]) for name in picture.table.head[1:]]
    right = {str(n): [at_least(drm, n, READ["adds up"]) for drm in starts] for n in range(1, 9)}
    hold_picture(held, picture, right)
    for mean, drm in re.findall(r"(\d\.\d\d)\D*(\+\d)", picture.answer):
        held.number(mean, mean_length(signed(drm), "adds up"), drm)
    for name, *cells in lengths.rows:
        for reading, cell in zip(lengths.head[1:], cells, strict=True):
            held.number(cell, mean_length(signed(name), reading), (name, reading))


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
