"""What rulings change, where tests/shown_right does not hold each situation against its oracle."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules_lib import impact
from rules_lib.impact.panels import panel_of
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import HitsToRemove, Rulings
from tests.impact.shared import bench
from tests.oracles.melee_brute import outcomes
from tests.oracles.translate import oracle
from tests.oracles.translate import unit as told_unit


def changes(rule_id: str, value: object) -> dict[str, impact.Change]:
    """The changes of one reading, by the name of the situation."""
    measured = impact.measure(rule_id, bench())
    (found,) = [each for each in measured.readings if each.value == value]
    return {change.situation: change for change in found.changes}


@pytest.mark.slow
def test_infantry_with_five_hits_against_every_other_melee_of_the_panel() -> None:
    """Of R-M9, which tests/shown_right leaves to this one: in cover it takes the oracle long."""
    five, checked = HitsToRemove(5, 3), 0
    found = changes("R-M9", five)
    for each in panel_of("R-M9").situations:
        given = getattr(each.value, "given")  # noqa: B009 - of a question, which any value may be
        if given.keys() != {"attacker", "defender"} or given["defender"].in_cover:
            continue
        if " attacks " not in each.name:
            continue
        change = found[each.name]
        for rulings, chance in (
            (Rulings(), change.default),
            (Rulings(hits_to_remove=five), change.other),
        ):
            fight = oracle(given["attacker"], given["defender"], rulings)
            ends = outcomes(fight.ends(fight.habit("never")))
            assert chance == ends.get("attacker_wins", 0), (each.name, rulings)
        checked += 1
    assert checked >= 20


usual = cache(melee.odds)


@pytest.mark.slow
@pytest.mark.parametrize("rule_id", [f"R-M{number}" for number in (1, 2, 3, 4, 7, 8, 9, 10)])
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
