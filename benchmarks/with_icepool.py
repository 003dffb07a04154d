"""The work in icepool, by the most literal formulation and by the fastest one found."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise, repeat
from typing import Any, TypeAlias

import icepool

from benchmarks.tasks import (
    DIRECT,
    HORIZON,
    SMARTEST,
    START,
    TABLED,
    Battle,
    Hits,
    Melee,
    Result,
    Solver,
    exchange,
    is_over,
    melee_result,
    reached,
)

Answer: TypeAlias = tuple[Any, list[Any], Any]
"""A die of the hits in the end, dice of the hits after 0, 1, … exchanges, and the mean length."""


def direct(problem: Melee) -> Answer:
    """The exchange handed to the solver with both rolls.

    ``map_and_time`` also gives the lengths, but takes over a second for it; stepping a die of
    states is much faster, so icepool is measured with that.
    """
    play, rolls = exchange(problem), _rolls(problem)

    def step(hits_a: int, hits_b: int, roll_a: int, roll_b: int) -> Hits:
        hits = hits_a, hits_b
        return hits if is_over(hits) else play(hits, roll_a, roll_b)

    return (
        icepool.map(step, START, *rolls, star=True, repeat="inf"),
        _walk(_distributions(problem)),
        icepool.mean_time_to_absorb(step, START, *rolls, star=True),
    )


def tabled(problem: Melee) -> Answer:
    """The distribution of each exchange worked out once, and only those handed to the solver."""
    distributions = _distributions(problem)
    return (
        icepool.map(distributions, START, repeat="inf"),
        _walk(distributions),
        icepool.mean_time_to_absorb(distributions, START),
    )


def read(answer: Answer) -> Result:
    """The answer in the common form."""
    end, after, mean = answer
    ended = [sum(die.probability(hits) for hits in die if is_over(hits)) for die in after]
    lengths = [now - before for before, now in pairwise(ended)]
    return {**melee_result(_chances(end), lengths), "mean": mean}


def _chances(die: Any) -> dict[Any, Fraction]:
    return {tuple(map(int, outcome)): die.probability(outcome) for outcome in die}


def _rolls(problem: Melee) -> tuple[Any, Any]:
    return problem.attacker.dice @ icepool.d6, problem.defender.dice @ icepool.d6


def _distributions(problem: Melee) -> Mapping[Hits, Any]:
    play, rolls = exchange(problem), _rolls(problem)
    return reached(lambda hits: icepool.map(partial(play, hits), *rolls))


def _walk(distributions: Mapping[Hits, Any]) -> list[Any]:
    steps = repeat(distributions, HORIZON)
    return list(accumulate(steps, lambda die, step: die.map(step), initial=icepool.Die([START])))


def battle(problem: Battle) -> Any:
    """The two numbers of destroyers rolled, and dice returned for what they leave.

    Dice that destroy are uniform from the threshold up, the others below it, so that a total is
    the sum of two keep-lowest expressions. One evaluator over both pools takes over ten times as
    long, tables of each party's total by its destroyers twice as long.
    """

    def left(size: int, threshold: int, destroyers: int, lost: int) -> Any:
        others = size - destroyers
        high = low = 0
        if destroyers:
            face = icepool.d(7 - threshold) + (threshold - 1)
            high = face.lowest(destroyers, max(destroyers - lost, 0))
        if others:
            low = icepool.d(threshold - 1).lowest(others, others - max(lost - destroyers, 0))
        return high + low

    def resolve(destroyers_a: int, destroyers_b: int) -> Any:
        lost_a, lost_b = min(destroyers_b, problem.dice_a), min(destroyers_a, problem.dice_b)
        left_a = left(problem.dice_a, problem.threshold_a, destroyers_a, lost_a)
        left_b = left(problem.dice_b, problem.threshold_b, destroyers_b, lost_b)
        return icepool.tupleize((left_a - left_b).sign(), lost_a, lost_b)

    return icepool.map(
        resolve,
        problem.dice_a @ (icepool.d6 >= problem.threshold_a),
        problem.dice_b @ (icepool.d6 >= problem.threshold_b),
    )


SOLVERS: dict[tuple[str, str], Solver] = {
    ("melee", DIRECT): (direct, read),
    ("melee", TABLED): (tabled, read),
    ("battle", SMARTEST): (battle, _chances),
}
