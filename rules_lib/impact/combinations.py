"""Readings that make another question pointless, or give it a point, found by computing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rules_lib.impact.cache import Bench, read_as
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Silenced:
    """A question that no longer matters.

    Attributes:
        ruling: id of the ruling whose reading does it.
        value: that reading, which is not our default.
        silenced: id of the ruling that then changes nothing in any situation of its panel.
    """

    ruling: str
    value: Any
    silenced: str


def wakers(rule_id: str, panel: Panel, bench: Bench) -> Iterator[tuple[str, Any]]:
    """Single other readings under which a ruling makes a difference."""
    for other, value in _other_readings(rule_id):
        pairs = _compared(rule_id, panel.situations, {other: value}, bench)
        if any(theirs != ours for theirs, ours in pairs):
            yield other, value


def silencers(
    rule_id: str, situations: tuple[Situation, ...], bench: Bench
) -> Iterator[tuple[str, Any]]:
    """Single other readings under which a ruling makes no difference.

    A reading that leaves a situation without an answer is none of them: nobody can say.

    Args:
        rule_id: the ruling.
        situations: those to try, the ones in which it matters first.
        bench: values already computed.
    """
    for other, value in _other_readings(rule_id):
        pairs = _compared(rule_id, situations, {other: value}, bench)
        if all(theirs == ours and not isinstance(ours, NoAnswer) for theirs, ours in pairs):
            yield other, value


def _compared(
    rule_id: str, situations: tuple[Situation, ...], held: Mapping[str, Any], bench: Bench
) -> Iterator[tuple[Value, Value]]:
    """Each situation under each other reading and under ours, other rulings being held so."""
    default, *others = values_of(rule_id)
    ours = read_as({**held, rule_id: default})
    for each in situations:
        for other in others:
            theirs = read_as({**held, rule_id: other})
            yield bench.value(each, theirs), bench.value(each, ours)


def _other_readings(rule_id: str) -> Iterator[tuple[str, Any]]:
    """All readings but our own of the other rulings of the same set."""
    for each in fields(rulings_class(rule_id)):
        other = str(each.metadata["ruling"])
        if other != rule_id:
            for value in values_of(other)[1:]:
                yield other, value
