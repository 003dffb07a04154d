"""The stacked bar: parts in their places, as wide as their chances, no two alike."""

import re
from fractions import Fraction as F

import pytest

from rules_lib.notebook.bar import repeats, spans, stacked_bar, swatch
from rules_lib.notebook.palette import Role
from rules_lib.text.chances import permille_code
from tests.notebook.toys import Outline


def test_parts_lie_side_by_side_and_fill_the_bar() -> None:
    chances = [F(1, 7), F(2, 7), F(4, 7)]
    places = spans([permille_code(p) for p in chances])
    at = 0.0
    for chance, (start, width) in zip(chances, places, strict=True):
        assert start == pytest.approx(at)
        assert width == pytest.approx(100 * float(chance), abs=0.1)
        at += width
    assert at == pytest.approx(100)


def test_only_wide_parts_carry_a_figure() -> None:
    page = Outline(stacked_bar("x", ["first", "second"], [950, 50]))
    assert [a.get("visibility") for a in page.all("text")] == [None, "hidden"]
    assert [a["x"] for a in page.all("rect") if "stroke" in a] == ["0.00%", "95.00%"]


def test_parts_in_the_same_role_are_hatched_differently() -> None:
    roles: list[Role] = ["neutral", "first", "neutral", "neutral"]
    assert repeats(roles) == [0, 0, 1, 2]
    drawn = stacked_bar("x", roles, [250] * 4)
    patterns = re.findall(r"<pattern (.*?)</pattern>", drawn)
    assert len({re.sub(r'id="[^"]*"', "", each) for each in patterns}) == 4
    assert [a["fill"] for a in Outline(drawn).all("rect") if "stroke" in a] == [
        "url(#x-fill-neutral-0)",
        "url(#x-fill-first-0)",
        "url(#x-fill-neutral-1)",
        "url(#x-fill-neutral-2)",
    ]


def test_a_swatch_looks_like_its_part() -> None:
    bar, sample = stacked_bar("x", ["both"], [1000]), swatch("x", "both")
    shown = re.search(r"<pattern.*?</pattern>", bar)
    assert shown
    assert shown[0] in sample
