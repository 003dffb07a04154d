"""The story of the two charges: on its map every unit stands where the scene says that it is."""

import re

import pytest

from tests.lessons import STORIES

STORY = next(each for each in STORIES if each.id == "square-or-line")
STANDS = {
    "Orlov: where it was": "3, 1",
    "Orlov: retreated": "4, 1",
    "Petit: where it was": "1, 0",
    "Petit: uncommitted": "1, 0",
    "Duval: where it was": "0, 1",
    "Duval: uncommitted": "0, 1",
    **{f"{rider}: next to the target": "2, 1" for rider in ("Petit", "Duval")},
    **{f"{rider}: advanced": "3, 1" for rider in ("Petit", "Duval")},
    **{f"{rider}: retreated": "1, 2" for rider in ("Petit", "Duval")},
}


@pytest.mark.slow
def test_the_map_shows_where_the_scene_says_that_each_unit_is() -> None:
    met = set()
    for scene in STORY.scenes:
        if scene.id == "stands":
            assert not scene.map
            continue
        shown = re.search('aria-label="([^"]*)"', scene.map)
        assert shown
        for _, fact in scene.facts:
            where, order = re.split(r"(?<!:), |$", fact, maxsplit=1)[:2]
            name = where.partition(":")[0]
            if where.endswith("withdrawn"):
                assert f"): {name} (" not in shown[1]
            else:
                unit = re.search(rf"Hex \(([\d, ]+)\): {name} \(([^)]*)\)", shown[1])
                assert unit
                assert unit[1] == STANDS[where], fact
                assert order in unit[2], fact
            met.add(where)
    assert {*STANDS, "Orlov: withdrawn"} == met
