"""The work in dyce, by the most literal formulation and by the fastest one found.

dyce has no solver for chains, and so no mean length. Hits never fall, so leaving out the branch in
which nothing happens (an empty histogram conditions on the rest) gives who is left by an exact,
finite recursion. The lengths are stepped by hand.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeAlias

from dyce import H, P, expand
from dyce.p import survey_outcome_order_descending

from benchmarks.tasks import (
    DIRECT,
    HORIZON,
    OUT,
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

EXACT = Fraction(0)
"""Without it, ``expand`` leaves out rare branches."""
Answer: TypeAlias = tuple[Any, list[Fraction]]
"""A histogram of the hits in the end, and the chance of each length."""


def direct(problem: Melee) -> Answer:
    """The exchange expanded over both rolls; ended melees carried on with their length."""
    play, rolls = exchange(problem), _rolls(problem)
    distributions = {(a, b): _distribution(problem, (a, b)) for a in range(OUT) for b in range(OUT)}

    @cache
    def end(hits: Hits) -> Any:
        return expand(follow, *rolls, hits=hits, min_path_probability=EXACT)

    def follow(roll_a: Any, roll_b: Any, *, hits: Hits) -> Any:
        return onward(hits, play(hits, roll_a.outcome, roll_b.outcome), end)

    def advance(now: Any) -> Any:
        hits, length = now.outcome
        if is_over(hits):
            return now.outcome
        return distributions[hits].apply(lambda after: (after, length + 1))

    timed: Any = H({(START, 0): 1})
    for _ in range(HORIZON):
        timed = expand(advance, timed, min_path_probability=EXACT)
    lengths = [Fraction(0)] * HORIZON
    for (hits, length), chance in _chances(timed).items():
        if is_over(hits):
            lengths[length - 1] += chance
    return end(START), lengths


def tabled(problem: Melee) -> Answer:
    """The distribution of each exchange worked out once; only melees that go on are carried on."""
    distributions = reached(partial(_distribution, problem))

    @cache
    def end(hits: Hits) -> Any:
        return expand(follow, distributions[hits], hits=hits, min_path_probability=EXACT)

    def follow(after: Any, *, hits: Hits) -> Any:
        return onward(hits, after.outcome, end)

    alive: Any = H({START: 1})
    share = Fraction(1)
    lengths = []
    for _ in range(HORIZON):
        after = expand(lambda now: distributions[now.outcome], alive, min_path_probability=EXACT)
        alive = H({hits: weight for hits, weight in after.items() if not is_over(hits)})
        goes_on = Fraction(alive.total, after.total)
        lengths.append(share * (1 - goes_on))
        share *= goes_on
    return end(START), lengths


def onward(before: Hits, after: Hits, end: Callable[[Hits], Any]) -> Any:
    """What an exchange contributes to the end: nothing if it changed nothing."""
    if after == before:
        return H({})
    return after if is_over(after) else end(after)


def read(answer: Answer) -> Result:
    """The answer in the common form."""
    end, lengths = answer
    return melee_result(_chances(end), lengths)


def _chances(histogram: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(count, histogram.total) for outcome, count in histogram.items()}


def _rolls(problem: Melee) -> tuple[Any, Any]:
    return problem.attacker.dice @ H(6), problem.defender.dice @ H(6)


def _distribution(problem: Melee, hits: Hits) -> Any:
    roll_a, roll_b = _rolls(problem)
    return roll_a.apply(partial(exchange(problem), hits), roll_b)


def battle(problem: Battle) -> Any:
    """Each party surveyed once for each number of dice it can lose, then the two paired up.

    Expanding over the two numbers of destroyers, as icepool likes it best, takes dyce longer.
    """
    a = _totals_left(problem.dice_a, problem.threshold_a, problem.dice_b)
    b = _totals_left(problem.dice_b, problem.threshold_b, problem.dice_a)
    weights = []
    for destroyers_a in range(problem.dice_a + 1):
        for destroyers_b in range(problem.dice_b + 1):
            lost_a, lost_b = min(destroyers_b, problem.dice_a), min(destroyers_a, problem.dice_b)
            left_a, left_b = a[lost_a][destroyers_a], b[lost_b][destroyers_b]
            signs = left_a.apply(lambda x, y: (x > y) - (x < y), left_b)
            weights += [((sign, lost_a, lost_b), weight) for sign, weight in signs.items()]
    return H.from_counts(weights)


def _totals_left(size: int, threshold: int, enemies: int) -> list[dict[int, Any]]:
    """For each number of dice lost and of destroyers, the histogram of the total left."""

    def add(state: Any, face: int, count: int) -> tuple[int, int, int]:
        destroyers, to_lose, total = state
        gone = min(count, to_lose)
        destroyers += count * (face >= threshold)
        return destroyers, to_lose - gone, total + face * (count - gone)

    found = []
    for lost in range(min(enemies, size) + 1):
        joint = (size @ P(6)).survey(
            accumulate=add,
            initial=(0, lost, 0),
            order=survey_outcome_order_descending,
            settle=lambda state: (state[0], state[2]),
        )
        totals: dict[int, dict[int, int]] = {}
        for (destroyers, total), weight in joint.items():
            totals.setdefault(destroyers, {})[total] = weight
        found.append({destroyers: H(each) for destroyers, each in totals.items()})
    return found


SOLVERS: dict[tuple[str, str], Solver] = {
    ("melee", DIRECT): (direct, read),
    ("melee", TABLED): (tabled, read),
    ("battle", SMARTEST): (battle, _chances),
}
