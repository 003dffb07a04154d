"""The tables that chapters fill: what stands in a row is what was put in, and its change."""

import random
from fractions import Fraction

from rules_lib.notebook.table import averages, compared
from rules_lib.triumph_and_glory.page import chances_table
from tests.in_turn import in_turn
from tests.shown_right.conftest import Held

PICK = random.Random("shown")
EDGES = [Fraction(0), Fraction(1), Fraction(1, 4000), Fraction(3999, 4000), Fraction(1, 2)]
CHANCES = [Fraction(PICK.randrange(361), 360) for _ in range(60)] + EDGES
FEWER = CHANCES[:20] + EDGES


def named(values: list[Fraction]) -> list[tuple[str, Fraction]]:
    return [(f"case {at}", value) for at, value in enumerate(values)]


@in_turn("start", range(0, len(CHANCES), 5))
def test_compared(held: Held, start: int) -> None:
    cases = named(CHANCES[start:] + CHANCES[:start])
    first, *others = compared("Question", *cases).table.rows
    default = cases[0][1]
    held.percent(first[1], default)
    assert first[2] == "–"
    for (name, chance, change), (label, right) in zip(others, cases[1:], strict=True):
        assert name == label
        held.percent(chance, right, name)
        held.points(change, right - default, name)


def test_averages(held: Held) -> None:
    """Changes are those of the printed figures."""
    cases = named([7 * chance for chance in FEWER])
    for start in range(len(cases)):
        turned = cases[start:] + cases[:start]
        (_, first, dash), *others = averages("Question", *turned).table.rows
        assert dash == "–"
        for (_, mean, change), (name, right) in zip(others, turned[1:], strict=True):
            held.number(mean, right, name)
            held.number(change, Fraction(mean) - Fraction(first), name)
            assert (change[0] == "−") == (Fraction(mean) < Fraction(first)), name


def test_other_chances(held: Held) -> None:
    cases = named(FEWER)
    rows = chances_table("Question", *cases).table.rows
    for row, (_, right) in zip(rows, cases, strict=True):
        held.percent(row[1], right)
