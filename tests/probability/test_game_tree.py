"""Game trees against every play and every policy written out one by one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
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


def worth(game: Game, policy: Policy, state: int, pays: Mapping[int, Fraction]) -> Fraction:
    found = (p * pays[path[-1]] for p, path, _ in plays(game, policy, state))
    return sum(found, Fraction(0))


def minimax(game: Game, state: int, pays: Mapping[int, Fraction]) -> Fraction:
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


worths_of_ends = st.lists(st.fractions(-3, 3, max_denominator=2), min_size=11, max_size=11)


@given(games(), worths_of_ends)
def test_value_is_the_best_of_all_policies(game: Game, worths: list[Fraction]) -> None:
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
        assert found.ties.get(state) == (equal if len(equal) > 1 else None)
    check_distribution(found.distribution(), game, found.best)
    assert found.distribution().ends.map(pays.__getitem__).mean() == found.value


@given(games(), worths_of_ends)
def test_a_fixed_choice_is_a_game_without_it(game: Game, worths: list[Fraction]) -> None:
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


def test_cycles_are_refused() -> None:
    ring: Game = {
        0: Chance(((1, 1, ()), (1, 3, ()))),
        1: Choice("me", "", (("on", 2, ()), ("out", 3, ()))),
        2: Chance(((1, 1, ()),)),
        3: End(),
        4: Chance(((1, 4, ()), (1, 3, ()))),
    }
    asks: list[tuple[Callable[[], object], int]] = [
        (lambda: distribution(0, ring.__getitem__, lambda state, choice: "on"), 1),
        (lambda: solve(0, ring.__getitem__, lambda end: 0, lambda player: True), 1),
        (lambda: solve(4, ring.__getitem__, lambda end: 0, lambda player: True), 4),
    ]
    for ask, state in asks:
        with pytest.raises(ProbabilityError, match=f"state {state} can be reached from itself"):
            ask()
    out = distribution(0, ring.__getitem__, lambda state, choice: "out")
    assert out.ends == Distribution.certain(3), "a cycle that nobody enters does not matter"


def line(*nodes: tuple[tuple[int, tuple[str, ...]], ...]) -> Game:
    """Each node leads to later ones, on each way with events; the last state is an end."""
    game: Game = {i: Chance(tuple((1, *each) for each in node)) for i, node in enumerate(nodes)}
    return {**game, len(nodes): End()}


@in_turn(
    ("game", "again"),
    [
        (line(((1, ("a",)), (2, ("b",))), ((2, ("b",)),)), ""),
        (line(((1, ("a",)), (2, ("a",))), ((2, ("a",)),)), "a"),
        (line(((1, ("a", "a")),)), "a"),
        (line(((1, ("b", "a")), (2, ())), ((2, ("c", "b")),)), "b"),
        # One branch with the event again is enough; other events in between change nothing.
        (line(((1, ("a",)),), ((2, ("a",)), (2, ("b",)), (2, ("b",)))), "a"),
        (line(((1, ("a",)),), ((2, ("b",)), (2, ("b",)), (2, ("a",)))), "a"),
        (line(((1, ("a",)),), ((2, ("b",)), (2, ("c",))), ((3, ("a",)),)), "a"),
    ],
)
def test_an_event_happens_once_at_most(game: Game, again: str) -> None:
    if not again:
        found = distribution(0, game.__getitem__, lambda state, choice: None)
        assert found.events == {"a": Fraction(1, 2), "b": 1}
        return
    with pytest.raises(ProbabilityError, match=rf"event '{again}' .*first time on the way from 0"):
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
    once: Game = {**game, 1: Chance(((1, 2, ("c",)),))}
    taken = solve(0, once.__getitem__, int, lambda player: False).distribution()
    assert taken.ends == {2: 1}
    assert taken.events == {"a": 1, "c": 1}
    best = solve(0, game.__getitem__, int, lambda player: False)
    with pytest.raises(ProbabilityError, match=r"^distribution: the event 'a'"):
        best.distribution()


def endless(n: int) -> Chance[int, str]:
    return Chance(((1, n + 1, ()), (1, n + 2, ())))


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


def test_unknown_options_are_named() -> None:
    two: Game = {0: Choice("me", "", (("a", 1, ()), ("b", 1, ()))), 1: End()}
    with pytest.raises(ProbabilityError, match=r"'c'.*not an option of 0; it offers 'a', 'b'"):
        distribution(0, two.__getitem__, lambda state, choice: "c")
    with pytest.raises(ProbabilityError, match=r"'c'.*not an option"):
        solve(0, two.__getitem__, lambda end: 0, lambda player: True, fixed=lambda s, c: "c")
