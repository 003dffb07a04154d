"""Measures rulings: every situation of a panel, under our reading and under each other one.

Readings that make another question pointless, or give it a point, are found by computing, too; so
are those that contradict each other, or lead nowhere.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from typing import Any, TypeAlias

from rules_lib.errors import InvalidValue, require_int, require_word
from rules_lib.impact.model import Change, Impact, NoAnswer, ReadingImpact, Situation, Value, Weight
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import EXCLUDED, defaults, reading_of, rulings_class, values_of
from rules_lib.rulebook.rulings import heard, plain
from rules_lib.sweep import sweep
from rules_lib.values.type_checks import checked

Where: TypeAlias = Executor | Callable[[], Executor] | None
"""Who computes: this process, an executor, or one that is made (see :mod:`rules_lib.sweep`)."""


def _headline(situation: Situation, rulings: RulingSet) -> Value:
    """The headline of a situation, where the worker is."""
    return situation.value(rulings)


class Bench:
    """Remembers the values it has computed; give the same one to several questions.

    A value holds for all rulings that agree in what was asked of them while it was computed.
    """

    def __init__(self) -> None:
        self._known: defaultdict[Situation, list[tuple[dict[str, Any], Value]]] = defaultdict(list)

    def _found(self, situation: Situation, rulings: RulingSet) -> Value | None:
        read, known = plain(rulings).items(), self._known[situation]
        return next((value for asked, value in known if asked.items() <= read), None)

    @checked
    def value(self, situation: Situation, rulings: RulingSet) -> Value:
        """The headline of a situation, as the rules are read."""
        known = self._found(situation, rulings)
        if known is None:
            with heard(rulings) as (listening, asked):
                known = situation.value(listening)
            self._known[situation].append((asked, known))
        return known

    @checked
    def fill(
        self, situations: Iterable[Situation], readings: Iterable[RulingSet], executor: Where
    ) -> None:
        """Compute what is not known yet of situations under readings, on an executor."""
        pairs = [each for each in product(situations, readings) if self._found(*each) is None]
        jobs = [{"situation": situation, "rulings": rulings} for situation, rulings in pairs]
        if jobs and executor is not None:
            found = sweep(_headline, jobs, executor=executor).column("result")
            for (situation, rulings), value in zip(pairs, found, strict=True):
                self._known[situation].append((plain(rulings), value))


def read_as(chosen: Mapping[str, Any]) -> RulingSet:
    """Our rulings, but for those given by id, which all belong to one set."""
    owner: type[RulingSet] = rulings_class(next(iter(chosen)))
    return defaults(owner, **{owner.field_of(rule_id): chosen[rule_id] for rule_id in chosen})


@dataclass(frozen=True, slots=True)
class Clash:
    """Two readings that cannot both be used. Made by :func:`clashes`.

    Attributes:
        rulings: their ids.
        values: how each is read; by itself each has an answer.
        situations: where both together have none.
    """

    rulings: tuple[str, str]
    values: tuple[Any, Any]
    situations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A situation in which nothing leads on, by our readings. Made by :func:`gaps`.

    Attributes:
        situation: its name.
        rulings: the rulings whose panel it belongs to.
    """

    situation: str
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Silenced:
    """A question that no longer matters. Made by :func:`unreachable`.

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
    read = [read_as({rule_id: each}) for each in values_of(rule_id)]
    bench.fill(panel.situations, read, executor)
    readings = tuple(
        ReadingImpact(
            each,
            reading_of(rule_id, each),
            tuple(_changes(rule_id, each, panel.situations, bench, {})),
        )
        for each in others
    )
    ruling, ours = catalog().rulings[rule_id], reading_of(rule_id, default)
    found = Impact(ruling, default, ours, panel, readings)
    if found.weight != Weight.DORMANT:
        return found
    under_others = _under_others(rule_id, panel.situations, bench)
    woken = (reading for reading, changes in under_others if any(each.differs for each in changes))
    return replace(found, woken_by=tuple(woken))


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

    A reading that leaves a situation without an answer is none of them: nobody can say.

    Args:
        system, bench: as for :func:`ranking`.
    """
    bench = bench or Bench()
    found = []
    for rule_id in rulings_of(system):
        if telling := telling_first(measure(rule_id, bench)):
            found += [
                Silenced(*reading, rule_id)
                for reading, changes in _under_others(rule_id, telling, bench)
                if not any(each.differs or isinstance(each.default, NoAnswer) for each in changes)
            ]
    return tuple(sorted(found, key=lambda each: rulings_of(None).index(each.ruling)))


