"""The distribution of the number of steps, against walking, linear equations and closed forms."""

import random
from collections import Counter
from collections.abc import Callable
from copy import copy
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded
from rules_lib.probability.chain import StepDistribution, explore
from tests.in_turn import in_turn
from tests.oracles.chances import lasting
from tests.probability.plain import Row, Rows, chance, expected, passing, processes
from tests.probability.test_dice import Told

starts = st.lists(st.integers(0, 3), min_size=8, max_size=8).filter(any)


def steps_of(rows: Rows, start: Any = 0) -> StepDistribution:
    return explore(start, rows.__getitem__, lambda state: state not in rows).steps


def geometric(success: int, failure: int) -> StepDistribution:
    return steps_of({0: {1: success, 0: failure}})


@given(processes(), starts)
@example({0: {1: 1}}, [1, 1])
def test_every_probability_agrees_with_walking(rows: Rows, shares: list[int]) -> None:
    """States without a row are ends: who begins there has ended with step 0."""
    start = Distribution.from_weights(dict(enumerate(shares)))

    def walk(i: int) -> dict[int, Fraction]:
        return {j: chance(rows, i, j) for j in rows.get(i, ())}

    steps, chances = steps_of(rows, start), lasting(start, walk, 33)
    reached = list(accumulate(chances))
    assert steps.head(12) == chances[1:13]
    for t in (*range(13), 31, 33):
        assert (steps.pmf(t), steps.cdf(t)) == (chances[t], reached[t])
        assert steps.tail(t) == 1 - (reached[t - 1] if t else 0)
        assert steps.beyond(t) == 1 - reached[t]
        phase = steps._phase  # repeated squaring is another way to the same number
        assert Fraction(phase._jump(t)[-1], phase._scale(t)) == reached[t]
    fresh = steps_of(rows, start)
    assert fresh.pmf(33) == chances[33]
    assert fresh.pmf(-1) == fresh.cdf(-1) == 1 - fresh.tail(-3) == 0
    for q in (Fraction(0), reached[3], reached[1] / 2, Fraction(1, 7), Fraction(1, 2)):
        found = next((t for t, p in enumerate(reached) if p >= q), None)
        if found is not None:
            assert steps.quantile(q) == found
        elif (late := steps.quantile(q)) is not None:
            assert steps.cdf(late - 1) < q <= steps.cdf(late)


@given(processes(), starts)
def test_moments_of_the_runs_that_end_agree_with_linear_equations(
    rows: Rows, shares: list[int]
) -> None:
    start = Distribution.from_weights(dict(enumerate(shares)))
    chain = explore(start, rows.__getitem__, lambda state: state not in rows)
    ends = set(range(len(rows) + 8)) - rows.keys()
    states = passing(rows, ends)
    nothing = dict.fromkeys([*rows, *ends], Fraction(0))
    ending = nothing | dict.fromkeys(ends, Fraction(1))
    once = ending | expected(rows, states, nothing, ending)
    # With m = E[T; it ends]: m = once + Q m; with s = E[T²; it ends]: s = 2 m − once + Q s.
    mean = nothing | expected(rows, states, once, nothing)
    twice = {i: 2 * mean[i] - once[i] for i in states}
    square = nothing | expected(rows, states, twice, nothing)
    mass, first, second = (sum(p * of[i] for i, p in start.items()) for of in (once, mean, square))
    assert chain.steps.never == chain.never == 1 - mass
    if not mass:
        return
    sure = chain.steps.if_absorbed()
    assert sure.never == 0
    assert sure.if_absorbed().mean() == sure.mean() == first / mass
    assert sure.variance() == second / mass - (first / mass) ** 2
    assert sure.head(9) == [p / mass for p in chain.steps.head(9)]
    assert sure.cdf(4) == chain.steps.cdf(4) / mass
    for q in (Fraction(k, 7) for k in range(7)):
        assert sure.quantile(q) == chain.steps.quantile(q * mass)
    if mass == 1:
        assert chain.steps.mean() == first == sum(chain.visits.values())
        assert chain.steps.variance() == sure.variance()


