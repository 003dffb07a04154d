"""A sweep on another executor with the same interface: Dask's.

One test, because starting the cluster is what takes time.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster

from rules_lib.sweep import sweep
from tests.sweep import work

PATIENCE = {
    "distributed.comm.timeouts.connect": "180s",
    "distributed.comm.timeouts.tcp": "180s",
}
"""Nothing here depends on being quick: a loaded machine starts its workers late."""


@pytest.fixture
def client() -> Iterator[Any]:
    """A cluster of two workers, each a process."""
    with (
        dask.config.set(PATIENCE),
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster, timeout=180) as client,  # type: ignore[no-untyped-call]
    ):
        yield client


def workers(client: Any) -> set[int]:
    """The processes of the cluster."""
    return set(client.run(os.getpid).values())


@pytest.mark.deep
def test_dask_answers_as_one_core_does_and_loses_nothing_with_a_killed_worker(
    client: Any, tmp_path: Path
) -> None:
    cards = {"mine": range(4, 8), "theirs": range(3, 9)}
    numbers = {"number": range(6)}
    to_kill = {"number": range(150), "folder": [str(tmp_path)], "at": [75]}
    assert len(workers(client)) == 2
    with client.get_executor() as executor:
        same = sweep(work.attacker_wins, cards, executor=executor)
        failing = sweep(work.only_even, numbers, executor=executor, errors="collect")
        before = workers(client)
        killed = sweep(work.kills_its_worker, to_kill, executor=executor)
    assert same == sweep(work.attacker_wins, cards)
    assert failing == sweep(work.only_even, numbers, errors="collect")
    assert killed.column("result") == tuple(n * n for n in range(150))
    assert (tmp_path / "died").exists()
    assert len(before - workers(client)) == 1
