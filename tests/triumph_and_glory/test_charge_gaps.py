"""What nobody has said of a charge, and its chance; and numbers of one's own.

How it is told stands in `tests/cases/cavalry.toml`.
"""

from dataclasses import replace

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import *
from tests.triumph_and_glory.charging import SECONDARY


@pytest.mark.rule("TG-9.81-7")
def test_a_table_of_ones_own() -> None:
    """A row that it lacks is reported, with its chance."""
    quiet, beaten = Effect(False, "none"), Effect(True, "none")
    rows = (Row(None, 5, quiet, quiet), Row(8, None, quiet, beaten))
    table = replace(SECONDARY, results=ResultsTable(rows, gaps="report"))
    situation = one(shockers(heavy()), at(foot()))
    found = charge.odds(situation, NEVER, secondary=table)
    assert dict(found.unspecified) == {
        "a result for which the table has no row": passing(4) * tenths(2)
    }
    assert distribution(found, "Y") == {
        "where it was, good order": 1 - passing(4) * tenths(4),
        "where it was, disordered": passing(4) * tenths(2),
        "unspecified": passing(4) * tenths(2),
    }
    with pytest.raises(UnspecifiedBySource, match="the table has no row: unspecified"):
        charge.adjudicate(situation, [0, 6], NEVER, secondary=table)
    assert charge.adjudicate(situation, [0, 8], NEVER, secondary=table).complete
    other = attack([shockers(heavy("C", 9))], [at(foot("Z", 9))])
    both, alone = charge.Situation((*situation.attacks, other)), charge.Situation((other,))
    fought = [charge.odds(each, NEVER, secondary=table) for each in (both, alone)]
    assert distribution(fought[0], "Z") == distribution(fought[1], "Z")


@pytest.mark.rule("TG-9.87b")
@pytest.mark.parametrize(
    ("units", "who"),
    [
        ((heavy("A", 3), heavy("B", 5)), "B"),
        ((light("L", 9), heavy("B", 3), light("M", 9)), "B"),
    ],
)
def test_where_one_unit_fills_a_hex_one_pursues(units: tuple[Cavalry, ...], who: str) -> None:
    """The limits are data; heavy goes before light, then the higher cohesion."""
    narrow = replace(SECONDARY, stack_limit=1, brigade_stack_limit=1)
    situation = one([riders(unit) for unit in units], at(foot("Y")), drm=20)
    told = charge.adjudicate(
        situation, [0] * len(units) + [0, 9], NEVER, reading(), secondary=narrow
    )
    assert advanced(told) == {who}


ON = {"breakthrough": True}


def after_ten(target: charge.Target, *, charges: bool = True) -> charge.Situation:
    """An attack that comes to 10 or more with every face, and is fought on."""
    stack = riders(heavy("A", 9)) if charges else shockers(foot("A", 9))
    return one(stack, target, drm=20)


def test_a_breakthrough_that_may_have_lost_him_cannot_be_told() -> None:
    target = at(foot(), in_front_after_retreat=None)
    (gap,) = odds(after_ten(target, charges=False), ON).unspecified
    assert gap == (
        "whether Y is in front after its retreat"
        " (in_front_after_retreat, and on a map retreat_to, is not given)"
    )
    assert not odds(after_ten(target, charges=False)).unspecified
    # If he leaves the map it is known, unless it was told of chargers, who turn.
    for more, found in ((), 0), ((riders(heavy("B", 0, strength=1), commitment_drm=10),), 1):
        gone = replace(target, retreat="enemy_front", beyond=(at(foot("W")),))
        beside = one([*more, shockers(foot("A", 9))], gone, drm=20)
        assert len(odds(beside, ON).unspecified) == found, found
    assert not odds(after_ten(target), ON).unspecified


SURE = heavy("A", 9)


@pytest.mark.rule("TG-9.81-6")
def test_fire_is_reckoned_with_the_numbers_that_are_given() -> None:
    situation = one(riders(SURE, heavy("B", 9)), at(foot(), gun("G", fire=2)))
    plan = {**NEVER, "fire": "A"}
    usual = charge.adjudicate(situation, [0], plan).missing
    assert usual is not None
    assert usual.text == "G fires at A and B with +4 (secondary source 8.6)"
    other = replace(SECONDARY, fire_adjacent_drm=5)
    for own, given in ((situation, other), (replace(situation, secondary=other), None)):
        changed = charge.adjudicate(own, [0], plan, secondary=given).missing
        assert changed is not None
        assert changed.text == "G fires at A and B with +8 (secondary source 8.6)"


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
