"""Measures rulings: every situation of a panel, under our reading and under each other one."""

from collections.abc import Iterable
from typing import Any

from rules_lib.errors import require_word
from rules_lib.impact.cache import Bench, Where, read_as
from rules_lib.impact.combinations import Silenced, silencers, wakers
from rules_lib.impact.model import Change, Impact, Panel, ReadingImpact, Weight
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import reading_of, values_of
from rules_lib.values.type_checks import checked


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
        tuple(wakers(rule_id, panel, bench)) if dormant else (),
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
    return ranked(measure(each, bench, executor=executor) for each in _rulings_of(system))


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
    for rule_id in _rulings_of(system):
        telling = telling_first(measure(rule_id, bench))
        if telling:
            found += [Silenced(*each, rule_id) for each in silencers(rule_id, telling, bench)]
    return tuple(sorted(found, key=lambda each: _rulings_of(None).index(each.ruling)))


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


def _rulings_of(system: str | None) -> list[str]:
    if system is None:
        return list(catalog().rulings)
    return list(catalog().systems[require_word("system", system, catalog().systems)].rulings)
