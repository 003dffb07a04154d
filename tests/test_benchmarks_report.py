"""What the benchmarks tell of their measurements: verdicts, tables, stored files. No clock here."""

import csv
import json
import platform
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import benchmarks.__main__ as command
from benchmarks import report
from benchmarks.growth import charge_growth, growths
from benchmarks.machine import machine
from benchmarks.measure import (
    Disagreement,
    Timing,
)
from benchmarks.spec import (
    CHARGE_GROWTH,
    DIRECT,
    FLOORS,
    GROWTH,
    IMPORTS,
    OURS,
    PUBLIC,
    SMARTEST,
    TASKS,
    Entry,
)
from benchmarks.store import FOLDER, store
from benchmarks.verdict import Standing, in_words, lead, verdicts
from tests.in_turn import in_turn
from tests.measured import timings


def missed(measured: list[Timing]) -> list[str]:
    judged = verdicts(measured, FLOORS)
    return [each.text.partition(":")[0] for each in judged if each.standing == Standing.MISSED]


def test_the_lead_is_over_the_faster_peer() -> None:
    first, second, *_ = verdicts(timings(), FLOORS)
    assert first == (
        Standing.KEPT,
        "melee quick: 20.0 times as fast as icepool, direct (floor 10; aim 50 not reached)",
    )
    assert second == (
        Standing.NOTED,
        "melee quick: 4.0 times as fast as dyce, tabled (no floor stated)",
    )
    assert "aim 50 reached" in verdicts(timings(ours=0.0004), FLOORS)[0].text
    assert verdicts(timings(), FLOORS)[2] == (
        Standing.KEPT,
        "battle 40 v 40: 40.0 times as fast as icepool, smartest (floor 10; aim 50 not reached)",
    )


def test_memory_is_judged_in_decimal_megabytes() -> None:
    def found(peak_kib: int | None) -> list[tuple[Standing, str]]:
        judged = verdicts(timings(peak_kib=peak_kib), FLOORS)
        return [(each.standing, each.text) for each in judged if "memory" in each.text]

    start, stated = "battle 40 v 40: peak memory", "(floor: under 60 MB)"
    assert found(20480) == [(Standing.KEPT, f"{start} 21.0 MB {stated}")]
    assert found(58_594) == [(Standing.MISSED, f"{start} 60.0 MB {stated}")]
    assert found(58_593) == [(Standing.KEPT, f"{start} 60.0 MB {stated}")]
    assert found(None) == [(Standing.NOTED, f"{start} unknown {stated}")]


def test_growth_is_shown_from_the_smallest_battle_up() -> None:
    *_, last = verdicts(timings(), FLOORS)
    shown = "growth of rules_lib: battle 20 v 20 20.0 ms, battle 40 v 40 100 ms (× 5.0)"
    # 2 to the power 2.32 is 5.
    assert last == (Standing.NOTED, f"{shown}; about as size to the power 2.3")
    fewer = [each for each in timings() if each.task != "battle 20 v 20"]
    assert not any("growth" in each.text for each in verdicts(fewer, FLOORS))


@pytest.mark.parametrize("power", [1, 2.5])
def test_the_power_of_the_size_is_found_again(power: float) -> None:
    def one(task: str, library: str, size: int) -> Timing:
        return Timing(task, Entry(library, PUBLIC), (3 * size**power,), None)

    measured = [one(task, OURS, size) for task, size in reversed(GROWTH.items())]
    measured += [one(task, "dyce", size) for task, size in list(GROWTH.items())[:2]]
    measured.append(one(next(iter(GROWTH)), "icepool", 10))
    measured.append(one("melee quick", "icepool", 20))
    ours, dyce = growths(measured)  # icepool has one size only
    assert (ours.library, list(ours.seconds)) == (OURS, [10, 20, 40, 60, 80])
    assert (dyce.library, list(dyce.seconds)) == ("dyce", [10, 20])
    assert ours.exponent == pytest.approx(power)
    assert dyce.exponent == pytest.approx(power)


def charges(factor: float, first: float = 0.01) -> list[Timing]:
    """Charges, the largest first; each takes ``factor`` times as long as the one before."""
    return [
        Timing(task, Entry(OURS, PUBLIC), (first * factor ** (stacks - 1),), None)
        for task, stacks in reversed(CHARGE_GROWTH.items())
    ]


@pytest.mark.parametrize("factor", [2, 3, 7.5])
def test_the_factor_of_a_stack_more_is_found_again(factor: float) -> None:
    found = charge_growth([*timings(), *charges(factor)])
    assert found is not None
    assert list(found.seconds) == [1, 2, 3, 4]
    assert found.factor == pytest.approx(factor)
    assert charge_growth(charges(factor)[:1]) is None


