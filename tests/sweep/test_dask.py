"""A sweep on another executor with the same interface: Dask's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from rules_lib.sweep import sweep
from tests.sweep import work

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster of two workers, each a process."""
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        yield client


def test_dask_gives_the_table_of_one_core(client: Any) -> None:
    grid = {"mine": range(4, 8), "theirs": range(3, 9)}
    with client.get_executor() as executor:
        assert sweep(work.attacker_wins, grid, executor=executor) == sweep(work.attacker_wins, grid)


def test_failures_come_back_with_their_parameters(client: Any) -> None:
    grid = {"number": range(6)}
    with client.get_executor() as executor:
        table = sweep(work.only_even, grid, executor=executor, errors="collect")
    assert table == sweep(work.only_even, grid, errors="collect")


def test_a_worker_killed_half_way_loses_nothing(client: Any, tmp_path: Path) -> None:
    before = set(client.run(lambda: __import__("os").getpid()).values())
    grid = {"number": range(150), "folder": [str(tmp_path)], "at": [75]}
    with client.get_executor() as executor:
        table = sweep(work.kills_its_worker, grid, executor=executor)
    assert table.column("result") == tuple(n * n for n in range(150))
    assert len(list(tmp_path.glob("died-*"))) == 1
    after = set(client.run(lambda: __import__("os").getpid()).values())
    assert len(before - after) == 1
