"""Rulings measured on an executor: the same figures, and each situation computed once."""

from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from rules_lib import impact
from rules_lib.impact import Bench
from rules_lib.impact.panels import panel_of
from rules_lib.rulebook.defaults import values_of


class Counting(ThreadPoolExecutor):
    """An executor that counts what is handed to it."""

    handed = 0

    def submit(self, *args: Any, **named: Any) -> Future[Any]:
        self.handed += 1
        return super().submit(*args, **named)


def test_an_executor_finds_the_same_and_computes_each_situation_once() -> None:
    bench = Bench()
    panel = len(panel_of("R-X1").situations)
    readings = len(values_of("R-X1"))
    with Counting(2) as executor:
        assert impact.measure("R-X1", bench, executor=executor) == impact.measure("R-X1")
        handed = executor.handed
        assert 0 < handed <= panel * readings, "several situations may go together"
        impact.measure("R-X1", bench, executor=executor)
        assert executor.handed == handed


@pytest.mark.slow
def test_two_processes_find_the_same() -> None:
    with ProcessPoolExecutor(2) as executor:
        assert impact.measure("R-X1", executor=executor) == impact.measure("R-X1")
