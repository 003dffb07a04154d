"""The best decisions of both sides for a stated goal, by exact expectimax."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_word
from rules_lib.probability.chain import DecisionProblem, Optimum
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.transcript import Step
from rules_lib.values.frozen import FrozenMap, Lazy
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

from ..tables.secondary import Secondary
from .game import Game, Moment
from .moves import GENERAL, Decision, Plan, answer_in, never_due, require_plan
from .odds import Bounds, Goal, Odds, Outcome, ahead, certain, odds_by, outcome_of, ranged, resting
from .rules.steps import Alike, Merge, Pause, stacks_alike, start
from .rulings import Rulings
from .situation import Situation
from .state import OUT, Fate, Player


@dataclass(frozen=True, slots=True)
class Advice(RichDisplay):
    """One decision at one point of the charge. Made by :func:`decide`.

    Attributes:
        decision: its name, such as ``"square Y"``.
        player: who decides.
        text: the decision in words.
        fates: where the units stand when it is due, without those that are out of it and that the
            goal does not ask about.
        bounds: the least and the most that each option is worth, if all decide best afterwards.
        best: the best option; among equals the first. ``""`` if that rests on something
            unspecified.
        kind: what is decided, whoever it is about, such as ``"square"``.
        rests_on: what is unspecified, and the worth rests on.
    """

    decision: str
    player: Player
    text: str
    fates: Mapping[str, Fate]
    bounds: Mapping[str, Bounds]
    best: str
    kind: str
    rests_on: tuple[str, ...] = ()

    @property
    def worth(self) -> Mapping[str, Fraction]:
        """What each option is worth, if all decide best afterwards.

        Raises:
            UnspecifiedBySource: it rests on something unspecified.
        """
        for option, bounds in self.bounds.items():
            if bounds[0] != bounds[1]:
                what = f"{self.decision}: what {option!r} is worth"
                raise UnspecifiedBySource(resting(what, bounds, self.rests_on))
        return FrozenMap({option: bounds[0] for option, bounds in self.bounds.items()})

    @property
    def gain(self) -> Fraction:
        """How much the best option is better than the worst for the player."""
        return max(self.worth.values()) - min(self.worth.values())


@dataclass(frozen=True)
class _Solved:
    """The best play if what is unspecified comes out for the defender, and for the attacker."""

    least: Optimum[Pause, str]
    most: Optimum[Pause, str]

    @property
    def bounds(self) -> Bounds:
        return self.least.value, self.most.value

    def options(self, pause: Pause) -> dict[str, Bounds]:
        """What each option is worth."""
        most = self.most.options[pause]
        return {word: (low, most[word]) for word, low in self.least.options[pause].items()}

    def best(self, pause: Pause) -> str:
        """The first option that is as good as all others in any case; "" if there is none."""
        assert isinstance(pause.move, Decision)
        attacks = pause.move.question.player == "attacker"
        options = self.options(pause)

        def as_good(own: Bounds, other: Bounds) -> bool:
            return own[0] >= other[1] if attacks else own[1] <= other[0]

        for word, own in options.items():
            if all(other == word or as_good(own, its) for other, its in options.items()):
                return word
        return ""


@dataclass(frozen=True)
class _Sought(Lazy):
    """What :func:`decide` was asked, and how it finds the answers."""

    game: Game
    goal: Goal
    plan: Plan
    limit: int | None

    @property
    def about(self) -> tuple[str, ...] | None:
        """The units that the goal asks about; ``None``: all."""
        names = getattr(self.goal, "names", None)
        return None if names is None else tuple(names)

    @cached_property
    def alike(self) -> Alike:
        return () if self.about is None else stacks_alike(self.game, self.about, self.plan)

    @cached_property
    def found(self) -> _Solved:
        return self.solved(Merge(self.about, self.alike))

    def solved(self, merge: Merge) -> _Solved:
        """The best play, with the states that are left of all."""
        game = self.game

        def actions(pause: Pause) -> tuple[str, ...]:
            due = pause.move
            if not isinstance(due, Decision):
                return ()
            taken = answer_in(self.plan, due)
            return (taken[1],) if taken else due.words

        def attacks(pause: Pause) -> bool:
            return isinstance(pause.move, Decision) and pause.move.question.player == "attacker"

        def solved_for(side: int) -> Optimum[Pause, str]:
            return DecisionProblem(
                start(game, merge),
                actions,
                lambda pause, word: ahead(pause, word, merge),
                is_end=lambda pause: pause.move is None,
                payoff=lambda pause: self.worth(outcome_of(game, pause.state))[side],
                limit=self.limit,
                maximises=attacks,
            ).solve()

        least = solved_for(0)
        return _Solved(least, solved_for(1) if self.gaps else least)

    @cached_property
    def gaps(self) -> dict[str, None]:
        """What is unspecified and makes a difference; filled by :meth:`worth`."""
        return {}

    def worth(self, outcome: Outcome) -> tuple[Fraction | int, Fraction | int]:
        """The least and the most that an outcome is worth."""
        if not outcome.unspecified:
            worth = self.goal(outcome)
            return worth, worth
        bounds: Callable[[Outcome], Bounds] | None = getattr(self.goal, "bounds", None)
        if bounds is None:
            what = f"what the goal is worth depends on {'; '.join(outcome.unspecified)}"
            raise UnspecifiedBySource(what)
        least, most = bounds(outcome)
        if least != most:
            self.gaps.update(dict.fromkeys(outcome.unspecified))
        return least, most

    def advice(self) -> Iterator[Advice]:
        """The advice on every decision that is free."""
        for pause in self.found.least.values:
            due = pause.move
            if isinstance(due, Decision) and not answer_in(self.plan, due):
                bounds = self.found.options(pause)
                open_ones = any(least != most for least, most in bounds.values())
                yield Advice(
                    str(due.question),
                    due.question.player,
                    due.text,
                    FrozenMap(Moment(self.game, pause.state).fates(but=OUT)),
                    FrozenMap(bounds),
                    self.found.best(pause),
                    due.question.kind,
                    tuple(self.gaps) if open_ones else (),
                )

    @cached_property
    def never_due(self) -> tuple[Step, ...]:
        """A sentence on each decision that was given and cannot come up."""
        due: set[str] = set()
        for pause in self.found.least.options:
            assert isinstance(pause.move, Decision)
            due.update((answer_in(self.plan, pause.move) or ())[:1], (str(pause.move.question),))
        return never_due(self.plan, due)

    def played(self) -> Odds:
        """The odds if both sides follow the advice."""
        # Who follows the advice has to know stacks that are alike from one another.
        merge = Merge(self.about)
        each = self.solved(merge) if self.alike else self.found

        def followed(pause: Pause, decision: Decision) -> str:
            there = merge.reduced(Moment(self.game, pause.state))
            best = each.best(Pause(there, pause.move, ()))
            if not best:
                what = f"what is best, {decision.question}, depends on {'; '.join(self.gaps)}"
                raise UnspecifiedBySource(what)
            return best

        found = odds_by(self.game, followed, self.limit)
        return replace(found, never_due=self.never_due)


@dataclass(frozen=True, repr=False)
class Best(Summary, Lazy):
    """The best play of both sides. Made by :func:`decide`.

    Attributes:
        bounds: the least and the most that the goal may be worth in the mean; they are equal unless
            it rests on something unspecified.
        advice: every decision that can come up in any play, in the order in which it does. Where
            units that the goal does not ask about are out of it, cases that differ in their fate
            only are one; of stacks that are alike the first stand in for the others.
        rests_on: what is unspecified, and the answer rests on.
        never_due: a sentence on each decision that was given and cannot come up.
    """

    bounds: Bounds
    advice: tuple[Advice, ...]
    rests_on: tuple[str, ...]
    never_due: tuple[Step, ...]
    _sought: _Sought = field(repr=False, compare=False)

    @property
    def value(self) -> Fraction:
        """What the goal is worth in the mean.

        Raises:
            UnspecifiedBySource: it rests on something unspecified.
        """
        return certain(self.bounds, self.rests_on)

    @cached_property
    def odds(self) -> Odds:
        """The odds if both sides follow the advice.

        Raises:
            UnspecifiedBySource: what is best rests on something unspecified.
        """
        return self._sought.played()

    @checked
    def on(self, decision: str) -> tuple[Advice, ...]:
        """The advice on a decision, by its name or kind, at every point where it comes up."""
        return tuple(
            each
            for each in self.advice
            if decision in (each.decision, each.kind, GENERAL.get(each.kind))
        )

    def _summary_rows(self) -> SummaryRows:
        yield "the goal is worth", ranged(self.bounds)
        for gap in self.rests_on:
            yield "which rests on", gap
        for each in self.advice:
            yield each.decision, each.best or "unspecified"
        for step in self.never_due:
            yield "never due", step.text


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
        situation, rulings, secondary, limit: as for :func:`odds`.
        goal: what an outcome is worth to the attacker.
        decisions: decisions that are taken already; the others are free.

    Raises:
        InvalidValue: an answer that is no option, a goal that is no function.
        UnspecifiedBySource: it rests on something unspecified, and the goal has no ``bounds``.
        WorkLimitExceeded: too many states.
    """
    if not callable(goal):
        raise InvalidValue("goal", goal, "a function of an Outcome, such as drive_out('Y')")
    game = Game(situation, rulings, secondary)
    plan = require_plan(decisions, game.names)
    for name in getattr(goal, "names", None) or ():
        require_word("name", name, game.names)
    sought = _Sought(game, goal, plan, limit)
    found, advice = sought.found, tuple(sought.advice())
    least, most = found.bounds
    rests_on = tuple(sought.gaps) if least != most else ()  # else the best play leaves it aside
    return Best(found.bounds, advice, rests_on, sought.never_due, sought)