@checked
def clashes(system: str, bench: Bench | None = None, *, situations: int = 1) -> tuple[Clash, ...]:
    """All pairs of readings of a system that cannot both be used.

    Args:
        system: id of the system, such as ``"paper-tigers-melee"``.
        bench: values that are shared with other measurements.
        situations: for each ruling of a pair so many of its panel are asked, those first in which
            it matters.
    """
    bench, most = bench or Bench(), require_int("situations", situations, 1)
    telling = {each: telling_first(measure(each, bench))[:most] for each in rulings_of(system)}
    found = []
    for first, second in combinations(telling, 2):
        if rulings_class(first) is not rulings_class(second):
            continue
        asked = {each.name: each for each in (*telling[first], *telling[second])}
        for values in product(values_of(first)[1:], values_of(second)[1:]):
            both = dict(zip((first, second), values, strict=True))
            where = tuple(each for each in asked if _exclude(asked[each], both, bench))
            if where:
                found.append(Clash((first, second), values, where))
    return tuple(found)


@checked
def never_matter(system: str, bench: Bench | None = None) -> tuple[str, ...]:
    """The rulings that change nothing in their panel, whichever other ruling is read otherwise."""
    bench = bench or Bench()
    measured = [measure(each, bench) for each in rulings_of(system)]
    idle = (each for each in measured if each.weight == Weight.DORMANT and not each.woken_by)
    return tuple(each.ruling.id for each in idle)


@checked
def gaps(system: str, bench: Bench | None = None) -> tuple[Gap, ...]:
    """The situations of the panels that have no answer, by our readings."""
    bench, found = bench or Bench(), []
    for rule_id in rulings_of(system):
        panel, ours = panel_of(rule_id), read_as({rule_id: values_of(rule_id)[0]})
        for situation in panel.situations:
            if isinstance(bench.value(situation, ours), NoAnswer):
                found.append(Gap(situation.name, panel.rulings))
    return tuple(dict.fromkeys(found))


def telling_first(impact: Impact) -> tuple[Situation, ...]:
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


def _changes(
    rule_id: str, value: Any, asked: Iterable[Situation], bench: Bench, held: Mapping[str, Any]
) -> Iterator[Change]:
    """Each situation under our reading and under another one, other rulings being held so."""
    ours, theirs = (read_as({**held, rule_id: each}) for each in (values_of(rule_id)[0], value))
    for each in asked:
        yield Change(each.name, bench.value(each, ours), bench.value(each, theirs))


def _under_others(
    rule_id: str, situations: tuple[Situation, ...], bench: Bench
) -> Iterator[tuple[tuple[str, Any], Iterator[Change]]]:
    """Each single other reading of another ruling of the same set, and what this one then changes.

    Situations in which it matters by our readings come first: they tell soonest.
    """
    for other in rulings_class(rule_id).ids():
        for held in values_of(other)[1:] if other != rule_id else ():
            changes = (
                _changes(rule_id, value, situations, bench, {other: held})
                for value in values_of(rule_id)[1:]
            )
            yield (other, held), chain.from_iterable(changes)


def _exclude(situation: Situation, read: dict[str, Any], bench: Bench) -> bool:
    """Whether readings have no answer together that have one each by itself."""
    if not _is_excluded(situation, read, bench):
        return False
    return not any(_is_excluded(situation, {each: read[each]}, bench) for each in read)


def _is_excluded(situation: Situation, read: dict[str, Any], bench: Bench) -> bool:
    try:
        value = bench.value(situation, read_as(read))
    except InvalidValue:
        return True
    return isinstance(value, NoAnswer) and value == EXCLUDED
