"""What is left open ends its own attack, and no other one."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import *


@pytest.mark.parametrize("swapped", [False, True])
def test_a_gap_in_one_attack_leaves_the_other_whole(swapped: bool) -> None:
    """Nobody says whether U, which counter-charges, is heavy; C and Z know all they need."""
    unknown = Cavalry("U", 9, strength=6)
    open_one = attack([riders(heavy("A", 4))], [at(unknown, retreat="blocked")])
    other = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    both = charge.Situation((other, open_one) if swapped else (open_one, other))
    found = odds(both, {"counter-charge": True})
    assert found.unspecified == {"whether U is heavy": passing(4)}
    assert (
        distribution(found, "U")["unspecified"]
        == distribution(found, "A")["unspecified"]
        == passing(4)
    )
    alone = odds(charge.Situation((other,)))
    for name in "CZ":
        assert distribution(found, name) == distribution(alone, name)


def test_an_answer_that_can_be_none_is_refused_before_anybody_asks() -> None:
    for answer in (1, None, ["yes"]):
        with pytest.raises(InvalidValue, match=r"decisions\['advance'\]: .* True, False or the"):
            charge.adjudicate(one(riders(heavy()), at(foot())), [9], {"advance": answer})  # type: ignore[dict-item]
