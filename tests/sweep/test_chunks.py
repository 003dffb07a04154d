"""Chunks: sized by themselves, nothing lost in them; and a journal, from which a sweep goes on."""

import pickle
import subprocess
import sys
from concurrent.futures import Executor, Future
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules_lib.errors import InvalidValue
from rules_lib.sweep import sweep
from rules_lib.sweep.sizes import AHEAD, MOST_AHEAD, SECONDS, Sizes, workers_of
from tests.sweep import work


class Here(Executor):
    """Does each chunk at once, and notes how many situations were in it."""

    def __init__(self, workers: int = 2) -> None:
        self._max_workers = workers
        self.chunks: list[int] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.chunks.append(len(function.situations))
        done: Future[Any] = Future()
        done.set_result(function(*args, **kwargs))
        return done


def test_quick_situations_go_out_in_large_chunks_and_slow_ones_alone() -> None:
    quick, left, handed = Sizes(2), 20_000, []
    while left:
        handed.append(quick.next(left))
        quick.learn(handed[-1], handed[-1] * 0.0001)
        left -= handed[-1]
    assert handed[:3] == [1, 32, 1024]
    assert max(handed) == pytest.approx(SECONDS / 0.0001, rel=0.1)
    assert len(handed) < 40
    assert max(handed[-3:]) <= max(handed) / 8, "small ones, so that all workers end together"
    slow = Sizes(2)
    slow.learn(1, 5.0)
    assert slow.next(1000) == 1


def test_chunks_become_smaller_where_the_situations_become_slower() -> None:
    sizes = Sizes(2)
    for _ in range(5):
        sizes.learn(sizes.next(10**6), sizes.next(10**6) * 0.0001)
    large = sizes.next(10**6)
    for _ in range(60):
        count = sizes.next(10**6)
        sizes.learn(count, count * 0.01)
    assert sizes.next(10**6) < large / 50


def test_all_workers_have_something_to_do_and_not_too_much_is_lost_with_one() -> None:
    assert Sizes(2).in_flight == 2 * AHEAD
    assert Sizes(500).in_flight == MOST_AHEAD
    assert workers_of(Here(7)) == 7
    assert workers_of(object()) >= 1


def test_few_tasks_and_every_answer_in_order() -> None:
    here = Here()
    table = sweep(work.share, {"part": range(3000), "whole": [7]}, executor=here)
    assert table.column("result") == tuple(Fraction(part, 7) for part in range(3000))
    assert sum(here.chunks) == 3000
    assert len(here.chunks) < 200
    alone = Here()
    sweep(work.share, {"part": range(50), "whole": [7]}, executor=alone, attempts=1)
    assert alone.chunks == [1] * 50


def test_ranges_of_numpy_are_as_good_as_those_of_python() -> None:
    grid = {"mine": np.arange(4, 6), "theirs": np.array([3, 5])}
    assert sweep(work.attacker_wins, grid) == sweep(
        work.attacker_wins, {"mine": range(4, 6), "theirs": [3, 5]}
    )
    for table in (
        sweep(lambda yes, x: (yes, x), {"yes": np.array([True]), "x": np.linspace(0, 1, 3)}),
        sweep(lambda yes, x: (yes, x), [{"yes": np.bool_(True), "x": np.float64(0.5)}]),
    ):
        assert {type(each) for row in table for each in row["result"]} == {bool, float}


# -- a journal ----------------------------------------------------------------------------


def test_a_program_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    killed = [sys.executable, "-m", "tests.sweep.work", str(tmp_path)]
    assert subprocess.run(killed, check=False).returncode < 0
    grid = {"number": range(30), "folder": [str(tmp_path)], "at": [20]}
    table = sweep(work.dies_at, grid, journal=tmp_path / "journal", executor=Here())
    assert table.column("result") == tuple(Fraction(n, 3) for n in range(30))
    ran = [int(each.name.split("-")[1]) for each in tmp_path.glob("ran-*")]
    assert sorted(ran) == sorted([*range(30), 20]), "what was finished is not done again"


def test_a_journal_that_was_cut_off_anywhere_loses_its_last_answer_only(tmp_path: Path) -> None:
    path, grid = tmp_path / "journal", {"part": range(6), "whole": [7]}
    whole = sweep(work.share, grid, journal=path)
    text = path.read_bytes()
    begun: list[int] = []

    def share(part: int, whole: int) -> Fraction:
        begun.append(part)
        return work.share(part, whole)

    share.__qualname__ = "share"
    for cut in (len(text), len(text) - 1, len(text) - 9):
        path.write_bytes(text[:cut])
        assert sweep(share, grid, journal=path, progress=True) == whole
        assert path.read_bytes() == text
    assert begun == [5, 5]


def test_a_failure_is_tried_again_and_what_cannot_be_kept_too(tmp_path: Path) -> None:
    for number in range(2):
        table = sweep(
            work.only_even, {"number": range(4)}, errors="collect", journal=tmp_path / "a"
        )
        assert len(table.failures) == 2, number
    for _ in range(2):
        assert callable(
            sweep(work.unsendable, {"number": [3]}, journal=str(tmp_path / "b")).rows[0]["result"]
        )


def test_a_file_that_is_no_journal_of_this_sweep_stays_as_it_is(tmp_path: Path) -> None:
    grid = {"part": [1], "whole": [7]}
    sweep(work.share, grid, journal=tmp_path / "other")
    (tmp_path / "text").write_text("My notes.\n")
    (tmp_path / "pickle").write_bytes(pickle.dumps(5))
    for name in ("other", "text", "pickle"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(InvalidValue, match=r"^journal.*the journal of this same sweep"):
            sweep(work.share, {**grid, "part": [2]}, journal=tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    for path in (5, tmp_path, tmp_path / "no" / "folder", "a\0b"):
        with pytest.raises(InvalidValue, match=r"^journal"):
            sweep(work.share, grid, journal=path)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="can be pickled"):
        sweep(lambda f: 1, {"f": [lambda: 1]}, journal=tmp_path / "new")
