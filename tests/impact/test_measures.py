"""What rulings change, where tests/shown_right does not hold each situation against its oracle."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules_lib import impact
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import Rulings
from tests.impact.shared import bench
from tests.oracles.translate import unit as told_unit
from tests.sample import one_in


def changes(rule_id: str, value: object) -> dict[str, impact.Change]:
    """The changes of one reading, by the name of the situation."""
    measured = impact.measure(rule_id, bench())
    (found,) = [each for each in measured.readings if each.value == value]
    return {change.situation: change for change in found.changes}


usual = cache(melee.odds)


@pytest.mark.slow
@pytest.mark.parametrize("rule_id", one_in(3, [f"R-M{n}" for n in (1, 2, 3, 4, 7, 8, 9, 10)]))
def test_no_melee_of_a_wide_grid_changes_more_than_the_panel(rule_id: str) -> None:
    """So that "at most" is true of 800 melees, and not of the few that are listed."""
    measured = impact.measure(rule_id, bench())
    cards = [f"{colour} {value}" for colour in ("red", "black") for value in (4, 6, 8, 10, 12)]
    kinds: list[dict[str, bool]] = [
        {}, {"small_team": True}, {"officer": True}, {"in_cover": True},
    ]  # fmt: skip
    other = Rulings.from_ids({rule_id: measured.readings[0].value})
    largest = Fraction(0)
    for attacker, defender, kind, hits in product(cards, cards, kinds, (0, 1)):
        sides = told_unit(attacker), told_unit(defender, **kind, hits=hits)
        ours = usual(*sides).attacker_wins
        largest = max(largest, abs(melee.odds(*sides, other).attacker_wins - ours))
    assert measured.largest == largest


def test_recalled_cavalry_and_ways_to_charge() -> None:
    for change in changes("R-N8", "starting_hex").values():
        assert (change.default, change.other) == (
            "in the hex it has reached",
            "in its starting hex",
        )
    ways = changes("R-N18", False)
    assert ways["target two hexes away, open ground"].other == "1 way to charge"
    assert not ways["target three hexes away, open ground"].differs