@in_turn(
    ("rows", "q", "found"),
    [
        ({0: {1: 1, 0: 1}}, 1, None),
        ({0: {1: 1, 2: 1}, 1: {2: 1}}, 1, 2),
        ({0: {1: 1, 2: 1}, 1: {1: 1}}, "1/2", 1),
        ({0: {1: 1, 2: 1}, 1: {1: 1}}, "2/3", None),
        ({0: {0: 1}}, 0, 0),
        ({i: {i + 1: 1} for i in range(7)}, 1, 7),
    ],
)
def test_the_last_quantile_is_none_unless_there_is_a_last_step(
    rows: Rows, q: Any, found: int | None
) -> None:
    assert steps_of(rows).quantile(q) == found


def test_what_may_never_end_has_a_mean_only_if_it_does() -> None:
    steps = steps_of({0: {0: 1, 1: 1, 2: 1}, 1: {1: 1}})
    assert steps.never == Fraction(1, 2)
    assert steps.cdf(3000) < Fraction(1, 2) < steps.tail(3000)
    assert steps.median() is None
    for ask in (steps.mean, steps.variance):
        with pytest.raises(ProbabilityError, match=r"infinite, .* 1/2; ask if_absorbed\(\)"):
            ask()
    sure = steps.if_absorbed()
    assert (sure.pmf(4), sure.mean()) == (Fraction(2, 81), Fraction(3, 2))
    assert [sure.quantile(q) for q in ("1/2", "2/3", "7/9", "8/9", 1)] == [1, 1, 2, 2, None]
    never = steps_of({0: {0: 1}})
    assert never.never == never.tail(5) == 1 - never.pmf(5) == 1
    with pytest.raises(ProbabilityError, match="if_absorbed: this chain never ends"):
        never.if_absorbed()


def test_a_quantile_that_is_all_but_reached_for_a_long_time() -> None:
    """Half of the runs end soon, the others with step 300; there the half is first reached."""
    rows: Rows = {0: {1: 1, 2: 1}, 1: {1: 1, 400: 1}, **{i: {i + 1: 1} for i in range(2, 300)}}
    rows[300] = {400: 1}
    steps = steps_of(rows)
    missing = Fraction(1, 2) - steps.cdf(250)
    assert 0 < missing < Fraction(1, 2**200)
    assert steps.median() == 300
    assert steps.quantile(Fraction(1, 2) - missing) == 250
    assert steps.quantile(Fraction(1, 2) + missing) == 300
    assert steps_of(rows, Distribution.uniform([1, 2])).median() == 299


