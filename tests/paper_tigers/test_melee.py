"""Melees beside the oracle, by all readings mixed; the best re-rolls; what a melee leaves.

What is told of one exchange, and what is refused, stands in `tests/cases/melee.toml`.
"""

import random
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee import (
    BestPolicy,
    Fight,
    Goal,
    HitsToRemove,
    IncompleteRecord,
    Odds,
    Outcome,
    Pairing,
    Rulings,
)
from rules_lib.paper_tigers.melee.course import AGAIN, KEEP, Habit
from rules_lib.paper_tigers.melee.odds import Look
from rules_lib.paper_tigers.melee.rules import opening
from rules_lib.paper_tigers.melee.state import State
from rules_lib.probability import Distribution, ProbabilityError
from tests.in_turn import in_turn
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Now, final_hits, outcomes
from tests.oracles.translate import Unit, at_random, oracle, unit
from tests.sample import DEEP

# ---------------------------------------------------------------- the odds

PAIR = unit("red 8"), unit("red 8")


def random_rulings(chance: Random) -> Rulings:
    limit = chance.choice([2, 2, 3, HitsToRemove(2, 3), HitsToRemove(infantry=5, small_team=3)])
    rulings = at_random(chance, Rulings, hits_to_remove=limit)
    if rulings.rerolled_rolls == "not_won":  # which only a player who sees both rolls can tell
        return replace(rulings, reroll_decided="seeing_both")
    return rulings


def random_unit(chance: Random, *, defends: bool) -> Unit:
    def often(share: float) -> bool:
        return chance.random() < share

    card = Card(chance.choice(["red", "black"]), chance.randint(3, 13))
    return Unit(
        card,
        small_team=defends and often(0.4),
        officer=defends and often(0.3),
        in_cover=often(0.5 if defends else 0.3),
        hits=chance.choice([0, 0, 1]),
        shaken=often(0.2),
    )


def assert_same(attacker: Unit, defender: Unit, rulings: Rulings, habit: Habit) -> None:
    odds = melee.odds(attacker, defender, rulings, habit)
    brute = oracle(attacker, defender, rulings)
    policy = brute.habit(habit)
    ends = brute.ends(policy)
    assert odds.outcomes == Distribution(outcomes(ends))
    assert sum(odds.outcomes.values()) == 1
    assert dict(odds.final_hits) == final_hits(ends)
    head = brute.length(policy, 6)
    assert odds.exchanges.head(6) == head
    assert odds.exchanges.beyond(6) == 1 - sum(head)
    assert odds.exchanges.never == odds.undecided
    if not odds.undecided:
        assert odds.exchanges.mean() == brute.mean_length(policy)


@pytest.mark.rule("R-M1", "R-M2", "R-M3", "R-M4", "R-M6", "R-M7", "R-M8", "R-M9", "R-M10")
@pytest.mark.rule("R-M13")
@in_turn("seed", range(240), one_in=4, sampled=2)
def test_random_melees_under_random_rulings(seed: int) -> None:
    chance = Random(seed)
    pair = random_unit(chance, defends=False), random_unit(chance, defends=True)
    assert_same(*pair, random_rulings(chance), chance.choice(["never", "if_missed"]))


@pytest.mark.rule("PT-M9", "PT-M11", "PT-M18")
def test_melees_that_may_never_end() -> None:
    """Two that can never hit; and two of which both are left shaken, and would need a 14."""
    odds = melee.odds(unit("black 13"), Unit(Card("black", 10**18), small_team=True))
    assert odds.undecided == odds.exchanges.never == 1
    assert dict(odds.final_hits) == {(0, 0): 1}
    with pytest.raises(ProbabilityError, match="never"):
        odds.exchanges.mean()
    stuck = melee.odds(unit("black 12"), unit("black 12"))
    assert stuck.undecided == stuck.final_hits[1, 1] == Fraction(1, 71)
    assert [line.split() for line in str(stuck).splitlines()] == [
        ["attacker", "wins", "49.3", "%"],
        ["defender", "wins", "49.3", "%"],
        ["both", "removed", "0.0", "%"],
        ["undecided", "1.4", "%"],
    ]


# ---------------------------------------------------------------- the best re-rolls

GOALS = list(Goal)
COVERED = unit("red 8"), unit("black 8", in_cover=True)
CREW = unit("black 7"), unit("black 6", small_team=True, in_cover=True)
HOPELESS = unit("black 13"), unit("black 13", in_cover=True)


def reached(odds: Odds, defender: Unit, rulings: Rulings, goal: Goal) -> Fraction:
    """The chance of a goal, read off the odds."""
    if goal == Goal.WIN:
        return odds.defender_wins
    if goal == Goal.NOT_LOSE:
        return 1 - odds.attacker_wins
    limit = oracle(defender, defender, rulings).limit(oracle(defender, defender, rulings).d)
    return odds.final_hits.probability(lambda hits: hits[1] < limit)


