"""Adjudicates charges from given or rolled dice, and decisions, with a transcript (TG-9.81)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_bool, require_iterable
from rules_lib.probability import Rng
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step, Throw, Told
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

from ..tables.secondary import Secondary
from .game import Game, Moment
from .moves import (
    Barred,
    Branch,
    Decision,
    DecisionNeeded,
    Plan,
    Roll,
    answer_in,
    keys_of,
    never_due,
    require_plan,
    require_roll,
    result_told,
    told_of,
    without_empty_parts,
)
from .rules.modifiers import DIE, FACES, require_die
from .rules.steps import settle, start
from .rulings import Rulings
from .situation import Situation
from .state import Fate


@checked
@dataclass(frozen=True, slots=True)
class Missing(RichDisplay):
    """What adjudication stopped for.

    Attributes:
        what: ``"die"`` or ``"decision"``.
        key: its name, such as ``"commitment A"``; dice and decisions may be given by it.
        text: the question in words.
        options: the answers to a decision; for a die the faces.
        kind: what sort of die or decision it is, such as ``"commitment"``.
        who: the unit, stack or hex it is about.
        not_due: the names of dice that were given and that nothing has asked for so far.
    """

    what: str
    key: str
    text: str
    options: tuple[str, ...]
    kind: str
    who: str
    not_due: tuple[str, ...] = ()

    def __str__(self) -> str:
        left = f"; not due so far: {', '.join(self.not_due)}" if self.not_due else ""
        if self.what == "die":
            return f"a die for {self.key} ({self.options[0]} to {self.options[-1]}){left}"
        named = [each for each in self.options if each != "no"]
        if named == ["yes"]:
            return f"{self.text}: yes or no?{left}"
        none = ", or not at all" if "no" in self.options else ""
        return f"{self.text}: {' or '.join(named)}{none}?{left}"


@checked
@dataclass(frozen=True, slots=True)
class Charge(Told):
    """An adjudicated charge; ``str()`` is its transcript.

    Attributes:
        fates: what became of each unit so far.
        missing: what it stopped for; ``None`` if it is over.
        events: each question and how it came out.
        steps: the transcript as data; its dice are the faces of its steps.
        situation, decisions: what was recorded, besides the dice; a charge that came out alike by
            other words for the decisions is the same.
    """

    fates: Mapping[str, Fate]
    missing: Missing | None
    events: tuple[tuple[str, str | int], ...]
    steps: tuple[Step, ...]
    situation: Situation
    decisions: Plan = field(compare=False)

    @property
    def complete(self) -> bool:
        """Nothing more is to be rolled or decided."""
        return self.missing is None

    @property
    def results(self) -> Mapping[str, int]:
        """The modified result of each fight, by its name."""
        return FrozenMap({key: value for key, value in self.events if isinstance(value, int)})


def adjudicate(
    situation: Situation,
    dice: Sequence[int] | Mapping[str, int] = (),
    decisions: Plan | None = None,
    rulings: Rulings = Rulings(),
    *,
    secondary: Secondary | None = None,
    complete: bool = False,
) -> Charge:
    """Run the nine steps from given dice and decisions, as far as these go.

    Args:
        situation: who charges whom.
        dice: the faces in the order in which they are asked for, or by name: ``{"square Y": 7}``.
        decisions: the answers to all decisions, by kind or by name. The last steps name those that
            never came up.
        rulings: how the open rules are read.
        secondary: the tables that the excerpt leans on, if not those of the situation, or else of
            the secondary source.
        complete: refuse to stop early: a missing die or decision is an error.

    Returns:
        The charge as far as it went; :attr:`Charge.missing` says which die or decision is next.

    Raises:
        InvalidValue: a face that the die does not have, a die where none is due, an answer that is
            no option; with ``complete``, a die that is missing.
        DecisionNeeded: with ``complete``, a decision that is missing.
        UnspecifiedBySource: it came to a point that the source and the given data leave open.
    """
    require_bool("complete", complete)
    run = _Run(Game(situation, rulings, secondary), dice, decisions)
    charge = run.charge()
    if charge.missing is None:
        run.require_used_up()
    elif complete and charge.missing.what == "decision":
        raise DecisionNeeded(charge.missing.key, charge.missing.options, charge.decisions)
    elif complete:
        raise InvalidValue("dice", "too few", f"a face from 0 to 9 for {charge.missing.key}")
    return charge


@checked
def play(
    situation: Situation,
    decisions: Plan | None,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    secondary: Secondary | None = None,
) -> Charge:
    """Roll the nine steps, through pursuit and counter-shock.

    Args:
        situation, rulings, secondary: as for :func:`adjudicate`.
        decisions: the answers to all decisions, as for the odds. Not all need come up.
        rng: a source of chance, such as ``random.Random(7)``.

    Returns:
        The same as :func:`~rules_lib.triumph_and_glory.charge.adjudicate` of these dice.

    Raises:
        DecisionNeeded: it comes to a decision that is not given.
        UnspecifiedBySource: it comes to a point that the source and the given data leave open.
    """
    if rng is None:  # to an adjudication it would mean that dice are given
        raise InvalidValue("rng", rng, "a source of chance such as random.Random(7)")
    charge = _Run(Game(situation, rulings, secondary), (), decisions, rng).charge()
    if charge.missing is not None:
        raise DecisionNeeded(charge.missing.key, charge.missing.options, charge.decisions)
    return charge


class _Run:
    """The nine steps, as far as dice and decisions go, and which of these have been used.

    With a source of chance, dice that were not given are rolled.
    """

    def __init__(self, game: Game, dice: object, plan: object, rng: Rng | None = None) -> None:
        self.game, self.plan, self.rng = game, require_plan(plan, game.names), rng
        if isinstance(dice, str | bytes) or not isinstance(dice, Sequence | Mapping):
            allowed = "a list of faces in order, or a mapping from names of rolls to faces"
            raise InvalidValue("dice", dice, allowed)
        self.by_name: dict[str, int] = {}
        self.unknown: InvalidValue | None = None
        self.in_order: list[int] = []
        given = require_iterable("dice", dice, "a list of faces")
        if isinstance(dice, Mapping):
            for key in given:
                try:
                    known = require_roll(key, game.names)
                except InvalidValue as error:
                    self.unknown = self.unknown or error
                    continue
                self.by_name[known] = require_die(f"dice[{known!r}]", dice[key])
        else:
            self.in_order = [require_die(f"dice[{at}]", face) for at, face in enumerate(given)]
        self.rolled = 0
        self.rolls: list[str] = []
        self.used: set[str] = set()
        self.decided: set[str] = set()
        self.steps: list[Step] = []
        self.events: list[tuple[str, str | int]] = []

    def charge(self) -> Charge:
        """Go on until nothing is due, or an answer is missing."""
        pause, missing = start(self.game), None
        while True:
            self._tell(pause.steps)
            if pause.state.unspecified:
                raise UnspecifiedBySource(pause.state.unspecified[0].what)
            if pause.move is None:
                break
            move, now = pause.move, Moment(self.game, pause.state)
            branch = self._roll(now, move) if isinstance(move, Roll) else self._decide(move)
            if branch is None:
                missing = self._missing(move)
                break
            self.events += [(str(each.question), each.outcome) for each in move.events(branch)]
            pause = settle(branch.then)
        if error := self.unknown:  # a die by a name that no roll has: which one is due is told
            due = f"{missing.key}, which is due; " if missing else ""
            raise InvalidValue(error.field, error.given, f"{due}{error.allowed}")
        idle = () if missing else never_due(self.plan, self.decided)
        if idle:
            self.steps += [Step("Decisions that never came up", heading=True), *idle]
        fates, told = Moment(self.game, pause.state).fates(), without_empty_parts(self.steps)
        return Charge(fates, missing, tuple(self.events), told, self.game.situation, self.plan)

    def _tell(self, steps: Iterable[Step]) -> None:
        """Tell what happened; decisions of which it is told why the rules forbid them are used."""
        for step in steps:
            self.steps.append(step)
            if isinstance(step, Barred) and step.question:
                self.decided.update(key for key in keys_of(step.question) if key in self.plan)

    def _roll(self, now: Moment, due: Roll) -> Branch | None:
        """What the next die comes to; ``None``: it is not given."""
        key = str(due.question)
        self.rolls.append(key)
        if key in self.by_name:
            face = self.by_name[key]
            self.used.add(key)
        elif self.rolled < len(self.in_order):
            face = self.in_order[self.rolled]
            self.rolled += 1
        elif self.rng is not None:
            face = DIE.sample(self.rng)
        else:
            return None
        cell = next(each for each in due.branches if face in each.faces)
        side: Throw = "first" if due.question.player == "attacker" else "second"
        told = f"{due.text} ({due.need}): {face}." if due.need else f"{due.text}: {face}."
        if isinstance(cell.outcome, int):
            told = f"{due.text} The die shows {face}: a result of {result_told(cell.outcome)}."
        self.steps.append(Step(told, due.clauses, throw=side, faces=(face,)))
        self.steps += [*cell.steps, *told_of(now, cell)]
        return cell

    def _decide(self, due: Decision) -> Branch | None:
        found = answer_in(self.plan, due)
        if found is None:
            return None
        key, word = found
        self.decided.update((key, str(due.question)))
        option = next(each for each in due.branches if each.outcome == word)
        self.steps += option.steps or (Step(f"{due.text}: {word}.", due.clauses),)
        return option

    def _missing(self, due: Roll | Decision) -> Missing:
        kind, who, *_ = due.question
        what, options = "die", tuple(map(str, FACES))
        if isinstance(due, Decision):
            what, options = "decision", due.words
        return Missing(what, str(due.question), due.text, options, kind, who, self._not_due)

    @property
    def _not_due(self) -> tuple[str, ...]:
        """The names of dice that nothing has asked for."""
        return tuple(key for key in self.by_name if key not in self.used)

    def require_used_up(self) -> None:
        """Refuse dice for which nothing asked."""
        if self.rolled < len(self.in_order):
            raise InvalidValue(
                "dice", self.in_order, f"{dice_told(self.rolled)}: no other one is due"
            )
        for key in self._not_due:
            rolled = ", ".join(self.rolls) or "none"
            raise InvalidValue("key of dice", key, f"names of rolls that are due: {rolled}")
