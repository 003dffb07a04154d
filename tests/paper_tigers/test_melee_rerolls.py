"""The re-roll for cover: habits, and the best policy for a goal."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee import BestPolicy, Goal, Odds, Rulings
from rules_lib.paper_tigers.melee.advice import Look
from rules_lib.paper_tigers.melee.course import AGAIN, KEEP, Habit
from rules_lib.paper_tigers.melee.rules import opening
from rules_lib.paper_tigers.melee.state import State
from tests.in_turn import in_turn
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Now
from tests.oracles.translate import Unit, oracle, unit
from tests.sample import DEEP, SOME_OR_EVERY, Chosen

GOALS = list(Goal)
PANEL = [
    (unit("red 8"), unit("black 8", in_cover=True)),
    (unit("black 7"), unit("black 6", small_team=True, in_cover=True)),
    (unit("black 12"), unit("black 12", in_cover=True)),
    (unit("black 5", hits=1), unit("black 9", in_cover=True, hits=1)),
    (unit("black 9"), unit("red 10", officer=True, in_cover=True)),
]
READINGS = [
    Rulings(),
    Rulings(reroll_decided="seeing_own"),
    Rulings(rerolls="once_per_melee"),
    Rulings(rerolls="once_per_melee", reroll_decided="seeing_own", loser_takes_hit=False),
    Rulings(loser_takes_hit=False, shaken_by="lost_exchange"),
    Rulings(melee_ends="first_decision", loser_takes_hit=False),
    Rulings(penalties_count_against_card=False, penalties_add_up=False),
    Rulings(rerolled_rolls="missed_card"),
    Rulings(rerolled_rolls="missed_card", reroll_decided="seeing_own"),
    Rulings(rerolled_rolls="not_won", loser_takes_hit=False),
]


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
    return Now(
        state.attacker_hits,
        state.attacker_shaken,
        state.defender_hits,
        state.defender_shaken,
        state.reroll_left,
    )


def assert_optimal(attacker: Unit, defender: Unit, rulings: Rulings, goal: Goal) -> None:
    odds, policy = best(attacker, defender, rulings, goal)
    judge = Best(oracle(attacker, defender, rulings), goal.value)
    assert policy.value == judge.worth()
    assert policy.value == reached(odds, defender, rulings, goal)
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
@SOME_OR_EVERY
@in_turn("rulings", READINGS)
def test_the_best_policy_is_the_best(rulings: Rulings, chosen: Chosen) -> None:
    for goal in chosen(GOALS, READINGS.index(rulings), one_in=len(GOALS)):
        for attacker, defender in PANEL[: 5 if rulings == Rulings() else 2]:
            assert_optimal(attacker, defender, rulings, goal)


@pytest.mark.slow
@pytest.mark.rule("PT-M13", "R-M4", "R-M5")
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=DEEP) for seed in range(4, 12))]
)
def test_random_melees(seed: int) -> None:
    random = Random(seed)
    attacker = Unit(Card(random.choice(["red", "black"]), random.randint(4, 12)))
    defender = Unit(Card("black", random.randint(3, 11)), random.random() < 0.5, in_cover=True)
    rulings = Rulings(
        loser_takes_hit=random.random() < 0.7,
        shaken_by=random.choice(["any_hit", "lost_or_drawn_hit", "lost_exchange"]),
        rerolls=random.choice(["each_exchange", "once_per_melee"]),
        reroll_decided=random.choice(["seeing_both", "seeing_own"]),
        penalties_add_up=random.random() < 0.7,
    )
    assert_optimal(attacker, defender, rulings, random.choice(GOALS))


@pytest.mark.slow
@pytest.mark.rule("R-M4", "R-M5")
@pytest.mark.parametrize("goal", GOALS)
def test_more_knowledge_and_more_chances_are_never_worse(goal: Goal) -> None:
    for attacker, defender in PANEL[:2]:
        default = best(attacker, defender, Rulings(), goal)[1].value
        blind = best(attacker, defender, Rulings(reroll_decided="seeing_own"), goal)[1].value
        once = best(attacker, defender, Rulings(rerolls="once_per_melee"), goal)[1].value
        never = reached(melee.odds(attacker, defender, reroll="never"), defender, Rulings(), goal)
        assert default > blind > never
        assert default > once > never


@pytest.mark.rule("PT-M13", "R-M13")
def test_which_rolls_may_be_rolled_again() -> None:
    """Red 5 in cover against red 7: 6 beats a 5, and loses to a 9; 4 misses its own card."""
    pair = unit("red 7"), unit("red 5", in_cover=True)
    for own, enemy, forbidding in (
        (4, 5, ()),  # missed, higher than nobody
        (6, 9, ("missed_card",)),  # reached, and not won: the enemy is higher
        (6, 6, ("missed_card",)),  # reached, and drawn
        (6, 5, ("missed_card", "not_won")),  # won
    ):
        for reading in ("any_roll", "missed_card", "not_won"):
            rulings = Rulings(rerolled_rolls=reading)
            rolls = [(enemy, own, 10)]
            if reading not in forbidding:
                assert melee.adjudicate(*pair, rolls, rulings, complete=False).exchanges
                continue
            good = "reached its card" if reading == "missed_card" else "won"
            with pytest.raises(IllegalAction, match=f"a re-roll of a roll that {good}") as error:
                melee.adjudicate(*pair, rolls, rulings, complete=False)
            assert error.value.clauses == ("PT-M13", "R-M13")
    # Whether a roll has won, nobody knows who sees only the own one.
    blind = Rulings(rerolled_rolls="not_won", reroll_decided="seeing_own")
    with pytest.raises(InvalidValue, match="'seeing_both' while R-M13 is read as 'not_won'"):
        melee.odds(*pair, blind)
    assert melee.odds(pair[0], unit("red 5"), blind) == melee.odds(pair[0], unit("red 5"))


@pytest.mark.rule("R-M5")
def test_a_habit_does_not_ask_when_it_is_decided() -> None:
    pair = PANEL[0]
    blind = Rulings(reroll_decided="seeing_own")
    assert melee.odds(*pair, blind).outcomes == melee.odds(*pair).outcomes


@pytest.mark.rule("PT-M13")
@pytest.mark.parametrize("goal", GOALS)
def test_without_cover_there_is_nothing_to_decide(goal: Goal) -> None:
    pair = unit("red 8"), unit("black 8")
    odds = melee.odds(*pair, reroll=goal)
    assert odds.policy is None
    assert odds.outcomes == melee.odds(*pair, reroll="never").outcomes


@pytest.mark.rule("PT-M13")
def test_the_second_roll_stands_even_if_it_is_worse() -> None:
    # No raw roll ever misses card 2, so there is nothing to roll again.
    pair = unit("red 8"), unit("red 2", in_cover=True)
    raw = Rulings(penalties_count_against_card=False)
    assert melee.odds(*pair, raw).outcomes == melee.odds(*pair, raw, "never").outcomes
    fight = melee.adjudicate(*pair, [(11, 18, 3)])
    assert (fight.exchanges[0].defender_total, fight.outcome) == (3, "attacker_wins")


@pytest.mark.rule("PT-M13")
def test_a_choice_that_changes_nothing_is_a_tie_and_keeps_the_roll() -> None:
    # Neither side can ever reach its card.
    _, policy = best(unit("black 13"), unit("black 13", in_cover=True), Rulings(), Goal.SURVIVE)
    assert policy.value == 1
    assert policy.ties == set(policy.decisions)
    assert set(policy.decisions.values()) == {KEEP}
    rows = policy.rows
    assert [(row.enemy_rolls, row.again, row.either) for row in rows] == [("2-12", "", "2-12")]


@pytest.mark.rule("PT-M13", "R-M6")
def test_not_to_lose_is_anything_but_a_win_of_the_enemy() -> None:
    rulings = Rulings(loser_takes_hit=False, melee_ends="first_decision")
    pair = PANEL[0]
    odds, policy = best(*pair, rulings, Goal.NOT_LOSE)
    assert policy.value == 1 - odds.attacker_wins
    assert policy.value < best(*pair, rulings, Goal.SURVIVE)[1].value


def spread(text: str) -> set[int]:
    """``"3-5, 9"`` as numbers."""
    numbers: set[int] = set()
    for part in filter(None, text.split(", ")):
        low, _, high = part.partition("-")
        numbers |= set(range(int(low), int(high or low) + 1))
    return numbers


@pytest.mark.rule("R-M4", "R-M5")
@in_turn("goal", GOALS)
@in_turn("rulings", READINGS[:4])
def test_the_table_says_what_is_decided(rulings: Rulings, goal: Goal) -> None:
    _, policy = best(*PANEL[1], rulings, goal)
    told: dict[Look, str] = {}
    for row in policy.rows:
        blind = row.enemy_rolls == "any"
        assert blind == (rulings.reroll_decided == "seeing_own")
        for enemy in [None] if blind else spread(row.enemy_rolls):
            for own in range(2, 13):
                look = Look(row.state, own, enemy)
                assert look not in told
                told[look] = AGAIN if own in spread(row.again) else KEEP
                assert (own in spread(row.either)) == (look in policy.ties)
    for look, decision in policy.decisions.items():
        assert look in policy.ties or told[look] == decision
    assert set(told) == set(policy.decisions)


def first_of(text: str) -> int:
    return min(spread(text), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("rulings", [Rulings(), Rulings(hits_to_remove=3)], ids=str)
def test_the_table_is_in_order(rulings: Rulings) -> None:
    """By the state of the melee, then by the enemy's rolls, however the decisions were found."""
    _, policy = best(*PANEL[1], rulings, Goal.WIN)
    order = [(row.state, first_of(row.enemy_rolls)) for row in policy.rows]
    assert order == sorted(order)
    assert len({state for state, _ in order}) < len(order)
    backwards = dict(list(policy.decisions.items())[::-1])
    assert replace(policy, decisions=backwards).rows == policy.rows


