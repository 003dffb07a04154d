"""A stack that merely shocks a hex has a zone of control there, and the hex in its front."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

CHARGE = riders(heavy())


def beside(stack: charge.Stack, target: charge.Target) -> charge.Situation:
    """A charges, and the stack shocks the same hex."""
    return one([CHARGE, stack], target)


@pytest.mark.rule("TG-9.85a")
@in_turn("unit", [foot("K"), jaeger("K"), heavy("K"), light("K")])
@in_turn("face", [0, 9])
def test_no_square_beside_a_stack_that_shocks(unit: Unit, face: int) -> None:
    """It stands there whether or not it has committed itself."""
    situation = beside(shockers(unit), at(foot()))
    assert ask(situation, {"commitment A": 0, "commitment K": face}) == "fight A"


@pytest.mark.rule("TG-9.85a", "R-N21")
@pytest.mark.parametrize("mixed", ["in_turn", "together"])
def test_nor_where_the_shock_is_declared_as_another_attack(mixed: str) -> None:
    """K has declared Z, and has Y in its front as well."""
    first = attack([CHARGE], [at(foot())])
    second = attack([shockers(foot("K"), in_front=("Y",))], [at(foot("Z"))])
    situation = charge.Situation((first, second))
    assert ask(situation, [0, 0], mixed_attack=mixed) == "fight A"
    elsewhere = attack([shockers(foot("K"), in_front=())], [at(foot("Z"))])
    assert ask(charge.Situation((first, elsewhere)), [0, 0]) == "square Y"


@pytest.mark.rule("TG-9.85a", "R-N13")
def test_nor_for_an_enemy_in_front_that_nobody_declared() -> None:
    """W is in front of both, charged by A and shocked by K."""
    situation = one([CHARGE, shockers(foot("K"))], at(heavy("Q")), also_in_front=(at(foot("W")),))
    assert ask(situation, [0, 0]) == "fight A"
    alone = one(CHARGE, at(heavy("Q"), in_enemy_front=True), also_in_front=(at(foot("W")),))
    assert ask(alone, [0]) == "square W"


@pytest.mark.rule("TG-9.86a")
@in_turn("unit", [foot("K"), heavy("K"), light("K")])
@in_turn("face", [0, 9])
def test_no_counter_charge_in_front_of_a_stack_that_shocks(unit: Unit, face: int) -> None:
    """The front is that of the moment of the declaration; who does not commit counts."""
    target = at(heavy("Q"), way_out=False)
    dice = {"commitment A": 0, "commitment K": face}
    assert ask(beside(shockers(unit), target), dice) == "fight A"
    assert ask(one(CHARGE, target), [0]) == "counter-charge Q"


@pytest.mark.rule("TG-9.85a", "TG-9.86a")
def test_other_charges_at_the_same_hex_forbid_nothing() -> None:
    both = [CHARGE, riders(heavy("B"))]
    assert ask(one(both, at(foot())), [0, 0]) == "square Y"
    assert ask(one(both, at(heavy("Q"))), [0, 0]) == "counter-charge Q"


@pytest.mark.rule("TG-9.85a")
def test_in_a_pursuit_the_declared_shock_is_over() -> None:
    """W, met behind Y, is beside nobody but its pursuer, unless it is said to be."""
    for zone, due in [(False, "pursuit 1: square W"), (True, "pursuit 1: fight A")]:
        target = at(foot(), gun(), beyond=(at(foot("W"), in_enemy_zoc=zone),))
        situation = one([CHARGE, shockers(foot("K"))], target, drm=20)
        assert ask(situation, [0, 0, 0], {"fire": False, "go on": "charge"}) == due
