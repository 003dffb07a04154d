"""Finding every state of a game tree: what may happen in a state, and the checks of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from rules_lib.errors import whole_number

from . import limits
from .errors import ProbabilityError, check_callable, check_int, check_work, shown

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
Branch: TypeAlias = tuple[int, S, tuple[E, ...]]  # weight, next state, events
Edge: TypeAlias = tuple[int, int, tuple[E, ...]]  # weight, number of the next state, events


class Tree(Generic[S, E]):
    """Every state that can be reached, numbered as found, with the edges that leave it.

    `order` lists the numbers so that each state comes after all it leads to. `rows` and `names`
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
        """Walk the tree; `what` names the question in errors."""
        check_callable("expand", expand)
        self.states: list[S] = []
        self.nodes: list[Node[S, E]] = []
        self.rows: list[list[Edge[E]]] = []
        self.names: dict[int, tuple[Hashable, ...]] = {}
        self.order: list[int] = []
        self._what, self._limit = what, limit
        self._expand, self._allowed = expand, allowed
        self._index: dict[S, int] = {}
        self._walk(start)

    def _walk(self, start: S) -> None:
        """Visit depth first; a state found again while it is still open closes a cycle."""
        open_states: set[int] = set()
        work: list[tuple[int, Iterator[Branch[S, E]]]] = []

        def enter(state: S) -> int:
            i = self._index[state] = len(self.states)
            self.states.append(state)
            check_work(
                self._what, len(self.states), self._limit, limits.STATES, "states were reached"
            )
            open_states.add(i)
            work.append((i, iter(self._edges(i, state))))
            return i

        self._found("start", start)
        enter(start)
        while work:
            i, edges = work[-1]
            edge = next(edges, None)
            if edge is None:
                work.pop()
                open_states.remove(i)
                self.order.append(i)
                continue
            weight, state, events = edge
            j = self._found("expand", state)
            if j is None:
                j = enter(state)
            elif j in open_states:
                raise ProbabilityError(
                    f"{self._what}: the state {shown(state)} can be reached from itself;"
                    " a game tree has no cycles"
                )
            self.rows[i].append((weight, j, events))

    def _found(self, where: str, state: S) -> int | None:
        """Return the number of a state that was reached before."""
        try:
            return self._index.get(state)
        except Exception:  # noqa: BLE001 - whatever it does instead of having a hash
            raise ProbabilityError(f"{where}: the state {shown(state)} is not hashable") from None

    def _edges(self, i: int, state: S) -> tuple[Branch[S, E], ...]:
        """Ask what happens in a state, check it, and drop the options that are not allowed."""
        node = self._expand(state)
        self.nodes.append(node)
        self.rows.append([])
        fault = _fault(node)
        if fault:
            raise ProbabilityError(f"expand({shown(state)}): {fault}")
        if isinstance(node, Chance):
            if all(type(weight) is int for weight, _, _ in node.branches):
                return node.branches
            return tuple((check_int("a weight", w, least=1), x, y) for w, x, y in node.branches)
        if isinstance(node, End):
            return ()
        kept = self._allowed(state, node)
        names = tuple(name for name, _, _ in node.options)
        for name in kept or ():
            if name not in names:
                raise ProbabilityError(
                    f"{self._what}: {shown(name)} is not an option of {shown(state)};"
                    f" it offers {', '.join(map(repr, names))}"
                )
        self.names[i] = names if kept is None else kept
        return tuple(
            (1, x, events) for name, x, events in node.options if kept is None or name in kept
        )


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
