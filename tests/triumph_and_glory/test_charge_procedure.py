"""A counter-charge at infantry takes the place of its shock, and tires like a charge (TG-9.86e)."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.charge.target import Room
from tests.triumph_and_glory.charging import *

ANSWER: dict[str, str | bool] = {"answer": "counter-charge"}


@pytest.mark.rule("TG-9.86e", "TG-9.73d")
def test_the_shock_does_not_come_after_the_counter_charge() -> None:
    """Q fails, K shocks back and fails, too: both still stand there, and K has had its shock."""
    situation = one(shockers(foot("K", 9)), at(heavy("Q", 1), counter_shock_drm=-9))
    # 0 + 3 + (1 - 9) - 9 is below 0; Q stays; then 0 + (9 - 0) is a 9, and Q withdraws.
    told = run(situation, [0, 0, 0], {**ANSWER, "counter-shock": True})
    assert keys(told)[:4] == [
        "answer Q",
        "counter-charge: fight Q",
        "counter-charge: retreat check Q",
        "counter-charge: counter-shock K",
    ]
    assert "fight K" not in keys(told)
    weak = one(shockers(foot("K", 4)), at(heavy("Q", 3), counter_shock_drm=-9))
    # K comes to 0 + (4 - 2), is disordered and holds. That was its attack, and nobody moved.
    told = run(weak, [0, 0, 0, 0], {**ANSWER, "counter-shock": True})
    assert told.complete
    assert keys(told)[-2:] == [
        "counter-shock K: fight K",
        "counter-shock K: retreat check K",
    ]
    assert fates(told)["K"] == "next to the target, disordered"


@pytest.mark.rule("TG-9.86e")
def test_another_attack_goes_on_after_a_counter_charge() -> None:
    first = attack([shockers(foot("K", 9))], [at(heavy("Q", 9))])
    second = attack([shockers(foot("M", 9))], [at(foot("Z", 9))])
    told = run(charge.Situation((first, second)), [7, 0, 1, 0], ANSWER)
    assert told.complete
    assert keys(told) == [
        "answer Q",
        "counter-charge: fight Q",
        "commitment M",
        "fight M",
        "retreat check M",
    ]


@pytest.mark.rule("TG-9.86e")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_cavalry_retreats_to_that_counter_charged(room: Room, fate: str) -> None:
    situation = one(shockers(foot("K", 4)), at(heavy("Q", 4), retreat=room))
    told = run(situation, [0, 9], ANSWER)
    assert told.results["counter-charge: fight Q"] == 3
    assert fates(told)["Q"] == fate


@pytest.mark.rule("TG-9.86e")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_infantry_retreats_to_that_was_counter_charged(room: Room, fate: str) -> None:
    situation = one(shockers(foot("K", 4), retreat=room), at(heavy("Q", 4)))
    told = run(situation, [2, 9], ANSWER)
    assert told.results["counter-charge: fight Q"] == 5
    assert fates(told)["K"] == fate


@pytest.mark.rule("TG-9.86e")
def test_modifiers_of_a_counter_charge() -> None:
    situation = one(shockers(foot("K", 4)), at(heavy("Q", 4), counter_shock_drm=-2))
    assert run(situation, [4, 9], ANSWER).results["counter-charge: fight Q"] == 4 + HEAVY - 2


@pytest.mark.rule("TG-9.84", "TG-9.86e")
def test_the_disorder_of_a_charge_is_told_once() -> None:
    """Q wins; it is disordered for its counter-charge, and that is the end of it."""
    told = run(one(shockers(foot("K", 4)), at(heavy("Q", 4))), [7], ANSWER)
    assert told.complete
    assert [step.text for step in told.steps if "Q is disordered" in step.text] == [
        "Q is disordered by its counter-charge."
    ]


@pytest.mark.rule("TG-9.84")
def test_the_disorder_comes_once_even_if_the_result_brought_it() -> None:
    told = run(one(riders(heavy("A", 4)), at(foot("Y", 6))), [0, 0, 0])
    assert told.results["fight A"] == 3
    assert [
        step.text for step in told.steps if "disordered" in step.text and "A is" in step.text
    ] == [
        "A is disordered.",
        "A is already disordered; nothing changes.",
    ]


@pytest.mark.rule("TG-9.81-1", "TG-9.81-2", "TG-9.81-7", "TG-9.81-9")
def test_which_lines_of_a_transcript_are_headings() -> None:
    """A part opens with its step; parts in which nothing happens are not there."""
    told = run(one(riders(heavy("A", 4)), at(foot("Y", 6))), [0, 0, 0])
    assert [step.text for step in told.steps if step.heading] == [
        "Step 1: the declaration",
        "Step 3: commitment",
        "Step 4: square or counter-charge",
        "Step 7: the fight over Y",
        "Step 9: disorder",
    ]
    back = run(one(shockers(heavy("A")), at(foot("Y", 6)), drm=-9), [0, 0, 0, 0, 0],
               {"counter-shock": True})  # fmt: skip
    assert [step.text for step in back.steps if step.heading] == [
        "Step 1: the declaration",
        "Step 3: commitment",
        "Step 7: the fight over Y",
        "Counter-shock of Y",
    ]
    answer = run(one(shockers(foot("K", 4)), at(heavy("Q", 4))), [7], ANSWER)
    assert [step.text for step in answer.steps if step.heading] == [
        "Step 1: the declaration",
        "Step 2: retreat before shock",
        "Counter-charge of Q",
    ]