def best(attacker: Unit, defender: Unit, rulings: Rulings, goal: Goal) -> tuple[Odds, BestPolicy]:
    odds = melee.odds(attacker, defender, rulings, goal)
    assert odds.policy is not None
    return odds, odds.policy


def plain(state: State) -> Now:
    hits = state.attacker_hits, state.attacker_shaken, state.defender_hits, state.defender_shaken
    return Now(*hits, state.reroll_left)


def assert_optimal(attacker: Unit, defender: Unit, rulings: Rulings, goal: Goal) -> None:
    odds, policy = best(attacker, defender, rulings, goal)
    judge = Best(oracle(attacker, defender, rulings), goal.value)
    assert policy.value == judge.worth() == reached(odds, defender, rulings, goal)
    habits: tuple[Habit, Habit] = ("never", "if_missed")
    for habit in habits:
        other = melee.odds(attacker, defender, rulings, habit)
        assert policy.value >= reached(other, defender, rulings, goal)
    for look, decision in policy.decisions.items():
        assert look.state.reroll_left
        if not judge.melee.bad(plain(look.state), look.own_roll, look.enemy_roll):
            assert decision == KEEP
            assert look not in policy.ties
            continue
        advantage = judge.advantage(plain(look.state), look.own_roll, look.enemy_roll)
        assert (advantage == 0) or (decision == (KEEP if advantage > 0 else AGAIN))
        if look in policy.ties:
            assert advantage == 0
        elif goal == Goal.WIN:
            # For the other goals a melee that never ends pays, and a choice that is only worth as
            # much as long as the right one follows is no tie.
            assert advantage != 0 or decision == KEEP


@pytest.mark.slow
@pytest.mark.rule("PT-M13", "R-M4", "R-M5", "R-M13")
@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=DEEP) for seed in range(8, 30))]
)
def test_the_best_of_random_melees(seed: int) -> None:
    chance = Random(seed)
    attacker = Unit(Card(chance.choice(["red", "black"]), chance.randint(4, 12)))
    defender = Unit(Card("black", chance.randint(3, 11)), chance.random() < 0.5, in_cover=True)
    rulings = replace(random_rulings(chance), hits_to_remove=2)
    assert_optimal(attacker, defender, rulings, GOALS[seed % len(GOALS)])


@pytest.mark.rule("PT-M13", "R-M5")
def test_where_there_is_nothing_to_decide() -> None:
    """Without cover; for a habit it is all one when it is decided."""
    odds = melee.odds(unit("red 8"), unit("black 8"), reroll=Goal.WIN)
    assert odds.policy is None
    assert odds.outcomes == melee.odds(unit("red 8"), unit("black 8"), reroll="never").outcomes
    blind = Rulings(reroll_decided="seeing_own")
    assert melee.odds(*COVERED, blind).outcomes == melee.odds(*COVERED).outcomes
    open_ = Rulings(rerolled_rolls="not_won", reroll_decided="seeing_own")
    assert melee.odds(*PAIR, open_) == melee.odds(*PAIR)
    # Neither side can ever reach its card: every choice is a tie, and keeps the roll.
    _, policy = best(*HOPELESS, Rulings(), Goal.SURVIVE)
    assert policy.ties == set(policy.decisions)
    assert set(policy.decisions.values()) == {KEEP}
    # Who can never be removed survives, and does not lose; nor does it win.
    for goal in Goal:
        assert best(*HOPELESS, Rulings(), goal)[1].value == (goal != Goal.WIN)
    rows = policy.rows
    assert [(row.enemy_rolls, row.again, row.either) for row in rows] == [("2-12", "", "2-12")]


def spread(text: str) -> set[int]:
    """``"3-5, 9"`` as numbers."""
    numbers: set[int] = set()
    for part in filter(None, text.split(", ")):
        low, _, high = part.partition("-")
        numbers |= set(range(int(low), int(high or low) + 1))
    return numbers


@pytest.mark.rule("R-M4", "R-M5")
@in_turn("goal", GOALS)
@in_turn("decided", ["seeing_both", "seeing_own"])
def test_the_table_says_what_is_decided(decided: Any, goal: Goal) -> None:
    """In order: by the state of the melee, then by the enemy's rolls."""
    _, policy = best(*CREW, Rulings(reroll_decided=decided), goal)
    told: dict[Look, str] = {}
    for row in policy.rows:
        blind = row.enemy_rolls == "any"
        assert blind == (decided == "seeing_own")
        for enemy in [None] if blind else spread(row.enemy_rolls):
            for own in range(2, 13):
                look = Look(row.state, own, enemy)
                assert look not in told
                told[look] = AGAIN if own in spread(row.again) else KEEP
                assert (own in spread(row.either)) == (look in policy.ties)
    for look, decision in policy.decisions.items():
        assert look in policy.ties or told[look] == decision
    assert set(told) == set(policy.decisions)
    order = [(row.state, min(spread(row.enemy_rolls.replace("any", "")), default=0))
             for row in policy.rows]  # fmt: skip
    assert order == sorted(order)
    backwards = dict(list(policy.decisions.items())[::-1])
    assert replace(policy, decisions=backwards).rows == policy.rows


