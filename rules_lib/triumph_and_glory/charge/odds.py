"""The odds of charges under given decisions; and goals: what outcomes are worth to the attacker."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from rules_lib.errors import (
    InvalidValue,
    UnspecifiedBySource,
    require_exact,
    require_instance,
    require_int,
    require_word,
    shown,
    whole_number,
)
from rules_lib.probability import Distribution
from rules_lib.probability.chain import explore
from rules_lib.text.chances import decimal
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.transcript import Step
from rules_lib.values.frozen import FrozenMap, Lazy
from rules_lib.values.type_checks import checked

from ..tables.secondary import Secondary
from ..units import Order
from .game import Game, Moment
from .moves import (
    ROLLS,
    Decision,
    DecisionNeeded,
    Event,
    Plan,
    Roll,
    answer_in,
    never_due,
    require_plan,
)
from .rules.modifiers import FACES
from .rules.steps import Merge, Pause, settle, start
from .rulings import Rulings
from .situation import Situation
from .state import GONE, LEFT, Fate, Place, Question, State

ENDS = frozenset(word for ends in ROLLS.values() for word in ends)
"""The words in which dice come out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it all ends. Made by `odds`.

    Attributes:
        fates: what becomes of each unit, by name.
        unspecified: what the source and the given data leave open, for each attack so ended.
    """

    fates: tuple[tuple[str, Fate], ...]
    unspecified: tuple[str, ...] = ()

    def fate(self, name: str) -> Fate:
        """What becomes of a unit; its place is ``UNSPECIFIED`` where nobody can say."""
        found = dict(self.fates)
        return found[require_word("name", name, found)]

    @checked
    def gone(self, *names: str) -> bool:
        """All these units are off the map."""
        return {self.fate(name).place for name in names} <= GONE

    @checked
    def left(self, *names: str) -> bool:
        """All these units have left the hex they stood in: retreated, withdrawn or eliminated."""
        return {self.fate(name).place for name in names} <= LEFT

    def __str__(self) -> str:
        return "; ".join(f"{name}: {fate}" for name, fate in self.fates)


@dataclass(frozen=True, repr=False)
class Odds(Summary, Lazy):
    """The exact odds of all attacks of a situation, under the decisions that were given.

    Made by :func:`odds`.

    Attributes:
        outcomes: the distribution of how it ends; each unit with its fate.
        branches: the probability of every branch: a question and how it comes out, such as
            ``("square Y", "formed")`` or, for a fight, ``("fight A", 12)``.
        decisions: the probability that a decision comes up and is taken so, such as
            ``("square Y", "yes")``.
        never_due: a sentence on each decision that was given and cannot come up.
    """

    outcomes: Distribution[Outcome]
    branches: Mapping[tuple[str, str | int], Fraction]
    decisions: Mapping[tuple[str, str | int], Fraction]
    _events: Mapping[Event, Fraction]
    never_due: tuple[Step, ...] = ()

    def chance(self, question: str, outcome: str | int) -> Fraction:
        """The probability that a question is asked and comes out so; 0 if it cannot.

        Raises:
            InvalidValue: the die is rolled, and no die comes out in such a word.
        """
        _require_question(question)
        given = outcome if isinstance(outcome, str) else whole_number(outcome)
        if given is None:
            raise InvalidValue("outcome", outcome, "a word such as 'formed', or a modified result")
        event = question, given
        found = self.branches.get(event, self.decisions.get(event))
        if found is None and isinstance(given, str) and given not in ENDS:
            ends = [str(word) for key, word in self.branches if key == question]
            names = (name for end in self.outcomes for name, _ in end.fates)  # answers, too
            if ends and given not in {"yes", "no", *names}:
                raise InvalidValue("outcome", outcome, f"of {question!r}: {', '.join(ends)}")
        return Fraction(0) if found is None else found

    def asked(self, question: str) -> Fraction:
        """The probability that a question comes up: the decision, or the roll if there is none."""
        _require_question(question)
        for answers in (self.decisions, self.branches):
            found = [p for (key, _), p in answers.items() if key == question]
            if found:
                return sum(found, Fraction(0))
        return Fraction(0)

    def fate(self, name: str) -> Distribution[Fate]:
        """The distribution of what becomes of a unit."""
        return self.outcomes.map(lambda outcome: outcome.fate(name))

    def results(self, *attackers: str, label: str = "") -> Distribution[int | None]:
        """The distribution of the modified result of a fight; ``None``: it does not come to it.

        Args:
            attackers: the attackers; a fight is called by the first of those who were declared for
                it, whether it comes or not.
            label: ``""`` for the declared attack, else such as ``"pursuit 1"``.
        """
        require_instance("label", label, str)
        for name in attackers:
            self.fate(name)
        questions = {str(Question("fight", name, "attacker", label)) for name in attackers}
        branches = self.branches.items()
        chances: dict[int | None, Fraction] = _summed(
            (outcome, p)
            for (key, outcome), p in branches
            if key in questions and isinstance(outcome, int)
        )
        if none := 1 - sum(chances.values(), Fraction(0)):
            chances[None] = none
        return Distribution(chances)

    @cached_property
    def unspecified(self) -> Mapping[str, Fraction]:
        """What cannot be said, and how likely it comes up."""
        outcomes = self.outcomes.items()
        return FrozenMap(_summed((gap, p) for end, p in outcomes for gap in end.unspecified))

    @cached_property
    def pursuits(self) -> Distribution[int]:
        """The distribution of the number of charges in pursuit of the longest pursuit.

        Where it cannot be said how a charge goes on (``unspecified``), those up to there count.
        """
        fights = _summed(
            (event.question.pursuit, p)
            for event, p in self._events.items()
            if event.question.pursuit and event.question.kind == "fight" and not event.further
        )
        most = max(fights, default=0)
        at_least = [Fraction(1), *(fights[n] for n in range(1, most + 1)), Fraction(0)]
        return Distribution({n: at_least[n] - at_least[n + 1] for n in range(most + 1)})

    def _summary_rows(self) -> SummaryRows:
        for name, _ in next(iter(self.outcomes)).fates:
            likeliest, chance = max(self.fate(name).items(), key=lambda each: each[1])
            yield f"{name} {likeliest}", chance
        for gap, chance in self.unspecified.items():
            yield f"unspecified: {gap}", chance
        for each in self.never_due:
            yield "never due", each.text


def _summed(pairs: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    """The chances of each, added up."""
    found: dict[Any, Fraction] = {}
    for each, chance in pairs:
        found[each] = found.get(each, Fraction(0)) + chance
    return found


def _require_question(question: object) -> None:
    if not isinstance(question, str):
        raise InvalidValue("question", question, "a question such as 'square Y'")


def outcome_of(game: Game, state: State) -> Outcome:
    """A final state as an outcome."""
    return Outcome(
        tuple(Moment(game, state).fates().items()), tuple(gap.what for gap in state.unspecified)
    )


def ahead(pause: Pause, word: str | None, merge: Merge) -> dict[Pause, int]:
    """Where it goes on after a die, or after a decision for ``word``, and for how many faces."""
    if isinstance(pause.move, Decision):
        return {settle(each.then, merge): 1 for each in pause.move.branches if each.outcome == word}
    assert isinstance(pause.move, Roll)
    faces: dict[Pause, int] = {}
    settled: dict[int, Pause] = {}
    for each in pause.move.branches:
        if id(each.then) not in settled:
            settled[id(each.then)] = settle(each.then, merge)
        then = settled[id(each.then)]
        faces[then] = faces.get(then, 0) + len(each.faces)
    return faces


def _events(pause: Pause, word: str | None) -> Iterator[tuple[Event, Fraction]]:
    """How a die or a decision may come out, and how often."""
    assert pause.move is not None
    for branch in pause.move.branches:
        share = Fraction(len(branch.faces), len(FACES))
        if isinstance(pause.move, Decision):
            share = Fraction(branch.outcome == word)
        if share:
            yield from ((event, share) for event in pause.move.events(branch))


def odds(
    situation: Situation,
    decisions: Plan | None = None,
    rulings: Rulings = Rulings(),
    *,
    secondary: Secondary | None = None,
    limit: int | None = None,
) -> Odds:
    """The exact odds of the nine steps, through pursuit and counter-shock.

    Args:
        situation, rulings, secondary: as for :func:`adjudicate`.
        decisions: what both sides decide, by kind or by name, such as
            ``{"square": True, "recall": False}``.
        limit: states allowed, if not the usual number.

    Raises:
        DecisionNeeded: it can come to a decision that is not given.
        InvalidValue: an answer that is no option.
        WorkLimitExceeded: too many states.
    """
    game = Game(situation, rulings, secondary)
    plan = require_plan(decisions, game.names)
    due: set[str] = set()

    def choose(pause: Pause, decision: Decision) -> str:
        found = answer_in(plan, decision)
        if found is None:
            raise DecisionNeeded(str(decision.question), decision.words, plan)
        due.update((found[0], str(decision.question)))
        return found[1]

    found = odds_by(game, choose, limit)
    return replace(found, never_due=never_due(plan, due))


def odds_by(game: Game, choose: Callable[[Pause, Decision], str], limit: int | None) -> Odds:
    """The odds if every decision is taken by a function."""
    merge = Merge()
    taken: dict[Pause, str] = {}

    def step(pause: Pause) -> dict[Pause, int]:
        if isinstance(pause.move, Decision):
            taken[pause] = choose(pause, pause.move)
        return ahead(pause, taken.get(pause), merge)

    chain = explore(start(game, merge), step, lambda pause: pause.move is None, limit=limit)
    events: dict[Event, Fraction] = _summed(
        (event, chance * share)
        for pause, chance in chain.visits.items()  # nothing comes up twice
        for event, share in _events(pause, taken.get(pause))
    )
    rolled: dict[tuple[str, str | int], Fraction] = {}
    decided: dict[tuple[str, str | int], Fraction] = {}
    for event, chance in events.items():
        (decided if event.decided else rolled)[str(event.question), event.outcome] = chance
    outcomes = Distribution(chain.absorbed).map(lambda pause: outcome_of(game, pause.state))
    return Odds(outcomes, FrozenMap(rolled), FrozenMap(decided), FrozenMap(events))


# ------------------------------------------------------------ goals


LARGEST_WORTH = 10**6
"""Most that one unit can be worth to :func:`balance`."""

Goal: TypeAlias = Callable[[Outcome], Fraction | int]
"""What an outcome is worth to the attacker; the defender wants it small.