@pytest.mark.parametrize(
    ("factor", "first", "told"),
    [
        (2, 0.01, "× 2.0 a stack (aim: 4 stacks under 500 ms, at most × 3 a stack; reached)"),
        (2, 0.0625, "at most × 3 a stack; not reached)"),
        (3.1, 0.01, "× 3.1 a stack (aim: 4 stacks under 500 ms, at most × 3 a stack; not reached)"),
    ],
)
def test_the_growth_of_a_charge_is_held_against_its_aim(
    factor: float, first: float, told: str
) -> None:
    *_, last = verdicts([*timings(), *charges(factor, first)], FLOORS)
    assert last.standing == Standing.NOTED
    assert last.text.startswith("growth of the best decisions of a charge, by stacks: 1: ")
    assert last.text.endswith(told)


def test_the_table_of_charges(tmp_path: Path) -> None:
    measured = [*timings(), *charges(2)]
    store(measured, report.as_json(measured, [], {}), {}, tmp_path)
    head, ours = stored(tmp_path, "charges")
    assert head == ["Library", *CHARGE_GROWTH, "Grows by"]
    cells = ["10.0 ms", "20.0 ms (× 2.0)", "40.0 ms (× 2.0)", "80.0 ms (× 2.0)"]
    assert ours == ["rules_lib", *cells, "× 2.0 a stack"]


def test_a_busy_machine_slows_both_sides_of_a_round() -> None:
    """From the second round on the machine is three times as slow; the peer has fewer rounds."""
    ours = Timing("melee quick", Entry(OURS, PUBLIC), (0.001, 0.003, 0.003, 0.003), None)
    slow = Timing("melee quick", Entry("icepool", DIRECT), (0.020, 0.060, 0.060), None)
    assert lead(slow, [ours, slow]) == pytest.approx(20)
    few = replace(slow, seconds=(0.020,))
    assert lead(few, [ours, few]) == pytest.approx(20)
    kept = timings(ours=0.020 / 15)
    assert verdicts(kept, FLOORS)[0].standing == Standing.KEPT


def test_each_floor_can_be_missed_by_itself() -> None:
    assert missed(timings()) == []
    assert missed(timings(ours=0.0021)) == ["melee quick"]
    assert missed(timings(pairings=5.0)) == ["all pairings"]
    assert missed(timings(importing=0.05)) == ["import rules_lib"]
    assert missed(timings(battle=0.41)) == ["battle 40 v 40"]
    assert missed(timings(peak_kib=60_000)) == ["battle 40 v 40"]


def test_the_floors_are_those_that_were_stated() -> None:
    assert FLOORS.lead == 10
    assert FLOORS.aim == 50
    assert FLOORS.seconds == {"all pairings": 5}
    assert FLOORS.import_seconds == {"rules_lib": 0.05}
    assert FLOORS.yardsticks == {DIRECT, SMARTEST}
    assert FLOORS.megabytes == {"battle 40 v 40": 60}
    assert {*FLOORS.seconds, *FLOORS.megabytes, *GROWTH, *CHARGE_GROWTH} <= TASKS.keys()
    assert FLOORS.import_seconds.keys() <= set(IMPORTS)


def test_a_floor_that_nothing_was_measured_for_is_an_error() -> None:
    for task in ("all pairings", "battle 40 v 40"):
        with pytest.raises(ValueError, match=task):
            verdicts([each for each in timings() if each.task != task], FLOORS)


