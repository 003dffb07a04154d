"""Decisions given beforehand: by kind, or for one unit."""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.text.files import shipped
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.moves import Decision, choice_of
from rules_lib.triumph_and_glory.charge.state import Question
from rules_lib.values.frozen import FrozenMap

Plan: TypeAlias = Mapping[str, str | bool]
"""Answers to decisions. A key is a kind of decision (``"square"``) or one decision
(``"square Y"``, ``"pursuit 1: square W"``), which comes first. ``True`` and ``False`` mean
``"yes"`` and ``"no"``."""

_DATA: Final = shipped(__package__, "decisions.toml")

NEEDS: Final = {kind: (told["needs"], tuple(told["clauses"])) for kind, told in _DATA.items()}
"""What has to be there before a decision is due, by its kind, and the clauses that say so."""

KINDS = tuple(NEEDS)
"""All kinds of decisions."""

ROLLS = (
    "check after leaving",
    "commitment",
    "square",
    "counter-charge",
    "fire",
    "check under fire of",
    "recall after square",
    "recall after fire",
    "fight",
    "retreat check",
)
"""All kinds of rolls. The name of the gun follows "check under fire of"."""

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

    def __init__(self, decision: str, options: tuple[str, ...]) -> None:
        self.decision, self.options = decision, options
        super().__init__(f"decisions: {decision!r} is due, and not given: {', '.join(options)}")


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
        due: the keys of those that came up, or of which it was said why they may not.
    """
    left = (key for key, answer in plan.items() if key not in due and answer not in IDLE)
    return tuple(
        Step(f"{key}: not due. It takes {need}.", cited)
        for key in left
        for need, cited in [NEEDS[_kind_of(key)]]
    )


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
