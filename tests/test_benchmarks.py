"""The benchmarks compare like with like, and say truly what they measured. No clock here."""

import json
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

import benchmarks.__main__ as bench
from benchmarks.__main__ import Disagreement, Timing, agree, store, time_task, verdicts
from benchmarks.ours import stacks
from benchmarks.tasks import (
    CHARGE_GROWTH,
    DIRECT,
    GROWTH,
    HORIZON,
    OURS,
    PUBLIC,
    SMARTEST,
    TABLED,
    TASKS,
    Battle,
    Entry,
    Melee,
    Result,
    Task,
    solve,
)
from tests.in_turn import in_turn

QUICK, BATTLE = TASKS["melee quick"], TASKS["battle 10 v 10"]


def result(task: Task, entry: Entry | None = None) -> Result:
    return solve(task, entry or task.entries[0])[0]


def results(task: Task) -> dict[Entry, Result]:
    found = {entry: result(task, entry) for entry in task.entries}
    assert {entry.library for entry in found} == {"rules_lib", "icepool", "dyce"}
    agree(task, found)
    return found


@pytest.mark.parametrize(
    "problem", [task.problem for task in TASKS.values() if task.kind == "melee"], ids=str
)
def test_all_libraries_and_formulations_agree_on_a_melee(problem: Melee) -> None:
    ours, *_ = results(QUICK._replace(problem=problem)).values()
    assert f"length {HORIZON}" in ours
    assert ours["attacker wins"] + ours["defender wins"] + ours["both removed"] == 1


@pytest.mark.slow
@in_turn("problem", [Battle(1, 1), Battle(3, 3), Battle(3, 2, 5), Battle(3, 4, 5, 4)])
def test_all_agree_on_a_battle(problem: Battle) -> None:
    results(BATTLE._replace(problem=problem))


def test_the_work_is_what_was_stated() -> None:
    battles = {name: task.problem for name, task in TASKS.items() if task.kind == "battle"}
    assert battles == {
        **{f"battle {n} v {n}": Battle(n, n, 6, 6) for n in GROWTH.values()},
        "battle 20 v 20, 5 and 4": Battle(20, 20, 5, 4),
    }
    for size in CHARGE_GROWTH.values():
        units = [unit for stack in stacks(size) for unit in stack.units]
        assert len({(unit.cohesion, unit.strength) for unit in units}) == size
    one, two = result(TASKS["charge 1 stack"]), result(TASKS["charge 2 stacks"])
    assert 0 < one["driven out"] < two["driven out"] < 1
    few = result(TASKS["all pairings"]._replace(problem=(7, 13)))
    assert few.pop("melees") == sum(few.values()) == 64  # type: ignore[attr-defined]


def test_a_fresh_process_finds_the_same() -> None:
    entry = Entry("dyce", TABLED)
    _, _, found = bench.in_process(QUICK, entry)
    assert {name: Fraction(x) for name, x in found.items()} == result(QUICK, entry)


@in_turn(
    ("theirs", "words"),
    [
        ({"attacker wins": 1, "length 1": 1}, None),
        ({"attacker wins": 1, "mean": 1}, "length 1 is missing, ours is 1"),
        ({"attacker wins": 1, "length 1": 1, "length 2": 0}, "length 2 is 0, ours is missing"),
        ({"attacker wins": 1, "length 1": 1, "mean": 2}, "icepool, direct: mean is 2, ours is 1"),
    ],
)
def test_what_differs_is_named_and_only_what_is_optional_may_be_missing(
    theirs: dict[str, int], words: str | None
) -> None:
    both = dict(
        zip(QUICK.entries, ({"attacker wins": 1, "length 1": 1, "mean": 1}, theirs), strict=False)
    )
    if words is None:
        return agree(QUICK, both)
    with pytest.raises(Disagreement, match=words):
        agree(QUICK, both)
    return None


def test_the_first_process_is_not_counted_and_slow_peers_run_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    samples: Iterator[object] = iter([(9.0, 900, {}), (3.0, 30, {}), (1.0, 10, {}), (2.0, 20, {})])
    monkeypatch.setattr(bench, "in_process", lambda *_: next(samples))
    (timing,) = time_task(TASKS["all pairings"], 3)
    assert (timing.seconds, timing.median, timing.peak_kib) == ((3.0, 1.0, 2.0), 2.0, 30)
    monkeypatch.setattr(bench, "in_process", lambda *_: (1.0, None, {}))
    for runs, peer_runs, expected in ((3, 2, [3, 2, 2]), (1, 2, [1, 1, 1]), (3, None, [3, 3, 3])):
        taken = time_task(BATTLE._replace(peer_runs=peer_runs), runs)
        assert [len(each.seconds) for each in taken] == expected
    answers = iter("112")
    monkeypatch.setattr(bench, "in_process", lambda *_: (1.0, None, {"melees": next(answers)}))
    with pytest.raises(Disagreement, match="another result on a rerun"):
        time_task(TASKS["all pairings"], 2)