@in_turn(
    ("seconds", "words"),
    [
        (12.345, "12.3 s"),
        (1.0, "1.00 s"),
        (0.9994, "999 ms"),
        (0.0361, "36.1 ms"),
        (0.0012345, "1.23 ms"),
        (0.000147, "147 µs"),
        (0.0000005, "0.50 µs"),
    ],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_the_table_lines_up_under_its_tasks() -> None:
    lines = report.table(timings()).splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == [
        "melee quick",
        "all pairings",
        "battle 20 v 20",
        "battle 40 v 40",
        "import",
    ]
    (dyce,) = (line for line in lines if "dyce" in line and "tabled" in line)
    assert dyce.split("  ")[-1].strip() == "4.0"
    assert dyce.split()[2:] == ["3", "4.00", "ms", "2.00", "ms", "12.0", "ms", "20.0", "MiB", "4.0"]
    ends = {len(line) for line in lines if "icepool " in line and "tabled" in line}
    assert ends == {len(dyce)} == {len(lines[0])}


def test_the_report_names_versions_runs_and_verdicts() -> None:
    measured = timings()
    shown = report.text(measured, verdicts(measured, FLOORS), {"Python": "3.11", "dyce": "0.7"})
    assert shown.startswith("Python 3.11, dyce 0.7\n")
    assert "kept    all pairings: 1.00 s (floor: under 5.00 s)" in shown.splitlines()


def test_memory_that_is_not_known_is_called_so() -> None:
    assert "unknown" in report.table([replace(timings()[0], peak_kib=None)])


def test_the_json_holds_every_measurement() -> None:
    measured = timings()
    written = report.as_json(measured, verdicts(measured, FLOORS), {"Python": "3.11"})
    read = json.loads(json.dumps(written))
    assert read == written
    assert [each["median"] for each in read["timings"]] == [each.median for each in measured]
    assert read["about"] == {"Python": "3.11"}
    assert [each["times_ours"] for each in read["timings"]][-3:] == [90.0, None, None]
    assert {each["standing"] for each in read["verdicts"]} == {"kept", "noted"}


def stored(folder: Path, name: str) -> list[list[str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_what_is_stored_is_what_was_measured(tmp_path: Path) -> None:
    measured = timings()
    found = report.as_json(measured, verdicts(measured, FLOORS), {"processor": "a fast one"})
    store(measured, found, {"processor": "a fast one"}, tmp_path)
    assert json.loads((tmp_path / "latest.json").read_text("utf-8")) == found
    assert stored(tmp_path, "machine") == [["What", "With"], ["processor", "a fast one"]]
    assert stored(tmp_path, "times") == [
        ["Work", "Lead", "rules_lib", "icepool", "dyce"],
        ["melee quick, direct", "20 ×", "1.00 ms", "20.0 ms", "40.0 ms"],
        ["melee quick, tabled", "4 ×", "1.00 ms", "5.00 ms", "4.00 ms"],
        ["all pairings", "–", "1.00 s", "–", "–"],
        ["battle 20 v 20", "–", "20.0 ms", "–", "–"],
        ["battle 40 v 40", "40 ×", "100 ms", "4.00 s", "9.00 s"],
    ]
    assert stored(tmp_path, "memory")[-1] == ["battle 40 v 40", *["20 MiB"] * 3]
    (head, ours) = stored(tmp_path, "growth")
    assert head == ["Library", *(f"{n} v {n}" for n in GROWTH.values()), "Grows as"]
    cells = ["–", "20.0 ms", "100 ms (× 5.0)", "–", "–"]
    assert ours == ["rules_lib", *cells, "size to the power 2.3"]


def test_the_stored_tables_are_those_of_the_stored_numbers(tmp_path: Path) -> None:
    found = json.loads((FOLDER / "latest.json").read_text("utf-8"))
    measured = [
        Timing(
            each["task"],
            Entry(each["library"], each["formulation"]),
            tuple(each["seconds"]),
            each["peak_kib"],
        )
        for each in found["timings"]
    ]
    store(measured, found, found["about"], tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {path.name for path in FOLDER.iterdir()}
    for name in names:
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8")
    assert {each["task"] for each in found["timings"]} == {*TASKS, "import"}
    assert {each["standing"] for each in found["verdicts"]} == {"kept", "noted"}


def test_the_book_shows_every_stored_table(root: Path) -> None:
    page = (root / "book/reference/benchmarks.md").read_text("utf-8")
    for path in FOLDER.iterdir():
        assert f"../../benchmarks/latest/{path.name}" in page
    for name in TASKS:
        assert name.partition(" ")[0] in page


def test_the_machine_is_told_by_its_kind_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "cpuinfo"
    info.write_text("processor : 0\nmodel name : A Fast One\nmodel name : another\n", "utf-8")
    monkeypatch.setattr("benchmarks.machine.CPU_INFO", info)
    found = machine()
    assert found["processor"] == "A Fast One"
    assert found["Python"] == platform.python_version()
    assert platform.node() not in found.values()
    monkeypatch.setattr("benchmarks.machine.CPU_INFO", tmp_path / "none")
    assert machine()["processor"]


@pytest.mark.parametrize(("ours", "code"), [(0.001, 0), (inf, 1)])
def test_the_exit_code_tells_a_missed_floor(
    ours: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_measure", lambda runs: timings(ours=ours))
    assert command.main([]) == code
    assert ("MISSED" in capsys.readouterr().out) == bool(code)


def test_the_exit_code_tells_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(runs: int) -> list[Timing]:
        raise Disagreement("dyce: mean is 2, ours is 1")

    monkeypatch.setattr(command, "_measure", fail)
    assert command.main([]) == 2
    assert "mean is 2" in capsys.readouterr().err


@pytest.mark.parametrize("runs", ["0", "-1", "many"])
def test_at_least_one_run_is_needed(runs: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--runs", runs])
    assert "allowed: a whole number from 1 up" in capsys.readouterr().err
