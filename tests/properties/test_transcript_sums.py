"""What dice lead to is among the odds; and what a transcript says can be reckoned again."""

import re
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import catalog
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from tests.golden.cavalry_cases import CASES, PLANS
from tests.golden.engine import situation as laid_out
from tests.oracles import charge_random
from tests.probability.test_dice import Told
from tests.sample import examples


def every_id_is_in_the_rulebook(steps: tuple[Step, ...]) -> None:
    assert steps
    known = catalog()
    for step in steps:
        for each in step.clauses:
            assert known.entry(each).id == each
        assert str(step).strip().startswith(step.text)


DIE = re.compile(r"(?:The die shows (\d): |: (\d)\.)")
NEEDS = re.compile(r"\(needs (\d) to (\d)\): (\d)\.")
SUM = re.compile(r"(?:\. |: )([^:\n]*): ([+−]?\d+) in all\.")
FIGHT = re.compile(rf"{SUM.pattern}(?: At .* in all\.)? The die shows (\d): a result of ([+−]?\d+)")
"""A fight against several hexes tells the sum of each, and the result at the first."""


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.slow
@examples(40)
@given(
    charge_random.situations(),
    charge_random.plans,
    charge_random.rulings,
    st.lists(st.integers(0, 9), min_size=30, max_size=40),
)
def test_a_told_charge_can_be_reckoned_again(
    attack: Any, plan: Any, rulings: Any, dice: list[int]
) -> None:
    rng = Told(*dice)
    try:
        told = charge.play(attack, plan, rng, rulings)
    except UnspecifiedBySource:
        reject()
    used = len(rng.asked)
    if told.steps:
        every_id_is_in_the_rulebook(told.steps)
    text = "\n".join(step.text for step in told.steps)
    assert [int(one or other) for one, other in DIE.findall(text)] == dice[:used]
    for low, high, die in NEEDS.findall(text):
        assert int(low) <= int(high)
        assert 0 <= int(die) <= 9
    for parts, whole in SUM.findall(text):
        each = [number(part) for part in re.findall(r"(?:^|, )([+−]\d+) ", parts)]
        assert sum(each) == number(whole)
    for _, whole, die, result in FIGHT.findall(text):
        assert number(whole) + int(die) == number(result)


def test_the_fights_of_a_told_charge_are_read() -> None:
    """What the property above looks for is there to be found."""
    told = charge.adjudicate(laid_out(CASES["cavalry at infantry"]), [3, 9, 8], PLANS["yes"])
    text = "\n".join(step.text for step in told.steps)
    ((parts, *sums),) = FIGHT.findall(text)
    assert parts.count("+") == 3
    bonus = 3 + HEAVY_CHARGE_DRM
    assert sums == [f"+{bonus}", "8", f"{bonus + 8}"]
    assert NEEDS.findall(text) == [("0", "5", "3"), ("0", "6", "9")]
