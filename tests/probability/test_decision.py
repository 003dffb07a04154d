"""Best play against every policy tried, each worth found by plain Gaussian elimination."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded, dice, joint
from rules_lib.probability.chain import DecisionProblem, Optimum
from rules_lib.probability.graph import end_components
from tests.in_turn import in_turn
from tests.sample import examples

Rows = dict[int, list[dict[int, int]]]  # for each state, for each action: weights of successors


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
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


def worth(
    rows: Rows, policy: dict[int, int], pays: list[Fraction], never: Fraction
) -> dict[int, Fraction]:
    """What each state is worth under a fixed policy. Ends are numbered after the states."""
    size = len(rows)
    used = {i: rows[i][policy[i]] for i in rows}
    hopeful = set(range(size, size + len(pays)))
    while more := {i for i in used if i not in hopeful and hopeful & set(used[i])}:
        hopeful |= more
    states = sorted(i for i in hopeful if i < size)

    def expected(value: Callable[[int], Fraction]) -> list[Fraction]:
        """Solve x = Q x + r, where r is what a step to anything else is worth."""
        matrix, right = [], []
        for i in states:
            total = sum(used[i].values())
            matrix.append([Fraction(i == j) - Fraction(used[i].get(j, 0), total) for j in states])
            outside = (Fraction(w, total) * value(j) for j, w in used[i].items() if j not in states)
            right.append(sum(outside, Fraction(0)))
        return solve(matrix, right)

    values = expected(lambda j: never if j < size else pays[j - size])
    found = dict.fromkeys(range(size), never) | dict(zip(states, values, strict=True))
    return found | {size + k: x for k, x in enumerate(pays)}


@st.composite
def random_problems(draw: st.DrawFn) -> tuple[Rows, list[Fraction], Fraction]:
    size, ends = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    targets = st.integers(0, size + ends - 1)
    row = st.dictionaries(targets, st.sampled_from([1, 1, 2, 3]), min_size=1, max_size=3)
    # Rows within the states are frequent: they make end components.
    inner = st.dictionaries(st.integers(0, size - 1), st.just(1), min_size=1, max_size=2)
    rows = {i: draw(st.lists(st.one_of(row, inner), min_size=1, max_size=3)) for i in range(size)}
    money = st.sampled_from([Fraction(n, 2) for n in range(-2, 4)])
    return rows, [draw(money) for _ in range(ends)], draw(money)


def problem(
    rows: Rows, pays: list[Fraction], never: Fraction, start: int | Distribution[int] = 0
) -> DecisionProblem[int, int]:
    return DecisionProblem(
        start=start,
        actions=lambda i: list(range(len(rows[i]))),
        step=lambda i, action: rows[i][action],
        is_end=lambda i: i not in rows,
        payoff=lambda end: pays[end - len(rows)],
        never_pays=never,
    )


@pytest.mark.slow
@examples(300)
@given(random_problems())
def test_the_optimum_beats_every_policy_and_is_reached(
    given_problem: tuple[Rows, list[Fraction], Fraction],
) -> None:
    rows, pays, never = given_problem
    best = problem(rows, pays, never, Distribution.uniform(range(len(rows)))).solve()
    top: dict[int, Fraction] = {}
    for choice in product(*(range(len(rows[i])) for i in rows)):
        values = worth(rows, dict(enumerate(choice)), pays, never)
        top = {i: max(x, top.get(i, x)) for i, x in values.items()}
    assert best.values == {i: top[i] for i in best.values}
    assert set(rows) <= set(best.values)
    reached = worth(rows, dict(best.policy), pays, never)
    assert {i: reached[i] for i in rows} == {i: top[i] for i in rows}
    assert best.value == sum((top[i] for i in rows), Fraction(0)) / len(rows)


@given(random_problems())
def test_q_and_ties_look_one_step_ahead(
    given_problem: tuple[Rows, list[Fraction], Fraction],
) -> None:
    rows, pays, never = given_problem
    best = problem(rows, pays, never).solve()
    for state in best.policy:
        ahead = [
            sum((w * best.values[j] for j, w in row.items()), Fraction(0)) / sum(row.values())
            for row in rows[state]
        ]
        assert [best.q(state, a) for a in range(len(ahead))] == ahead
        assert max(ahead) == best.values[state]
        tied = tuple(a for a, value in enumerate(ahead) if value == max(ahead))
        assert best.policy[state] in tied
        assert best.ties.get(state, tied[:1]) == tied
        assert (state in best.ties) == (len(tied) > 1)


def test_staying_alive_is_found_where_improving_step_by_step_gets_stuck() -> None:
    """Losing pays 0, going on for ever pays 1: a policy that loses looks unimprovable."""
    rows: Rows = {0: [{2: 1}, {1: 1}], 1: [{0: 1}, {2: 1}]}
    best = problem(rows, [Fraction(0)], Fraction(1)).solve()
    assert best.value == 1
    assert best.policy == {0: 1, 1: 0}


def test_waiting_for_ever_is_not_mistaken_for_winning_later() -> None:
    """Waiting costs nothing now, so it ties; but a policy of only waiting never wins."""
    rows: Rows = {0: [{0: 1}, {1: 1}]}
    best = problem(rows, [Fraction(1)], Fraction(0)).solve()
    assert best.value == 1
    assert best.ties == {0: (0, 1)}
    assert best.policy == {0: 1}
    assert problem(rows, [Fraction(-1)], Fraction(0)).solve().policy == {0: 0}


def test_of_equals_the_first_action_is_taken_unless_it_goes_round_for_ever() -> None:
    rows: Rows = {0: [{3: 1}, {4: 1}], 1: [{2: 1}, {0: 1}], 2: [{1: 1}, {1: 1, 0: 1}]}
    best = problem(rows, [Fraction(1), Fraction(1)], Fraction(0), Distribution.uniform([1, 2]))
    solved = best.solve()
    assert solved.policy[0] == 0
    assert worth(rows, dict(solved.policy), [Fraction(1)] * 2, Fraction(0))[1] == 1
    assert (solved.policy[1], solved.policy[2]) != (0, 0)


def test_a_way_out_does_not_lead_back_in() -> None:
    """From 1 the way out leads to 0, whose first action leads straight back to 1."""
    rows: Rows = {0: [{1: 1}, {2: 1}], 1: [{1: 1}, {0: 1}]}
    solved = problem(rows, [Fraction(1)], Fraction(0)).solve()
    assert solved.policy == {0: 1, 1: 1}


def largest_lasting(rows: Rows) -> set[frozenset[int]]:
    """The largest sets of states that play can go round in for ever, found among all sets."""

    def can_stay_all_over(states: frozenset[int]) -> bool:
        inner = {i: [row for row in rows[i] if states >= set(row)] for i in states}
        for start in states:
            found, ahead = {start}, [start]
            while ahead:
                for j in {j for row in inner[ahead.pop()] for j in row} - found:
                    found.add(j)
                    ahead.append(j)
            if found != states:
                return False
        return all(inner.values())

    subsets = [frozenset(c) for n in range(1, len(rows) + 1) for c in combinations(rows, n)]
    lasting = [states for states in subsets if can_stay_all_over(states)]
    return {a for a in lasting if not any(a < b for b in lasting)}


@given(random_problems())
def test_end_components_are_the_largest_sets_play_can_stay_in(
    given_problem: tuple[Rows, list[Fraction], Fraction],
) -> None:
    rows, pays, _ = given_problem
    options: list[list[dict[int, int]] | None] = [*rows.values(), *(None for _ in pays)]
    assert {frozenset(found) for found in end_components(options)} == largest_lasting(rows)


LEAVES_TWICE: Rows = {0: [{0: 1}, {1: 1}, {1: 2}]}
ONE_AFTER_THE_OTHER: Rows = {0: [{0: 1}, {1: 1}, {2: 1}, {2: 1}], 1: [{0: 1}, {1: 1}, {0: 2}]}


@given(random_problems())
@example((LEAVES_TWICE, [Fraction(1)], Fraction(0)))
@example((ONE_AFTER_THE_OTHER, [Fraction(1)], Fraction(0)))
def test_of_equals_the_first_is_taken_and_the_first_that_leads_out(
    given_problem: tuple[Rows, list[Fraction], Fraction],
) -> None:
    """Every decision, from the promise: the first of the equals, save on the way out of a round."""
    rows, pays, never = given_problem
    start = Distribution.uniform(range(len(rows)))
    best = problem(rows, pays, never, start).solve()
    chosen = {i: best.ties.get(i, (best.policy[i],)) for i in rows}
    promised = {i: equals[0] for i, equals in chosen.items()}
    for states in largest_lasting(rows):
        if best.values[min(states)] == never:
            continue
        going = set(states)
        while left := {i for i in going if not going >= set(rows[i][promised[i]])}:
            going -= left  # what stays is kept in for ever by the first of the equals
        while more := {i for i in states - going if going & set(rows[i][promised[i]])}:
            going |= more
        while going:
            out = {
                i: next((a for a in chosen[i] if not going >= set(rows[i][a])), None) for i in going
            }
            promised |= {i: a for i, a in out.items() if a is not None}
            going = {i for i, a in out.items() if a is None}
    assert best.policy == promised


def test_chance_needs_no_action() -> None:
    def step(state: str, action: str | None) -> Distribution[str]:
        if state == "roll":
            assert action is None
            return dice.d6.map(str)
        return (
            Distribution.certain("kept " + state)
            if action == "keep"
            else dice.d6.map(lambda x: f"kept {x}")
        )

    solved: Optimum[str, str] = DecisionProblem(
        "roll",
        lambda state: () if state == "roll" else ("keep", "again"),
        step,
        lambda state: state.startswith("kept"),
        lambda state: int(state[-1]),
    ).solve()
    assert solved.value == Fraction(4 + 5 + 6, 6) + Fraction(7, 4)
    assert solved.policy == {str(x): "keep" if x > 3 else "again" for x in range(1, 7)}
    assert solved.q("3", "keep") == 3
    assert solved.ties == {}


def test_a_start_that_is_an_end() -> None:
    solved = problem({}, [Fraction(5)], Fraction(0)).solve()
    assert solved.value == 5
    assert not solved.policy
    assert not solved.ties


Look = tuple[int, int, int]


def test_a_thousand_decisions_take_few_steps() -> None:
    """Four hubs, each with 256 looks at the dice: every distribution is asked for once."""

    asked: Counter[tuple[Look, str | None]] = Counter()

    def step(state: Look, action: str | None) -> Distribution[Look]:
        asked[state, action] += 1
        hub, own, enemy = state
        if not own:
            return joint(dice.total(3), dice.total(3)).map(lambda rolls: (hub, *rolls))
        if action == "keep":
            return Distribution.certain(after(hub, own, enemy))
        return dice.total(3).map(lambda again: after(hub, again, enemy))

    def after(hub: int, own: int, enemy: int) -> Look:
        ours, theirs = own >= 11 and own > enemy, enemy >= 12
        return (hub + 1 if ours else hub - 1 if theirs else hub, 0, 0)

    solved: Optimum[Look, str] = DecisionProblem(
        (2, 0, 0),
        lambda state: ("keep", "again") if state[1] else (),
        step,
        lambda state: state[0] in (0, 5),
        lambda state: state[0] // 5,
    ).solve()
    assert len(solved.policy) == 4 * 256
    assert set(asked.values()) == {1}
    assert len(asked) == 4 * (1 + 256 * 2)
    # Checked by one step of the optimality equation everywhere.
    for state, action in solved.policy.items():
        assert solved.q(state, action) == solved.values[state]
        assert solved.values[state] == max(solved.q(state, a) for a in ("keep", "again"))
    assert all(
        solved.policy[hub, own, enemy] == "keep"
        for hub, own, enemy in solved.policy
        if own >= 11 and own > enemy
    )


loose: Any = DecisionProblem


def ask(**changes: object) -> object:
    rows: Rows = {0: [{0: 1, 1: 1}, {1: 1}]}
    good = problem(rows, [Fraction(1)], Fraction(0))
    names = ("start", "actions", "step", "is_end", "payoff", "never_pays", "limit")
    return loose(**({name: getattr(good, name) for name in names} | changes)).solve()


@in_turn(
    ("changes", "named"),
    [
        ({"actions": 3}, "actions must be a function, not 3"),
        ({"payoff": None}, "payoff must be a function, not None"),
        ({"never_pays": 0.5}, r"never_pays is the float 0\.5"),
        ({"start": []}, r"start: the state \[\]"),
        ({"actions": lambda i: 3}, r"actions\(0\) must return a sequence"),
        ({"actions": lambda i: [[1]]}, r"actions\(0\) must return a sequence of hashable"),
        ({"actions": lambda i: [1, 1]}, r"actions\(0\) names an action twice: \(1, 1\)"),
        ({"step": lambda i, a: 3}, r"step\(0, 0\) must return a Distribution"),
        ({"step": lambda i, a: {}}, r"step\(0, 0\): a distribution needs"),
        ({"payoff": lambda end: 0.5}, r"payoff\(1\) is the float 0\.5"),
        ({"payoff": lambda end: True}, r"payoff\(1\) must be a Fraction"),
    ],
)
def test_bad_values_are_named(changes: dict[str, object], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        ask(**changes)


def test_unknown_states_and_actions_are_named() -> None:
    solved: Any = ask()
    with pytest.raises(ProbabilityError, match=r"q: 7 is not a state that can be reached"):
        solved.q(7, 0)
    with pytest.raises(ProbabilityError, match=r"q: 2 is not an action of 0; it offers \(0, 1\)"):
        solved.q(0, 2)


def test_endless_problems_are_refused() -> None:
    with pytest.raises(
        WorkLimitExceeded, match=r"^solve: 51 states were reached; the limit is 50$"
    ):
        ask(step=lambda i, a: {i + 1: 1}, is_end=lambda i: False, actions=lambda i: [0], limit=50)


def test_chances_to_enter_a_set_that_can_be_kept_to_for_ever_add_up() -> None:
    """One throw leads to either of two rooms with doors between them, or out of the house."""
    house: dict[str, dict[str, Distribution[str]]] = {
        "outside": {"knock": Distribution({"hall": "1/4", "attic": "1/4", "street": "1/2"})},
        "hall": {"climb": Distribution.certain("attic"), "leave": Distribution.certain("garden")},
        "attic": {"descend": Distribution.certain("hall")},
    }
    worth = {"street": 0, "garden": 8}
    best = DecisionProblem(
        "outside",
        lambda room: list(house[room]),
        lambda room, action: house[room][action],
        is_end=worth.__contains__,
        payoff=worth.__getitem__,
        never_pays=2,
    ).solve()
    assert best.value == 4
    assert best.values == {"outside": 4, "hall": 8, "attic": 8, "street": 0, "garden": 8}
    assert best.policy == {"outside": "knock", "hall": "leave", "attic": "descend"}


def test_a_way_out_is_found_from_far_within() -> None:
    """The first best action of each room leads farther in, though all rooms are worth the same."""
    house = {
        "hall": {"go in": "corridor", "leave": "garden"},
        "corridor": {"go in": "cellar"},
        "cellar": {"sit down": "cellar", "climb up": "hall"},
    }
    best = DecisionProblem(
        "cellar",
        lambda room: list(house[room]),
        lambda room, action: Distribution.certain(house[room][action]),
        is_end=lambda room: room == "garden",
        payoff=lambda room: 1,
    ).solve()
    assert set(best.values.values()) == {1}
    assert best.policy == {"hall": "leave", "corridor": "go in", "cellar": "climb up"}
    assert best.ties == {"hall": ("go in", "leave"), "cellar": ("sit down", "climb up")}


def test_what_has_no_hash_is_no_state_and_no_action() -> None:
    best: Optimum[int, str] = DecisionProblem(
        0,
        lambda _: ["stop"],
        lambda *_: Distribution.certain(1),
        is_end=lambda state: state == 1,
        payoff=lambda _: 1,
    ).solve()
    assert best.q(0, "stop") == 1
    wrong: Any = []
    with pytest.raises(ProbabilityError, match=r"^q: state must be hashable"):
        best.q(wrong, "stop")
    with pytest.raises(ProbabilityError, match=r"^q: action must be hashable"):
        best.q(0, wrong)


def test_a_process_that_never_ends_pays_nothing_unless_said_otherwise() -> None:
    def waiting(**told: Any) -> Fraction:
        return (
            DecisionProblem(
                "here",
                lambda _: ["wait", "fall"],
                lambda place, action: Distribution.certain(place if action == "wait" else "down"),
                is_end=lambda place: place == "down",
                payoff=lambda _: -7,
                **told,
            )
            .solve()
            .value
        )

    assert waiting() == waiting(never_pays=0) == 0
    assert waiting(never_pays=Fraction(-1, 2)) == Fraction(-1, 2)
    assert waiting(never_pays=-8) == -7
