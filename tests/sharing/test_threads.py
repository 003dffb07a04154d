"""What threads share gives every one of them the same answers as if it were alone.

Whatever is worked out only when it is first asked for is found by a walk over the library: values
kept by an instance (``cached_property``), and answers kept by a function (``functools.cache``).
"""

import copy
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from threading import Barrier
from types import FrameType
from typing import Any

import pytest

from rules_lib import impact
from rules_lib.commands import explain
from rules_lib.impact.measuring import Bench
from rules_lib.impact.panels import panel_of
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.notebook import links
from rules_lib.paper_tigers import sniper
from rules_lib.probability import Distribution, chain
from rules_lib.probability.contests import compared
from rules_lib.probability.dice_pool import Pool
from rules_lib.rulebook import bindings, catalog
from rules_lib.triumph_and_glory import charge
from tests.hostile_world.bases import instance_of
from tests.hostile_world.doors import modules
from tests.hostile_world.named import situation
from tests.sharing.answers import answer, by_module, public

THREADS = 8
FEW = 3


@contextmanager
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def all_at_once(ask: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """What each thread is told; ``ask`` knows which one asks."""
    ready = Barrier(threads)

    def one(number: int) -> Any:
        ready.wait()
        return ask(number)

    with restless(), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(threads)))


def walk_on_a_line() -> chain.Chain[int]:
    return chain.explore(4, lambda x: {x - 1: 2, x: 1, x + 1: 3}, lambda x: x in (0, 9))


def interrupted(ask: Callable[[], Any], line: int) -> tuple[list[Any], int]:
    """What two are told of whom the second asks where the first one's work has come to a line.

    Also how many lines of the library the first one's work has.
    """
    told, lines = [], 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if "rules_lib" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines += 1
            if lines == line:
                told.append(ask())
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        told.append(ask())
    finally:
        sys.settrace(before)
    return told, lines


def test_the_distribution_of_steps_bears_another_thread_at_any_line() -> None:
    made = walk_on_a_line()

    def ask(distribution: chain.StepDistribution) -> list[Any]:
        return [distribution.cdf(5), distribution.pmf(7), distribution.head(6)]

    alone = ask(made.steps)
    unasked = walk_on_a_line().steps
    _, lines = interrupted(lambda: ask(unasked), 0)
    assert lines > 100
    for at in range(1, lines, 5):
        distribution = walk_on_a_line().steps
        told, _ = interrupted(partial(ask, distribution), at)
        assert told == [alone, alone], at


# ------------------------------------------------------------ what an instance keeps


def lazily_found() -> dict[type, list[str]]:
    """The names that each class of the library works out when they are first asked for."""
    found: dict[type, list[str]] = {}
    for module in modules().values():
        for kind in vars(module).values():
            ours = isinstance(kind, type) and kind.__module__.startswith("rules_lib")
            if ours and kept_by(kind):
                found[kind] = kept_by(kind)
    return found


def kept_by(kind: type) -> list[str]:
    return [name for name, each in vars(kind).items() if isinstance(each, cached_property)]


LAZY: dict[str, Callable[[], Any]] = {
    "probability.chain.Chain": walk_on_a_line,
    "probability.decision.Optimum": lambda: instance_of(chain.Optimum),
    "battle.odds.Odds": lambda: battle.odds(Party(3), Party(2)),
    "impact.model.Impact": lambda: impact.measure("R-S11"),
    "impact.model.ReadingImpact": lambda: impact.measure("R-S11").readings[0],
    "charge.odds.Odds": lambda: instance_of(charge.Odds),
    "charge.advice.Best": lambda: charge.decide(situation(), charge.rout("Y")),
    "charge.advice._Sought": lambda: charge.decide(situation(), charge.rout("Y"))._sought,
}
"""An instance of each class that keeps what it finds."""


def name_of(kind: Any) -> str:
    """With the module, and the package it stands in: modules of one name are many."""
    return ".".join([*kind.__module__.split(".")[-2:], kind.__qualname__])


@pytest.mark.slow
def test_all_classes_that_keep_what_they_find_are_tested() -> None:
    assert {name_of(kind) for kind in lazily_found()} == set(LAZY)


def everything(value: Any, lazy: list[str], number: int) -> dict[str, Any]:
    """All that it knows, in another order for each thread, and a copy made meanwhile."""
    names = sorted({*public(value), *lazy})
    turned = names[number % len(names) :] + names[: number % len(names)]
    found = {name: _plain(getattr(value, name)) for name in turned}
    if has_equals(value):
        assert copy.copy(value) == value
    return found


def has_equals(value: Any) -> bool:
    equality: Any = type(value).__eq__
    return equality is not object.__eq__


def _plain(value: Any) -> Any:
    """What has no equal as what is in it."""
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return [_plain(each) for each in value]
    slots = getattr(type(value), "__slots__", ())
    if not has_equals(value) and type(value).__module__.startswith("rules_lib"):
        kept = vars(value) if hasattr(value, "__dict__") else {n: getattr(value, n) for n in slots}
        return type(value), {name: _plain(each) for name, each in kept.items()}
    return value


