"""Finite games of chance with decisions of one or several players, solved exactly.

A game is a function that tells what happens in a state: `Chance`, a `Choice`, or `End`. No state
may lead back to itself. `distribution` follows given decisions; `solve` finds the best ones.

>>> def expand(state):   # a coin; then keep what it shows, or change it for the 2 of a sure thing
...     if state == "toss":
...         return Chance(((1, 0, ()), (1, 5, ("lucky",))))
...     if isinstance(state, int):
...         return Choice("you", "keep?", (("keep", (state,), ()), ("change", (2,), ("changed",))))
...     return End()
>>> best = solve("toss", expand, payoff=lambda end: end[0], maximises=lambda player: True)
>>> best.value, best.best[0], dict(best.options[5])
(Fraction(7, 2), 'change', {'keep': Fraction(5, 1), 'change': Fraction(2, 1)})
>>> best.distribution().events["lucky"]
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Generic, TypeAlias, TypeVar

from rules_lib.errors import whole_number
from rules_lib.values.frozen import FrozenMap

from .decision import Optimum
from .distribution import Distribution
from .errors import ProbabilityError, check_callable, check_fraction, check_hashable, shown
from .graph import components
from .linear import Pair, Row
from .optimum import best_values, successors
from .reach import Options, certain_start, reach

__all__ = ["Chance", "Choice", "End", "TreeDistribution", "TreeValue", "distribution", "solve"]

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Chance(Generic[S, E]):
    """Nobody decides: one of the branches happens.

    Each branch is its weight (a whole number from 1), the next state, and the events that happen
    on the way there. Weights need not be reduced, and two branches may lead to one state.
    """

    branches: tuple[tuple[int, S, tuple[E, ...]], ...]


@dataclass(frozen=True, slots=True)
class Choice(Generic[S, E]):
    """A player decides.

    Attributes:
        player: who decides.
        key: which decision it is, for those who choose; this module does not read it.
        options: the name of each option, the next state, the events on the way there.
    """

    player: Hashable
    key: Hashable
    options: tuple[tuple[Hashable, S, tuple[E, ...]], ...]


@dataclass(frozen=True, slots=True)
class End:
    """The game is over: the state itself is the result."""


Node: TypeAlias = Chance[S, E] | Choice[S, E] | End
Edge: TypeAlias = tuple[int, int, tuple[E, ...]]  # weight, number of the next state, events
Marks: TypeAlias = Mapping[tuple[int, int], list[Edge[E]]]  # state and option: edges with events


@dataclass(frozen=True, slots=True)
class TreeDistribution(Generic[S, E]):
    """What happens under given decisions. Made by `distribution`.

    Attributes:
        ends: the distribution of the end.
        events: the probability of each event that can happen.
        states: how many states can be reached, ends included.
    """

    ends: Distribution[S]
    events: Mapping[E, Fraction]
    states: int


def distribution(
    start: S,
    expand: Callable[[S], Node[S, E]],
    choose: Callable[[S, Choice[S, E]], Hashable],
    *,
    limit: int | None = None,
) -> TreeDistribution[S, E]:
    """Return the distribution of the game when every decision is taken by `choose`.

    Args:
        start: the first state.
        expand: what happens in a state; asked once for each.
        choose: from a state and its `Choice` to the name of the option that is taken.
        limit: states allowed, `limits.STATES` if None.

    Raises:
        ProbabilityError: a state that leads back to itself, an event that can happen twice in one
            play, an unknown option, a malformed node.
        WorkLimitExceeded: too many states.
    """
    check_callable("choose", choose)
    tree = _Tree(
        "distribution", start, expand, lambda state, choice: (choose(state, choice),), limit
    )
    return _distribution(tree.states, tree.order, tree.options, tree.marks, {})


def solve(
    start: S,
    expand: Callable[[S], Node[S, E]],
    payoff: Callable[[S], Fraction | int],
    maximises: Callable[[Hashable], object],
    *,
    fixed: Callable[[S, Choice[S, E]], Hashable | None] | None = None,
    limit: int | None = None,
) -> TreeValue[S, E]:
    """Find the best play of all players at once, by exact expectimax.

    Args:
        start: the first state.
        expand: what happens in a state; asked once for each.
        payoff: what an end is worth.
        maximises: whether a player wants the payoff great; the others want it small.
        fixed: the option that a state's choice is bound to, or None where it is free.
        limit: states allowed, `limits.STATES` if None.

    Raises:
        ProbabilityError: a state that leads back to itself, an unknown fixed option, a payoff
            that is not exact, a malformed node.
        WorkLimitExceeded: too many states.
    """
    check_callable("payoff", payoff)
    check_callable("maximises", maximises)
    if fixed is not None:
        check_callable("fixed", fixed)

    def allowed(state: S, choice: Choice[S, E]) -> tuple[Hashable, ...] | None:
        bound = None if fixed is None else fixed(state, choice)
        return None if bound is None else (bound,)

    tree = _Tree("solve", start, expand, allowed, limit)
    worth: dict[int, Pair] = {}
    signs: dict[int, int] = {}
    for i in tree.order:
        node, state = tree.nodes[i], tree.states[i]
        if isinstance(node, End):
            worth[i] = check_fraction(f"payoff({shown(state)})", payoff(state)).as_integer_ratio()
        elif isinstance(node, Choice):
            signs[i] = 1 if maximises(node.player) else -1
    found = best_values(tree.parts, tree.options, worth, signs=signs)
    first = Distribution.certain(start)
    return TreeValue(
        first, tuple(tree.states), tree.names, tree.options, found, tree.order, _marks=tree.marks
    )


@dataclass(frozen=True, repr=False)
class TreeValue(Optimum[S, Hashable], Generic[S, E]):
    """The solution of a game: what it is worth if all play their best, and how they do.

    Made by `solve`. Where a choice was fixed, `best`, `options` and `policy` know the fixed option
    only.
    """

    _marks: Marks[E] = field(default_factory=dict)

    @property
    def best(self) -> Mapping[S, Hashable]:
        """The best option of each choice that any play can reach; among equals, the first."""
        return self.policy

    @property
    def states(self) -> int:
        """How many states any play can reach, ends included."""
        return len(self._states)

    def distribution(self) -> TreeDistribution[S, E]:
        """What happens when all take the options of `best`."""
        chosen = {i: best[0] for i, best in self._best.items()}
        return _distribution(self._states, self._order, self._rows, self._marks, chosen)

    def __repr__(self) -> str:
        """Summarise the solution."""
        return f"<TreeValue: value {self.value}, {len(self.best)} decisions, {self.states} states>"


class _Tree(Generic[S, E]):
    """Every state that can be reached, numbered as found, with the edges that leave it.

    `order` lists the numbers so that each state comes after all it leads to. `options` and `names`
    hold only the options that `allowed` leaves (None: all).
    """

    def __init__(
        self,
        what: str,
        start: S,
        expand: Callable[[S], Node[S, E]],
        allowed: Callable[[S, Choice[S, E]], tuple[Hashable, ...] | None],
        limit: int | None,
    ) -> None:
        """Find the states; `what` names the question in errors."""
        check_callable("expand", expand)
        self._what, self._expand, self._allowed = what, expand, allowed
        self.nodes: list[Node[S, E]] = []
        self.names: list[tuple[Hashable, ...]] = []
        self.marks: dict[tuple[int, int], list[Edge[E]]] = {}
        self.states, self.options = reach(what, certain_start(start), self._options_of, limit)
        self.parts = components(successors(self.options))
        self.order = [part[0] for part in self.parts]
        for part in self.parts:
            if len(part) > 1 or any(part[0] in row for row in self.options[part[0]] or ()):
                raise ProbabilityError(
                    f"{what}: the state {shown(self.states[part[0]])} can be reached from itself;"
                    " a game tree has no cycles"
                )

    def _options_of(self, state: S, number: Callable[[S], int]) -> list[Row] | None:
        """Ask what happens in a state, check it, and drop the options that are not allowed."""
        i, node = len(self.nodes), self._expand(state)
        fault = _fault(node)
        if fault:
            raise ProbabilityError(f"expand({shown(state)}): {fault}")
        self.nodes.append(node)
        self.names.append(self._names_of(state, node) if isinstance(node, Choice) else ())
        if isinstance(node, End):
            return None
        try:
            if isinstance(node, Chance):
                return [self._row(i, 0, node.branches, number)]
            options = {name: ((1, target, events),) for name, target, events in node.options}
            return [self._row(i, a, options[name], number) for a, name in enumerate(self.names[i])]
        except Exception:
            for each in node.branches if isinstance(node, Chance) else node.options:
                check_hashable(f"expand({shown(state)}): the state", each[1])
            raise

    def _row(
        self,
        i: int,
        option: int,
        branches: Iterable[tuple[int, S, tuple[E, ...]]],
        number: Callable[[S], int],
    ) -> Row:
        row: Row = {}
        for weight, state, events in branches:
            j = number(state)
            row[j] = row.get(j, 0) + int(weight)
            if events:
                self.marks.setdefault((i, option), []).append((int(weight), j, events))
        return row

    def _names_of(self, state: S, choice: Choice[S, E]) -> tuple[Hashable, ...]:
        names = tuple(name for name, _, _ in choice.options)
        allowed = self._allowed(state, choice)
        for name in allowed or ():
            if name not in names:
                raise ProbabilityError(
                    f"{self._what}: {shown(name)} is not an option of {shown(state)};"
                    f" it offers {', '.join(map(repr, names))}"
                )
        return names if allowed is None else allowed


def _distribution(
    states: Sequence[S],
    order: Sequence[int],
    options: Options,
    marks: Marks[E],
    chosen: Mapping[int, int],
) -> TreeDistribution[S, E]:
    """Push the whole weight of the start through the tree, in whole numbers.

    The weight of the start is chosen so that every division on the way comes out even: a state
    needs a multiple of its own total times what any state after it needs.
    """
    rows = [None if each is None else each[chosen.get(i, 0)] for i, each in enumerate(options)]
    marked = {i: edges for (i, a), edges in marks.items() if a == chosen.get(i, 0)}
    needs = [1] * len(states)
    for i in order:
        if row := rows[i]:
            needs[i] = sum(row.values()) * lcm(*{needs[j] for j in row})
    mass = [needs[0], *[0] * (len(states) - 1)]
    ends: dict[S, int] = {}
    events: dict[E, int] = {}
    for i in reversed(order):
        if not mass[i]:
            continue
        row = rows[i]
        if row is None:
            ends[states[i]] = mass[i]
            continue
        share = mass[i] // sum(row.values())
        for j, weight in row.items():
            mass[j] += share * weight
        for weight, _, happening in marked.get(i, ()):
            for event in happening:
                events[event] = events.get(event, 0) + share * weight
    played = [i for i in order if mass[i]]
    _refuse_events_twice(states, played, rows, marked)
    return TreeDistribution(
        Distribution._counted(ends),
        FrozenMap({event: Fraction(x, needs[0]) for event, x in events.items()}),
        len(played),
    )


def _refuse_events_twice(
    states: Sequence[S],
    played: list[int],
    rows: list[Row | None],
    marked: Mapping[int, list[Edge[E]]],
) -> None:
    """Refuse an event that can happen twice in one play: expected counts would be no chances."""
    bits: dict[E, int] = {}
    later = [0] * len(states)  # one bit an event: can it happen after this state
    for i in played:
        for j in rows[i] or ():
            later[i] |= later[j]
        for _, j, happening in marked.get(i, ()):
            seen = later[j]
            for event in happening:
                bit = bits.setdefault(event, 1 << len(bits))
                if seen & bit:
                    raise ProbabilityError(
                        f"distribution: the event {shown(event)} can happen twice in one play,"
                        f" the first time on the way from {shown(states[i])}"
                    )
                seen |= bit
            later[i] |= seen


def _fault(node: object) -> str:
    """Say what is wrong with a node; nothing if it is well formed."""
    if isinstance(node, End):
        return ""
    if not isinstance(node, Chance | Choice):
        return f"a Chance, a Choice or an End is needed, not {shown(node)}"
    kind, first = ("branch", "weight") if isinstance(node, Chance) else ("option", "name")
    items: object = node.branches if isinstance(node, Chance) else node.options
    if not isinstance(items, tuple) or not items:
        return f"a tuple of one {kind} or more is needed, not {shown(items)}"
    for each in items:
        if not isinstance(each, tuple) or len(each) != 3 or not isinstance(each[2], tuple):
            return f"each {kind} is ({first}, next state, tuple of events), not {shown(each)}"
        try:
            hash((each[0], each[2]))
        except TypeError:
            return f"the {first} and the events of a {kind} must be hashable, not {shown(each)}"
        if kind == "branch" and ((weight := whole_number(each[0])) is None or weight < 1):
            return f"a weight is a whole number from 1, not {shown(each[0])}"
    names = [each[0] for each in items]
    if kind == "option" and len(set(names)) < len(names):
        return f"an option is named twice: {shown(names)}"
    return ""
