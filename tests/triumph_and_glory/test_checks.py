"""Checks against cohesion, by themselves."""

from rules_lib.triumph_and_glory.charge.cohesion import passes, passing_faces


def test_a_check_has_no_modifier_unless_one_is_given() -> None:
    assert passes(5, 5)
    assert not passes(6, 5)
    assert passing_faces(5) == passing_faces(5, 0) == 6
