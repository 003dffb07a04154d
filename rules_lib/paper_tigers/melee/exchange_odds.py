"""The exact distribution of one exchange: all that the dice can show, pushed through the rule."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rules import after, deductions, face, judge, outcome
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Outcome, Pairing, State
from rules_lib.probability import Distribution, dice
from rules_lib.values.frozen import FrozenMap


class End(NamedTuple):
    """A melee that is over. Made by `odds`.

    Attributes:
        outcome: how it ended.
        attacker_hits, defender_hits: hits carried, at most those that remove the unit.
    """

    outcome: Outcome
    attacker_hits: int
    defender_hits: int


class Shown(NamedTuple):
    """One way a side's roll can turn out.

    Attributes:
        total, reached: its face, see :class:`~rules_lib.paper_tigers.melee.rules.Face`.
        rerolled: it is a second roll.
        weight: how many of the equally likely throws do this.
    """

    total: int
    reached: bool
    rerolled: bool
    weight: int


class Contest(NamedTuple):
    """All that the verdict of an exchange depends on."""

    attacker_reached: bool
    defender_reached: bool
    order: int
    rerolled: bool


Next: TypeAlias = State | End

Rolled: TypeAlias = Mapping[int, Shown]
"""Each raw roll of one side with what it shows."""

Policy: TypeAlias = Callable[[State], Mapping[int, frozenset[int]]]
"""In a state, for each raw roll of the enemy: the own raw rolls that are rolled again."""

NO_REROLLS: frozenset[int] = frozenset()

LOWER, EQUAL, HIGHER = -1, 0, 1
"""How the attacker's total compares with the defender's, as ``compare`` has it."""


def settle(pairing: Pairing, state: State, contest: Contest) -> Next:
    """Where an exchange leads: to the next state, or to the end."""
    verdict = judge(
        contest.attacker_reached, contest.defender_reached, contest.order, pairing.rulings
    )
    left = after(state, verdict, contest.rerolled, pairing)
    over = outcome(left, verdict, pairing)
    if over == Outcome.GOES_ON:
        return left
    return End(over, left.attacker_hits, left.defender_hits)


def exchange_distribution(pairing: Pairing, state: State, policy: Policy) -> Distribution[Next]:
    """The distribution of what follows ``state`` when the defender rolls again by ``policy``."""
    attacker, defender = faces(pairing, state)
    if not state.reroll_left:
        return settled(pairing, state, versus(attacker.values(), defender.values()))
    contests: Counter[Contest] = Counter()
    decided = policy(state)
    for again in {decided[roll] for roll in attacker}:
        attack = [shown for roll, shown in attacker.items() if decided[roll] == again]
        contests.update(versus(attack, second_roll(defender, again)))
    return settled(pairing, state, contests)


def settled(pairing: Pairing, state: State, contests: Mapping[Contest, int]) -> Distribution[Next]:
    """The distribution of where an exchange leads, from the weight of each contest."""
    weights: dict[Next, int] = {}
    for contest, weight in contests.items():
        then = settle(pairing, state, contest)
        weights[then] = weights.get(then, 0) + weight
    return Distribution.from_weights(weights)


def faces(pairing: Pairing, state: State) -> tuple[Rolled, Rolled]:
    """What each raw roll of the attacker, and of the defender, shows in ``state``."""
    attacker_minus, defender_minus = deductions(pairing, state)
    return (
        _faces(pairing.attacker_card, attacker_minus, pairing.rulings),
        _faces(pairing.defender_card, defender_minus, pairing.rulings),
    )


@lru_cache(maxsize=256)
def _faces(card: Card, minus: int, rulings: Rulings) -> Rolled:
    return FrozenMap(
        {
            roll: Shown(*face(card, roll, minus, rulings), False, weight)
            for roll, weight in dice.total(card.combat_dice).weights.items()
        }
    )


def versus(attack: Iterable[Shown], defence: Iterable[Shown]) -> Mapping[Contest, int]:
    """The weight of each contest when two independent rolls meet."""
    attack = tuple(attack)
    groups: defaultdict[tuple[bool, bool], dict[int, int]] = defaultdict(dict)
    for total, reached, rerolled, weight in defence:
        groups[reached, rerolled][total] = weight
    contests: dict[Contest, int] = {}
    for (other_reached, rerolled), weights in groups.items():
        totals = sorted(weights)
        below = [0, *accumulate(weights[total] for total in totals)]
        tally = {False: [0, 0, 0], True: [0, 0, 0]}
        for total, reached, _, weight in attack:
            lower, equal = below[bisect_left(totals, total)], weights.get(total, 0)
            counts = tally[reached]
            counts[HIGHER] += weight * lower
            counts[EQUAL] += weight * equal
            counts[LOWER] += weight * (below[-1] - lower - equal)
        for reached, counts in tally.items():
            for order in (LOWER, EQUAL, HIGHER):
                if counts[order]:
                    contests[Contest(reached, other_reached, order, rerolled)] = counts[order]
    return contests


def second_roll(rolls: Rolled, again: frozenset[int]) -> list[Shown]:
    """The distribution of a roll when those in ``again`` are rolled again, and that one stands."""
    scale = sum(shown.weight for shown in rolls.values())
    repeated = sum(rolls[roll].weight for roll in again)
    kept = [
        shown._replace(weight=shown.weight * scale)
        for roll, shown in rolls.items()
        if roll not in again
    ]
    if not again:
        return kept
    return kept + [
        shown._replace(rerolled=True, weight=shown.weight * repeated) for shown in rolls.values()
    ]
