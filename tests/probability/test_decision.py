"""Best play against every policy tried, each worth found by plain Gaussian elimination."""

from collections.abc import Collection
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError
from rules_lib.probability.chain import DecisionProblem, Optimum
from tests.probability.plain import Options, largest_lasting, policies, problems, worth
from tests.sample import examples

Given = tuple[Options, list[Fraction], Fraction]
ONE, NONE = [Fraction(1)], Fraction(0)


def solved(
    rows: Options,
    pays: list[Fraction],
    never: Fraction = NONE,
    start: Any = 0,
    opposed: Collection[int] = (),
) -> Optimum[int, int]:
    return DecisionProblem(
        start=start,
        actions=lambda i: list(range(len(rows[i]))),
        step=lambda i, action: rows[i][action],
        is_end=lambda i: i not in rows,
        payoff=lambda end: pays[end - len(rows)],
        never_pays=never,
        maximises=lambda i: i not in opposed,
    ).solve()


@pytest.mark.slow
@examples(300)
@given(problems())
def test_the_optimum_beats_every_policy_and_is_reached(given_problem: Given) -> None:
    rows, pays, never = given_problem
    best = solved(rows, pays, never, Distribution.uniform(range(len(rows))))
    each = [worth(rows, policy, pays, never) for policy in policies(rows)]
    top = {i: max(values[i] for values in each) for i in best.values}
    assert best.values == top
    assert set(rows) <= set(best.values)
    reached = worth(rows, best.policy, pays, never)
    assert {i: reached[i] for i in rows} == {i: top[i] for i in rows}
    assert best.value == sum((top[i] for i in rows), Fraction(0)) / len(rows)


LEAVES_TWICE: Options = {0: [{0: 1}, {1: 1}, {1: 2}]}
ONE_AFTER_THE_OTHER: Options = {0: [{0: 1}, {1: 1}, {2: 1}, {2: 1}], 1: [{0: 1}, {1: 1}, {0: 2}]}


@given(problems())
@example((LEAVES_TWICE, ONE, NONE))
@example((ONE_AFTER_THE_OTHER, ONE, NONE))
# Losing pays 0, going on for ever pays 1: a policy that loses looks unimprovable.
@example(({0: [{2: 1}, {1: 1}], 1: [{0: 1}, {2: 1}]}, [NONE], Fraction(1)))
# From 1 the way out leads to 0, whose first action leads straight back to 1.
@example(({0: [{1: 1}, {2: 1}], 1: [{1: 1}, {0: 1}]}, ONE, NONE))
# One throw leads to either of two rooms with doors between them, or out of the house.
@example(
    ({0: [{1: 1, 2: 1, 3: 2}], 1: [{2: 1}, {4: 1}], 2: [{1: 1}]}, [NONE, Fraction(8)], Fraction(2))
)
def test_every_decision_follows_from_what_states_are_worth(given_problem: Given) -> None:
    """Of equals the first, save in sets that are never left so: there the first that leads out."""
    rows, pays, never = given_problem
    best = solved(rows, pays, never, Distribution.uniform(range(len(rows))))
    chosen: dict[int, list[int]] = {}
    for state, options in rows.items():
        ahead = [
            sum((w * best.values[j] for j, w in row.items()), Fraction(0)) / sum(row.values())
            for row in options
        ]
        assert best.options[state] == dict(enumerate(ahead))
        assert max(ahead) == best.values[state]
        chosen[state] = [a for a, value in enumerate(ahead) if value == max(ahead)]
    assert best.ties == {i: tuple(equals) for i, equals in chosen.items() if len(equals) > 1}
    promised = {i: equals[0] for i, equals in chosen.items()}
    while caught := {
        states
        for states in largest_lasting({i: [rows[i][a]] for i, a in promised.items()})
        if best.values[min(states)] != never
    }:
        for states in caught:
            out = {i: [a for a in chosen[i] if not states >= set(rows[i][a])] for i in states}
            promised |= {i: ways[0] for i, ways in out.items() if ways}
    assert best.policy == promised


@given(problems())
def test_who_wants_little_plays_as_who_wants_much_of_the_opposite(given_problem: Given) -> None:
    rows, pays, never = given_problem
    start = Distribution.uniform(range(len(rows)))
    best = solved(rows, [-each for each in pays], -never, start)
    opposite = solved(rows, pays, never, start, opposed=rows)
    assert opposite.values == {state: -value for state, value in best.values.items()}
    assert (opposite.policy, opposite.ties) == (best.policy, best.ties)


@examples(150)
@given(problems(onward=True), st.sets(st.integers(0, 4)))
def test_two_sides_play_their_best_against_each_other(
    given_problem: Given, opposed: set[int]
) -> None:
    """The best of all policies of the one against the best answer of the other."""
    rows, pays, _ = given_problem
    best = solved(rows, pays, start=Distribution.uniform(range(len(rows))), opposed=opposed)
    sure: dict[tuple[int, ...], list[dict[int, Fraction]]] = {}
    for policy in policies(rows):
        mine = tuple(policy[i] for i in rows if i not in opposed)
        sure.setdefault(mine, []).append(worth(rows, policy, pays, NONE))
    for i in rows:
        assert best.values[i] == max(min(each[i] for each in answers) for answers in sure.values())
    reached = worth(rows, best.policy, pays, NONE)
    assert {i: reached[i] for i in rows} == {i: best.values[i] for i in rows}


def test_in_a_round_one_side_decides() -> None:
    rows: Options = {0: [{1: 1}, {2: 1}], 1: [{0: 1}, {3: 1}]}
    with pytest.raises(ProbabilityError, match=r"solve: both sides decide in states .* to 0 and"):
        solved(rows, [*ONE, NONE], opposed=[1])
    # Who has no choice is on no side; and whoever comes after the round may decide.
    assert solved({**rows, 1: [{0: 1, 3: 1}]}, [*ONE, NONE], opposed=[1]).value == 1
    after: Options = {0: [{0: 1}, {1: 1}, {2: 1}], 1: [{2: 1}, {3: 1}]}
    assert solved(after, [*ONE, Fraction(-1)], opposed=[1]).policy == {0: 2, 1: 1}


def test_depth_is_no_limit() -> None:
    steps = 5_000
    rows: Options = {i: [{steps: 1}, {i + 1: 1}] for i in range(steps - 1)}
    best = solved({**rows, steps - 1: [{steps + 1: 1}]}, [NONE, *ONE])
    assert set(best.policy.values()) == {0, 1}
    assert best.value == 1


def test_a_process_that_never_ends_pays_nothing_unless_said_otherwise() -> None:
    def waiting(**told: Any) -> Fraction:
        best: Optimum[str, str] = DecisionProblem(
            "here",
            lambda _: ["wait", "fall"],
            lambda place, action: Distribution.certain(place if action == "wait" else "down"),
            is_end=lambda place: place == "down",
            payoff=lambda _: -7,
            **told,
        ).solve()
        return best.value

    assert waiting() == waiting(never_pays=0) == 0
    assert waiting(never_pays=Fraction(-1, 2)) == Fraction(-1, 2)
    assert waiting(never_pays=-8) == -7
