"""Step 2: who retreats before the shock, who checks, and who occupies the hex (TG-9.81-2)."""

from dataclasses import replace
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

UNKNOWN = Cavalry("U", 4, strength=6)
LEAVE = "retreat before shock"
LEAVES = {LEAVE: True}
A = heavy("A", 9)


def options(situation: charge.Situation, dice: list[int], **decisions: Any) -> tuple[str, ...]:
    """The options of the decision that is due after these dice."""
    found = charge.adjudicate(situation, dice, {"square": False, **decisions}).missing
    assert found is not None
    assert found.what == "decision"
    return found.options


@pytest.mark.rule("TG-9.81-2")
@in_turn(
    ("stack", "target", "may"),
    [
        (riders(heavy()), at(light()), True),
        (riders(heavy()), at(gun(horse=True)), True),
        (riders(heavy()), at(light(order=BEATEN)), True),
        (riders(heavy()), at(foot(), gun(horse=True)), True),
        (riders(heavy()), at(heavy("Y")), False),
        (riders(heavy()), at(gun()), False),
        (riders(heavy()), at(foot()), False),
        (riders(heavy()), at(jaeger()), False),
        (riders(light("A")), at(light()), False),
        (riders(heavy(), light("B")), at(light()), False),
        (riders(heavy()), at(light(), retreat="blocked"), False),
        (riders(heavy()), at(light(), retreat="enemy_front"), False),
        # A way out is a matter of its own: two hexes for cavalry, none past another enemy.
        (riders(heavy()), at(light(), retreat="blocked", way_out=True), True),
        (riders(heavy()), at(light(), way_out=False), False),
        # From whichever side they come.
        (riders(heavy(), through="rear"), at(light()), True),
        # Heavy cavalry that merely shocks.
        (shockers(heavy("A")), at(light()), True),
        (shockers(heavy("A")), at(light(order=BEATEN)), True),
        (shockers(heavy("A")), at(foot(), gun(horse=True)), True),
        (shockers(heavy("A")), at(heavy("Y")), False),
        (shockers(heavy("A")), at(jaeger()), False),
        (shockers(light("A")), at(light()), False),
        (shockers(heavy(), light("B")), at(light()), False),
        # Infantry: all cavalry, in any order, horse artillery, and jaegers in good order.
        (shockers(foot("A")), at(heavy("Q", order=BEATEN)), True),
        (shockers(foot("A"), through="rear"), at(heavy("Q")), True),
        (shockers(foot("A"), through="flank"), at(light("Q")), True),
        (shockers(foot("A"), gun("B")), at(foot(), gun(horse=True)), True),
        (shockers(jaeger("A")), at(jaeger()), True),
        (shockers(foot("A")), at(jaeger(order=BEATEN)), False),
        (shockers(foot("A")), at(foot()), False),
        (shockers(foot("A")), at(gun()), False),
    ],
)
def test_who_may_retreat_before_the_shock(
    stack: charge.Stack, target: charge.Target, may: bool
) -> None:
    """From heavy cavalry and from infantry, whoever is quicker, if there is a hex to go to."""
    key = ask(one(stack, target))
    assert key == (f"{LEAVE} {target.name}" if may else "commitment A")


@pytest.mark.rule("TG-9.81-2")
@in_turn(
    ("stacks", "target", "may"),
    [
        ([riders(heavy()), riders(heavy("B"))], at(light()), True),
        ([riders(heavy()), shockers(heavy("B"))], at(light()), True),
        ([riders(heavy()), riders(light("B"))], at(light()), False),
        ([shockers(heavy("A")), riders(light("B"))], at(light()), False),
        # Light cavalry leaves infantry and heavy cavalry, jaegers leave infantry only.
        ([riders(heavy()), shockers(foot("K"))], at(light()), True),
        ([riders(heavy()), shockers(foot("K"))], at(gun(horse=True)), True),
        ([riders(heavy()), shockers(foot("K"))], at(heavy("Q")), False),
        ([riders(heavy()), shockers(foot("K"))], at(jaeger()), False),
        ([riders(light("A")), shockers(foot("K"))], at(light()), False),
    ],
)
def test_every_attacker_must_let_them_go(
    stacks: list[charge.Stack], target: charge.Target, may: bool
) -> None:
    assert ask(one(stacks, target)) == (f"{LEAVE} {target.name}" if may else "commitment A")


@pytest.mark.rule("TG-9.81-2", "R-N12")
@in_turn(
    ("stacks", "target", "checks"),
    [
        ([riders(heavy())], at(light()), True),
        ([shockers(heavy("A"))], at(light()), False),
        ([shockers(foot("A"))], at(jaeger()), False),
        ([shockers(foot("A"), through="rear")], at(light()), False),
        ([riders(heavy()), shockers(foot("K"))], at(light()), True),
        ([shockers(heavy("A")), riders(heavy("B"))], at(light()), True),
    ],
)
def test_only_who_leaves_heavy_chargers_checks(
    stacks: list[charge.Stack], target: charge.Target, checks: bool
) -> None:
    due = f"check after leaving {target.name}" if checks else f"occupy {target.name}"
    assert ask(one(stacks, target), [], {LEAVE: True}) == due


