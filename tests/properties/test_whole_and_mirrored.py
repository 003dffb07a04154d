"""Chances add up to one; swapped sides swap the result; defaults change nothing."""

from fractions import Fraction
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, melee, sniper, sudden_strike
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.triumph_and_glory import charge as cavalry
from tests.in_turn import in_turn
from tests.oracles import charge_random
from tests.properties import drawn
from tests.sample import examples

# ---------------------------------------------------------------- they add up to one


@examples(60)
@given(
    drawn.plain_units, drawn.defenders, drawn.melee_rulings, st.sampled_from(["never", "if_missed"])
)
def test_a_melee_is_a_whole(
    a: melee.Combatant, d: melee.Combatant, rulings: melee.Rulings, reroll: Any
) -> None:
    odds = melee.odds(a, d, rulings, reroll)
    assert sum(odds.outcomes.values()) == sum(odds.final_hits.values()) == 1
    assert all(p >= 0 for p in odds.outcomes.values())
    # "Undecided" is exactly what never ends.
    assert odds.exchanges.never == odds.undecided


@examples(30)
@given(drawn.plain_units, drawn.defenders, st.fractions(0, 1, max_denominator=6))
def test_a_charge_is_a_whole(a: melee.Combatant, d: melee.Combatant, shot: Fraction) -> None:
    assert sum(charge.odds(a, d, shot_hits=shot).values()) == 1


@examples(60)
@given(drawn.parties(), drawn.parties(), drawn.battle_rulings)
def test_a_battle_is_a_whole(a: Party, b: Party, rulings: battle.Rulings) -> None:
    odds = battle.odds(a, b, rulings)
    assert odds.a_wins + odds.draw + odds.b_wins == sum(odds.joint.values()) == 1
    try:
        assert sum(odds.losses.values()) == 1
    except UnspecifiedBySource:
        assert rulings.overkill == "error"


@given(st.sampled_from(get_args(sniper.Spotter)), st.integers(1, 12), st.integers(1, 6))
def test_a_search_is_a_whole(kind: Any, attempts: int, markers: int) -> None:
    assert sum(sniper.discovery(kind, attempts, markers=markers).values()) == 1


@given(
    st.sampled_from(get_args(sudden_strike.UnitClass)),
    st.sampled_from([None, *sudden_strike.STRUCTURES]),
    st.integers(0, 1),
)
def test_a_sudden_strike_is_a_whole(kind: Any, structure: Any, hits: int) -> None:
    place = None if kind == "aircraft" else structure
    assert sum(sudden_strike.strike(sudden_strike.Unit(kind, hits), place).values()) == 1


@given(st.integers(0, 120), st.integers(1, 4))
def test_the_strikes_of_a_force_are_a_whole(units: int, rounds: int) -> None:
    assert sum(sudden_strike.strikes(units, rounds=rounds).values()) == 1


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


def test_cover_sets_the_roles_of_a_melee_apart() -> None:
    """Only a defender rolls again (PT-M13): an attacker's cover changes nothing."""
    plain, covered = (melee.Combatant(Card("red", 8), in_cover=cover) for cover in (False, True))
    assert melee.odds(covered, plain).outcomes == melee.odds(plain, plain).outcomes
    assert melee.odds(plain, covered).defender_wins > melee.odds(plain, plain).defender_wins


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


def test_odds_by_defaults_that_are_spelled_out_are_those_by_none() -> None:
    pair = melee.Combatant(Card("red", 7)), melee.Combatant(Card("black", 6), True, in_cover=True)
    spelled = melee.Rulings.from_ids(
        {each: values_of(each)[0] for each in ("R-M1", "R-M3", "R-M9")}
    )
    assert melee.odds(*pair, spelled).outcomes == melee.odds(*pair).outcomes
    fought = Party(5, 2), Party(4, 0, True)
    told = battle.Rulings.from_ids({each: values_of(each)[0] for each in ("R-I1", "R-I2", "R-I3")})
    assert battle.odds(*fought, told).joint == battle.odds(*fought).joint
