"""How a sweep scales: ``python -m benchmarks.sweeps`` asks for 20,000 melees everywhere.

On one core, on two processes, and on Dask; as `sweep` shares them out, and in chunks of one size,
made by hand. Prints seconds, and each as a multiple of one core. Run it on a calm machine.
With ``processes`` or ``cluster`` as an argument it tries that place only.
"""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from time import perf_counter
from typing import Any

from rules_lib.paper_tigers import Card, melee
from rules_lib.sweep import sweep

GRID = {"mine": range(3, 11), "theirs": range(3, 11), "hits": range(2), "again": range(157)}
"""A little more than 20,000 melees;
what was computed once in a process may be remembered there."""

BY_HAND = (100, 250, 1000)


def attacker_wins(mine: int, theirs: int, hits: int, again: int) -> Fraction:
    """The chance of an attacker, asked as a script would ask it, again and again."""
    attacker = melee.Combatant(Card("red", mine), hits=hits)
    return melee.odds(attacker, melee.Combatant(Card("black", theirs))).attacker_wins


def many(places: range) -> list[Fraction]:
    """A chunk that was made by hand."""
    return [attacker_wins(**ROWS[place]) for place in places]


ROWS: list[dict[str, Any]] = [
    {"mine": mine, "theirs": theirs, "hits": hits, "again": again}
    for mine in GRID["mine"]
    for theirs in GRID["theirs"]
    for hits in GRID["hits"]
    for again in GRID["again"]
]


@contextmanager
def nobody() -> Iterator[None]:
    """One core."""
    yield None


@contextmanager
def processes() -> Iterator[Executor]:
    """Two processes."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(many, [range(1), range(1)]))  # both have started
        yield pool


@contextmanager
def cluster() -> Iterator[Executor]:
    """Dask with two workers on this machine."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,  # type: ignore[no-untyped-call]
        Client(local) as client,  # type: ignore[no-untyped-call]
        client.get_executor() as executor,
    ):
        client.run(many, range(1))
        yield executor


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


def by_hand(executor: Executor, size: int) -> list[Fraction]:
    """All melees in chunks of one size."""
    chunks = [range(at, min(at + size, len(ROWS))) for at in range(0, len(ROWS), size)]
    futures = [executor.submit(many, chunk) for chunk in chunks]
    return [each for future in futures for each in future.result()]


def main() -> None:
    """Measure and print."""
    alone = seconds(lambda: sweep(attacker_wins, GRID))
    print(f"{len(ROWS)} melees. One core: {alone:.2f} s")
    asked = sys.argv[1:] or ["processes", "cluster"]
    for where in [each for each in (processes, cluster) if each.__name__ in asked]:
        name = (where.__doc__ or "").rstrip(".")
        for size in BY_HAND:
            with where() as executor:
                took = seconds(lambda size=size, e=executor: by_hand(e, size))  # type: ignore[misc]
            print(f"{name}, chunks of {size}: {took:.2f} s, {took / alone:.2f} of one core")
        with where() as executor:
            took = seconds(lambda e=executor: sweep(attacker_wins, GRID, executor=e))  # type: ignore[misc]
        print(f"{name}, sweep: {took:.2f} s, {took / alone:.2f} of one core")


if __name__ == "__main__":
    from benchmarks import sweeps  # what has a module of its own, workers import by name

    sweeps.main()
