"""The distribution of the number of steps, against powers of matrices and closed forms."""

from collections.abc import Callable
from copy import copy
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded
from rules_lib.probability.chain import StepDistribution, explore
from tests.in_turn import in_turn

Rows = dict[int, dict[int, int]]


@st.composite
def random_chains(draw: st.DrawFn) -> Rows:
    size = draw(st.integers(1, 5))
    targets = st.integers(0, size + 1)
    row = st.dictionaries(targets, st.sampled_from([1, 1, 2, 5]), min_size=1, max_size=4)
    trap = st.builds(lambda j: {j: 1}, st.integers(0, size - 1))
    return {i: draw(st.one_of(row, row, trap)) for i in range(size)}


def distribution_of(rows: Rows) -> StepDistribution:
    return explore(0, rows.__getitem__, lambda state: state not in rows).steps


def walked(rows: Rows, steps: int) -> list[Fraction]:
    """P(T = 0), …, P(T = steps), by carrying the probabilities along."""
    alive, result = {0: Fraction(1)}, [Fraction(0)]
    for _ in range(steps):
        now: dict[int, Fraction] = {}
        for i, p in alive.items():
            total = sum(rows[i].values())
            for j, weight in rows[i].items():
                now[j] = now.get(j, Fraction(0)) + p * Fraction(weight, total)
        result.append(sum((p for j, p in now.items() if j not in rows), Fraction(0)))
        alive = {j: p for j, p in now.items() if j in rows}
    return result


def geometric(success: int, failure: int) -> StepDistribution:
    return distribution_of({0: {1: success, 0: failure}})


@given(random_chains())
def test_every_probability_agrees_with_walking(rows: Rows) -> None:
    distribution, expected = distribution_of(rows), walked(rows, 12)
    assert distribution.head(12) == expected[1:]
    assert [distribution.pmf(t) for t in range(13)] == expected
    assert [distribution.cdf(t) for t in range(13)] == list(accumulate(expected))
    for t in range(13):
        assert distribution.tail(t) == 1 - sum(expected[:t], Fraction(0))
        assert distribution.beyond(t) == distribution.tail(t + 1) == 1 - distribution.cdf(t)
    assert sum(distribution.head(7)) + distribution.pmf(0) + distribution.beyond(7) == 1


@given(random_chains())
def test_far_steps_agree_with_near_ones(rows: Rows) -> None:
    """Repeated squaring and single steps are two ways to the same number."""
    near, far = distribution_of(rows), distribution_of(rows)
    expected = near.head(33)
    phase = far._phase
    for t in (1, 2, 31, 32, 33):
        assert Fraction(phase._jump(t)[-1], phase._scale(t)) == near.cdf(t)
    assert far.pmf(33) == expected[-1]


@given(random_chains())
def test_moments_of_the_runs_that_end_agree_with_linear_equations(rows: Rows) -> None:
    chain = explore(0, rows.__getitem__, lambda state: state not in rows)
    if not chain.absorbed:
        return
    # Doob: condition every step on ending at last, then solve for the mean by visits.
    ends = {i: sum(explored(rows, i).values(), Fraction(0)) for i in chain.states}
    tilted = {
        i: {j: rows[i][j] * ends[j] for j in rows[i] if ends[j]}
        for i in chain.states
        if i in rows and ends[i]
    }
    again = explore(
        0,
        lambda i: Distribution({j: w / sum(tilted[i].values()) for j, w in tilted[i].items()}),
        lambda i: i not in rows,
    )
    distribution = chain.steps.if_absorbed()
    assert distribution.never == again.never == 0
    assert distribution.mean() == again.steps.mean() == sum(again.visits.values())
    assert distribution.variance() == again.steps.variance()
    assert distribution.head(9) == again.steps.head(9)
    assert [distribution.quantile(Fraction(k, 7)) for k in range(8)] == [
        again.steps.quantile(Fraction(k, 7)) for k in range(8)
    ]


def explored(rows: Rows, start: int) -> dict[int, Fraction]:
    return dict(explore(start, rows.__getitem__, lambda state: state not in rows).absorbed)


@given(random_chains(), st.fractions(0, 1, max_denominator=30))
def test_quantiles_are_the_first_step_that_reaches(rows: Rows, q: Fraction) -> None:
    distribution = distribution_of(rows)
    found = distribution.quantile(q)
    if found is None:
        assert distribution.cdf(60) < q
    else:
        assert distribution.cdf(found) >= q
        assert found == 0 or distribution.cdf(found - 1) < q


