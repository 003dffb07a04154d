"""A sweep says the same wherever it runs, in order, and what went wrong where."""

import itertools
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules_lib.errors import InvalidValue
from rules_lib.probability import Distribution, WorkLimitExceeded
from rules_lib.sweep import BrokenSweep, FailedSituation, Table, sweep
from rules_lib.sweep.running import TASKS
from rules_lib.values.frozen import FrozenMap
from tests.hostile import Case, refuses
from tests.in_turn import in_turn
from tests.sweep import work


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


MAKERS: dict[str, Callable[[], Executor] | None] = {
    "one core": None,
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": processes,
}


@pytest.fixture(
    params=["one core", "threads", pytest.param("processes", marks=pytest.mark.slow)],
)
def anywhere(request: pytest.FixtureRequest) -> Callable[[], Executor] | None:
    return MAKERS[request.param]


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


CARDS = {"mine": range(4, 8), "theirs": range(3, 9)}


def test_every_place_gives_the_table_of_a_plain_loop(
    anywhere: Callable[[], Executor] | None,
) -> None:
    table = sweep(work.attacker_wins, CARDS, executor=anywhere)
    assert table.columns == ("mine", "theirs", "result")
    assert [tuple(row.values()) for row in table] == [
        (mine, theirs, work.attacker_wins(mine, theirs))
        for mine in range(4, 8)
        for theirs in range(3, 9)
    ]


def test_order_is_that_of_the_situations_not_of_the_answers(threads: Executor) -> None:
    table = sweep(work.slowest_first, {"rank": range(40)}, executor=threads)
    assert table.column("rank") == tuple(range(40))
    assert table.column("result") == tuple(n * n for n in range(40))


class Here(Executor):
    """Does each chunk at once, and notes how many situations were in it."""

    def __init__(self) -> None:
        self.chunks: list[int] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.chunks.append(len(args[0]))
        done: Future[Any] = Future()
        done.set_result(function(*args, **kwargs))
        return done


@pytest.mark.parametrize("count", [1, 50, 257, 3000])
def test_situations_are_handed_out_in_few_chunks_of_one_size(count: int) -> None:
    here = Here()
    table = sweep(work.share, {"part": range(count), "whole": [7]}, executor=here)
    assert table.column("result") == tuple(Fraction(part, 7) for part in range(count))
    assert sum(here.chunks) == count
    assert len(here.chunks) <= TASKS
    assert len(set(here.chunks[:-1])) <= 1


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


def test_a_list_of_situations_need_not_be_a_grid_nor_name_things_in_one_order() -> None:
    listed = [{"part": 1, "whole": 3}, {"whole": 7, "part": 2}]
    table = sweep(work.share, (each for each in listed))
    assert [dict(row) for row in table] == [
        {"part": 1, "whole": 3, "result": Fraction(1, 3)},
        {"part": 2, "whole": 7, "result": Fraction(2, 7)},
    ]


def test_a_dict_fills_a_column_for_each_key_and_a_distribution_is_one_value() -> None:
    both = sweep(lambda n: {"double": 2 * n, "half": Fraction(n, 2)}, {"n": [1, 2]})
    assert both.columns == ("n", "double", "half")
    assert both.column("half") == (Fraction(1, 2), Fraction(1))
    distribution = Distribution({"a": "1/2", "b": "1/2"})
    assert sweep(lambda n: distribution, {"n": [1]}).column("result") == (distribution,)
    frozen = sweep(lambda n: FrozenMap({"double": 2 * n}), {"n": [1, 2]})
    assert frozen.column("double") == (2, 4)


def test_the_first_failure_is_raised_with_its_parameters(
    anywhere: Callable[[], Executor] | None,
) -> None:
    with pytest.raises(FailedSituation, match=r"^number=5: InvalidValue: number: 5") as caught:
        sweep(work.only_even, {"number": [2, 4, 5, 6, 7, 9]}, executor=anywhere)
    assert caught.value.failure.parameters == {"number": 5}
    cause = caught.value.__cause__
    assert isinstance(cause, InvalidValue)
    assert (cause.field, cause.given, cause.allowed) == ("number", 5, "an even number")
    assert "only_even" in caught.value.failure.details


def test_nothing_new_is_begun_after_a_failure(threads: Executor) -> None:
    begun = []

    def fails_at_once(number: int) -> None:
        begun.append(number)
        raise ValueError

    with pytest.raises(FailedSituation):
        sweep(fails_at_once, {"number": range(10_000)}, executor=threads)
    assert len(begun) < 1_000
    begun.clear()
    with pytest.raises(FailedSituation):
        sweep(fails_at_once, {"number": range(10_000)})
    assert begun == [0]


def test_failures_are_collected_in_rows_of_their_own(
    anywhere: Callable[[], Executor] | None,
) -> None:
    table = sweep(work.only_even, {"number": range(4)}, executor=anywhere, errors="collect")
    assert table.columns == ("number", "result", "error")
    assert table.column("result") == (0, None, 2, None)
    assert table.column("error")[0] is None
    assert table.column("error")[1] == "InvalidValue: number: 1 was given; allowed: an even number"
    assert [each.parameters for each in table.failures] == [{"number": 1}, {"number": 3}]
    assert table == sweep(work.only_even, {"number": range(4)}, errors="collect")


