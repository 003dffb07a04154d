"""Which open questions the example answers: a reading that it contradicts is no reading of it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.adjudicate import Charge
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.dice import CHOSEN, played
from rules_lib.values.type_checks import checked

TYPES: scene.Types = {"A": True, "B": False, "C": True}
"""A choice of types, so that no reading fails for want of one."""


@checked
@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the example can be played as printed under a reading.

    Attributes:
        ruling: id of the ruling.
        reading: the value of its field.
        fits: the story comes out as printed.
    """

    ruling: str
    reading: Any
    fits: bool


def verdicts() -> Iterator[Verdict]:
    """Every reading of every ruling, each tried alone."""
    default = _story(scene.READ)
    for each in fields(Rulings):
        rule_id = each.metadata["ruling"]
        for reading in each.metadata["readings"]:
            story = _story(Rulings.from_ids({**scene.READ.departures(), rule_id: reading}))
            yield Verdict(rule_id, reading, story == default)


def answered() -> tuple[str, ...]:
    """The rulings of which the example rules out a reading."""
    return tuple(dict.fromkeys(each.ruling for each in verdicts() if not each.fits))


def _story(rulings: Rulings) -> object:
    """The course of the example, with the faces on both sides of the need of its last check.

    ``None`` if something is left open.
    """
    situation = scene.situation(TYPES)
    last = record.RETREAT_CHECK
    try:
        return [
            _told(played(situation, {**CHOSEN, last.key: face}, rulings))
            for face in (last.highest, last.highest + 1)
        ]
    except UnspecifiedBySource:
        return None


def _told(charge: Charge) -> object:
    return charge.events, dict(charge.fates)
