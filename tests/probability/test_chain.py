"""Chains against closed forms and against plain Gaussian elimination written here."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded, dice
from rules_lib.probability.chain import Chain, Stuck, explore
from tests.in_turn import in_turn

Rows = dict[int, dict[int, int]]


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gaussian elimination, as in any textbook."""
    size = len(matrix)
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    for k in range(size):
        swap = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[swap] = rows[swap], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def chance(rows: Rows, i: int, j: int) -> Fraction:
    return Fraction(rows[i].get(j, 0), sum(rows[i].values()))


def reachable(rows: Rows, start: int) -> set[int]:
    found, ahead = {start}, [start]
    while ahead:
        for j in rows.get(ahead.pop(), {}):
            if j not in found:
                found.add(j)
                ahead.append(j)
    return found


@st.composite
def random_chains(draw: st.DrawFn) -> Rows:
    """Rows of states 0..n-1; further states are ends. Often with traps and loops."""
    size = draw(st.integers(1, 6))
    ends = draw(st.integers(0, 3))
    targets = st.integers(0, size + ends - 1)
    weights = st.sampled_from([1, 1, 2, 3, 46656])
    row = st.dictionaries(targets, weights, min_size=1, max_size=4)
    return {i: draw(row) for i in range(size)}


def built(rows: Rows, start: int = 0) -> Chain[int]:
    return explore(start, rows.__getitem__, lambda state: state not in rows)


@given(random_chains())
@example({0: {0: 1}, 1: {0: 1}, 2: {5: 1, 0: 1, 1: 1}, 3: {0: 1, 1: 1, 2: 1, 4: 1}})
def test_states_come_in_the_order_found(rows: Rows) -> None:
    """Those that the process may begin in, then all that one step leads to, then two, and so on."""
    first = sorted(rows)[-2:]
    chain = explore(Distribution.uniform(first), rows.__getitem__, lambda x: x not in rows)
    levels = [set(first)]
    while ahead := {j for i in levels[-1] for j in rows.get(i, ())} - set().union(*levels):
        levels.append(ahead)
    found = list(chain.states)
    assert [{found.pop(0) for _ in level} for level in levels] == levels
    assert not found
    assert list(chain.absorbed) == [state for state in chain.states if state in chain.absorbed]


@given(random_chains())
def test_absorption_visits_and_traps_agree_with_gaussian_elimination(rows: Rows) -> None:
    chain = built(rows)
    reached = reachable(rows, 0)
    recurrent = {
        i for i in reached if i in rows and all(i in reachable(rows, j) for j in reachable(rows, i))
    }
    passing = sorted(i for i in reached if i in rows and i not in recurrent)
    ends = sorted(i for i in reached if i not in rows)
    # Visits: v = start + v Q, so (1 - Q) transposed times v = start.
    matrix = [[Fraction(i == j) - chance(rows, j, i) for j in passing] for i in passing]
    visits = dict(zip(passing, solve(matrix, [Fraction(i == 0) for i in passing]), strict=True))
    assert chain.visits == visits

    def arriving(targets: set[int]) -> Fraction:
        if 0 in targets:
            return Fraction(1)
        steps = (visits[i] * chance(rows, i, j) for i in passing for j in targets)
        return sum(steps, Fraction(0))

    assert chain.absorbed == {end: arriving({end}) for end in ends}
    classes = {frozenset(reachable(rows, i)) for i in recurrent}
    assert chain.stuck == {trap: arriving(set(trap)) for trap in classes}
    assert chain.never == arriving(recurrent)
    assert sum(chain.absorbed.values()) + chain.never == 1
    assert set(chain.states) == reached


@given(random_chains())
def test_ends_is_the_distribution_of_what_becomes_of_it(rows: Rows) -> None:
    chain = built(rows)
    assert sum(chain.ends.values()) == 1
    for end, p in chain.absorbed.items():
        assert chain.ends[end] == p
    for trap, p in chain.stuck.items():
        assert chain.ends[Stuck(trap)] == p
    assert len(chain.ends) == len(chain.absorbed) + len(chain.stuck)