def test_all_may_fail_and_none_may_fail() -> None:
    none = sweep(work.only_even, {"number": [1, 3]}, errors="collect")
    assert none.column("result") == (None, None)
    fine = sweep(work.only_even, {"number": [2]}, errors="collect")
    assert (fine.column("error"), fine.failures) == ((None,), ())


@pytest.mark.slow
def test_an_error_that_cannot_travel_harms_its_situation_only() -> None:
    table = sweep(work.stubborn, {"number": range(6)}, executor=processes, errors="collect")
    assert table.column("result") == (0, 1, 2, None, 4, 5)
    assert table.column("error")[3] == "Stubborn: no way"
    assert table.failures[0].error is None


@pytest.mark.parametrize("maker", [None, lambda: ThreadPoolExecutor(2)])
def test_a_wish_to_leave_is_no_failure_of_a_situation(maker: Any) -> None:
    with pytest.raises(SystemExit):
        sweep(work.leaves, {"number": range(6)}, executor=maker, errors="collect")


def test_a_table_prints_itself_in_columns_and_says_what_it_leaves_out() -> None:
    rows = [{"card": f"red {n}", "result": Fraction(n, 7)} for n in range(22)]
    first, second, *_, last = str(Table(("card", "result"), tuple(rows))).splitlines()
    assert (first, second, last) == ("card    result", "red 0   0", "… and 2 more rows")
    assert str(Table((), ())) == ""


@pytest.mark.slow
def test_a_worker_that_is_killed_ends_the_sweep_which_hands_over_what_is_done(
    tmp_path: Path,
) -> None:
    grid = {"number": range(600), "folder": [str(tmp_path)], "at": [400]}
    for maker in (processes, processes()):
        with pytest.raises(BrokenSweep, match=r"^executor: BrokenProcessPool.*\.done") as caught:
            sweep(work.kills_its_worker, grid, executor=maker, errors="collect")
        done = caught.value.done
        assert len(done) <= 400
        assert done.column("result") == tuple(number**2 for number in range(len(done)))
        assert not any(done.column("error"))
        (tmp_path / "died").unlink()


def test_what_cannot_be_sent_is_told_of() -> None:
    with pytest.raises(BrokenSweep, match="0 situations were finished") as caught:
        sweep(lambda number: number, {"number": [1]}, executor=processes)
    assert caught.value.done == Table(("result",), ())


def test_an_executor_that_was_given_stays_open_and_one_made_here_is_closed() -> None:
    with ThreadPoolExecutor(1) as pool:
        sweep(work.share, {"part": [1], "whole": [2]}, executor=pool)
        assert pool.submit(int, "7").result() == 7
    made: list[ThreadPoolExecutor] = []

    def make() -> Executor:
        made.append(ThreadPoolExecutor(1))
        return made[-1]

    sweep(work.share, {"part": [1], "whole": [2]}, executor=make)
    (pool,) = made
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(int)


# -- progress -----------------------------------------------------------------------------


def test_a_bar_when_asked_and_where_there_is_tqdm(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked, expected in ((True, True), (False, False)):
        sweep(work.share, {"part": [1, 2, 3], "whole": [5]}, progress=asked)
        assert ("3/3" in capsys.readouterr().err) == expected
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert len(sweep(work.share, {"part": [1], "whole": [5]}, progress=True)) == 1
    assert capsys.readouterr().err == ""


# -- bad input ----------------------------------------------------------------------------

GRID = {"part": [1], "whole": [2]}
BAD: list[Case] = [
    ("situations", lambda bad: sweep(work.share, bad), [[5], [{}], [None], ["ab"], [[]]]),
    (
        "situations",
        lambda bad: sweep(work.share, bad),
        [{1: [2]}, {"": [1]}, {"part": []}, {"part": "12"}, {"part": 5}, {"part": None}],
    ),
    (
        "situations",
        lambda bad: sweep(work.share, bad),
        [[{"part": 1}, {"whole": 2}], [{"part": 1}, {}], [{"part": 1}, 5], [{1: 1}]],
    ),
    ("executor", lambda bad: sweep(work.share, GRID, executor=lambda: bad), [None, 5, "pool"]),
    ("column", lambda bad: sweep(lambda **_: {bad: 1}, GRID), ["part", "whole"]),
    ("column", lambda bad: sweep(lambda **_: bad, {"result": [1]}), [1, Fraction(1)]),
    ("column", lambda bad: sweep(lambda **_: {"error": bad}, GRID, errors="collect"), [1]),
    (
        "result",
        lambda bad: sweep(lambda n: {"a": 1} if n else bad, {"n": [1, 0]}),
        [5, {}, {"b": 1}],
    ),
]


@in_turn("case", BAD)
def test_bad_input_is_refused_by_name(case: Case) -> None:
    refuses(case)


@pytest.mark.slow
def test_too_many_situations_are_refused_at_once() -> None:
    for endless in (
        {"part": itertools.count(), "whole": [1]},
        {"part": range(10**18), "whole": [1]},
        {"part": range(2000), "whole": range(2000)},
        ({"part": n, "whole": 1} for n in itertools.count()),
    ):
        with pytest.raises(WorkLimitExceeded, match="situations; the limit is 1000000"):
            sweep(work.share, endless)
