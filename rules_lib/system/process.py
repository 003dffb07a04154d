"""A game of chance as one pure function, ``move``: from a state to what is due in it.

Recorded dice, rolled dice, all dice, and the best decisions are four readers of the same function:
:meth:`Process.run`, :meth:`Process.play`, :meth:`Process.chain` and :meth:`Process.best`. So how a
fight goes on is written once for each system.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from rules_lib.probability import Distribution, ProbabilityError, Rng, dice
from rules_lib.probability.chain import Chain, DecisionProblem, Optimum, explore

S = TypeVar("S", bound=Hashable)

MOST_ROUNDS = 1000
"""A game that goes on after so many rounds is left as it stands: some never end."""

MOST_IN_A_ROUND = 1000
"""Rolls and decisions in one round; more are taken for a mistake in the rules as written here."""


class Roll(NamedTuple, Generic[S]):
    """Chance is due: dice, a card, a marker.

    Attributes:
        name: what it is for; its answer goes by this name.
        chances: how many of the equally likely cases show each face.
        leads: from a face to the next state.
        clauses: ids of what demands it.
        dice: how many dice are rolled, if it is dice.
        throw: what lies on the table, from a source of chance; one of the faces if left out.
        read: the face of what lies on the table, where that shows more than counts.
    """

    name: str
    chances: Mapping[Any, int]
    leads: Callable[[Any], S]
    clauses: tuple[str, ...] = ()
    dice: int = 0
    throw: Callable[[Rng], Any] | None = None
    read: Callable[[Any], Any] | None = None


def total_of(count: int, name: str, leads: Callable[[int], S], *clauses: str) -> Roll[S]:
    """So many six-sided dice are due, of which the total counts."""
    chances = dice.total(count).weights
    return Roll(name, chances, leads, clauses, count, lambda rng: sum(dice.roll(count, rng)))


class Choice(NamedTuple, Generic[S]):
    """A player decides: each answer, where it leads, and the ids of what leaves him the choice."""

    name: str
    options: Mapping[str, S]
    clauses: tuple[str, ...] = ()


class Go(NamedTuple, Generic[S]):
    """It goes on without a roll or a decision."""

    then: S


class End(NamedTuple):
    """Nothing is due any more."""

    result: Any


Move: TypeAlias = Roll[S] | Choice[S] | Go[S] | End

Policy: TypeAlias = Callable[[S], str]
"""From a state in which a player decides to the answer."""


class Round(NamedTuple, Generic[S]):
    """A round that was run: the state before it, its answers by name, the state after it."""

    before: S
    answers: Mapping[str, Any]
    after: S


class Run(NamedTuple, Generic[S]):
    """A game as far as its answers go.

    Attributes:
        rounds: those that are over.
        state: where it stands, perhaps within a round.
    """

    rounds: tuple[Round[S], ...]
    state: S


def unasked(state: object) -> str:
    """The policy of a game in which nobody decides."""
    raise ProbabilityError(f"nobody said what is decided in {state}")


@dataclass(frozen=True)
class Process(Generic[S]):
    """A situation under its rulings.

    Attributes:
        start: the state it begins in.
        move: what is due in a state.
        between: tells the states between two rounds, ends among them. Rounds are what is counted.
        ahead: an accelerator: from a state with a roll, the weights of states later in the same
            round, known at once; ``None``: go by the faces. The odds are the same either way.
    """

    start: S
    move: Callable[[S], Move[S]]
    between: Callable[[S], bool] = lambda state: True
    ahead: Callable[[S], Mapping[S, int] | None] = lambda state: None

    def run(
        self, answer: Callable[[S, Roll[S] | Choice[S]], Any], *, most: int = MOST_ROUNDS
    ) -> Run[S]:
        """Go on until an answer is ``None``, nothing is due, or so many rounds are over.

        Args:
            answer: what lies on the table, or is decided, in a state.
            most: rounds, at most.
        """
        state = before = self.start
        rounds, answers = list[Round[S]](), dict[str, Any]()
        while len(rounds) < most and not isinstance(move := self.move(state), End):
            if isinstance(move, Go):
                state = move.then
            elif (given := answer(state, move)) is None:
                break
            else:
                answers[move.name] = given
                state = _answered(move, given)
            if self.between(state):
                rounds.append(Round(before, answers, state))
                before, answers = state, {}
        return Run(tuple(rounds), state)

    def play(self, rng: Rng, policy: Policy[S] = unasked, *, most: int = MOST_ROUNDS) -> Run[S]:
        """Roll it to its end, or for so many rounds."""

        def answer(state: S, move: Roll[S] | Choice[S]) -> Any:
            if isinstance(move, Choice):
                return policy(state)
            return (move.throw or Distribution.from_weights(move.chances).sample)(rng)

        return self.run(answer, most=most)

    def chain(self, policy: Policy[S] = unasked) -> Chain[S]:
        """The rounds to their end, if every decision is taken by a policy."""
        return explore(self.start, lambda state: self.round(state, policy), self.is_end)

    def round(self, state: S, policy: Policy[S] = unasked) -> Distribution[S]:
        """Where the round that begins in a state leads, and how often."""
        found = self._follow(state, policy)
        for _ in range(MOST_IN_A_ROUND):
            if all(map(self.between, found)):
                return found
            found = found.then(
                lambda x: Distribution.certain(x) if self.between(x) else self._follow(x, policy)
            )
        raise ProbabilityError(f"a round from {state} goes round in circles")

    def after(self, rounds: int, policy: Policy[S] = unasked) -> Distribution[S]:
        """How it stands after so many rounds, ends among the states."""

        @cache
        def onward(state: S) -> Distribution[S]:
            return Distribution.certain(state) if self.is_end(state) else self.round(state, policy)

        now = Distribution.certain(self.start)
        for _ in range(rounds):
            now = now.then(onward)
        return now

    def best(self, payoff: Callable[[Any], Fraction | int], never: int = 0) -> Optimum[S, str]:
        """The best decisions, if a result is worth ``payoff``, and to go on for ever ``never``."""
        problem: DecisionProblem[S, str] = DecisionProblem(
            self.start,
            actions=lambda state: tuple(getattr(self.move(state), "options", ())),
            step=lambda state, word: self._follow(state, lambda _: word),
            is_end=self.is_end,
            payoff=lambda state: payoff(self.result(state)),
            never_pays=never,
        )
        return problem.solve()

    def result(self, state: S) -> Any:
        """What a state that is an end comes to."""
        due = self.move(state)
        assert isinstance(due, End)
        return due.result

    def is_end(self, state: S) -> bool:
        """Whether nothing is due in a state."""
        return isinstance(self.move(state), End)

    def _follow(self, state: S, policy: Policy[S]) -> Distribution[S]:
        """Where one roll or decision leads, or all that the accelerator knows at once."""
        if (known := self.ahead(state)) is not None:
            return Distribution.from_weights(known)
        move = self.move(state)
        if isinstance(move, Choice):
            return Distribution.certain(move.options[policy(state)])
        if isinstance(move, Go):
            return Distribution.certain(move.then)
        assert isinstance(move, Roll)
        return Distribution.from_weights(move.chances).map(move.leads)


def _answered(move: Roll[S] | Choice[S], given: Any) -> S:
    """Where an answer leads."""
    if isinstance(move, Choice):
        option: S = move.options[given]
        return option
    then: S = move.leads(move.read(given) if move.read else given)
    return then
