"""The outcome of the fights of the tutorial under every combination of readings."""

from dataclasses import fields
from itertools import product

import pytest

from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.el_alamein.readings import every_ruling, turns_on, under_every_ruling
from rules_lib.paper_tigers.el_alamein.replays import replay


def everything() -> list[melee.Rulings]:
    """Every combination of all readings; R-M9 with its published readings and some more."""
    choices = {each.name: each.metadata["readings"] for each in fields(melee.Rulings)}
    five_three = choices["hits_to_remove"][1]
    mixed = [melee.HitsToRemove(2, 3), melee.HitsToRemove(3, 2)]
    choices["hits_to_remove"] = (2, 3, five_three, *mixed)
    made = [dict(zip(choices, each, strict=True)) for each in product(*choices.values())]
    assert len(made) == 2**9 * 5
    return [melee.Rulings(**each) for each in made]


def limit(rulings: melee.Rulings, *, small_team: bool) -> int:
    hits = rulings.hits_to_remove
    if isinstance(hits, int):
        return hits
    return hits.small_team if small_team else hits.infantry


@pytest.mark.rule("E-A5", "PT-M9", "R-M1", "R-M9")
@pytest.mark.parametrize("german_roll", [9, 10])
def test_the_outcome_of_fight_5_under_every_ruling(german_roll: int) -> None:
    """The British unit is always hit; it is the only one left where two hits remove the team."""
    for rulings in everything():
        exchange = replay(5, (9, german_roll), rulings)
        assert exchange.winner == "attacker"
        assert exchange.after.attacker_hits == 1
        removed = rulings.loser_takes_hit and limit(rulings, small_team=True) == 2
        assert exchange.both_stand == (not removed)
        if removed:
            assert exchange.outcome == "attacker_wins"
            assert exchange.after.defender_hits == 2


@pytest.mark.rule("R-M9")
def test_the_audit_tries_every_ruling() -> None:
    """Other numbers of hits do what one of its own does, in an exchange of two hits at most."""
    tried = every_ruling()
    assert tried[0] == melee.Rulings()
    assert len(set(tried)) == len(tried) == 2**9 * 4
    for each in fields(melee.Rulings):
        if each.name != "hits_to_remove":
            readings = {getattr(rulings, each.name) for rulings in tried}
            assert readings == set(each.metadata["readings"])
    for number, rolls in ((2, (12, 12)), (5, (9, 9)), (6, (13, 12))):
        seen = {replay(number, rolls, rulings).outcome for rulings in tried}
        more = [melee.Rulings(hits_to_remove=hits) for hits in (3, 4, 20)]
        more += [melee.Rulings(hits_to_remove=melee.HitsToRemove(5, 3), loser_takes_hit=False)]
        assert {replay(number, rolls, rulings).outcome for rulings in more} <= seen


def test_on_which_rulings_a_fact_turns() -> None:
    squad, crew = melee.Combatant(Card("red", 8)), melee.Combatant(Card("red", 2), small_team=True)
    facts = under_every_ruling(squad, crew, (9, 9))
    assert facts == tuple(replay(5, (9, 9), rulings) for rulings in every_ruling())
    assert turns_on(facts, lambda each: each.winner) == ()
    assert turns_on(facts, lambda each: each.both_stand) == ("R-M1", "R-M9")
    assert turns_on(facts, lambda each: each.outcome) == ("R-M1", "R-M6", "R-M9")
    assert turns_on(facts, lambda each: each.after.defender_shaken) == ()
    assert turns_on(facts, lambda each: each.after.attacker_shaken) == ("R-M2",)
    # Two hits on infantry: there the other half of R-M9 counts.
    lost = under_every_ruling(squad, melee.Combatant(Card("red", 4)), (4, 12))
    assert turns_on(lost, lambda each: each.both_stand) == ("R-M1", "R-M9")
    # A card of 8 is reached by a 9 only if the deduction is left aside.
    team = melee.Combatant(Card("red", 8), small_team=True)
    hit = turns_on(under_every_ruling(squad, team, (9, 9)), lambda each: each.defender_hit)
    assert hit == ("R-M7",)


@pytest.mark.rule("E-A2", "PT-M15", "R-M1", "R-M6", "R-M9")
def test_with_the_deduction_the_first_exchange_decides_and_by_our_rulings_ends() -> None:
    """Read from the clauses: it ends it if two hits are dealt and remove, or the first win does."""
    for rulings in everything():
        exchange = replay(2, (12, 12), rulings)
        assert (exchange.attacker_total, exchange.defender_total) == (12, 10)
        assert exchange.winner == "attacker"
        removed = rulings.loser_takes_hit and limit(rulings, small_team=True) == 2
        over = removed or rulings.melee_ends == "first_decision"
        assert (exchange.outcome == "attacker_wins") == over
        assert (exchange.outcome == "goes_on") == (not over)
        assert exchange.both_stand == (not removed)


@pytest.mark.rule("E-A3", "E-A4")
@pytest.mark.parametrize(
    ("fight", "one", "other"), [(2, (12, 12), (8, 9)), (5, (9, 9), (9, 10))], ids=["E-A3", "E-A4"]
)
def test_either_dice_have_the_same_outcome_under_every_ruling(
    fight: int, one: tuple[int, int], other: tuple[int, int]
) -> None:
    for rulings in everything():
        first, second = replay(fight, one, rulings), replay(fight, other, rulings)
        assert (first.outcome, first.after) == (second.outcome, second.after)