def test_rolls_are_written_as_ranges() -> None:
    state = opening(melee.Pairing(*PANEL[0], Rulings()))
    again, either = {2, 3, 5, 6, 7, 12}, {9}
    looks = {own: Look(state, own, enemy) for own in range(2, 13) for enemy in (4,)}
    policy = BestPolicy(
        Goal.WIN,
        Fraction(1, 2),
        {looks[own]: AGAIN if own in again else KEEP for own in sorted(looks, reverse=True)},
        frozenset(looks[own] for own in either),
    )
    assert policy.rows == ((state, "4", "2-3, 5-7, 12", "9"),)


@pytest.mark.rule("PT-M13")
def test_what_a_melee_that_never_ends_is_worth() -> None:
    """Nobody can reach a 13 with two dice: nobody wins, and nobody is removed."""
    pair = unit("black 13"), unit("black 13", in_cover=True)
    worth = {goal: best(*pair, Rulings(), goal)[1].value for goal in GOALS}
    assert worth == {Goal.WIN: 0, Goal.SURVIVE: 1, Goal.NOT_LOSE: 1}
    # Stuck half-way: after one hit on each side nobody can reach his 12.
    for goal in GOALS:
        odds, policy = best(*PANEL[2], Rulings(), goal)
        assert odds.undecided > 0
        assert policy.value == reached(odds, PANEL[2][1], Rulings(), goal)


def test_the_policy_reads_as_a_table() -> None:
    _, policy = best(*PANEL[0], Rulings(reroll_decided="seeing_own"), Goal.WIN)
    lines = str(policy).splitlines()
    assert lines[0] == f"Best re-rolls to win: {100 * float(policy.value):.1f} %"
    assert "Hits before the exchange: attacker 0, defender 0" in lines
    assert "Hits before the exchange: attacker 1 (shaken), defender 1 (shaken)" in lines
    first = policy.rows[0]
    assert (first.state.attacker_hits, first.state.defender_hits) == (0, 0)
    assert lines[2] == f"  enemy rolls any: again on {first.again}"
