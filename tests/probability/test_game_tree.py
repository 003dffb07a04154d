"""Game trees against every play and every policy written out one by one."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded
from rules_lib.probability.game_tree import (
    Chance,
    Choice,
    End,
    TreeDistribution,
    distribution,
    solve,
)
from tests.in_turn import in_turn

Node = Chance[int, str] | Choice[int, str] | End
Game = dict[int, Node]
Policy = Mapping[int, Hashable]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of up to nine states; each leads to higher numbers only. An event: where it is."""
    size = draw(st.integers(1, 9))
    game: Game = {size: End(), size + 1: End()}
    for i in range(size):
        targets = st.integers(i + 1, size + 1)
        events = st.sampled_from([(), (f"event {i}",), (f"event {i}", f"other {i}")])
        edges = draw(
            st.lists(st.tuples(st.integers(1, 5), targets, events), min_size=1, max_size=3)
        )
        if draw(st.integers(0, 5)) == 0:
            game[i] = End()
        elif draw(st.booleans()):
            game[i] = Chance(tuple(edges))
        else:
            player = draw(st.sampled_from(["max", "min"]))
            options = tuple((f"option {a}", *edge[1:]) for a, edge in enumerate(edges))
            game[i] = Choice(player, i, options)
    return game


def plays(
    game: Game, policy: Policy, state: int = 0
) -> Iterator[tuple[Fraction, tuple[int, ...], tuple[str, ...]]]:
    """Each play under a policy: its chance, the states it visits, the events that happen."""
    node = game[state]
    if isinstance(node, End):
        yield Fraction(1), (state,), ()
    elif isinstance(node, Chance):
        total = sum(weight for weight, _, _ in node.branches)
        for weight, target, events in node.branches:
            for p, path, later in plays(game, policy, target):
                yield p * Fraction(weight, total), (state, *path), events + later
    else:
        for name, target, events in node.options:
            if name == policy[state]:
                for p, path, later in plays(game, policy, target):
                    yield p, (state, *path), events + later


def policies(game: Game, player: str) -> Iterator[Policy]:
    offered = {
        state: [name for name, _, _ in node.options]
        for state, node in game.items()
        if isinstance(node, Choice) and node.player == player
    }
    for names in product(*offered.values()):
        yield dict(zip(offered, names, strict=True))


def worth(game: Game, policy: Policy, state: int, pays: Mapping[int, int]) -> Fraction:
    found = (p * pays[path[-1]] for p, path, _ in plays(game, policy, state))
    return sum(found, Fraction(0))


def minimax(game: Game, state: int, pays: Mapping[int, int]) -> Fraction:
    """The best of all policies of the one against the best answer of the other."""
    return max(
        min(worth(game, {**mine, **yours}, state, pays) for yours in policies(game, "min"))
        for mine in policies(game, "max")
    )


def check_distribution(found: TreeDistribution[int, str], game: Game, policy: Policy) -> None:
    ends: dict[int, Fraction] = {}
    happening: dict[str, Fraction] = {}
    seen: set[int] = set()
    for p, path, events in plays(game, policy):
        ends[path[-1]] = ends.get(path[-1], Fraction(0)) + p
        seen.update(path)
        for event in set(events):
            happening[event] = happening.get(event, Fraction(0)) + p
    assert found.ends == ends
    assert found.events == happening
    assert found.states == len(seen)


@given(games(), st.data())
def test_distribution_is_the_sum_over_all_plays(game: Game, data: st.DataObject) -> None:
    policy = {
        state: data.draw(st.sampled_from([name for name, _, _ in node.options]))
        for state, node in game.items()
        if isinstance(node, Choice)
    }
    found = distribution(0, game.__getitem__, lambda state, choice: policy[choice.key])  # type: ignore[index]
    check_distribution(found, game, policy)


