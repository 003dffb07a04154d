"""What a running charge asks for: a die, a decision, or nothing; and decisions given beforehand.

Each rule looks at the state and returns its move: a :class:`Roll`, a :class:`Decision`, or how it
goes on without either. Adjudication answers with the dice and decisions it is given; the odds
follow every answer with its weight. So there is one implementation of each rule. Which rule comes
after which is in ``rules/steps.py``: the nine steps in their order, and what runs them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.text.files import shipped
from rules_lib.transcript import Step
from rules_lib.values.frozen import FrozenMap

from ..units import Order
from .game import Moment
from .rules.modifiers import FACES, passing_faces
from .state import Piece, Place, Question


@dataclass(frozen=True, slots=True)
class Barred(Step):
    """A sentence on why the rules do not ask a question: who may not, why, by which clause."""

    question: Question | None = None


def choice_of(words: Iterable[str]) -> str:
    """Answers side by side; some of them have a comma of their own."""
    known = tuple(words)
    return ("; " if any("," in word for word in known) else ", ").join(known)


class Event(NamedTuple):
    """How a die or a decision came out.

    Attributes:
        question: what it was for.
        outcome: how it came out.
        decided: a player decided it.
        further: it is the result of the same die at a further hex, where the modifiers differ.
    """

    question: Question
    outcome: str | int
    decided: bool = False
    further: bool = False


class Branch(NamedTuple):
    """Faces of the die that come to the same, or one answer to a decision; and what it comes to.

    Attributes:
        outcome: how it came out; the word of the answer; ``""`` where nothing was asked.
        then: where it leads.
        steps: what is told of it.
        about: names of units of which it is told what has become of them; where nothing was
            asked, if anything has.
        clauses: ids behind that.
        faces: the faces of the die, once it is known what it takes to pass.
        further: results at other hexes of the same fight.
    """

    outcome: str | int
    then: Moment
    steps: tuple[Step, ...] = ()
    about: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    faces: range = range(0)
    further: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """What is due.

    Attributes:
        question: what it is for, or about.
        told: the same in words, or what makes them: odds read them nowhere.
        clauses: ids of what demands it, or leaves the choice.
        branches: the answers, and what each comes to.
    """

    question: Question
    told: str | Callable[[], str]
    clauses: tuple[str, ...]
    branches: tuple[Branch, ...]

    @property
    def text(self) -> str:
        """What is due, in words."""
        return self.told if isinstance(self.told, str) else self.told()

    def events(self, branch: Branch) -> list[Event]:
        """What an answer comes to, at every hex that the die is for."""
        decided = isinstance(self, Decision)
        return [Event(self.question, branch.outcome, decided), *branch.further]


@dataclass(frozen=True, slots=True)
class Roll(Due):
    """One die is due; its branches share its ten faces.

    Attributes:
        need: what the die has to show, in words; ``""`` if every face means something else.
    """

    need: str = ""


@dataclass(frozen=True, slots=True)
class Decision(Due):
    """A player decides."""

    @property
    def words(self) -> tuple[str, ...]:
        """The answers in words."""
        return tuple(str(branch.outcome) for branch in self.branches)


Move: TypeAlias = Roll | Decision | Branch | Moment
"""What is due; or where it goes on without it, told in a branch, or without a word."""


def check(
    question: Question,
    text: str,
    clauses: tuple[str, ...],
    cohesion: int,
    passed: Branch,
    failed: Branch,
    drm: int = 0,
) -> Roll:
    """A die against cohesion: at most the cohesion passes."""
    low = passing_faces(cohesion, drm)
    ends = passed._replace(faces=range(low)), failed._replace(faces=range(low, len(FACES)))
    need = "cannot pass" if not low else "needs 0" if low == 1 else f"needs 0 to {low - 1}"
    return Roll(question, text, clauses, tuple(end for end in ends if end.faces), need)


# ------------------------------------------------------------ what is said of it


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def does(names: Iterable[str], verb: str, of_several: str = "") -> str:
    """Who does something: ``A advances``, ``A and B advance``; or both forms: "is", "are"."""
    who = tuple(names)
    one, more = (verb, of_several) if of_several else (f"{verb}s", verb)
    return f"{listed(who)} {more if len(who) > 1 else one}"


def result_told(result: int) -> str:
    """A modified result, with the sign of a negative number."""
    return str(result).replace("-", "−")


def told_change(name: str, before: Piece, after: Piece) -> str:
    """What a disorder or a retreat did to a unit, as a sentence."""
    moved = after.place != before.place
    if moved and after.place == Place.WITHDRAWN:
        return f"{name} withdraws from the map."
    if moved and after.place == Place.ELIMINATED:
        return f"{name} is eliminated."
    back = " and retreats one hex" if moved and after.place == Place.RETREATED else ""
    if after.order != before.order:
        square = " and no longer in square" if before.order == Order.SQUARE else ""
        return f"{name} is disordered{square}{back}."
    return f"{name} retreats one hex." if back else f"{name} stays as it is."


def told_of(before: Moment, move: Branch, *, changed: bool = False) -> tuple[Step, ...]:
    """A step for each unit that a move is about: what has become of it.

    Args:
        before: how it stood before.
        move: what has come of it.
        changed: leave out those to whom nothing has happened.
    """
    pairs = {name: (before.piece(name), move.then.piece(name)) for name in move.about}
    return tuple(
        Step(told_change(name, old, new), move.clauses)
        for name, (old, new) in pairs.items()
        if not changed or (old.order, old.place) != (new.order, new.place)
    )


def without_empty_parts(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps without headings that nothing stands under."""
    found: list[Step] = []
    for step in steps:
        if step.heading and found and found[-1].heading:
            found.pop()
        found.append(step)
    return tuple(found[:-1] if found and found[-1].heading else found)


