"""The stacked bar: parts in their places, as wide as their chances, no two alike."""

import re

from rules_lib.notebook.bar import repeats, stacked_bar, swatch
from rules_lib.notebook.palette import Role
from tests.notebook.toys import Outline


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
