"""How a sweep scales: ``python -m benchmarks.sweeps`` asks for 20,000 melees everywhere.

On one core, on two processes, and on Dask; as `sweep` shares them out, and in chunks of one size,
made by hand. Prints seconds, and each as a multiple of one core. Run it on a calm machine.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from time import perf_counter

from rules_lib.paper_tigers import Card, melee
from rules_lib.sweep import sweep

GRID = {"mine": range(3, 11), "theirs": range(3, 11), "hits": range(2), "again": range(157)}
"""A little more than 20,000 melees;
what was computed once in a process may be remembered there."""
ROWS = list(product(*GRID.values()))


def attacker_wins(mine: int, theirs: int, hits: int, again: int) -> Fraction:
    """The chance of an attacker, asked as a script would ask it, again and again."""
    attacker = melee.Combatant(Card("red", mine), hits=hits)
    return melee.odds(attacker, melee.Combatant(Card("black", theirs))).attacker_wins


def many(places: range) -> list[Fraction]:
    """A chunk that was made by hand."""
    return [attacker_wins(*ROWS[place]) for place in places]


def by_hand(executor: Executor, size: int) -> None:
    """All melees in chunks of one size."""
    chunks = [range(at, min(at + size, len(ROWS))) for at in range(0, len(ROWS), size)]
    for future in [executor.submit(many, chunk) for chunk in chunks]:
        future.result()


@contextmanager
def processes() -> Iterator[Executor]:
    """Two processes, both started."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(many, [range(1), range(1)]))
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


def main() -> None:
    """Measure and print."""
    alone = seconds(lambda: sweep(attacker_wins, GRID))
    print(f"{len(ROWS)} melees. One core: {alone:.2f} s")
    for where, size in product((processes, cluster), (100, 250, 1000, None)):
        with where() as running:
            if size:
                took = seconds(lambda size=size, e=running: by_hand(e, size))  # type: ignore[misc]
            else:
                took = seconds(lambda e=running: sweep(attacker_wins, GRID, executor=e))  # type: ignore[misc]
        how = f"chunks of {size}" if size else "sweep"
        print(f"{where.__name__}, {how}: {took:.2f} s, {took / alone:.2f} of one core")


if __name__ == "__main__":
    from benchmarks import sweeps  # what has a module of its own, workers import by name

    sweeps.main()
