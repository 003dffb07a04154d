"""The benchmarks compare like with like, and say truly what they measured. No clock here."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

import benchmarks.__main__ as bench
from benchmarks.__main__ import HORIZON, OURS, TASKS, Battle, Disagreement, Task, Timing, agree
from tests.in_turn import in_turn

MELEES = [task for name, task in TASKS.items() if name.startswith("melee")]
POOLS = [((1, 6), (1, 6)), ((3, 6), (3, 6)), ((3, 5), (2, 6)), ((3, 5), (4, 4))]


def result(task: Task, library: str = OURS) -> Mapping[str, Fraction]:
    return bench.solve(task, library)[1]


@pytest.mark.slow
@in_turn("task", [*MELEES, *(TASKS["battle 10 v 10"]._replace(problem=Battle(*x)) for x in POOLS)])
def test_all_libraries_and_formulations_agree(task: Task) -> None:
    ours = result(task)
    for library in task.calls:
        agree(library, result(task, library), ours)
    ends = [chance for name, chance in ours.items() if name.partition(" ")[0] in ("hits", "end")]
    assert sum(ends) == 1
    assert (f"length {HORIZON}" in ours) == (task in MELEES)


def test_what_only_we_measure_is_what_was_stated() -> None:
    pairs = result(TASKS["all pairings"]._replace(problem=(7, 13)))
    assert len(pairs) == 64 - 16, "no two dice reach 13"
    chances = [
        result(TASKS[name])["driven out 1"] for name in ("charge 1 stack", "charge 2 stacks")
    ]
    assert 0 < chances[0] < chances[1] < 1


@pytest.mark.slow
def test_a_fresh_process_finds_the_same() -> None:
    task = TASKS["melee quick, tabled"]
    _, found = bench.in_process(task, "dyce")
    assert {name: Fraction(x) for name, x in found.items()} == result(task, "dyce")


@in_turn(
    ("theirs", "words"),
    [
        ({"length 1": 1}, None),
        ({"mean 1": 1}, "length 1 is missing, ours is 1"),
        ({"length 1": 1, "length 2": 0}, "length 2 is 0, ours is missing"),
        ({"length 1": 1, "mean 1": 2}, "icepool: mean 1 is 2, ours is 1"),
    ],
)
def test_what_differs_is_named_and_only_a_mean_may_be_missing(
    theirs: dict[str, int], words: str | None
) -> None:
    ours = {"length 1": 1, "mean 1": 1}
    if words is None:
        return agree("icepool", theirs, ours)
    with pytest.raises(Disagreement, match=words):
        agree("icepool", theirs, ours)
    return None


def test_the_first_process_is_not_counted_and_slow_peers_run_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = iter(range(100))
    monkeypatch.setattr(bench, "in_process", lambda *_: (float(next(numbers)), {}))
    task = Task("toy", 1, dict.fromkeys((OURS, "icepool")), peer_runs=2)
    assert bench.measure(task, 3) == {OURS: [2.0, 4.0, 6.0], "icepool": [3.0, 5.0]}
    monkeypatch.setattr(bench, "in_process", lambda *_: (1.0, {"hits": next(numbers)}))
    with pytest.raises(Disagreement, match="toy: icepool: hits is"):
        bench.measure(task, 3)


def timings(*, ours: float = 0.001, growth: float = 2) -> dict[str, Timing]:
    def one(seconds: float) -> list[float]:
        return [0.5 * seconds, seconds, 3 * seconds]

    return {
        "melee quick, direct": {OURS: one(ours), "icepool": one(0.020), "dyce": one(0.040)},
        "melee quick, tabled": {OURS: one(0.001), "icepool": one(0.005), "dyce": one(0.004)},
        **{f"charge {n} stacks": {OURS: one(0.01 * growth**n)} for n in (2, 3, 4)},
    }


@in_turn(
    ("found", "missed"),
    [
        (timings(), []),
        (timings(ours=0.0011), ["MISSED melee quick, direct: 18.2 times as fast as the faster"]),
        (timings(growth=2.6), ["MISSED charge: × 2.60 a stack (at most 2.5)"]),
    ],
)
def test_each_floor_can_be_missed_by_itself(found: dict[str, Timing], missed: list[str]) -> None:
    told = [*bench.missed(found)]
    assert len(told) == len(missed)
    assert all(one.startswith(other) for one, other in zip(told, missed, strict=True))


def test_the_stored_tables_are_those_of_the_stored_numbers(tmp_path: Path, root: Path) -> None:
    page = (root / "book/reference/benchmarks.md").read_text("utf-8")
    found = json.loads((bench.LATEST / "latest.json").read_text("utf-8"))
    bench.store(found["seconds"], found["about"], tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {path.name for path in bench.LATEST.iterdir()}
    for name in names:
        assert (tmp_path / name).read_text("utf-8") == (bench.LATEST / name).read_text("utf-8")
        assert f"../../benchmarks/latest/{name}" in page
    assert {*found["seconds"]} <= {*TASKS}
    assert all(name.partition(" ")[0] in page for name in TASKS)