@pytest.mark.rule("TG-9.81-2")
def test_all_who_may_leave_a_hex_leave_together() -> None:
    """Jaegers and horse artillery leave infantry; one answer for both, and Y stays."""
    told = run(
        one(shockers(foot("K")), at(foot(**ONE_BRIGADE), jaeger(**ONE_BRIGADE), gun(horse=True))),
        [],
        {LEAVE: True},
    )
    assert keys(told) == [f"{LEAVE} Y"]
    assert {fates(told)[name] for name in "JG"} == {"left before the shock, good order"}
    assert fates(told)["Y"] == "where it was, good order"


@pytest.mark.rule("TG-9.81-2", "TG-9.72a", "R-N12")
def test_who_leaves_checks_and_its_hex_may_be_occupied() -> None:
    situation = one([riders(heavy()), riders(heavy("B"))], at(light("L", 3)))
    gone = {LEAVE: True}
    assert ask(situation, [], gone) == "check after leaving L"
    told = charge.adjudicate(situation, [3], gone)
    assert told.missing is not None
    assert (told.missing.key, told.missing.options) == ("occupy L", ("A", "B", "no"))
    assert fates(told)["L"] == "left before the shock, good order"
    told = run(situation, [4], {**gone, "occupy": "B"})
    assert told.complete
    assert fates(told) == {
        "A": "where it was, good order",
        "B": "advanced, good order",
        "L": "left before the shock, disordered",
    }
    assert cited(told, "L retreats before the shock") == {"TG-9.81-2"}
    assert "TG-9.72a" in cited(told, "B enters the hex that was left")
    # Nobody charged: nobody rolls to commit himself, nobody is disordered.
    assert keys(told) == [f"{LEAVE} L", "check after leaving L", "occupy L"]
    found = odds(situation, gone)
    assert found.chance("check after leaving L", "passed") == passing(3)
    assert distribution(found, "L")["left before the shock, disordered"] == 1 - passing(3)


@pytest.mark.rule("TG-9.81-2")
def test_who_cannot_leave_is_still_charged() -> None:
    """Horse artillery leaves its infantry behind, and the infantry fights on."""
    told = run(one(riders(heavy()), at(foot(), gun(horse=True))), [0, 0], {LEAVE: True})
    assert told.missing is not None
    assert told.missing.key == "fight A"
    assert fates(told)["G"] == "left before the shock, good order"
    assert fates(told)["Y"] == "where it was, good order"


@pytest.mark.rule("TG-9.81-2")
def test_one_light_charger_settles_that_nobody_leaves() -> None:
    """Heavy cavalry only: with L among the chargers no other type matters."""
    for chargers, target in [
        ([UNKNOWN, light()], light("Q")),
        ([light(), UNKNOWN], light("Q")),
        ([heavy(), light()], replace(UNKNOWN, name="Q")),
    ]:
        situation = one([riders(unit) for unit in chargers], at(target))
        assert ask(situation) == f"commitment {chargers[0].name}"


@pytest.mark.rule("TG-9.81-2")
def test_whether_all_chargers_are_heavy_must_be_known() -> None:
    situation = one([riders(heavy()), riders(UNKNOWN)], at(light("Q")))
    assert odds(situation, LEAVES).unspecified == {"whether U is heavy": 1}
    # It does not matter where nobody could leave.
    assert ask(one([riders(heavy()), riders(UNKNOWN)], at(foot()))) == "commitment A"


@pytest.mark.rule("TG-9.81-2", "R-N12", "R-N19")
def test_a_stack_that_leaves_checks_by_its_top_unit() -> None:
    """One die for both, against the cohesion of L; or one for each."""
    stack = at(light("L", 6), light("M", 3))
    situation = one(riders(heavy()), stack)
    together = run(situation, [6], LEAVES)
    assert keys(together) == ["retreat before shock L", "check after leaving L", "occupy L"]
    assert fates(together)["M"] == "left before the shock, good order"
    failed = run(situation, [7], LEAVES)
    assert [fates(failed)[name] for name in "LM"] == ["left before the shock, disordered"] * 2
    assert [step.text for step in failed.steps][-3:-1] == ["L is disordered.", "M is disordered."]
    assert cited(failed, "M is disordered") == {"TG-9.81-2", "R-N12"}
    assert cited(failed, "L checks its cohesion") == {"TG-9.81-2", "R-N12"}
    alone = run(situation, [6, 4], LEAVES, stack_checks="each")
    assert fates(alone)["L"] == "left before the shock, good order"
    assert fates(alone)["M"] == "left before the shock, disordered"


