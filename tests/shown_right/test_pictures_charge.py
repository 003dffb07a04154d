"""Every picture and table of the charge, recomputed from its own words by the oracle."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from rules_lib.presentation import triumph_and_glory as show
from rules_lib.presentation.triumph_and_glory import example
from rules_lib.triumph_and_glory.example import record, results_of
from tests.oracles.charge_plain import DISORDERED, OFF_MAP, OUT_OF_HEX
from tests.shown_right import charges
from tests.shown_right.charges import Scene, Wanted
from tests.shown_right.conftest import Held
from tests.shown_right.pictures import hold_picture, hold_table

pytestmark = pytest.mark.slow

COHESIONS = range(3, 9)
FACES = range(10)


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


@cache
def equals(weight: str, cohesion: int, square: bool) -> Scene:
    """Cohesion 5 against infantry as strong, in the clear; nobody leaves, infantry strikes back."""
    scene = charges.one(charges.rider("A", weight, 5), charges.foot("Y", cohesion), clear=True)
    return charges.decided(scene, square=square, recall=True, counter_shock=True)


def keeps(end: charges.End) -> bool:
    return end["Y"][0] not in OUT_OF_HEX


def back(end: charges.End) -> bool:
    return not keeps(end) and end["Y"][0] not in OFF_MAP


def recalled(end: charges.End) -> bool:
    return end["A"][0].startswith("recalled")


def spent(end: charges.End) -> bool:
    return end["A"][1] == DISORDERED and end["A"][0] not in OFF_MAP and not recalled(end)


def fresh(end: charges.End) -> bool:
    return not (spent(end) or recalled(end) or end["A"][0] in OFF_MAP)


WAYS = (False, True)
FATES: dict[str, Wanted] = {
    "stays": keeps,
    "driven back": back,
    "off the map": charges.gone("Y"),
    "did not come": fresh,
    "recalled": recalled,
    "disordered": spent,
}


def fates(*names: str) -> dict[str, list[Fraction]]:
    return {name: [equals("heavy", 5, way).surely(FATES[name]) for way in WAYS] for name in names}


def test_infantry_fates(held: Held) -> None:
    picture = show.infantry_fates()
    assert picture.table.head[1:] == ("stands in line", "tries square")
    right = fates("stays", "driven back", "off the map")
    stays, off = right["stays"], right["off the map"]
    hold_picture(held, picture, right, *stays, *reversed(off))


def test_cavalry_fates(held: Held) -> None:
    right = fates("did not come", "recalled", "disordered")
    picture = show.cavalry_fates()
    assert picture.table.head[1:] == ("stands in line", "tries square")
    spent_line, spent_square = right["disordered"]
    hold_picture(held, picture, right, spent_line, right["recalled"][1], spent_square)


SPANS: dict[str, Callable[[int], bool]] = {
    "below 0": lambda n: n < 0,
    "0 to 4": lambda n: 0 <= n <= 4,
    "5 to 9": lambda n: 5 <= n <= 9,
    "10 or more": lambda n: n >= 10,
}


def rows_at(*drms: int) -> dict[str, list[Fraction]]:
    """How often a die with a modifier comes to each row of the table."""
    return {
        span: [tenths(sum(covers(face + drm) for face in FACES)) for drm in drms]
        for span, covers in SPANS.items()
    }


def test_rows_hit(held: Held) -> None:
    """Equals on clear ground: +1, heavy +3, light +1; a square is 2 worse and stops the bonus."""
    picture = show.rows_hit()
    assert picture.table.head[1:] == ("heavy, at line", "light, at line", "any, at square")
    right = dict(
        zip([row[0] for row in picture.table.rows], rows_at(4, 2, -1).values(), strict=True)
    )
    best = right[picture.table.rows[-1][0]]
    hold_picture(held, picture, right, best[0], best[2])


def test_cohesion_against(held: Held) -> None:
    picture = show.cohesion_against()
    assert picture.table.head[1:] == ("heavy cavalry", "light cavalry")
    right = {
        str(cohesion): [
            1 - equals(weight, cohesion, False).surely(keeps) for weight in ("heavy", "light")
        ]
        for cohesion in COHESIONS
    }
    (heavy, light), (last_heavy, last_light) = right["3"], right["8"]
    hold_picture(held, picture, right, heavy, last_heavy, light, last_light)


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
    prices = show.recall_prices()
    right = {row[0]: list(at_square(signed(row[0]))) for row in prices.table.rows}
    hold_table(held, prices, right, columns=2)
    for name, _, _, price in prices.table.rows:
        held.number(price.removesuffix(" ×"), 1 / right[name][0], name)


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
    """Commitment and squares by cohesion, fights by the table: as the rules of the example say."""
    laws = [results_of(each) for each in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z)]
    picture = show.example_rows(*laws)
    drms = [signed(name.split(", ")[-1]) for name in picture.table.head[1:]]
    right = rows_at(*drms)
    hold_picture(held, picture, right, right["10 or more"][0])
    given = {key: Fraction(at + 1, 10) for at, key in enumerate(example.LABELS)}
    luck = show.example_luck(given)
    shown = {example.LABELS[key]: [chance] for key, chance in given.items()}
    hold_picture(held, luck, shown, *[min(given.values()), max(given.values())])
    words = re.findall("“(.*?)”", luck.answer)
    assert [shown[each][0] for each in words] == [min(given.values()), max(given.values())]