@given(random_chains(), st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_a_random_start_is_a_mixture_of_starts(rows: Rows, starts: list[int]) -> None:
    distribution = Distribution.uniform(starts)
    chain = explore(distribution, lambda i: rows[i], lambda i: i not in rows)
    for end, p in chain.absorbed.items():
        parts = (built(rows, i).absorbed.get(end, 0) * q for i, q in distribution.items())
        assert p == sum(parts, Fraction(0))
    parts = (built(rows, i).never * q for i, q in distribution.items())
    assert chain.never == sum(parts, Fraction(0))


@pytest.mark.parametrize("odds", [Fraction(1, 2), Fraction(1, 3), Fraction(18, 37)])
def test_the_gambler_is_ruined_as_the_formula_says(odds: Fraction) -> None:
    goal, ratio = 9, (1 - odds) / odds
    for purse in range(1, goal):
        chain = explore(
            purse,
            lambda x: Distribution({x + 1: odds, x - 1: 1 - odds}),
            lambda x: x in (0, goal),
        )
        if ratio == 1:
            wins, length = Fraction(purse, goal), Fraction(purse * (goal - purse))
        else:
            wins = (1 - ratio**purse) / (1 - ratio**goal)
            length = (purse - goal * wins) / (1 - 2 * odds)
        assert chain.absorbed == {0: 1 - wins, goal: wins}
        assert chain.steps.mean() == sum(chain.visits.values()) == length


def test_a_long_walk_is_quick_because_rows_stay_short() -> None:
    chain = explore(500, lambda x: {x - 1: 1, x + 1: 1}, lambda x: x in (0, 2000))
    assert chain.absorbed[2000] == Fraction(1, 4)
    assert chain.steps.mean() == 500 * 1500


def test_collecting_coupons() -> None:
    def step(owned: int) -> Distribution[int]:
        return Distribution({owned + 1: Fraction(6 - owned, 6), owned: Fraction(owned, 6)})

    chain = explore(0, step, lambda owned: owned == 6)
    assert chain.steps.mean() == sum(Fraction(6, k) for k in range(1, 7)) == Fraction(147, 10)
    assert chain.steps.variance() == sum(
        (1 - Fraction(k, 6)) / Fraction(k, 6) ** 2 for k in range(1, 7)
    )


@pytest.mark.parametrize("size", [3, 4, 7])
def test_the_last_place_visited_on_a_ring_is_anyone_but_the_first(size: int) -> None:
    """A famous surprise: every other place is equally likely to be visited last."""

    def step(state: tuple[int, frozenset[int]]) -> Distribution[tuple[int, frozenset[int]]]:
        place, seen = state
        ways = [(place + way) % size for way in (1, -1)]
        return Distribution.uniform([(to, seen | {to}) for to in ways])

    chain = explore((0, frozenset({0})), step, lambda state: len(state[1]) == size)
    last: dict[int, Fraction] = {}
    for (place, _), p in chain.absorbed.items():
        last[place] = last.get(place, Fraction(0)) + p
    assert last == {place: Fraction(1, size - 1) for place in range(1, size)}
    assert chain.steps.mean() == Fraction(size * (size - 1), 2)


def test_a_process_that_can_never_end() -> None:
    chain = explore("a", lambda x: {"b": 1} if x == "a" else {"a": 1}, lambda x: False)
    assert chain.absorbed == {}
    assert chain.never == 1
    assert chain.stuck == {frozenset("ab"): 1}
    assert chain.ends == Distribution.certain(Stuck(frozenset("ab")))
    assert chain.visits == {}


def test_a_process_that_gets_stuck_half_way_in_two_places() -> None:
    steps = {
        "start": {"start": 1, "fork": 1, "won": 1},
        "fork": {"left": 2, "right": 3},
        "left": {"left": 1},
        "right": {"wrong": 1, "right": 1},
        "wrong": {"right": 1},
    }
    chain = explore("start", lambda x: steps[x], lambda x: x == "won")
    assert chain.absorbed == {"won": Fraction(1, 2)}
    assert chain.stuck == {
        frozenset({"left"}): Fraction(1, 5),
        frozenset({"right", "wrong"}): Fraction(3, 10),
    }
    assert chain.visits == {"start": Fraction(3, 2), "fork": Fraction(1, 2)}
    assert chain.steps.never == chain.never == Fraction(1, 2)


def test_starting_at_an_end() -> None:
    chain = explore("over", lambda x: {}, lambda x: True)
    assert chain.absorbed == {"over": 1}
    assert chain.never == 0
    assert chain.steps.pmf(0) == 1
    assert chain.steps.mean() == chain.steps.median() == 0


def test_ends_are_not_asked_for_a_step() -> None:
    asked: list[int] = []

    def step(x: int) -> Distribution[int]:
        asked.append(x)
        return dice.d6.map(lambda roll: x + roll)

    chain = explore(0, step, lambda x: x >= 10)
    assert sorted(asked) == list(range(10))
    assert set(chain.absorbed) == set(range(10, 16))


loose: Any = explore


@in_turn(
    ("ask", "named"),
    [
        (lambda: loose([1], None, bool), "step must be a function, not None"),
        (lambda: loose(1, dict, 3), "is_end must be a function, not 3"),
        (lambda: loose([1], dict, bool), r"start: the state \[1\] \(list\) is not hashable"),
        (lambda: loose(0, lambda x: 3, bool), r"step\(0\) must return a Distribution .* not 3"),
        (lambda: loose(0, lambda x: {}, bool), r"step\(0\): .* at least one outcome"),
        (lambda: loose(0, lambda x: {1: -1}, bool), r"step\(0\): the weight of 1 is negative"),
        (lambda: loose(0, lambda x: {1: 0.5}, bool), r"step\(0\): the weight of 1 must be a whole"),
    ],
)
def test_bad_values_are_named(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        ask()


def test_endless_exploring_is_refused() -> None:
    with pytest.raises(WorkLimitExceeded, match=r"^explore: 1\d\d states .* the limit is 100$"):
        explore(0, lambda x: dice.d6.map(lambda y: x + y), lambda x: False, limit=100)


def test_a_solution_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_lib.probability.limits.SOLVE_WORK", 1000)

    def step(x: int) -> Mapping[int, int]:
        return {y: 1 + (x * y) % 7 for y in range(21)}

    with pytest.raises(WorkLimitExceeded, match=r"^solve: .* the limit is 1000$"):
        _ = explore(0, step, lambda x: x == 20).absorbed
