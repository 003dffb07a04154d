"""Every choice that the book calls best, and the test that tries all others."""

import ast
import re
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path

import pytest

from rules_lib.paper_tigers import Card, melee
from tests.in_turn import in_turn
from tests.oracles.melee_brute import Melee, Over, Readings, Side, throws

PROOFS = {
    # when to roll again for cover
    "melee.Goal": [
        "paper_tigers/test_melee.py::test_the_best_policy_is_the_best",
        "test_best_choices.py::test_none_of_all_2048_ways_to_roll_again_is_better",
    ],
    "destroyed_": [
        "in_die_tiefen/test_decisions.py::test_no_choice_is_better_than_the_highest_dice"
    ],
    "best_fanaticism": ["in_die_tiefen/test_decisions.py::test_the_best_number_of_fanaticism_dice"],
    "tactics_game": ["in_die_tiefen/test_decisions.py::test_the_game_of_tactics"],
    # square, counter-charge, recall and the other decisions of a cavalry charge
    "charge.decide": [
        "triumph_and_glory/test_charge_odds.py::test_the_best_play_is_that_of_the_clauses",
    ],
}
"""By the call that finds a best choice: what proves that it is."""

PROMISES = re.compile(r"\bmelee\.Goal\b|\bbest_fanaticism\b|\btactics_game\b|\bcharge\.decide\b")


@in_turn("call", PROOFS)
def test_each_best_choice_has_its_proof(call: str, root: Path) -> None:
    for proof in PROOFS[call]:
        path, _, name = proof.partition("::")
        tree = ast.parse((root / "tests" / path).read_text("utf-8"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}


def test_what_the_pages_call_best_is_on_the_list(root: Path) -> None:
    pages = chain((root / "book").rglob("*.md"), (root / "rules_lib/notebook").rglob("*.py"))
    asked = {call for page in pages for call in PROMISES.findall(page.read_text("utf-8"))}
    assert asked <= PROOFS.keys()
    assert asked >= {"melee.Goal", "best_fanaticism", "tactics_game"}


# ---------------------------------------------------------------- every way to roll again

ENDS = ("attacker_wins", "defender_wins", "both_removed")
Weights = tuple[int, ...]
"""Of each end, and of nothing having happened."""


def weights(fight: Melee, own: int, *, rerolled: bool) -> Weights:
    """What follows in the only state of this fight, when the defender's roll stands."""
    found = dict.fromkeys((*ENDS, "goes on"), 0)
    for enemy, count in throws(fight.a.dice).items():
        after = fight.blow(fight.start(), enemy, own, rerolled)
        assert isinstance(after, Over) or after == fight.start()
        found[after.how if isinstance(after, Over) else "goes on"] += count
    return tuple(found.values())


def scaled(by: int, each: Weights) -> Weights:
    return tuple(by * weight for weight in each)


def added(all_weights: list[Weights]) -> Weights:
    return tuple(map(sum, zip(*all_weights, strict=True)))


def reached(distribution: Weights, goal: melee.Goal) -> Fraction:
    """The chance of the goal, if this happens again and again until it ends."""
    attacker, defender, both, goes_on = distribution
    ending = attacker + defender + both
    if not ending:
        return Fraction(goal != melee.Goal.WIN)
    good = {"win": defender, "survive": defender, "not_lose": defender + both}[goal]
    assert goes_on >= 0
    return Fraction(good, ending)


@pytest.mark.rule("PT-M13", "R-M5")
@in_turn("goal", list(melee.Goal))
@in_turn(("attacker", "value"), [("red 9", 5), ("black 6", 7), ("red 12", 10)])
def test_none_of_all_2048_ways_to_roll_again_is_better(
    attacker: str, value: int, goal: melee.Goal
) -> None:
    """Both carry a hit, so that the next one ends it: a set of own totals is a whole policy."""
    card = Card.parse(attacker)
    fight = Melee(
        Side(card.combat_dice, card.value, hits=1),
        Side(2, value, cover=True, hits=1),
        Readings(reroll_decided="seeing_own"),
    )
    own = throws(2)
    second = [scaled(n, weights(fight, roll, rerolled=True)) for roll, n in own.items()]
    again = {roll: scaled(n, added(second)) for roll, n in own.items()}
    kept = {roll: scaled(36 * n, weights(fight, roll, rerolled=False)) for roll, n in own.items()}
    policies = chain.from_iterable(combinations(own, size) for size in range(len(own) + 1))
    worth = {
        frozenset(policy): reached(
            added([(again if roll in policy else kept)[roll] for roll in own]), goal
        )
        for policy in policies
    }
    assert len(worth) == 2048
    found = melee.odds(
        melee.Combatant(card, hits=1),
        melee.Combatant(Card("black", value), in_cover=True, hits=1),
        melee.Rulings(reroll_decided="seeing_own"),
        goal,
    ).policy
    assert found is not None
    chosen = frozenset(
        look.own_roll for look, choice in found.decisions.items() if choice == "re-roll"
    )
    assert found.value == worth[chosen] == max(worth.values())
    assert min(worth.values()) < max(worth.values())