# ------------------------------------------------------------ decisions given beforehand


Plan: TypeAlias = Mapping[str, str | bool]
"""Answers to decisions. A key is a kind of decision (``"square"``) or one decision
(``"square Y"``, ``"pursuit 1: square W"``), which comes first. ``True`` and ``False`` mean
``"yes"`` and ``"no"``."""

_DATA: Final = shipped(__package__, "decisions.toml")

NEEDS: Final = {kind: (told["needs"], tuple(told["clauses"])) for kind, told in _DATA.items()}
"""What has to be there before a decision is due, by its kind, and the clauses that say so."""

KINDS = tuple(NEEDS)
"""All kinds of decisions."""

NO_REACTION: Final[Plan] = FrozenMap(
    {kind: told["undone"] for kind, told in _DATA.items() if "undone" in told}
)
"""Nobody does what he may leave undone; a pursuit always charges."""

ROLLS: Final[Mapping[str, tuple[str, ...]]] = FrozenMap(
    {kind: tuple(ends) for kind, ends in shipped(__package__, "rolls.toml").items()}
)
"""All kinds of rolls, each with the ways in which it comes out, the good one first."""

GENERAL: Final = {kind: told["general"] for kind, told in _DATA.items() if "general" in told}
"""Kinds that answer for several others, by these."""

FIRST = "first"
"""An answer that takes the first option offered, whatever it is: the first band, the first hex."""

IDLE = (False, "no", "stand", "stop", FIRST)
"""Answers that are not missed where nobody asks: they do nothing, or ask for nothing certain."""


class DecisionNeeded(RulesError):
    """A decision that the plan does not answer.

    Attributes:
        decision: what is to be decided, such as ``"square Y"``.
        options: the answers there are.
    """

    def __init__(self, decision: str, options: tuple[str, ...], plan: Collection[str] = ()) -> None:
        self.decision, self.options = decision, options
        fight, _, asked = decision.rpartition(": ")
        other = f" ({asked!r} does not speak of {fight})" if fight and asked in plan else ""
        super().__init__(
            f"decisions: {decision!r} is due, and not given{other}: {', '.join(options)}"
        )


