"""What holds where nothing is said."""

from itertools import pairwise

import pytest

from rules_lib.triumph_and_glory import hexes
from rules_lib.triumph_and_glory.charge.pieces import Fight
from rules_lib.triumph_and_glory.charge.questions import needed
from rules_lib.triumph_and_glory.checks import passes, passing_faces
from rules_lib.triumph_and_glory.example import scene
from rules_lib.triumph_and_glory.hexes import Hex, distance
from rules_lib.triumph_and_glory.results_table import Effect, Row


def test_a_check_has_no_modifier() -> None:
    assert passes(5, 5)
    assert not passes(6, 5)
    assert passing_faces(5) == passing_faces(5, 0) == 6
    assert needed(5) == needed(5, 0) == "needs 0 to 5"


@pytest.mark.rule("R-N5")
def test_two_hexes_are_in_front() -> None:
    for direction in range(6):
        assert hexes.front_directions(direction) == hexes.front_directions(direction, 2)
        assert hexes.front(Hex(1, 2), direction) == hexes.front(Hex(1, 2), direction, 2)
        assert hexes.facings_towards(direction) == hexes.facings_towards(direction, 2)
        assert len(hexes.facings_towards(direction)) == 2


def test_a_result_leads_to_nothing_more() -> None:
    row = Row(1, 3, Effect(False, "none"), Effect(True, "check"))
    assert (row.pursuit, row.counter_shock, row.confirmed) == (False, False, False)


def test_a_fight_is_one_that_was_declared_and_has_no_modifiers_of_its_own() -> None:
    fight = Fight((), ("Y",), 0)
    assert fight == Fight((), ("Y",), 0, label="", pursuit=0, may_go_on=True, extra_drm=0)
    assert fight.declared


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
