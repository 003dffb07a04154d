"""Swapped sides swap the result; defaults change nothing; a cavalry charge is a whole."""

from typing import Any

from hypothesis import given

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import melee
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.triumph_and_glory import charge as cavalry
from tests.in_turn import in_turn
from tests.oracles import charge_random
from tests.properties import drawn
from tests.sample import examples


@examples(25)
@given(charge_random.situations(), charge_random.plans, charge_random.rulings)
def test_a_cavalry_charge_is_a_whole(situation: Any, plan: Any, rulings: Any) -> None:
    outcomes = cavalry.odds(situation, plan, rulings).outcomes
    assert sum(outcomes.values()) == 1
    assert all(chance > 0 for chance in outcomes.values())


# ---------------------------------------------------------------- swapped sides


@examples(60)
@given(drawn.plain_units, drawn.plain_units, drawn.melee_rulings)
def test_a_melee_of_like_roles_is_its_own_mirror_image(
    a: melee.Combatant, d: melee.Combatant, rulings: melee.Rulings
) -> None:
    found, mirrored = melee.odds(a, d, rulings), melee.odds(d, a, rulings)
    assert found.attacker_wins == mirrored.defender_wins
    assert found.both_removed == mirrored.both_removed
    assert found.undecided == mirrored.undecided
    assert found.final_hits == mirrored.final_hits.map(lambda hits: (hits[1], hits[0]))


@examples(60)
@given(drawn.parties(), drawn.parties(), drawn.battle_rulings)
def test_a_battle_is_its_own_mirror_image(a: Party, b: Party, rulings: battle.Rulings) -> None:
    found, mirrored = battle.odds(a, b, rulings), battle.odds(b, a, rulings)
    turned = {battle.Winner.A: battle.Winner.B, battle.Winner.B: battle.Winner.A}
    assert found.joint == mirrored.joint.map(
        lambda end: (turned.get(end[0], end[0]), end[2], end[1])
    )


@given(drawn.parties())
def test_nobody_is_ahead_in_a_battle_of_equals(party: Party) -> None:
    odds = battle.odds(party, party)
    assert odds.a_wins == odds.b_wins


# ---------------------------------------------------------------- the defaults


@in_turn("rule_id", list(catalog().rulings))
def test_a_ruling_set_to_its_default_changes_nothing(rule_id: str) -> None:
    kind = rulings_class(rule_id)
    first, *others = values_of(rule_id)
    chosen = kind.from_ids({rule_id: first})
    assert chosen == kind()
    assert chosen.departures() == {}
    for value in others:
        assert set(kind.from_ids({rule_id: value}).departures()) == {rule_id}
