"""The best decisions of both sides for a stated goal, by exact expectimax."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

from rules_lib.errors import InvalidValue, require_exact, require_int, shown
from rules_lib.frozen import Lazy
from rules_lib.in_short import InShort, Said, number
from rules_lib.probability.game_tree import Choice, TreeValue, solve
from rules_lib.shown import Shown
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import Decision, Player, Question
from rules_lib.triumph_and_glory.charge.odds import (
    Event,
    Odds,
    Outcome,
    node_of,
    odds_by,
    outcome_of,
)
from rules_lib.triumph_and_glory.charge.plans import GENERAL, Plan, answer_in, require_plan
from rules_lib.triumph_and_glory.charge.relevance import (
    Alike,
    in_play,
    stacks_alike,
    without_the_rest,
)
from rules_lib.triumph_and_glory.charge.rules.steps import Merge, Pause, apart, start
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.charge.state import GONE, Fate, Place, State
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.triumph_and_glory.units import Order
from rules_lib.type_checks import checked

LARGEST_WORTH = 10**6
"""Most that one unit can be worth to :func:`balance`."""

Goal: TypeAlias = Callable[[Outcome], Fraction | int]
"""What an outcome is worth to the attacker; the defender wants it small.

It is also asked for outcomes that nobody can specify (``outcome.unspecified``). One that looks at
some units only and says so, in an attribute ``names``, is answered much faster.
"""


@dataclass(frozen=True, slots=True)
class _Leave:
    """All these units leave their hex, or the map."""

    names: frozenset[str]
    map: bool

    def __call__(self, outcome: Outcome) -> int:
        return int(outcome.gone(*self.names) if self.map else outcome.left(*self.names))


@dataclass(frozen=True, slots=True)
class _Balance:
    """Worth of the enemies driven off the map less that of own units lost; see :func:`balance`."""

    worth: tuple[tuple[str, int], ...]
    disordered: Fraction

    @property
    def names(self) -> frozenset[str]:
        """The units that it looks at."""
        return frozenset(name for name, _ in self.worth)

    def __call__(self, outcome: Outcome) -> Fraction:
        total = Fraction(0)
        for name, worth in self.worth:
            fate = outcome.fate(name)
            if fate.place in GONE:
                total += worth
            elif fate.order == Order.DISORDERED and fate.place != Place.UNSPECIFIED:
                total += worth * self.disordered
        return total


def drive_out(*names: str) -> Goal:
    """The goal that all these units leave their hex, in whatever way: 1 if so, else 0."""
    _require_units(names)
    return _Leave(frozenset(names), map=False)


def rout(*names: str) -> Goal:
    """The goal that all these units leave the map: 1 if so, else 0."""
    _require_units(names)
    return _Leave(frozenset(names), map=True)


def _require_units(names: tuple[object, ...]) -> None:
    if not names or not all(isinstance(name, str) for name in names):
        raise InvalidValue("names", names, "names of units, one or more")


def balance(
    attackers: Mapping[str, int], defenders: Mapping[str, int], *, disordered: Fraction | int = 0
) -> Goal:
    """Worth of the enemies driven off the map less that of own units lost.

    Args:
        attackers, defenders: what each unit is worth, by name.
        disordered: the share of its worth that a unit loses by being disordered at the end.
    """
    kept: list[tuple[str, int]] = []
    for side, worths, sign in (("defenders", defenders, 1), ("attackers", attackers, -1)):
        if not isinstance(worths, Mapping):
            raise InvalidValue(side, worths, "a mapping from names to worth")
        for name, worth in worths.items():
            if type(worth) is not int or not 0 <= worth <= LARGEST_WORTH:
                worth = require_int(f"worth of {shown(name)} in {side}", worth, 0, LARGEST_WORTH)
            kept.append((name, sign * worth))
    allowed = "a Fraction or a whole number, from 0 to 1"
    share = Fraction(require_exact("disordered", disordered, 0, 1, allowed))
    return _Balance(tuple(kept), share)


@checked
@dataclass(frozen=True, slots=True)
class Advice(Shown):
    """One decision at one point of the charge.

    Attributes:
        decision: its name, such as ``"square Y"``.
        player: who decides.
        text: the decision in words.
        fates: where the units stand when it is due, without those that are out of it and that the
            goal does not ask about.
        worth: what each option is worth, if all decide best afterwards.
        best: the best option; among equals the first.
        kind: what is decided, whoever it is about, such as ``"square"``.
    """

    decision: str
    player: Player
    text: str
    fates: Mapping[str, Fate]
    worth: Mapping[str, Fraction]
    best: str
    kind: str

    @property
    def gain(self) -> Fraction:
        """How much the best option is better than the worst for the player."""
        return max(self.worth.values()) - min(self.worth.values())


@dataclass(frozen=True)
class _Sought(Lazy):
    """What :func:`decide` was asked, and how it finds the answers."""

    situation: Situation
    goal: Goal
    plan: Plan
    rulings: Rulings
    secondary: Secondary
    limit: int | None

    @cached_property
    def game(self) -> Game:
        return Game(self.situation, self.rulings, self.secondary)

    @property
    def about(self) -> tuple[str, ...] | None:
        """The units that the goal asks about; ``None``: all."""
        names = getattr(self.goal, "names", None)
        return None if names is None else tuple(names)

    def reduced(self, alike: Alike = ()) -> Callable[[State], State]:
        """Leaves out of a state what the goal does not ask about."""
        if self.about is None:
            return apart
        return partial(without_the_rest, self.game, about=self.about, alike=alike)

    @cached_property
    def alike(self) -> Alike:
        return () if self.about is None else stacks_alike(self.game, self.about, self.plan)

    @cached_property
    def found(self) -> TreeValue[Pause, Event]:
        return self.solved(self.reduced(self.alike))

    def solved(self, reduce: Callable[[State], State]) -> TreeValue[Pause, Event]:
        """The best play, with the states that are left of all."""
        game, merge = self.game, Merge(reduce)

        def fixed(pause: Pause, choice: Choice[Pause, Event]) -> str | None:
            assert isinstance(choice.key, Question)
            return self.answer(choice.key, (str(word) for word, _, _ in choice.options))

        return solve(
            start(game, merge),
            lambda pause: node_of(game, pause, merge),
            lambda pause: self.goal(outcome_of(game, pause.state)),
            lambda player: player == "attacker",
            fixed=fixed,
            limit=self.limit,
        )

    def answer(self, question: Question, words: Iterable[str]) -> str | None:
        """The option that is taken already."""
        found = answer_in(self.plan, question, tuple(words))
        return found[1] if found else None

    def advice(self) -> Iterator[Advice]:
        """The advice on every decision that is free."""
        for pause, worth in self.found.options.items():
            due = pause.move
            assert isinstance(due, Decision)
            if self.answer(due.question, (each.word for each in due.options)) is None:
                best = str(self.found.best[pause])
                yield _advice(self.game, pause, due, worth, best)

    def played(self) -> Odds:
        """The odds if both sides follow the advice."""
        # Who follows the advice has to know stacks that are alike from one another.
        reduce = self.reduced()
        each = self.solved(reduce) if self.alike else self.found

        def followed(pause: Pause, choice: Choice[Pause, Event]) -> Hashable:
            return each.best[Pause(reduce(pause.state), None, ())]

        return odds_by(self.game, followed, self.limit)


@dataclass(frozen=True, repr=False)
class Best(InShort, Lazy):
    """The best play of both sides. Made by :func:`decide`.

    Attributes:
        value: what the goal is worth in the mean.
        advice: every decision that can come up in any play, in the order in which it does. Where
            units that the goal does not ask about are out of it, cases that differ in their fate
            only are one; of stacks that are alike the first stand in for the others.
    """

    value: Fraction
    advice: tuple[Advice, ...]
    _sought: _Sought = field(repr=False)

    @cached_property
    def odds(self) -> Odds:
        """The odds if both sides follow the advice."""
        return self._sought.played()

    @checked
    def on(self, decision: str) -> tuple[Advice, ...]:
        """The advice on a decision, by its name or kind, at every point where it comes up."""
        return tuple(
            each
            for each in self.advice
            if decision in (each.decision, each.kind, GENERAL.get(each.kind))
        )

    def _said(self) -> Said:
        yield "the goal is worth", number(self.value)
        for each in self.advice:
            yield each.decision, each.best


def decide(
    situation: Situation,
    goal: Goal,
    decisions: Plan | None = None,
    rulings: Rulings = Rulings(),
    *,
    secondary: Secondary | None = None,
    limit: int | None = None,
) -> Best:
    """Find the best decisions of both sides at once: the attacker's gain is the defender's loss.

    Args:
        situation: who charges whom.
        goal: what an outcome is worth to the attacker.
        decisions: decisions that are taken already; the others are free.
        rulings: how the open rules are read.
        secondary: the tables that the excerpt leans on, if not those of the secondary source.
        limit: states allowed, if not the usual number.

    Raises:
        InvalidValue: an answer that is no option, a goal that is no function.
        WorkLimitExceeded: too many states.
    """
    if not callable(goal):
        raise InvalidValue("goal", goal, "a function of an Outcome, such as drive_out('Y')")
    game = Game(situation, rulings, require_secondary(secondary))
    plan = require_plan(decisions, game.names)
    for name in getattr(goal, "names", None) or ():
        if name not in game.names:
            raise InvalidValue("name", name, ", ".join(game.names))
    sought = _Sought(situation, goal, plan, rulings, game.secondary, limit)
    return Best(sought.found.value, tuple(sought.advice()), sought)


def _advice(
    game: Game, pause: Pause, due: Decision, worth: Mapping[object, Fraction], best: str
) -> Advice:
    return Advice(
        str(due.question),
        due.player,
        due.text,
        in_play(game, pause.state),
        {str(word): value for word, value in worth.items()},
        best,
        due.question.kind,
    )