def test_variance_agrees_with_a_long_sum() -> None:
    rows = {0: {0: 1, 1: 2, 2: 1}, 1: {0: 1, 2: 2}}
    distribution, head = distribution_of(rows), walked(rows, 400)
    mean = sum(t * p for t, p in enumerate(head))
    square = sum(t * t * p for t, p in enumerate(head))
    assert abs(distribution.mean() - mean) < Fraction(1, 10**40)
    assert abs(distribution.variance() - (square - mean**2)) < Fraction(1, 10**40)


@pytest.mark.parametrize(("success", "failure"), [(1, 1), (1, 5), (1, 46655), (7, 2)])
def test_a_single_trial_is_geometric(success: int, failure: int) -> None:
    p = Fraction(success, success + failure)
    distribution = geometric(success, failure)
    assert distribution.mean() == 1 / p
    assert distribution.variance() == (1 - p) / p**2
    for t in (1, 2, 10, 3000):
        assert distribution.pmf(t) == p * (1 - p) ** (t - 1)
        assert distribution.tail(t) == (1 - p) ** (t - 1)
    assert distribution.pmf(0) == distribution.pmf(-3) == distribution.cdf(-1) == 0
    assert distribution.tail(-5) == 1
    median = distribution.median()
    assert median is not None
    assert (1 - p) ** median <= Fraction(1, 2) < (1 - p) ** (median - 1)


def test_quantiles_that_are_hit_exactly() -> None:
    distribution = geometric(1, 2)
    for t in (1, 2, 50):
        q = 1 - Fraction(2, 3) ** t
        assert distribution.quantile(q) == t
        assert distribution.quantile(q + Fraction(1, 10**60)) == t + 1
        assert distribution.quantile(q - Fraction(1, 10**60)) == t


def test_the_last_quantile_is_none_unless_there_is_a_last_step() -> None:
    assert geometric(1, 1).quantile(1) is None
    assert distribution_of({0: {1: 1, 2: 1}, 1: {2: 1}}).quantile(1) == 2
    assert distribution_of({0: {1: 1, 2: 1}, 1: {1: 1}}).quantile("1/2") == 1
    assert distribution_of({0: {1: 1, 2: 1}, 1: {1: 1}}).quantile("2/3") is None
    assert distribution_of({0: {0: 1}}).quantile(0) == 0


def test_a_walk_with_irrational_eigenvalues_is_exact() -> None:
    """On 0..5 the walk from 1 survives by golden-ratio powers: Fibonacci numbers."""
    chain = explore(1, lambda x: {x - 1: 1, x + 1: 1}, lambda x: x in (0, 5))
    fibonacci = [0, 1]
    while len(fibonacci) < 410:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for t in (1, 2, 3, 10, 200, 400):
        # Walks of length t on the path 1-2-3-4 from its end number F(t + 1).
        assert chain.steps.beyond(t) == Fraction(fibonacci[t + 1], 2**t)


def test_a_distribution_with_a_part_that_never_ends() -> None:
    distribution = distribution_of({0: {0: 1, 1: 1, 2: 1}, 1: {1: 1}})
    assert distribution.never == Fraction(1, 2)
    assert distribution.cdf(3000) < Fraction(1, 2) < distribution.tail(3000)
    assert distribution.median() is None
    for ask in (distribution.mean, distribution.variance):
        with pytest.raises(
            ProbabilityError, match=r"infinite, .* with probability 1/2; ask if_absorbed\(\)"
        ):
            ask()
    sure = distribution.if_absorbed()
    assert sure.never == 0
    assert sure.pmf(4) == Fraction(2, 81)
    assert sure.mean() == Fraction(3, 2)
    assert sure.if_absorbed().mean() == Fraction(3, 2)
    assert [sure.quantile(q) for q in ("1/2", "2/3", "7/9", "8/9", 1)] == [1, 1, 2, 2, None]


def test_a_distribution_that_never_ends_has_no_condition() -> None:
    distribution = distribution_of({0: {0: 1}})
    assert distribution.never == distribution.tail(5) == 1
    assert distribution.pmf(5) == 0
    with pytest.raises(ProbabilityError, match="if_absorbed: this chain never ends"):
        distribution.if_absorbed()


def test_how_it_looks() -> None:
    distribution = distribution_of({0: {0: 1, 1: 1, 2: 2}, 1: {1: 1}})
    assert (
        repr(distribution)
        == "<StepDistribution: P(T=0) = 0.0 %, P(T=1) = 50.0 %, P(T=2) = 12.5 %, …, never 33.3 %>"
    )
    lines = str(distribution).splitlines()
    assert lines[0].split() == ["1", "50.0", "%", "1/2"]
    assert lines[-1].split() == ["never", "33.3", "%", "1/3"]
    assert "more than 12" in lines[-2]
    assert distribution._repr_html_().count("<tr>") == 1 + 12 + 2