def require_plan(plan: object, names: Collection[str]) -> Plan:
    """Return ``plan`` if it is a mapping from decisions to answers; ``None`` is an empty one.

    Args:
        plan: what was given.
        names: the units that there are, for decisions that go by them.
    """
    if plan is None:
        return FrozenMap({})
    if not isinstance(plan, Mapping):
        raise InvalidValue("decisions", plan, "a mapping such as {'square': True}")
    for key, answer in plan.items():
        if not isinstance(key, str) or not (key in KINDS or _names_one(key, names)):
            allowed = f"{', '.join(KINDS)}; or with the name of a unit, such as 'square Y'"
            raise InvalidValue("key of decisions", key, allowed)
        if not isinstance(answer, str | bool):
            raise InvalidValue(
                f"decisions[{key!r}]", answer, "True, False or the word of an option"
            )
    return FrozenMap(plan)


def require_roll(key: object, names: Collection[str]) -> str:
    """Return ``key`` if it is what a roll is called."""
    guns = [f"check under fire of {name}" for name in names]
    if not isinstance(key, str) or not _names_one(key, names, (*ROLLS, *guns)):
        allowed = f"{', '.join(ROLLS)}; each with the name of a unit, such as 'commitment A'"
        raise InvalidValue("key of dice", key, allowed)
    return key


def _names_one(key: str, names: Collection[str], kinds: Collection[str] = KINDS) -> bool:
    """Whether a key is one question: its fight, if not the declared one, its kind, a name."""
    fight, parted, asked = key.rpartition(": ")
    if parted and not _is_fight(fight, names):
        return False
    return any(asked == f"{kind} {name}" for kind in kinds if kind != "recall" for name in names)


def _is_fight(label: str, names: Collection[str]) -> bool:
    """Whether a fight that followed from another one may be called so."""
    kind, _, which = label.partition(" ")
    if kind in ("counter-shock", "counter-charge") and which:
        return which in names
    numbered = kind in ("pursuit", "fight") and which.isdecimal()
    return numbered or label in ("breakthrough", "counter-charge")


def keys_of(question: Question) -> tuple[str, ...]:
    """The keys that answer a question, the first of them before the others."""
    kind = question.kind
    return str(question), kind, GENERAL.get(kind, kind)


def never_due(plan: Plan, due: Collection[str]) -> tuple[Step, ...]:
    """A sentence on each decision of a plan that never came up, and what it takes.

    Those that would change nothing are left out (:data:`IDLE`).

    Args:
        plan: the decisions that were given.
        due: the keys of those that came up, or of which it was said why they may not; and the
            names of all that came up.
    """
    left = (key for key, answer in plan.items() if key not in due and answer not in IDLE)
    return tuple(
        Step(f"{key}: not due{_in_its_fight(key, due)}. It takes {need}.", cited)
        for key in left
        for need, cited in [NEEDS[_kind_of(key)]]
    )


def _in_its_fight(key: str, due: Collection[str]) -> str:
    """That a decision came up in a fight of which its key does not speak."""
    named = sorted(name for name in due if name.endswith(f": {key}"))
    return f", but {listed(map(repr, named))}" if named else ""


def _kind_of(key: str) -> str:
    """The kind of the decision that a key names."""
    named = key.rpartition(": ")[2]
    return max((kind for kind in KINDS if f"{named} ".startswith(f"{kind} ")), key=len)


def answer_in(plan: Plan, due: Decision) -> tuple[str, str] | None:
    """The key of the plan that answers a decision, and the option it takes; None if none does.

    Raises:
        InvalidValue: the answer is no option there is.
    """
    for key in keys_of(due.question):
        if key in plan:
            return key, _option(key, plan[key], due.words)
    return None


def _option(key: str, answer: Any, options: tuple[str, ...]) -> str:
    word = {True: "yes", False: "no"}.get(answer, answer) if isinstance(answer, bool) else answer
    if word in options:
        return str(word)
    if word == FIRST or (word == "yes" and "no" in options):
        return options[0]
    raise InvalidValue(f"decisions[{key!r}]", answer, choice_of(options))