@pytest.mark.rule("TG-9.81-2")
def test_leaving_matters_only_if_it_comes_to_it() -> None:
    """Q cannot leave where there is no open hex, so the type of the charger is never asked for."""
    situation = one(riders(UNKNOWN), at(light("Q"), retreat="blocked"))
    found = odds(situation)
    assert found.asked("retreat before shock Q") == 0
    assert found.chance("commitment U", "passed") == passing(4)


@pytest.mark.rule("TG-9.81-2", "TG-9.72a")
def test_each_hex_that_was_left_may_be_occupied_by_another_stack() -> None:
    targets = [at(light("L", 9)), at(light("M", 9))]
    stacks = [riders(heavy("A")), riders(heavy("B"))]
    situation = one(stacks, targets)
    plan = {"retreat before shock": True}
    # The attacker divides the hexes (R-N31), so all targets have answered before.
    assert ask(situation, [0], plan) == "check after leaving M"
    found = charge.adjudicate(situation, [0, 0], plan).missing
    assert found is not None
    assert (found.key, found.options) == ("occupy L", ("A", "B", "no"))
    found = charge.adjudicate(situation, [0, 0], {**plan, "occupy L": "A"}).missing
    assert found is not None
    assert (found.key, found.options) == ("occupy M", ("B", "no"))
    told = run(situation, [0, 0], {**plan, "occupy L": "A", "occupy M": "B"})
    assert told.complete
    assert {fates(told)[name] for name in "AB"} == {"advanced, good order"}


@pytest.mark.rule("TG-9.81-2", "TG-9.72a")
def test_also_where_only_one_of_two_targets_left() -> None:
    """B enters the hex of L and takes no further part; A charges Y alone."""
    situation = one([riders(heavy("A")), riders(heavy("B"))], [at(foot("Y")), at(light("L", 9))])
    told = run(situation, [0, 0, 4, 0], {"retreat before shock": True, "occupy": "B"})
    assert [key for key in keys(told) if key.startswith("commitment")] == ["commitment A"]
    assert fates(told)["B"] == "advanced, good order"
    assert told.results == {"fight A": 4 + HEAVY}
    stays = run(situation, [0, 0, 0, 4, 0], {"retreat before shock": True})
    assert "commitment B" in keys(stays)


@pytest.mark.rule("TG-9.81-2", "R-N13")
def test_who_occupied_a_hex_takes_over_nobody() -> None:
    """B has moved off; its other target is left to A, which has it in front."""
    first = attack([riders(A, in_front=("Z",))], [at(foot("Y"))])
    second = attack([riders(heavy("B"))], [at(light("L", 9)), at(foot("Z"))])
    situation = charge.Situation((first, second))
    told = run(situation, [0, 0, 9], {"retreat before shock": True, "occupy": "B"})
    assert "commitment B" not in keys(told)
    (line,) = [step.text for step in told.steps if step.text.startswith("A against")]
    assert line.startswith("A against Y and Z.")


@pytest.mark.rule("TG-9.71d", "TG-9.72a")
def test_ground_disorders_who_occupies_a_hex_that_was_left() -> None:
    situation = one(riders(heavy()), at(light(), entry_disorders=True))
    told = run(situation, [0], {"retreat before shock": True, "occupy": True})
    assert fates(told)["A"] == "advanced, disordered"


@pytest.mark.rule("TG-9.72a")
def test_occupying_is_optional_where_the_defender_left_before() -> None:
    """After a retreat before shock the attacker decides, and each stack may be the one."""
    situation = one([riders(heavy()), riders(heavy("B", 2))], at(light()))
    assert options(situation, [0], **{"retreat before shock": True}) == ("A", "B", "no")
    stays = run(situation, [0], {"retreat before shock": True, "occupy": False})
    assert stays.complete
    assert fates(stays)["A"] == "where it was, good order"


@pytest.mark.rule("TG-9.81-2", "TG-9.72a")
def test_only_heavy_cavalry_that_charges_is_left_by_the_source_itself() -> None:
    """From others the secondary source lets them go (9.31, 9.32), and the steps say so."""
    broken = at(heavy("Q", order=BEATEN))
    for stack, target, clause in (
        (riders(heavy()), at(light("Q")), "TG-9.81-2"),
        (shockers(heavy()), at(light("Q")), "TG-9.72a"),
        (shockers(foot("A")), broken, "TG-9.72a"),
        (shockers(foot("A")), at(jaeger("Q")), "TG-9.72a"),
    ):
        due = charge.adjudicate(one(stack, target)).missing
        assert due is not None
        assert ("secondary source 9.31" in due.text) == (clause == "TG-9.72a")
        told = charge.adjudicate(one(stack, target), [], {LEAVE: True, "occupy": "A"}).steps
        leaves = [s.clauses for s in told if "retreats before the shock" in s.text]
        assert leaves == [(clause,)]