@given(games(), st.lists(st.integers(-6, 6), min_size=11, max_size=11))
def test_value_is_the_best_of_all_policies(game: Game, worths: list[int]) -> None:
    pays = dict(enumerate(worths))
    found = solve(0, game.__getitem__, pays.__getitem__, lambda player: player == "max")
    assert found.value == minimax(game, 0, pays)
    for state, options in found.options.items():
        node = game[state]
        assert isinstance(node, Choice)
        assert options == {name: minimax(game, target, pays) for name, target, _ in node.options}
        extreme = max(options.values()) if node.player == "max" else min(options.values())
        equal = tuple(name for name in options if options[name] == extreme)
        assert found.best[state] == equal[0]
        assert found.ties.get(state, equal[:1]) == equal
    check_distribution(found.distribution(), game, found.best)
    assert found.distribution().ends.map(pays.__getitem__).mean() == found.value


@given(games(), st.lists(st.integers(-6, 6), min_size=11, max_size=11))
def test_a_fixed_choice_is_a_game_without_it(game: Game, worths: list[int]) -> None:
    pays = dict(enumerate(worths))
    bound = {s: n.options[-1] for s, n in game.items() if isinstance(n, Choice) and s % 2}
    other: Game = {s: Chance(((1, *bound[s][1:]),)) if s in bound else game[s] for s in game}
    found = solve(
        0,
        game.__getitem__,
        pays.__getitem__,
        lambda player: player == "max",
        fixed=lambda state, choice: bound[state][0] if state in bound else None,
    )
    assert found.value == minimax(other, 0, pays)
    for state in bound.keys() & found.best.keys():
        assert found.best[state] == bound[state][0]
        assert list(found.options[state]) == [bound[state][0]]


def test_diamonds_merge() -> None:
    """Fifty coins: 2^50 plays, but 51 ends, and the binomial distribution."""
    coins, asked = 50, Counter[tuple[int, int]]()

    def toss(state: tuple[int, int]) -> Chance[tuple[int, int], int] | End:
        asked[state] += 1
        thrown, heads = state
        if thrown == coins:
            return End()
        on = (thrown + 1, heads)
        return Chance(((1, on, ()), (1, (thrown + 1, heads + 1), (thrown,))))

    found = distribution((0, 0), toss, lambda state, choice: None)
    row = [1]
    for _ in range(coins):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    assert found.ends.map(lambda end: end[1]) == Distribution.from_weights(dict(enumerate(row)))
    assert found.events == dict.fromkeys(range(coins), Fraction(1, 2))
    assert found.states == len(asked) == (coins + 1) * (coins + 2) // 2
    assert set(asked.values()) == {1}


def test_depth_is_no_limit() -> None:
    steps = 5_000

    def expand(i: int) -> Node:
        if not 0 <= i < steps:
            return End()
        return Choice("me", i, (("stop", -1 - i, ()), ("go", i + 1, ())))

    found = solve(0, expand, lambda end: end, lambda player: True)
    assert found.value == steps
    assert found.best[0] == "go"
    assert found.distribution().ends == Distribution.certain(steps)


def test_who_maximises_is_asked_for_each_player() -> None:
    def expand(state: str) -> Choice[str, str] | End:
        if len(state) == 2:
            return End()
        return Choice(len(state), "digit", (("low", state + "1", ()), ("high", state + "9", ())))

    for first, second in product([True, False], repeat=2):
        found = solve("", expand, int, lambda player: (first, second)[int(str(player))])  # noqa: B023
        assert found.value == 10 * (9 if first else 1) + (9 if second else 1)


def test_a_payoff_may_be_any_exact_number() -> None:
    game: Game = {0: Chance(((1, 1, ()), (2, 2, ()))), 1: End(), 2: End()}
    found = solve(0, game.__getitem__, lambda end: Fraction(1, end + 2), lambda player: True)
    assert found.value == Fraction(1, 3) * Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 4)
    with pytest.raises(ProbabilityError, match=r"payoff.*not exact"):
        solve(0, lambda s: End(), lambda end: 0.5, lambda player: True)  # type: ignore[arg-type, return-value]