Where nobody can specify an outcome (``outcome.unspecified``), it is asked for the least and the
most that it may be worth, by its ``bounds(outcome)``; without these there is no answer. One that
looks at some units only and says so, in an attribute ``names``, is answered much faster.
"""

Bounds: TypeAlias = tuple[Fraction, Fraction]
"""The least and the most that something may be worth."""


@dataclass(frozen=True, slots=True)
class _Leave:
    """All these units leave their hex, or the map."""

    names: frozenset[str]
    map: bool

    def __call__(self, outcome: Outcome) -> Fraction:
        return certain(self.bounds(outcome), outcome.unspecified)

    def bounds(self, outcome: Outcome) -> Bounds:
        """The least and the most that an outcome is worth."""
        places = {outcome.fate(name).place for name in self.names}
        wanted = GONE if self.map else LEFT
        most = places <= wanted | {Place.UNSPECIFIED}
        return Fraction(places <= wanted), Fraction(most)


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
        return certain(self.bounds(outcome), outcome.unspecified)

    def bounds(self, outcome: Outcome) -> Bounds:
        """The least and the most that an outcome is worth."""
        least = most = Fraction(0)
        for name, worth in self.worth:
            fate = outcome.fate(name)
            if fate.place == Place.UNSPECIFIED:
                least, most = least + min(worth, 0), most + max(worth, 0)
                continue
            share: Fraction | int = fate.place in GONE
            if not share and fate.order == Order.DISORDERED:
                share = self.disordered
            least, most = least + worth * share, most + worth * share
        return least, most


def certain(bounds: Bounds, gaps: tuple[str, ...]) -> Fraction:
    """What something is worth, if its bounds leave no doubt."""
    if bounds[0] != bounds[1]:
        raise UnspecifiedBySource(resting("what it is worth", bounds, gaps))
    return bounds[0]


def resting(what: str, bounds: Bounds, gaps: Iterable[str]) -> str:
    """What has no value, between what it lies, and on what it rests."""
    return f"{what}, {ranged(bounds)}, depends on {'; '.join(gaps)}"


def ranged(bounds: Bounds, said: Callable[[Fraction], str] = decimal) -> str:
    """Bounds in words; one number if there is but one."""
    return " to ".join(map(said, dict.fromkeys(bounds)))


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
