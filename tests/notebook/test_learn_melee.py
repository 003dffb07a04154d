"""The melee blow by blow: what it tells is what the rules do, and every figure is exact."""

import pytest

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.page.stories import melee as told
from tests.lessons import STORIES, of_melee
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import SHAKEN, SMALL_TEAM
from tests.oracles.translate import oracle

pytestmark = pytest.mark.slow

GIVEN = of_melee()
ABLE, CREW = GIVEN["able"], GIVEN["crew"]
STORY = STORIES[1]


def test_both_decisions_are_right_once_and_too_late_once() -> None:
    looks = [scene for scene in STORY.scenes if scene.id.startswith("look")]
    found = {tuple(choice.mark for choice in look.choices) for look in looks}
    each = {("worse", "best"), ("best", "worse"), ("equal", "equal")}
    assert found == each, "the rules have changed? Lay other dice: melee/story.toml"


def test_nobody_may_leave() -> None:
    leaving = [scene for scene in STORY.scenes if scene.id.startswith("leave")]
    assert leaving
    for scene in leaving:
        assert scene.cited == ("PT-M11",)
        (fight_on,) = scene.choices
        assert fight_on.to.startswith("look-2")


def test_the_lesson_is_true_of_every_pair_of_rolls() -> None:
    best = Best(oracle(ABLE, CREW, melee.Rulings()), "win")
    best.worth()
    for now, choices in list(best.choices.items()):
        for look in choices:
            assert look.enemy is not None
            done = best.melee.blow(now, look.enemy, look.own, False)
            crew_total = look.own - SMALL_TEAM - SHAKEN * now.shaken_d
            able_total = look.enemy - SHAKEN * now.shaken_a
            if able_total >= 7 and able_total > crew_total:
                assert best.advantage(now, look.own, look.enemy) <= 0, done
    assert "if your roll loses the exchange, rolling again is at least as good" in str(
        told.lesson()
    )
