"""What threads share gives every one of them the same answers as if it were alone.

What ``functools`` keeps is nobody's to change (`test_values`), and the same whoever finds it.
"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from threading import Barrier
from types import FrameType
from typing import Any

from rules_lib.impact.measuring import Bench
from rules_lib.impact.panels import panel_of
from rules_lib.paper_tigers import sniper
from rules_lib.probability import Distribution, chain

THREADS = 8


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


def test_a_distribution_is_put_in_order_by_whoever_asks_first() -> None:
    weights = {x * 7919 % 1009: x + 1 for x in range(1009)}
    alone = list(Distribution.from_weights(weights).items())
    for _ in range(3):
        distribution = Distribution.from_weights(weights)
        assert all_at_once(partial(_items, distribution)) == [alone] * THREADS


def _items(distribution: Distribution[int], _: int) -> list[tuple[int, Fraction]]:
    return list(distribution.items())


def test_a_bench_is_shared() -> None:
    rulings = sniper.Rulings()
    situations = panel_of("R-S11").situations
    bench = Bench()
    alone = [each.value(rulings) for each in situations]
    assert (
        all_at_once(lambda _: [bench.value(each, rulings) for each in situations])
        == [alone] * THREADS
    )
