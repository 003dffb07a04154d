"""The work in dyce, by the most literal formulation and by the fastest one found.

dyce has no solver for chains, and so no mean length. Hits never fall, so leaving out the branch in
which nothing happens (an empty histogram conditions on the rest) gives who is left by an exact,
finite recursion. The lengths are stepped by hand.
"""

import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from dyce import H, P, expand
from dyce.lifecycle import ExperimentalWarning
from dyce.p import survey_outcome_order_descending

from benchmarks import spec
from benchmarks.spec import HORIZON, OUT, START, Battle, Hits, Melee, Result, exchange, is_over

EXACT = Fraction(0)
"""Without it, ``expand`` leaves out rare branches."""
Problem = TypeVar("Problem")
Found = TypeVar("Found")


Answer: TypeAlias = tuple[Any, list[Fraction]]
"""A histogram of the hits in the end, and the chance of each length."""


def _quietly(solve: Callable[[Problem], Found]) -> Callable[[Problem], Found]:
    @wraps(solve)
    def quiet(problem: Problem) -> Found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExperimentalWarning)
            return solve(problem)

    return quiet


@_quietly
def direct(problem: Melee) -> Answer:
    """The exchange expanded over both rolls; ended melees carried on with their length."""
    play = exchange(problem)
    rolls = _rolls(problem)
    ends: dict[Hits, Any] = {}

    def follow(roll_a: Any, roll_b: Any, *, hits: Hits) -> Any:
        return onward(hits, play(hits, roll_a.outcome, roll_b.outcome), end)

    def end(hits: Hits) -> Any:
        if hits not in ends:
            ends[hits] = expand(follow, *rolls, hits=hits, min_path_probability=EXACT)
        return ends[hits]

    distributions = {(a, b): _distribution(problem, (a, b)) for a in range(OUT) for b in range(OUT)}

    def advance(now: Any) -> Any:
        hits, length = now.outcome
        if is_over(hits):
            return now.outcome
        return distributions[hits].apply(lambda after: (after, length + 1))

    timed: Any = H({(START, 0): 1})
    for _ in range(HORIZON):
        timed = expand(advance, timed, min_path_probability=EXACT)
    lengths = [Fraction(0)] * HORIZON
    for (hits, length), weight in timed.items():
        if is_over(hits):
            lengths[length - 1] += Fraction(weight, timed.total)
    return end(START), lengths


@_quietly
def tabled(problem: Melee) -> Answer:
    """The distribution of each exchange worked out once; only melees that go on are carried on."""
    distributions: dict[Hits, Any] = {}
    ends: dict[Hits, Any] = {}

    def distribution(hits: Hits) -> Any:
        if hits not in distributions:
            distributions[hits] = _distribution(problem, hits)
        return distributions[hits]

    def follow(after: Any, *, hits: Hits) -> Any:
        return onward(hits, after.outcome, end)

    def end(hits: Hits) -> Any:
        if hits not in ends:
            ends[hits] = expand(follow, distribution(hits), hits=hits, min_path_probability=EXACT)
        return ends[hits]

    def advance(now: Any) -> Any:
        return distribution(now.outcome)

    alive: Any = H({START: 1})
    share = Fraction(1)
    lengths = [Fraction(0)] * HORIZON
    for at in range(HORIZON):
        after: Any = expand(advance, alive, min_path_probability=EXACT)
        alive = H({hits: weight for hits, weight in after.items() if not is_over(hits)})
        goes_on = Fraction(alive.total, after.total)
        lengths[at] = share * (1 - goes_on)
        share *= goes_on
        if not share:
            break
    return end(START), lengths


def onward(before: Hits, after: Hits, end: Callable[[Hits], Any]) -> Any:
    """What an exchange contributes to the end: nothing if it changed nothing."""
    if after == before:
        return H({})
    return after if is_over(after) else end(after)


def read(answer: Answer) -> Result:
    """The answer in the common form."""
    end, lengths = answer
    return spec.melee_result(
        [(hits, Fraction(n, end.total)) for hits, n in end.items()], lengths, None
    )


def _rolls(problem: Melee) -> tuple[Any, Any]:
    d6 = H(6)
    return problem.attacker.dice @ d6, problem.defender.dice @ d6


def _distribution(problem: Melee, hits: Hits) -> Any:
    play = exchange(problem)
    roll_a, roll_b = _rolls(problem)
    return roll_a.apply(lambda a, b: play(hits, a, b), roll_b)


@_quietly
def battle(problem: Battle) -> Any:
    """Each party surveyed once for each number of dice it can lose, then the two paired up.

    Expanding over the two numbers of destroyers, as icepool likes it best, takes dyce longer.
    """
    a = _totals_left(problem.dice_a, problem.threshold_a, problem.dice_b)
    b = _totals_left(problem.dice_b, problem.threshold_b, problem.dice_a)

    def weights() -> Iterator[tuple[tuple[int, int, int], int]]:
        for destroyers_a in range(problem.dice_a + 1):
            for destroyers_b in range(problem.dice_b + 1):
                lost_a = min(destroyers_b, problem.dice_a)
                lost_b = min(destroyers_a, problem.dice_b)
                left_a, left_b = a[lost_a][destroyers_a], b[lost_b][destroyers_b]
                signs = left_a.apply(lambda x, y: (x > y) - (x < y), left_b)
                for sign, weight in signs.items():
                    yield (sign, lost_a, lost_b), weight

    return H.from_counts(weights())


def _totals_left(size: int, threshold: int, enemies: int) -> list[dict[int, Any]]:
    """For each number of dice lost and of destroyers, the histogram of the total left."""
    found = []
    for lost in range(min(enemies, size) + 1):

        def add(state: Any, face: int, count: int) -> tuple[int, int, int]:
            destroyers, to_lose, total = state
            gone = min(count, to_lose)
            destroyers += count * (face >= threshold)
            return destroyers, to_lose - gone, total + face * (count - gone)

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


def read_battle(answer: Any) -> Result:
    """The answer in the common form."""
    return spec.battle_result(
        (*outcome, Fraction(weight, answer.total)) for outcome, weight in answer.items()
    )


SOLVERS = {
    ("melee", spec.DIRECT): (direct, read),
    ("melee", spec.TABLED): (tabled, read),
    ("battle", spec.SMARTEST): (battle, read_battle),
}