def test_the_policy_reads_as_a_table() -> None:
    state = opening(Pairing(*COVERED, Rulings()))
    again, either = {2, 3, 5, 6, 7, 12}, {9}
    looks = {own: Look(state, own, 4) for own in range(2, 13)}
    decisions = {looks[own]: AGAIN if own in again else KEEP for own in sorted(looks, reverse=True)}
    ties = frozenset(looks[own] for own in either)
    policy = BestPolicy(Goal.WIN, Fraction(1, 2), decisions, ties)
    assert policy.rows == ((state, "4", "2-3, 5-7, 12", "9"),)
    _, policy = best(*COVERED, Rulings(reroll_decided="seeing_own"), Goal.WIN)
    lines = str(policy).splitlines()
    assert lines[0] == f"Best re-rolls to win: {100 * float(policy.value):.1f} %"
    assert "Hits before the exchange: attacker 0, defender 0" in lines
    assert "Hits before the exchange: attacker 1 (shaken), defender 1 (shaken)" in lines
    assert lines[2] == f"  enemy rolls any: again on {policy.rows[0].again}"


# ---------------------------------------------------------------- recorded melees


def fight(attacker: Unit, defender: Unit, rolls: Any, complete: bool = False, **read: Any) -> Fight:
    return melee.adjudicate(attacker, defender, rolls, Rulings(**read), complete=complete)


@pytest.mark.rule("PT-M11")
def test_what_is_meant_where_nothing_is_said() -> None:
    """Infantry, unhurt and in the open; a record that reaches the end; the first exchange."""
    usual = Unit(Card("red", 8))
    assert usual == Unit(Card("red", 8), False, False, False, 0, False)
    for rolls in ([], [(8, 8)]):
        with pytest.raises(IncompleteRecord, match=f"rolls: exchanges given: {len(rolls)};"):
            melee.adjudicate(usual, usual, rolls)
        assert fight(usual, usual, rolls).outcome == Outcome.GOES_ON
    pairing = Pairing(usual, usual, Rulings())
    assert fight(usual, usual, []).state == opening(pairing)
    exchange = melee.resolve_exchange(pairing, opening(pairing), (8, 8))
    assert exchange.number == 1
    assert exchange == fight(usual, usual, [(8, 8)]).exchanges[0]


@pytest.mark.rule("PT-M12", "PT-M16", "PT-M17", "R-M2", "R-M6", "R-M10")
def test_what_a_melee_leaves() -> None:
    """The removed are gone; a hit alone does not make a unit shaken for good: R-M10 asks later."""
    covered, still = unit("black 7", in_cover=True), unit("red 8", shaken=True)
    for pair, rolls, left in (
        ((unit("red 8"), covered), [(12, 9)], (unit("red 8", hits=1), None)),
        ((unit("red 8"), covered), [(7, 9)], (None, covered)),
        (
            (unit("red 8"), covered),
            [(9, 9)],
            (unit("red 8", hits=1), unit("black 7", in_cover=True, hits=1)),
        ),
        ((still, covered), [], (still, covered)),
    ):
        assert fight(*pair, rolls).survivors == left
    once_lost = fight(unit("red 8"), unit("red 7"), [(12, 4), (6, 8)], hits_to_remove=3)
    assert once_lost.survivors == (unit("red 8"), unit("red 7", hits=2, shaken=True))
    for lasts in (True, False):  # where a drawn hit shakes, and hits of before do, or do not
        how: dict[str, Any] = {"shaken_by": "lost_or_drawn_hit", "earlier_hit_shakes": lasts}
        drawn = fight(unit("red 8"), unit("black 7"), [(9, 9)], **how)
        assert drawn.survivors == tuple(
            unit(card, hits=1, shaken=lasts) for card in ("red 8", "black 7")
        )


@pytest.mark.slow
def test_the_best_rerolls_reach_the_highest_roll_of_house_dice() -> None:
    """With 9 dice for the enemy its rolls go to 54; a policy has an answer to each."""
    enemy, own = Unit(Card("red", 30, (9, 1))), Unit(Card("black", 20, (6, 1)), in_cover=True)
    chosen, habit = (melee.odds(enemy, own, reroll=how) for how in (Goal.WIN, "never"))
    assert chosen.defender_wins > habit.defender_wins
    told = melee.play(enemy, own, random.Random(2), reroll=Goal.WIN)
    assert told.outcome != Outcome.GOES_ON
    assert "9 dice" in str(told)
