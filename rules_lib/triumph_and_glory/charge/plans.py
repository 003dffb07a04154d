"""Decisions given beforehand: by kind, or for one unit."""

import re
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.frozen import FrozenMap
from rules_lib.triumph_and_glory.charge.moves import Question

Plan: TypeAlias = Mapping[str, str | bool]
"""Answers to decisions. A key is a kind of decision (``"square"``) or one decision
(``"square Y"``, ``"pursuit 1: square W"``), which comes first. ``True`` and ``False`` mean
``"yes"`` and ``"no"``."""

KINDS = (
    "retreat before shock",
    "occupy",
    "answer",
    "square",
    "counter-charge",
    "recall",
    "recall after square",
    "recall after fire",
    "fire",
    "advance",
    "pursue",
    "pursuers",
    "go on",
    "breakthrough",
    "counter-shock",
)
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


class DecisionNeeded(RulesError):
    """A decision that the plan does not answer.

    Attributes:
        decision: what is to be decided, such as ``"square Y"``.
        options: the answers there are.
    """

    def __init__(self, decision: str, options: tuple[str, ...]) -> None:
        self.decision, self.options = decision, options
        super().__init__(f"decisions: {decision!r} is due, and not given: {', '.join(options)}")


_LABEL = r"pursuit \d+|fight \d|breakthrough|counter-charge|counter-(?:charge|shock) (.+)"
_FIGHT = re.compile(rf"(?:(?:{_LABEL}): )?")
"""What a decision begins with if it belongs to a fight that followed from another one."""


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
    for name in names:
        for kind in kinds:
            fight = _FIGHT.fullmatch(key.removesuffix(f"{kind} {name}"))
            if kind != "recall" and key.endswith(f"{kind} {name}") and fight:
                return fight[1] is None or fight[1] in names
    return False


def answer_in(plan: Plan, question: Question, options: tuple[str, ...]) -> tuple[str, str] | None:
    """The key of the plan that answers a question, and the option it takes; None if none does.

    Raises:
        InvalidValue: the answer is no option there is.
    """
    for key in (str(question), question.kind, GENERAL.get(question.kind, question.kind)):
        if key in plan:
            return key, _option(key, plan[key], options)
    return None


def _option(key: str, answer: Any, options: tuple[str, ...]) -> str:
    word = {True: "yes", False: "no"}.get(answer, answer) if isinstance(answer, bool) else answer
    if word in options:
        return str(word)
    if word == FIRST or (word == "yes" and "no" in options):
        return options[0]
    raise InvalidValue(f"decisions[{key!r}]", answer, ", ".join(options))
