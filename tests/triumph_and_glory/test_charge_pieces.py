"""The fights of a charge."""

from rules_lib.triumph_and_glory.charge.state import Fight


def test_a_fight_is_one_that_was_declared_and_has_no_modifiers_of_its_own() -> None:
    fight = Fight((), ("Y",), 0)
    assert fight == Fight((), ("Y",), 0, label="", pursuit=0, may_go_on=True, extra_drm=0)
    assert fight.declared