def test_cycles_are_refused() -> None:
    ring: Game = {
        0: Chance(((1, 1, ()), (1, 3, ()))),
        1: Choice("me", "", (("on", 2, ()), ("out", 3, ()))),
        2: Chance(((1, 1, ()),)),
        3: End(),
    }
    with pytest.raises(ProbabilityError, match="state 1 can be reached from itself"):
        distribution(0, ring.__getitem__, lambda state, choice: "on")
    with pytest.raises(ProbabilityError, match="state 1 can be reached from itself"):
        solve(0, ring.__getitem__, lambda end: 0, lambda player: True)
    out = distribution(0, ring.__getitem__, lambda state, choice: "out")
    assert out.ends == Distribution.certain(3), "a cycle that nobody enters does not matter"


def test_an_event_happens_once_at_most() -> None:
    def twice(events: tuple[str, ...], later: tuple[str, ...]) -> Game:
        return {
            0: Chance(((1, 1, events), (1, 2, later))),
            1: Chance(((1, 2, later),)),
            2: End(),
        }

    apart = distribution(0, twice(("a",), ("b",)).__getitem__, lambda state, choice: None)
    assert apart.events == {"a": Fraction(1, 2), "b": Fraction(1)}
    for events, later in [(("a",), ("a",)), (("a", "a"), ()), (("b", "a"), ("c", "b"))]:
        with pytest.raises(ProbabilityError, match=r"event '[ab]' .*twice"):
            distribution(0, twice(events, later).__getitem__, lambda state, choice: None)


@pytest.mark.parametrize("branch", [0, 1, 2])
def test_one_branch_with_the_event_again_is_enough(branch: int) -> None:
    again = tuple((1, 2, ("a",) if i == branch else ("b",)) for i in range(3))
    game: Game = {0: Chance(((1, 1, ("a",)),)), 1: Chance(again), 2: End()}
    with pytest.raises(ProbabilityError, match=r"event 'a' .*first time on the way from 0"):
        distribution(0, game.__getitem__, lambda state, choice: None)


def endless(n: int) -> Chance[int, str]:
    return Chance(((1, n + 1, ()), (1, n + 2, ())))


def test_work_is_limited() -> None:
    with pytest.raises(WorkLimitExceeded) as error:
        distribution(0, endless, lambda state, choice: None, limit=77)
    assert (error.value.size, error.value.limit) == (78, 77)
    short: Game = {0: Chance(((1, 1, ()),)), 1: End()}
    assert distribution(0, short.__getitem__, lambda state, choice: None, limit=2).states == 2


@pytest.mark.slow
def test_work_is_limited_though_nobody_says_so() -> None:
    with pytest.raises(WorkLimitExceeded):
        solve(0, endless, lambda end: 0, lambda player: True)


BAD_NODES: list[tuple[Any, str]] = [
    (None, "a Chance, a Choice or an End"),
    (End, "a Chance, a Choice or an End"),
    (Chance(()), "one branch or more"),
    (Chance([(1, 1, ())]), "tuple of one branch"),  # type: ignore[arg-type]
    (Chance(((1, 1),)), "weight, next state, tuple of events"),  # type: ignore[arg-type]
    (Chance(((0, 1, ()),)), "weight is a whole number from 1"),
    (Chance(((-1, 1, ()), (2, 2, ()))), "weight is a whole number from 1"),
    (Chance(((True, 1, ()),)), "weight is a whole number from 1"),
    (Chance(((0.5, 1, ()),)), "weight is a whole number from 1"),  # type: ignore[arg-type]
    (Chance(((1, 1, "go"),)), "tuple of events"),  # type: ignore[arg-type]
    (Chance(((1, 1, ([],)),)), "hashable"),
    (Chance(((1, [], ()),)), "the state must be hashable"),
    (Choice("me", "", ()), "one option or more"),
    (Choice("me", "", (("a", 1, ()), ("a", 2, ()))), "named twice"),
    (Choice("me", "", (([], 1, ()),)), "name and the events of a option must be hashable"),  # type: ignore[arg-type]
    (Choice("me", "", (("a", 1, None),)), "name, next state, tuple of events"),  # type: ignore[arg-type]
]


