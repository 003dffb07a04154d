"""Decisions given beforehand: by kind, or for one unit."""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.moves import Decision, choice_of
from rules_lib.triumph_and_glory.charge.state import Question
from rules_lib.values.frozen import FrozenMap

Plan: TypeAlias = Mapping[str, str | bool]
"""Answers to decisions. A key is a kind of decision (``"square"``) or one decision
(``"square Y"``, ``"pursuit 1: square W"``), which comes first. ``True`` and ``False`` mean
``"yes"`` and ``"no"``."""

NEEDS = {
    "retreat before shock": (
        "a way out, and light cavalry or horse artillery that only heavy cavalry attacks, or"
        " (secondary source 9.31, 9.32) cavalry, horse artillery or jaegers in good order that"
        " only infantry shocks",
        ("TG-9.81-2", "TG-9.72a"),
    ),
    "occupy": (
        "a hex that all its units left before the shock, and a stack that has not moved",
        ("TG-9.72a",),
    ),
    "answer": (
        "cavalry in good order that only infantry shocks, through its front",
        ("TG-9.86e",),
    ),
    "counter-charge at": (
        "cavalry that counter-charges infantry that shocks it from several hexes",
        ("TG-9.86e",),
    ),
    "square": (
        "infantry in good order, with or without jaegers, in no enemy zone of control and not yet"
        " in square, that a charge reaches",
        ("TG-9.81-4", "TG-9.85a", "TG-9.85d"),
    ),
    "counter-charge": (
        "cavalry in good order that a charge reaches through its front, in the front of no other"
        " enemy",
        ("TG-9.81-4", "TG-9.86a"),
    ),
    "recall": (
        "cavalry that charges infantry in square, or is disordered by reaction fire",
        ("TG-9.82",),
    ),
    "recall after square": ("cavalry that charges infantry in square", ("TG-9.81-5", "TG-9.82")),
    "recall after fire": (
        "charging cavalry that reaction fire disorders",
        ("TG-9.81-6", "TG-9.82"),
    ),
    "fire": (
        "a gun that has not fired, and next to it an attacker in its front",
        ("TG-9.81-6",),
    ),
    "advance": (
        "several stacks with the same right to an emptied hex, or several emptied hexes",
        ("TG-9.71a", "TG-9.71c"),
    ),
    "pursuers": (
        "pursuers who can follow into several hexes, or more of them with the same right than one"
        " hex holds",
        ("TG-9.87a", "TG-9.87b"),
    ),
    "go on": ("pursuers with another enemy in their front", ("TG-9.87c",)),
    "breakthrough": (
        "infantry that takes the hex after 10 or more, and an enemy in its front",
        ("TG-9.73a", "TG-9.73b"),
    ),
    "counter-shock": (
        "infantry or cavalry in good order that holds its hex after a result below 0",
        ("TG-9.73a", "TG-9.73d"),
    ),
}
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

GENERAL = {"recall after square": "recall", "recall after fire": "recall"}
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
