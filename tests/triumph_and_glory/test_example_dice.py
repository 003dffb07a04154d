"""The example with other dice: what is answered for you, and what is refused."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import example
from rules_lib.triumph_and_glory.charge import Charge, Situation
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.example import dice, readings, record, references, scene
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def test_other_decisions_take_their_first_option() -> None:
    """The example knows no counter-charge; Q is the first that can be charged back at."""
    situation = one([riders(heavy("A")), riders(heavy("B"))], at(heavy("Q", 9)))
    told = dice.played(situation, {"commitment A": 0, "commitment B": 0, "counter-charge Q": 0})
    assert ("counter-charge Q", "A") in told.events
    assert told.missing is not None
    assert told.missing.key == "fight A"


def test_dice_that_are_never_called_for_do_no_harm() -> None:
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    told = dice.played(situation, {"commitment A": 9, "fight A": 0, "square Y": 5})
    assert told.complete
    assert told.events == (("commitment A", "failed"),)


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    for face in (10, -1, True, None):
        wrong: Any = face
        with pytest.raises(InvalidValue, match=r"dice\['fight A'\]: .* a whole number"):
            dice.played(situation, {"commitment A": 9, "fight A": wrong})
        with pytest.raises(InvalidValue, match=r"dice\['fight A'\]: .* a whole number"):
            example.replay({"fight A": wrong})


@in_turn("given", [[1, 2], "fight A", 5, ("fight A",)])
def test_dice_of_the_example_have_names(given: Any) -> None:
    with pytest.raises(InvalidValue, match=r"^dice: .* a table or None"):
        example.replay(given)


def test_the_dice_of_the_example_tell_its_whole_story() -> None:
    """Each face that we chose fits what is printed, and stands in the transcript."""
    texts = [step.text for step in example.replay().steps]
    for line in (
        "A rolls to commit (needs 0 to 3): 2.",
        "B rolls to commit (needs 0 to 4): 3.",
        "C rolls to commit (needs 0 to 4): 1.",
        "Y rolls to form square (needs 0 to 6): 8.",
        "Z rolls to form square (needs 0 to 5): 4.",
        "C rolls for recall (needs 0 to 4): 6.",
    ):
        assert line in texts
    assert example.replay().results == {"fight A": 6 + 7, "fight C": 5 - 3}
    free = example.replay(b_in_other_front=False)
    assert free.results["fight A"] == 6 + 7 + 3


# ---------------------------------------------------------------- the scene, and the readings


def test_all_ways_to_be_heavy_and_light() -> None:
    """At least one of A and B is heavy, C is either."""
    found = [(each["A"], each["B"], each["C"]) for each in example.all_types()]
    assert len(found) == 6
    assert set(found) == {
        (a, b, c) for a in (True, False) for b in (True, False) for c in (True, False) if a or b
    }


def test_the_scene_holds_what_is_printed() -> None:
    """Cohesion 6 and 5, for Y also when disordered; what is not printed is left open."""
    y, z = scene.defenders().values()
    assert (y.name, y.cohesion, y.cohesion_disordered) == ("Y", 6, 5)
    assert (z.name, z.cohesion, z.cohesion_disordered) == ("Z", 5, None)
    found = scene.chargers({"A": None, "B": True})
    assert {name: unit.heavy for name, unit in found.items()} == {"A": None, "B": True, "C": None}
    assert [unit.cohesion for unit in found.values()] == [3, 4, 4]


def test_defensive_fire_is_that_of_both_targets() -> None:
    for drm in (0, 3):
        attacks = scene.situation(defensive_fire_drm=drm).attacks
        assert [each.targets[0].defensive_fire_drm for each in attacks] == [drm, drm]


def test_types_are_looked_at_before_they_are_used() -> None:
    """Some objects have no truth, such as tables of numbers."""

    class Untrue:
        def __bool__(self) -> bool:
            raise TypeError

    with pytest.raises(InvalidValue, match=r"^heavy of 'A': "):
        scene.chargers({"A": Untrue()})  # type: ignore[dict-item]


def test_a_topic_that_no_rule_bears_has_no_home() -> None:
    assert references.homes("weather", "9.71") == ()
    assert references.homes("Каре", "9.81") == ("9.85",)


@pytest.mark.slow
def test_which_readings_the_example_contradicts() -> None:
    """C is checked against its printed 4; infantry forms square; one stack advances."""
    found = list(example.verdicts())
    assert [(each.ruling, each.reading) for each in found if not each.fits] == [
        ("R-N1", "disordered"),
        ("R-N3", True),
        ("R-N7", "as_stacking_allows"),
    ]
    for ruling in catalog().rulings:
        if ruling.startswith("R-N"):
            tried = [each.fits for each in found if each.ruling == ruling]
            assert len(tried) > 1
            assert tried[0], "the default"
    assert example.answered() == ("R-N1", "R-N3", "R-N7")


@pytest.mark.slow
@pytest.mark.rule("R-N1")
@pytest.mark.parametrize("face", [4, 5])
def test_a_reading_that_changes_the_last_check_is_seen(
    monkeypatch: pytest.MonkeyPatch, face: int
) -> None:
    """C holds its hex with a 4, and not with a 5; a reading of either otherwise is none of it."""

    def played(situation: Situation, given: Mapping[str, int], rulings: Rulings) -> Charge:
        told = dice.played(situation, given, rulings)
        otherwise = not rulings.detour and given[record.RETREAT_CHECK.key] == face
        return replace(told, events=told.events[:-1]) if otherwise else told

    monkeypatch.setattr(readings, "played", played)
    assert example.answered() == ("R-N1", "R-N3", "R-N7", "R-N18")
