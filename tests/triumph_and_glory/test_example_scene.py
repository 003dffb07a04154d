"""The situation of the example on our map."""

from itertools import pairwise

from rules_lib.triumph_and_glory.example import scene
from rules_lib.triumph_and_glory.map.hexes import distance


def test_the_example_is_declared_as_printed() -> None:
    assert scene.situation() == scene.situation(
        scene.A_HEAVY, b_in_other_front=True, defensive_fire_drm=0, after_step_4=False
    )
    assert scene.situation() != scene.situation(b_in_other_front=False)
    assert scene.situation() != scene.situation(defensive_fire_drm=1)
    assert scene.situation() != scene.situation(after_step_4=True)


def test_the_units_of_the_example_go_step_by_step_and_none_stands_in_anothers_way() -> None:
    begun, ended = [], []
    for name, start in scene.STARTS.items():
        way = [start, *scene.PATHS[name]]
        assert [distance(a, b) for a, b in pairwise(way)] == [1, 1]
        begun.append(way[0])
        ended.append(way[-1])
    stand = [*begun, *ended, *scene.TARGETS.values()]
    assert len(set(stand)) == len(stand)
    assert all(any(distance(end, at) == 1 for at in scene.TARGETS.values()) for end in ended)