@in_turn(("node", "message"), BAD_NODES)
def test_malformed_nodes_are_named(node: Any, message: str) -> None:
    def expand(state: object) -> Any:
        return End() if state else node

    with pytest.raises(ProbabilityError, match=f"expand.*{message}"):
        distribution(0, expand, lambda state, choice: choice.options[0][0])
    with pytest.raises(ProbabilityError, match=f"expand.*{message}"):
        solve(0, expand, lambda end: 0, lambda player: True)


def test_other_bad_input_is_named() -> None:
    two: Game = {0: Choice("me", "", (("a", 1, ()), ("b", 1, ()))), 1: End()}
    with pytest.raises(ProbabilityError, match=r"'c'.*not an option of 0; it offers 'a', 'b'"):
        distribution(0, two.__getitem__, lambda state, choice: "c")
    with pytest.raises(ProbabilityError, match=r"'c'.*not an option"):
        solve(0, two.__getitem__, lambda end: 0, lambda player: True, fixed=lambda s, c: "c")
    with pytest.raises(ProbabilityError, match=r"start: the state .* not hashable"):
        distribution([], lambda state: End(), lambda state, choice: None)  # type: ignore[type-var]
    calls: list[tuple[str, Any]] = [
        ("expand", lambda: distribution(0, None, lambda s, c: "a")),  # type: ignore[arg-type]
        ("choose", lambda: distribution(0, two.__getitem__, "a")),  # type: ignore[arg-type]
        ("payoff", lambda: solve(0, two.__getitem__, 1, bool)),  # type: ignore[arg-type]
        ("maximises", lambda: solve(0, two.__getitem__, int, True)),  # type: ignore[arg-type]
        ("fixed", lambda: solve(0, two.__getitem__, int, bool, fixed="a")),  # type: ignore[arg-type]
    ]
    for name, call in calls:
        with pytest.raises(ProbabilityError, match=f"{name} must be a function"):
            call()


def test_an_event_is_remembered_past_others() -> None:
    """Between the two times that it happens, other events do."""
    game: Game = {
        0: Chance(((1, 1, ("a",)),)),
        1: Chance(((1, 2, ("b",)), (1, 2, ("c",)))),
        2: Chance(((1, 3, ("a",)),)),
        3: End(),
    }
    with pytest.raises(ProbabilityError, match=r"event 'a' .*first time on the way from 0"):
        distribution(0, game.__getitem__, lambda state, choice: None)


def test_events_of_states_that_no_play_visits_do_not_matter_and_those_of_others_do() -> None:
    game: Game = {
        0: Choice("me", "", (("on", 1, ("a",)), ("aside", 3, ()))),
        1: Chance(((1, 2, ("a",)),)),
        2: End(),
        3: Chance(((1, 4, ("b",)),)),
        4: End(),
    }
    aside = distribution(0, game.__getitem__, lambda state, choice: "aside")
    assert aside.events == {"b": 1}
    assert aside.states == 3
    found = solve(0, game.__getitem__, lambda end: 4 - end, lambda player: False)
    assert found.distribution().events == {"b": 1}
    assert found.states == 5
    best = solve(0, game.__getitem__, int, lambda player: False)
    with pytest.raises(ProbabilityError, match=r"^distribution: the event 'a'"):
        best.distribution()


def test_only_choices_between_equals_are_ties() -> None:
    game: Game = {
        0: Choice("me", "", (("two", 2, ()), ("one", 1, ()), ("two again", 4, ()))),
        1: Choice("me", "", (("only", 3, ()),)),
        2: Choice("me", "", (("less", 3, ()), ("more", 4, ()))),
        3: End(),
        4: End(),
    }
    found = solve(0, game.__getitem__, int, lambda player: True)
    assert found.ties == {0: ("two", "two again")}
    assert found.best == {0: "two", 1: "only", 2: "more"}