@in_turn(
    "ask",
    [
        lambda distribution: distribution.pmf(10**9),
        lambda distribution: distribution.cdf(10**100),
        lambda distribution: distribution.tail(10**9),
        lambda distribution: distribution.head(10**6),
        lambda distribution: distribution.pmf(100, limit=10),
    ],
)
def test_what_would_take_too_long_is_refused(ask: Callable[[StepDistribution], object]) -> None:
    with pytest.raises(WorkLimitExceeded, match="the limit is"):
        ask(geometric(1, 46655))


def test_a_hopelessly_distant_median_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_lib.probability.limits.STEP_WORK", 10**6)
    with pytest.raises(WorkLimitExceeded, match=r"^quantile: "):
        geometric(1, 10**9).median()


@in_turn("value", [1.0, True, "1", None])
def test_bad_values_are_named(value: int) -> None:
    distribution = geometric(1, 1)
    for ask in (
        distribution.pmf,
        distribution.cdf,
        distribution.tail,
        distribution.beyond,
        distribution.head,
    ):
        with pytest.raises(ProbabilityError, match=f"must be a whole number, not {value!r}"):
            ask(value)
    with pytest.raises(ProbabilityError, match="n must be at least 0, not -1"):
        distribution.head(-1)
    with pytest.raises(ProbabilityError, match="q must lie between 0 and 1, not -1"):
        distribution.quantile(-1)


def test_distributions_are_equal_if_all_their_probabilities_are() -> None:
    def coin(states: int) -> StepDistribution:
        """Heads ends it; each tails leads to another of so many equal states."""

        def step(state: int) -> dict[int, int]:
            return {-1: 1, (state + 1) % states: 1}

        return explore(0, step, lambda state: state < 0).steps

    assert coin(1) == coin(3) != geometric(1, 2)
    assert hash(coin(1)) == hash(coin(3))
    assert coin(1) != coin(1).head(3)


@in_turn(
    "ask",
    [
        lambda distribution: distribution.pmf(2),
        lambda distribution: distribution.head(50),
        lambda distribution: distribution.pmf(900),
        StepDistribution.mean,
    ],
)
def test_equal_distributions_have_one_hash_whatever_they_were_asked(
    ask: Callable[[StepDistribution], object],
) -> None:
    same = [geometric(1, 2), geometric(2, 4), geometric(1, 2).if_absorbed(), copy(geometric(1, 2))]
    for distribution in same:
        ask(distribution)
        assert {distribution, *same} == {geometric(1, 2)}
        assert hash(distribution) == hash(geometric(1, 2))


def test_distributions_that_differ_in_their_first_step_have_different_hashes() -> None:
    """Their second step is as likely: 1/3 · 2/3 = 2/3 · 1/3."""
    assert geometric(1, 2).pmf(2) == geometric(2, 1).pmf(2)
    assert hash(geometric(1, 2)) != hash(geometric(2, 1))


def test_distributions_that_differ_in_what_has_ended_at_once_have_different_hashes() -> None:
    half = explore(Distribution({0: "1/2", 1: "1/2"}), lambda x: {0: 1, 1: 1}, bool).steps
    assert half.pmf(1) == geometric(1, 3).pmf(1) == Fraction(1, 4)
    assert hash(half) != hash(geometric(1, 3))


def test_distributions_that_part_late_are_not_equal() -> None:
    def late(last: int) -> StepDistribution:
        def step(state: int) -> dict[int, int]:
            return {state + 1: 1} if state < 4 else {9: last, 4: 1}

        return explore(0, step, lambda state: state == 9).steps

    assert late(1) == late(1)
    assert late(1).head(4) == late(2).head(4)
    assert late(1) != late(2)


def first_step_reaching(distribution: StepDistribution, q: Fraction, steps: int) -> int | None:
    return next((t for t in range(steps) if distribution.cdf(t) >= q), None)