def test_a_distant_quantile_needs_no_long_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bounds tell the step, the exact chances of all steps before it are never asked."""
    rare = {"out": 10**400 + 1, "in": 10**403}
    start: Distribution[str] = Distribution.uniform(["in", "also in"])
    steps = explore(start, lambda _: rare, lambda state: state == "out").steps
    # (1000/1001)^t falls below one half with t = 694: ln 2 / ln 1.001 is 693.5.
    assert steps.median() == 694
    with pytest.raises(WorkLimitExceeded):
        steps.pmf(694)
    monkeypatch.setattr("rules_lib.probability.limits.STEP_WORK", 10**6)
    with pytest.raises(WorkLimitExceeded, match=r"^quantile: "):
        geometric(1, 10**9).median()


@in_turn("ask", ["pmf", "cdf", "tail", "beyond", "head"])
def test_what_would_take_too_long_is_refused(ask: str) -> None:
    question = getattr(geometric(1, 46655), ask)
    assert question(50) is not None
    with pytest.raises(WorkLimitExceeded, match=r"; the limit is 10$"):
        question(1000, limit=10)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rules_lib.probability.limits.BITS", 10**30)
        with pytest.raises(WorkLimitExceeded, match="products of machine words would be needed"):
            question(10**9)
    if ask != "head":  # which writes down each step in any case
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("rules_lib.probability.limits.STEP_WORK", 10**30)
            with pytest.raises(WorkLimitExceeded, match="bits would be needed for the fraction"):
                question(10**9)


def coin(states: int) -> StepDistribution:
    """Heads ends it; each tails leads to another of so many equal states."""
    step: Callable[[int], Row] = lambda state: {-1: 1, (state + 1) % states: 1}  # noqa: E731
    return explore(0, step, lambda state: state < 0).steps


def late(last: int) -> StepDistribution:
    return steps_of({**{i: {i + 1: 1} for i in range(4)}, 4: {9: last, 4: 1}})


def test_distributions_are_equal_if_all_their_probabilities_are() -> None:
    equal = [geometric(1, 2), geometric(2, 4), geometric(1, 2).if_absorbed(), copy(geometric(1, 2))]
    asks: list[Callable[[StepDistribution], object]]
    asks = [lambda d: d.pmf(2), lambda d: d.head(50), lambda d: d.pmf(900), lambda d: d.mean()]
    for steps, ask in zip(equal, asks, strict=True):
        ask(steps)
        assert {steps, *equal} == {geometric(1, 2)}
    assert coin(1) == coin(3) != geometric(1, 2)
    assert hash(coin(1)) == hash(coin(3))
    assert coin(1) != coin(1).head(3)
    assert late(1) == late(1)
    assert late(1).head(4) == late(2).head(4)
    assert late(1) != late(2)
    line: Rows = {1: {0: 1}}
    one, other = (steps_of(line, Distribution.from_weights({0: 1, 1: n})) for n in (1, 2))
    assert one != other
    # The second step is as likely: 1/3 · 2/3 = 2/3 · 1/3; and then the first one is.
    half = steps_of({0: {0: 1, 1: 1}}, Distribution({0: "1/2", 1: "1/2"}))
    assert geometric(1, 2).pmf(2) == geometric(2, 1).pmf(2)
    assert half.pmf(1) == geometric(1, 3).pmf(1) == Fraction(1, 4)
    hashes = [hash(steps) for steps in (geometric(1, 2), geometric(2, 1), half, geometric(1, 3))]
    assert len(set(hashes)) == 4


def test_how_it_looks() -> None:
    steps = steps_of({0: {0: 1, 1: 1, 2: 2}, 1: {1: 1}})
    chances = "P(T=0) = 0.0 %, P(T=1) = 50.0 %, P(T=2) = 12.5 %, …, never 33.3 %"
    assert repr(steps) == f"<StepDistribution: {chances}>"
    lines = [line.rsplit(None, 3) for line in str(steps).splitlines()]
    assert lines[0] == ["1", "50.0", "%", "1/2"]
    assert lines[-1] == ["never", "33.3", "%", "1/3"]
    assert lines[-2][0].startswith("more than 12 ")
    # Those that never end have a row of their own.
    assert sum(Fraction(line[-1]) for line in lines) == 1
    assert Fraction(lines[-2][-1]) == steps.beyond(12) - steps.never
    assert steps._repr_html_().count("<tr>") == 1 + 12 + 2


def steps_to_six() -> StepDistribution:
    """A die until it shows 6, but a 1 ends the hope."""
    return steps_of({0: {0: 4, 2: 1, 1: 1}, 1: {1: 1}})


def test_steps_are_drawn_as_they_are_distributed_and_never_is_none() -> None:
    steps, rng = steps_to_six(), random.Random(19)
    drawn = Counter(steps.sample(rng) for _ in range(2000))
    shares: list[tuple[int | None, Fraction]] = [(t, steps.pmf(t)) for t in range(1, 6)]
    for t, p in [*shares, (None, steps.never)]:
        assert abs(drawn[t] - 2000 * p) < 4 * float(2000 * p) ** 0.5, t
    assert all(steps.if_absorbed().sample(rng) is not None for _ in range(50))
    line: Rows = {i: {i + 1: 1} for i in range(3)}
    assert {steps_of(line).sample(rng) for _ in range(20)} == {3}
    assert steps_of(line, 3).sample(rng) == 0


def test_what_the_first_digits_leave_open_further_digits_settle() -> None:
    """1/6 has no end in binary: digits next to it decide nothing."""
    beside = 2**32 // 6
    assert Fraction(beside, 2**32) < Fraction(1, 6) < Fraction(beside + 1, 2**32)
    told = Told(beside, 0, 7)
    assert steps_to_six().sample(told) == 1
    assert told.asked == [2**32] * 2
    assert steps_to_six().sample(Told(beside, 2**32 - 1)) == 2
    settled = Told(2**31)  # in half of all runs the end never comes
    assert steps_to_six().sample(settled) is None
    assert settled.asked == [2**32]
