"""Measures rulings: every situation of a panel, under our reading and under each other one.

Readings that make another question pointless, or give it a point, are found by computing, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextvars import ContextVar
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeAlias

from rules_lib.errors import require_word
from rules_lib.impact.model import (
    Change,
    Impact,
    NoAnswer,
    Panel,
    ReadingImpact,
    Situation,
    Value,
    Weight,
)
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import defaults, reading_of, rulings_class, values_of
from rules_lib.sweep import sweep
from rules_lib.values.type_checks import checked

Where: TypeAlias = Executor | Callable[[], Executor] | None
"""Who computes: this process, an executor, or one that is made (see :mod:`rules_lib.sweep`)."""


def _headline(rule_id: str, situation: str, rulings: RulingSet) -> Value:
    """The headline of a situation of a ruling's panel; by its name, so that any worker finds it."""
    (named,) = (each for each in panel_of(rule_id).situations if each.name == situation)
    return named.value(rulings)


_asked: ContextVar[set[str]] = ContextVar("asked")


@cache
def _listening(kind: type[RulingSet]) -> type[RulingSet]:
    """The same set of rulings, which notes the names of the fields that it is asked for."""

    def noted(self: RulingSet, name: str) -> Any:
        if (asked := _asked.get(None)) is not None:  # it may lie in a cache of the engine later
            asked.add(name)
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": noted})


def _read(rulings: RulingSet) -> dict[str, Any]:
    return {each.name: getattr(rulings, each.name) for each in fields(rulings)}


class Bench:
    """Remembers the values it has computed; give the same one to several questions.

    A value holds for all rulings that agree in what was asked of them while it was computed.
    """

    def __init__(self) -> None:
        self._known: dict[Situation, list[tuple[dict[str, Any], Value]]] = {}

    @checked
    def value(self, situation: Situation, rulings: RulingSet) -> Value:
        """The headline of a situation, as the rules are read."""
        read, kind = _read(rulings), type(rulings)
        known = self._found(situation, read)
        if known is not None:
            return known
        heard = _listening(kind)(**read)  # type: ignore[arg-type] # a class has a hash
        asked: set[str] = set()
        listening = _asked.set(asked)
        try:
            found = situation.value(heard)
        finally:
            _asked.reset(listening)
        self._keep(situation, {name: read[name] for name in read if name in asked}, found)
        return found

    def _found(self, situation: Situation, read: Mapping[str, Any]) -> Value | None:
        for asked, value in self._known.get(situation, ()):
            if asked.items() <= read.items():
                return value
        return None

    def _keep(self, situation: Situation, asked: dict[str, Any], value: Value) -> None:
        self._known.setdefault(situation, []).append((asked, value))

    @checked
    def fill(self, rule_id: str, readings: Iterable[RulingSet], executor: Where) -> None:
        """Compute what is not known yet of the whole panel of a ruling, on an executor."""
        asked = [
            (each, rulings)
            for rulings in readings
            for each in panel_of(rule_id).situations
            if self._found(each, _read(rulings)) is None
        ]
        jobs = [
            {"rule_id": rule_id, "situation": each.name, "rulings": rulings}
            for each, rulings in asked
        ]
        if jobs and executor is not None:
            found = sweep(_headline, jobs, executor=executor).column("result")
            for (each, rulings), value in zip(asked, found, strict=True):
                self._keep(each, _read(rulings), value)


def read_as(chosen: Mapping[str, Any]) -> RulingSet:
    """Our rulings, but for those given by id, which all belong to one set."""
    owner: type[RulingSet] = rulings_class(next(iter(chosen)))
    return defaults(owner, **{owner.field_of(rule_id): chosen[rule_id] for rule_id in chosen})


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


@checked
def measure(rule_id: str, bench: Bench | None = None, *, executor: Where = None) -> Impact:
    """What a ruling changes, all other rulings being read as we read them.

    Args:
        rule_id: such as ``"R-M3"``.
        bench: values that are shared with other measurements.
        executor: who computes the situations, as :func:`rules_lib.sweep.sweep` takes it.

    Raises:
        UnknownId: there is no such ruling.
        InvalidValue: no panel is stated for it.
    """
    bench = bench or Bench()
    default, *others = values_of(rule_id)
    panel = panel_of(rule_id)
    bench.fill(rule_id, [read_as({rule_id: each}) for each in (default, *others)], executor)
    readings = tuple(_reading(rule_id, default, value, panel, bench) for value in others)
    dormant = readings and not any(each.differing for each in readings)
    return Impact(
        catalog().rulings[rule_id],
        default,
        reading_of(rule_id, default),
        panel,
        readings,
        tuple(_wakers(rule_id, panel, bench)) if dormant else (),
    )


@checked
def ranking(
    system: str | None = None, bench: Bench | None = None, *, executor: Where = None
) -> tuple[Impact, ...]:
    """The impacts of all rulings of a system, or of all systems, the weightiest first.

    Args:
        system: id of the system, such as ``"paper-tigers-melee"``; left out, all of them.
        bench: values that are shared with other measurements.
        executor: who computes the situations, as :func:`rules_lib.sweep.sweep` takes it.
    """
    bench = bench or Bench()
    return ranked(measure(each, bench, executor=executor) for each in rulings_of(system))


@checked
def ranked(impacts: Iterable[Impact]) -> tuple[Impact, ...]:
    """Impacts by their weight, then by what they typically change, then by the largest change."""
    kinds = list(Weight)
    return tuple(
        sorted(impacts, key=lambda each: (kinds.index(each.weight), -each.typical, -each.largest))
    )


@checked
def unreachable(system: str | None = None, bench: Bench | None = None) -> tuple[Silenced, ...]:
    """Readings under which another ruling no longer changes anything, although it does by default.

    Args:
        system, bench: as for :func:`ranking`.
    """
    bench = bench or Bench()
    found = []
    for rule_id in rulings_of(system):
        telling = telling_first(measure(rule_id, bench))
        if telling:
            found += [Silenced(*each, rule_id) for each in _silencers(rule_id, telling, bench)]
    return tuple(sorted(found, key=lambda each: rulings_of(None).index(each.ruling)))


def _reading(rule_id: str, default: Any, value: Any, panel: Panel, bench: Bench) -> ReadingImpact:
    ours, theirs = read_as({rule_id: default}), read_as({rule_id: value})
    changes = (
        Change(each.name, bench.value(each, ours), bench.value(each, theirs))
        for each in panel.situations
    )
    return ReadingImpact(value, reading_of(rule_id, value), tuple(changes))


def telling_first(impact: Impact) -> tuple[Any, ...]:
    """All situations of a panel, those first that tell the readings apart; none if none does."""
    if not impact.matters:
        return ()
    told = {change.situation for reading in impact.readings for change in reading.differing}
    return tuple(sorted(impact.panel.situations, key=lambda each: each.name not in told))


def rulings_of(system: str | None) -> list[str]:
    """The rulings of a system; of ``None``, all."""
    if system is None:
        return list(catalog().rulings)
    return list(catalog().systems[require_word("system", system, catalog().systems)].rulings)


def _wakers(rule_id: str, panel: Panel, bench: Bench) -> Iterator[tuple[str, Any]]:
    """Single other readings under which a ruling makes a difference."""
    for other, value in _other_readings(rule_id):
        pairs = _compared(rule_id, panel.situations, {other: value}, bench)
        if any(theirs != ours for theirs, ours in pairs):
            yield other, value


def _silencers(
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
    for other in rulings_class(rule_id).ids():
        if other != rule_id:
            for value in values_of(other)[1:]:
                yield other, value
