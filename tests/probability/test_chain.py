"""Chains: what flows into a state flows out of it, and the classics come out as everybody knows."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, WorkLimitExceeded, dice
from rules_lib.probability.chain import Stuck, explore
from rules_lib.probability.graph import Row, components
from rules_lib.probability.linear import eliminate
from tests.probability.plain import Rows, chance, largest_lasting, processes, reachable

starts = st.lists(st.integers(0, 3), min_size=8, max_size=8).filter(any)


@given(processes(46656), starts)
@example({0: {0: 1}, 1: {0: 1}, 2: {5: 1, 0: 1, 1: 1}, 3: {0: 1, 1: 1, 2: 1, 4: 1}}, [0, 0, 1, 1])
def test_what_flows_in_flows_out(rows: Rows, shares: list[int]) -> None:
    """These equations have one solution, because each passing state is left for good."""
    start = Distribution.from_weights(dict(enumerate(shares)))
    chain = explore(start, rows.__getitem__, lambda state: state not in rows)
    reached = set().union(*(reachable(rows, i) for i in start))
    assert set(chain.states) == reached
    lasting = largest_lasting({i: [row] for i, row in rows.items()})
    traps = {trap for trap in lasting if trap <= reached}
    passing = (reached & rows.keys()).difference(*traps)
    assert chain.visits.keys() == passing

    def arriving(j: int) -> Fraction:
        return start[j] + sum(chain.visits[i] * chance(rows, i, j) for i in passing)

    assert chain.visits == {i: arriving(i) for i in passing}
    assert chain.absorbed == {end: arriving(end) for end in reached - rows.keys()}
    fates: dict[object, Fraction]
    fates = {Stuck(trap): sum(map(arriving, trap), Fraction(0)) for trap in traps}
    assert chain.never == sum(fates.values())
    fates.update((end, p) for end, p in chain.absorbed.items())
    assert chain.ends == {fate: p for fate, p in fates.items() if p}
    assert sum(chain.ends.values()) == 1


graphs = st.dictionaries(st.integers(0, 6), st.sets(st.integers(0, 8)), max_size=7)


@given(graphs)
def test_components_are_those_that_reach_each_other(graph: dict[int, set[int]]) -> None:
    ways = {i: dict.fromkeys(row, 1) for i, row in graph.items()}
    reach = {i: reachable(ways, i) for i in graph}
    found = components(graph)
    together = {frozenset(j for j in graph if j in reach[i] and i in reach[j]) for i in graph}
    assert {frozenset(part) for part in found} == together
    assert sum(map(len, found)) == len(graph)
    place = {i: at for at, part in enumerate(found) for i in part}
    assert all(place[j] <= place[i] for i in graph for j in graph[i] if j in graph)


def test_a_long_walk_is_quick_because_rows_stay_short() -> None:
    chain = explore(500, lambda x: {x - 1: 1, x + 1: 1}, lambda x: x in (0, 2000))
    assert chain.absorbed[2000] == Fraction(1, 4)
    assert chain.steps.mean() == 500 * 1500
    # From the middle state of a line a long way round leads back to its end.
    size = 400
    rows: dict[int, Row] = {i: {i - 1: 1, i + 1: 1} for i in range(1, size)}
    pivots = eliminate(rows | {0: {1: 1, size + 1: 1}, size: {size - 1: 1, -1: 1}, -1: {0: 7}})
    assert len(pivots) == size + 2
    assert max(x.bit_length() for pivot in pivots for x in pivot.row.values()) < 40


def test_ends_are_not_asked_for_a_step() -> None:
    asked: list[int] = []

    def step(x: int) -> Distribution[int]:
        asked.append(x)
        return dice.die().map(lambda roll: x + roll)

    assert set(explore(0, step, lambda x: x >= 10).absorbed) == set(range(10, 16))
    assert sorted(asked) == list(range(10))
    assert explore(10, step, lambda x: x >= 10).absorbed == {10: 1}


def test_a_solution_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_lib.probability.limits.SOLVE_WORK", 1000)

    def step(x: int) -> Mapping[int, int]:
        return {y: 1 + (x * y) % 7 for y in range(21)}

    with pytest.raises(WorkLimitExceeded, match=r"^solve: .* the limit is 1000$"):
        _ = explore(0, step, lambda x: x == 20).absorbed