@pytest.mark.slow
@pytest.mark.parametrize("name", LAZY)
def test_what_an_instance_keeps_bears_another_thread_at_any_line(name: str) -> None:
    value = LAZY[name]()
    lazy = kept_by(type(value))
    alone = everything(copy.deepcopy(value), lazy, 0)
    unasked = copy.deepcopy(value)
    assert not set(lazy) & set(vars(unasked))
    _, lines = interrupted(lambda: everything(unasked, lazy, 0), 0)
    for at in range(1, lines, lines // 10 + 1):
        shared = copy.deepcopy(value)
        told, _ = interrupted(partial(everything, shared, lazy, 0), at)
        assert told == [alone, alone], at


# ------------------------------------------------------------ what a function keeps


def caches() -> dict[str, Any]:
    found = {}
    for module in modules().values():
        for thing in vars(module).values():
            kept = getattr(thing, "__wrapped__", thing)
            kept = thing if hasattr(thing, "cache_clear") else kept
            if hasattr(kept, "cache_clear") and kept.__module__.startswith("rules_lib"):
                found[name_of(kept)] = kept
    return found


OTHERWISE: dict[str, Callable[[], Any]] = {
    "rulebook.bindings.import_games": bindings.import_games,
    "notebook.links._boxes": lambda: links.address_from(
        Path("book/paper_tigers/melee.md").resolve(), Path("book").resolve(), "PT-S1"
    ),
    "commands.explain._changes": lambda: explain._changes(catalog().rulings["R-X9"]),
}
"""Functions that keep their answers and that no public door asks; a question for each."""


def asked_of(module: str) -> list[tuple[Callable[[], Any], Any]]:
    """Its public doors with their answers, where they answer the same twice.

    Chance and tables of others do not.
    """
    found: list[tuple[Callable[[], Any], Any]] = []
    for door in by_module()[module]:
        ask = partial(answer, door)
        with suppress(Exception):
            told = _plain(ask())
            if bool(told == _plain(ask())):
                found.append((ask, told))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("module", ["", *sorted(by_module())])
def test_what_functions_keep_is_right_when_it_is_shared(module: str) -> None:
    """All caches are empty, and all doors of a module are asked at once, by each in its order."""
    found = asked_of(module) if module else [(ask, _plain(ask())) for ask in OTHERWISE.values()]
    questions, alone = [ask for ask, _ in found], [told for _, told in found]
    for kept in caches().values():
        kept.cache_clear()

    def ask(number: int) -> list[Any]:
        at = number * len(questions) // FEW
        told = [_plain(each()) for each in (*questions[at:], *questions[:at])]
        return told[len(told) - at :] + told[: len(told) - at]

    assert all_at_once(ask, FEW) == [alone] * FEW


@pytest.mark.slow
def test_all_functions_that_keep_their_answers_are_asked() -> None:
    for kept in caches().values():
        kept.cache_clear()
    for module in by_module():
        for door in by_module()[module]:
            answer(door)
    unasked = {name for name, kept in caches().items() if not kept.cache_info().currsize}
    assert unasked == {*OTHERWISE}


# ------------------------------------------------------------ what is kept otherwise


def test_a_distribution_is_put_in_order_by_whoever_asks_first() -> None:
    weights = {x * 7919 % 1009: x + 1 for x in range(1009)}
    alone = list(Distribution.from_weights(weights).items())
    for _ in range(3):
        distribution = Distribution.from_weights(weights)
        assert all_at_once(partial(_items, distribution)) == [alone] * THREADS


def _items(distribution: Distribution[int], _: int) -> list[tuple[int, Fraction]]:
    return list(distribution.items())


def test_a_pool_of_dice_is_shared() -> None:
    def ask(pool: Pool) -> list[Any]:
        distributions = [
            pool.without_highest((a, 6 - a), lost) for a in range(7) for lost in range(4)
        ]
        return [compared(first, second) for first in distributions for second in distributions[::5]]

    alone = ask(Pool(6, (5,)))
    pool = Pool(6, (5,))
    assert all_at_once(lambda _: ask(pool)) == [alone] * THREADS


def test_a_bench_is_shared() -> None:
    rulings = sniper.Rulings()
    situations = panel_of("R-S11").situations
    bench = Bench()
    alone = [each.value(rulings) for each in situations]
    assert (
        all_at_once(lambda _: [bench.value(each, rulings) for each in situations])
        == [alone] * THREADS
    )


def test_a_door_is_first_opened_by_many() -> None:
    """What its parameters take is found at the first call."""
    from rules_lib.values.type_checks import checked

    for _ in range(5):

        @checked
        def door(number: int, *, share: Fraction) -> Fraction:
            return number * share

        assert all_at_once(lambda n: door(n, share=Fraction(1, 2))) == [
            Fraction(n, 2) for n in range(THREADS)
        ]