def timings(peak_kib: int = 20480, **ours: float) -> list[Timing]:
    """Made-up measurements; `ours` says how long we take."""

    def one(task: str, library: str, formulation: str, seconds: float) -> Timing:
        times = (0.5 * seconds, seconds, 3 * seconds)
        return Timing(task, Entry(library, formulation), times, peak_kib)

    return [
        one("melee quick", OURS, PUBLIC, ours.get("melee", 0.001)),
        one("melee quick", "icepool", DIRECT, 0.020),
        one("melee quick", "dyce", DIRECT, 0.040),
        one("melee quick", "icepool", TABLED, 0.005),
        one("melee quick", "dyce", TABLED, 0.004),
        one("all pairings", OURS, PUBLIC, ours.get("pairings", 1.0)),
        one("battle 20 v 20", OURS, PUBLIC, 0.02),
        one("battle 40 v 40", OURS, PUBLIC, ours.get("battle", 0.1)),
        one("battle 40 v 40", "icepool", SMARTEST, 4.0),
        one("battle 40 v 40", "dyce", SMARTEST, 9.0),
        *(one(task, OURS, PUBLIC, 0.01 * 2 ** (n - 1)) for task, n in CHARGE_GROWTH.items()),
        one("import", OURS, "", ours.get("importing", 0.001)),
        one("import", "icepool", "", 0.030),
    ]


STATED = """\
kept melee quick: 20.0 times as fast as icepool, direct (floor 10; aim 50 not reached)
noted melee quick: 4.0 times as fast as dyce, tabled (no floor stated)
kept battle 40 v 40: 40.0 times as fast as icepool, smartest (floor 10; aim 50 not reached)
kept all pairings: 1.00 s (floor: under 5.00 s)
kept import rules_lib: 1.00 ms (floor: under 50.0 ms)
kept battle 40 v 40: peak memory 21.0 MB (floor: under 60 MB)\
"""


def test_the_verdicts_say_what_was_measured() -> None:
    assert [" ".join(each) for each in verdicts(timings())] == STATED.splitlines()


@in_turn(
    ("changed", "missed"),
    [
        ({"melee": 0.0021}, "MISSED melee quick: 9.5 times as fast as icepool"),
        ({"pairings": 5.0}, "MISSED all pairings: 5.00 s"),
        ({"importing": 0.05}, "MISSED import rules_lib: 50.0 ms"),
        ({"battle": 0.41}, "MISSED battle 40 v 40: 9.8 times as fast as icepool"),
        ({"peak_kib": 58_594}, "MISSED battle 40 v 40: peak memory 60.0 MB"),
    ],
)
def test_each_floor_can_be_missed_by_itself(changed: dict[str, float], missed: str) -> None:
    found = [" ".join(each) for each in verdicts(timings(**changed))]  # type: ignore[arg-type]
    (told,) = [each for each in found if each.startswith("MISSED")]
    assert missed in told


def test_the_stored_tables_are_those_of_the_stored_numbers(tmp_path: Path, root: Path) -> None:
    page = (root / "book/reference/benchmarks.md").read_text("utf-8")
    found = json.loads((bench.FOLDER / "latest.json").read_text("utf-8"))
    measured = [
        Timing(x["task"], Entry(x["library"], x["formulation"]), tuple(x["seconds"]), x["peak_kib"])
        for x in found["timings"]
    ]
    again = bench.as_json(measured, found["about"])
    assert again["timings"] == found["timings"]
    store(measured, found, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {path.name for path in bench.FOLDER.iterdir()}
    for name in names:
        assert (tmp_path / name).read_text("utf-8") == (bench.FOLDER / name).read_text("utf-8")
        assert f"../../benchmarks/latest/{name}" in page
    assert {each["task"] for each in found["timings"]} == {*TASKS, "import"}
    assert all(name.partition(" ")[0] in page for name in TASKS)


@pytest.mark.parametrize(("melee", "code"), [(0.001, 0), (inf, 1), (None, 2)])
def test_the_exit_code_and_what_is_printed(
    melee: float | None,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def measure(runs: int) -> list[Timing]:
        if melee is None:
            raise Disagreement("dyce: mean is 2, ours is 1")
        return timings(melee=melee)

    monkeypatch.setattr(bench, "measure", measure)
    assert bench.main([]) == code
    out, err = capsys.readouterr()
    assert ("MISSED" in out) == (code == 1)
    assert ("mean is 2" in err) == (code == 2)
