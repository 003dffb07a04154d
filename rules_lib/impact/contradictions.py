"""Where readings contradict each other, or lead nowhere: found by asking the engine."""

from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rules_lib.errors import InvalidValue, require_int
from rules_lib.impact.measuring import Bench, measure, read_as, rulings_of, telling_first
from rules_lib.impact.model import NoAnswer, Situation, Weight
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.values.type_checks import checked

EXCLUDED = "these readings exclude each other"


@checked
@dataclass(frozen=True, slots=True)
class Clash:
    """Two readings that cannot both be used.

    Attributes:
        rulings: their ids.
        values: how each is read; by itself each has an answer.
        situations: where both together have none.
    """

    rulings: tuple[str, str]
    values: tuple[Any, Any]
    situations: tuple[str, ...]


@checked
@dataclass(frozen=True, slots=True)
class Gap:
    """A situation in which nothing leads on, by our readings.

    Attributes:
        situation: its name.
        rulings: the rulings whose panel it belongs to.
    """

    situation: str
    rulings: tuple[str, ...]


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
    return tuple(
        each.ruling.id for each in measured if each.weight == Weight.DORMANT and not each.woken_by
    )


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


def _exclude(situation: Situation, read: dict[str, Any], bench: Bench) -> bool:
    """Whether readings have no answer together that have one each by itself."""
    alone = [{rule_id: value} for rule_id, value in read.items()]
    return _is_excluded(situation, read, bench) and not any(
        _is_excluded(situation, each, bench) for each in alone
    )


def _is_excluded(situation: Situation, read: dict[str, Any], bench: Bench) -> bool:
    try:
        value = bench.value(situation, read_as(read))
    except InvalidValue:
        return True
    return isinstance(value, NoAnswer) and EXCLUDED in value