@given(random_chains(), st.lists(st.integers(0, 3), min_size=8, max_size=8).filter(any))
def test_a_process_that_begins_anywhere_mixes_those_that_begin_somewhere(
    rows: Rows, shares: list[int]
) -> None:
    """States without a row are ends: who begins there has ended with step 0."""
    start = {state: share for state, share in enumerate(shares) if share}
    mixed = explore(
        Distribution.from_weights(start), rows.__getitem__, lambda state: state not in rows
    ).steps
    parts = [
        (Fraction(share, sum(shares)), explore(state, rows.__getitem__, lambda s: s not in rows))
        for state, share in start.items()
    ]
    for t in range(6):
        assert mixed.pmf(t) == sum(share * part.steps.pmf(t) for share, part in parts)
        assert mixed.cdf(t) == sum(share * part.steps.cdf(t) for share, part in parts)
    assert mixed.head(5) == [mixed.pmf(t) for t in range(1, 6)]
    assert mixed.never == sum(share * part.steps.never for share, part in parts)
    for q in (mixed.cdf(3), mixed.cdf(1) / 2, Fraction(1, 7)):
        if q <= mixed.cdf(40):
            assert mixed.quantile(q) == first_step_reaching(mixed, q, 41)
    if not mixed.never:
        assert mixed.mean() == sum(share * part.steps.mean() for share, part in parts)
        square = mixed.variance() + mixed.mean() ** 2
        assert square == sum(
            share * (part.steps.variance() + part.steps.mean() ** 2) for share, part in parts
        )


def test_the_last_step_is_that_of_the_farthest_start() -> None:
    distribution = explore(
        Distribution.uniform([2, 7, 4]), lambda x: Distribution.certain(x - 1), lambda x: x == 0
    ).steps
    assert distribution.quantile(1) == 7
    assert distribution.quantile("1/3") == 2
    assert distribution.mean() == Fraction(13, 3)


def test_a_quantile_that_is_all_but_reached_for_a_long_time() -> None:
    """Half of the runs end soon, the others with step 300; there the half is first reached."""
    rows: Rows = {0: {1: 1, 2: 1}, 1: {1: 1, 400: 1}, **{i: {i + 1: 1} for i in range(2, 300)}}
    rows[300] = {400: 1}
    distribution = distribution_of(rows)
    missing = Fraction(1, 2) - distribution.cdf(250)
    assert 0 < missing < Fraction(1, 2**200)
    assert distribution.median() == 300
    assert distribution.quantile(Fraction(1, 2) - missing) == 250
    assert distribution.quantile(Fraction(1, 2) + missing) == 300
    at_once = explore(Distribution.uniform([1, 2]), rows.__getitem__, lambda x: x not in rows).steps
    assert at_once.median() == 299


def test_a_distant_quantile_needs_no_long_fractions() -> None:
    """Where bounds tell the step, the exact chances of all steps before it are never asked."""
    rare = {"out": 10**400 + 1, "in": 10**403}
    start: Distribution[str] = Distribution.uniform(["in", "also in"])
    distribution = explore(start, lambda _: rare, lambda state: state == "out").steps
    # (1000/1001)^t falls below one half with t = 694: ln 2 / ln 1.001 is 693.5.
    assert distribution.median() == 694
    with pytest.raises(WorkLimitExceeded):
        distribution.pmf(694)


def test_limits_are_handed_on() -> None:
    distribution = geometric(1, 46655)
    for ask in (
        distribution.pmf,
        distribution.cdf,
        distribution.tail,
        distribution.beyond,
        distribution.head,
    ):
        assert ask(50) is not None
        with pytest.raises(WorkLimitExceeded, match=r"; the limit is 10$"):
            ask(1000, limit=10)
    with pytest.raises(WorkLimitExceeded, match=r"; the limit is 10$"):
        distribution.quantile("1/2", limit=10)


def test_the_table_ends_with_what_is_left() -> None:
    """Without those that never end, which have a row of their own."""
    distribution = distribution_of({0: {0: 1, 1: 1, 2: 2}, 1: {1: 1}})
    rows = [line.rsplit(None, 3) for line in str(distribution).splitlines()]
    chances = [Fraction(row[-1]) for row in rows]
    assert sum(chances) == 1
    assert chances[-2] == distribution.beyond(12) - distribution.never


@pytest.mark.parametrize("ask", ["pmf", "cdf", "tail", "beyond"])
def test_long_fractions_are_refused_and_long_walks_as_well(
    ask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = getattr(geometric(1, 46655), ask)
    with monkeypatch.context() as patched:
        patched.setattr("rules_lib.probability.limits.STEP_WORK", 10**30)
        with pytest.raises(WorkLimitExceeded, match="bits would be needed for the fraction"):
            question(10**9)
    with monkeypatch.context() as patched:
        patched.setattr("rules_lib.probability.limits.BITS", 10**30)
        with pytest.raises(WorkLimitExceeded, match="products of machine words would be needed"):
            question(10**9)
