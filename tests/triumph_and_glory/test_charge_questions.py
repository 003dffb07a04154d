"""What a check needs, in words and in faces."""

import pytest

from rules_lib.triumph_and_glory.charge.moves import needed
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


@in_turn(
    ("cohesion", "drm", "words"),
    [
        (4, 0, "needs 0 to 4"),
        (9, 0, "needs 0 to 9"),
        (1, 0, "needs 0 to 1"),
        (0, 0, "needs 0"),
        (4, 2, "needs 0 to 2"),
        (2, 4, "cannot pass"),
        (4, 4, "needs 0"),
        (0, 1, "cannot pass"),
        (2, -4, "needs 0 to 6"),
        (8, -5, "needs 0 to 9"),
    ],
)
def test_the_faces_that_pass_in_words(cohesion: int, drm: int, words: str) -> None:
    """A die passes that is, modified, at most the cohesion."""
    assert needed(cohesion, drm) == words


@pytest.mark.rule("TG-9.86b")
@pytest.mark.parametrize(
    ("cohesion", "need", "face"), [(6, "needs 0 to 4", 4), (2, "needs 0", 0), (1, "cannot pass", 0)]
)
def test_a_check_tells_what_it_needs(cohesion: int, need: str, face: int) -> None:
    """Light Q counter-charges heavy A, with +2 on its roll."""
    told = run(one(riders(heavy()), at(light("Q", cohesion))), [0, face], {"counter-charge": "A"})
    texts = [step.text for step in told.steps]
    assert f"Q rolls to counter-charge with +2 ({need}): {face}." in texts


def test_a_fight_needs_no_face() -> None:
    told = run(one(riders(heavy("A", 4)), at(foot("Y", 6))), [0, 3, 0])
    assert (
        f"A against Y. +{HEAVY} charge: +{HEAVY} in all. The die shows 3: a result of {3 + HEAVY}."
        in [step.text for step in told.steps]
    )


def test_a_check_needs_what_it_needs_without_a_modifier() -> None:
    assert needed(5) == needed(5, 0) == "needs 0 to 5"
