"""The benchmarks compare like with like, and say truly what they measured. No clock here."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf

import pytest

import benchmarks.__main__ as command
from benchmarks import report
from benchmarks.measure import (
    Disagreement,
    Sample,
    Timing,
    agree,
    in_process,
    time_imports,
    time_task,
)
from benchmarks.ours import combatant, parties
from benchmarks.rule import START, exchange
from benchmarks.spec import (
    DIRECT,
    FLOORS,
    GROWTH,
    HORIZON,
    IMPORTS,
    OURS,
    PUBLIC,
    SMARTEST,
    TABLED,
    TASKS,
    Battle,
    Entry,
    Melee,
    Pairings,
    Side,
)
from benchmarks.verdict import Standing, in_words, verdicts
from benchmarks.worker import solve

MELEES = [name for name, task in TASKS.items() if task.kind == "melee"]
QUICK, SLOW = TASKS["melee quick"], TASKS["melee slow"]
BATTLE = TASKS["battle 10 v 10"]


@pytest.mark.parametrize("name", MELEES)
def test_all_libraries_and_formulations_agree_exactly(name: str) -> None:
    task = TASKS[name]
    results = {entry: solve(task, entry) for entry in task.entries}
    assert {entry.library for entry in results} == {"rules_lib", "icepool", "dyce"}
    agree(task, results)


@pytest.mark.parametrize(
    "problem",
    [
        Melee(Side(2, 5), Side(3, 9, 2)),
        Melee(Side(3, 2), Side(3, 2)),
        Melee(Side(2, 12), Side(2, 2)),
    ],
    ids=["small team in reach", "both always hit", "one sure, one rare"],
)
def test_they_also_agree_on_melees_of_another_shape(problem: Melee) -> None:
    task = replace(QUICK, problem=problem)
    agree(task, {entry: solve(task, entry) for entry in task.entries})


def stepped(problem: Melee, horizon: int) -> list[Fraction]:
    """Chances of each length, by enumerating every die of every exchange."""

    def throws(side: Side) -> list[int]:
        return [sum(dice) for dice in product(range(1, 7), repeat=side.dice)]

    play = exchange(problem)
    pairs = list(product(throws(problem.attacker), throws(problem.defender)))
    alive, lengths = {START: Fraction(1)}, []
    for _ in range(horizon):
        after: dict[tuple[int, int], Fraction] = {}
        for hits, chance in alive.items():
            for first, second in pairs:
                then = play(hits, first, second)
                after[then] = after.get(then, Fraction(0)) + chance / len(pairs)
        lengths.append(sum((p for hits, p in after.items() if 2 in hits), Fraction(0)))
        alive = {hits: p for hits, p in after.items() if 2 not in hits}
    return lengths


def test_the_lengths_are_those_of_plain_enumeration() -> None:
    problem = Melee(Side(2, 8), Side(2, 9, 2))
    result = solve(replace(QUICK, problem=problem), Entry(OURS, PUBLIC))
    assert [result[f"length {t}"] for t in (1, 2, 3)] == stepped(problem, 3)


def test_a_result_holds_all_that_is_asked() -> None:
    result = solve(SLOW, Entry(OURS, PUBLIC))
    assert f"length {HORIZON}" in result
    assert f"length {HORIZON + 1}" not in result
    assert {"mean", "attacker wins", "defender wins", "both removed"} <= result.keys()
    assert result["attacker wins"] + result["defender wins"] + result["both removed"] == 1
    assert 0 < result["defender wins"] < result["attacker wins"]


def thrown(problem: Battle) -> dict[str, Fraction]:
    """The law of a battle, by enumerating every die."""
    found: dict[str, Fraction] = {}
    share = Fraction(1, 6 ** (problem.dice_a + problem.dice_b))
    for dice in product(range(1, 7), repeat=problem.dice_a + problem.dice_b):
        a, b = sorted(dice[: problem.dice_a]), sorted(dice[problem.dice_a :])
        lost_a = min(sum(face >= problem.threshold_b for face in b), len(a))
        lost_b = min(sum(face >= problem.threshold_a for face in a), len(b))
        left = sum(a[: len(a) - lost_a]) - sum(b[: len(b) - lost_b])
        who = "a wins" if left > 0 else "b wins" if left < 0 else "draw"
        name = f"{who}, a loses {lost_a}, b loses {lost_b}"
        found[name] = found.get(name, Fraction(0)) + share
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [Battle(1, 1), Battle(3, 3), Battle(3, 2, 5), Battle(3, 4, 5, 4), Battle(4, 3, 6, 3)],
    ids=str,
)
def test_everybody_finds_the_battle_of_plain_enumeration(problem: Battle) -> None:
    task = replace(BATTLE, problem=problem)
    results = {entry: solve(task, entry) for entry in task.entries}
    assert {entry.library for entry in results} == {"rules_lib", "icepool", "dyce"}
    for found in results.values():
        assert found == thrown(problem)


def test_everybody_finds_the_same_battle_of_ten_against_ten() -> None:
    found = {entry: solve(BATTLE, entry) for entry in BATTLE.entries}
    agree(BATTLE, found)
    assert sum(found[BATTLE.entries[0]].values()) == 1


def test_battles_are_fought_at_the_sizes_and_thresholds_that_were_stated() -> None:
    battles = {name: task.problem for name, task in TASKS.items() if task.kind == "battle"}
    assert battles == {
        **{f"battle {n} v {n}": Battle(n, n, 6, 6) for n in (10, 20, 40, 60, 80)},
        "battle 20 v 20, 5 and 4": Battle(20, 20, 5, 4),
    }
    assert tuple(f"battle {n} v {n}" for n in (10, 20, 40, 60, 80)) == GROWTH
    alone = [name for name in battles if len(TASKS[name].entries) == 1]
    assert alone == ["battle 60 v 60", "battle 80 v 80"]


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Battle(9, 9, 7, 6), "^threshold_a: 7"),
        (Battle(9, 9, 6, 0), "^threshold_b: 0"),
        (Battle(2, 9, 6, 4), "fanaticism"),
    ],
)
def test_a_battle_that_no_parties_fight_is_refused(problem: Battle, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parties(problem)


def test_pairings_are_every_card_against_every_card_in_all_four_situations() -> None:
    task = TASKS["all pairings"]
    assert task.problem == Pairings(tuple(range(2, 15)))
    result = solve(replace(task, problem=Pairings((7, 13))), Entry(OURS, PUBLIC))
    assert result["melees"] == 4 * 4 * 4
    names = ("attacker wins", "defender wins", "both removed", "undecided")
    assert sum(result[name] for name in names) == 64
    assert result["undecided"] > 0  # black 13 against black 13


@pytest.mark.parametrize(("side", "field"), [(Side(4, 9), "dice"), (Side(3, 9, 1), "malus")])
def test_a_side_that_no_unit_fights_with_is_refused(side: Side, field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        combatant(side)


def test_a_fresh_process_finds_the_same() -> None:
    entry = Entry("dyce", TABLED)
    sample = in_process(QUICK, entry)
    assert {name: Fraction(x) for name, x in sample.result.items()} == solve(QUICK, entry)


def found(**changed: int) -> Mapping[str, Fraction]:
    values = {"attacker wins": 1, "length 1": 1, "mean": 1} | changed
    return {name.replace("_", " "): Fraction(x) for name, x in values.items()}


def test_only_what_is_optional_may_be_missing() -> None:
    ours, theirs = QUICK.entries[:2]
    without_mean = {name: x for name, x in found().items() if name != "mean"}
    agree(QUICK, {ours: found(), theirs: without_mean})
    without_length = {name: x for name, x in found().items() if name != "length 1"}
    with pytest.raises(Disagreement, match=r"missing.*length 1"):
        agree(QUICK, {ours: found(), theirs: without_length})
    with pytest.raises(Disagreement, match=r"unknown.*length 2"):
        agree(QUICK, {ours: found(), theirs: {**found(), "length 2": Fraction(0)}})


def test_a_result_that_differs_is_named() -> None:
    ours, theirs = QUICK.entries[:2]
    with pytest.raises(Disagreement, match=r"icepool, direct: mean is 2, ours is 1"):
        agree(QUICK, {ours: found(), theirs: found(mean=2)})


def test_a_rerun_that_finds_something_else_is_no_measurement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter("112")
    monkeypatch.setattr(
        "benchmarks.measure.in_process", lambda *_: Sample(1.0, None, {"melees": next(answers)})
    )
    with pytest.raises(Disagreement, match="another result on a rerun"):
        time_task(TASKS["all pairings"], 2)


def test_the_median_is_taken_and_the_first_process_is_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = iter([9.0, 3.0, 1.0, 2.0])
    peaks = iter([900, 30, 10, 20])
    monkeypatch.setattr(
        "benchmarks.measure.in_process", lambda *_: Sample(next(seconds), next(peaks), {})
    )
    (timing,) = time_task(TASKS["all pairings"], 3)
    assert timing.seconds == (3.0, 1.0, 2.0)
    assert timing.median == 2.0
    assert timing.peak_kib == 30


def test_slow_peers_are_run_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.measure.in_process", lambda *_: Sample(1.0, None, {}))
    said: list[str] = []
    for runs, peer_runs, expected in ((3, 2, [3, 2, 2]), (1, 2, [1, 1, 1]), (3, None, [3, 3, 3])):
        taken = time_task(replace(BATTLE, peer_runs=peer_runs), runs, said.append)
        assert [len(each.seconds) for each in taken] == expected
    assert ["for each peer" in each for each in said] == [True, False, False]


def test_an_import_is_timed_in_processes_of_its_own() -> None:
    measured = time_imports(["rules_lib", "dyce"], 2)
    assert [each.entry.library for each in measured] == ["rules_lib", "dyce"]
    assert [len(each.seconds) for each in measured] == [2, 2]


def timings(
    ours: float = 0.001,
    pairings: float = 1.0,
    importing: float = 0.001,
    battle: float = 0.1,
    peak_kib: int | None = 20480,
) -> list[Timing]:
    """Made-up measurements.

    Melee: icepool takes 20 ms direct and 5 ms tabled, dyce 40 and 4. Battle: icepool 4 s, dyce 9.
    """

    def one(task: str, library: str, formulation: str, seconds: float) -> Timing:
        times = (0.5 * seconds, seconds, 3 * seconds)
        return Timing(task, Entry(library, formulation), times, peak_kib)

    return [
        one("melee quick", OURS, PUBLIC, ours),
        one("melee quick", "icepool", DIRECT, 0.020),
        one("melee quick", "dyce", DIRECT, 0.040),
        one("melee quick", "icepool", TABLED, 0.005),
        one("melee quick", "dyce", TABLED, 0.004),
        one("all pairings", OURS, PUBLIC, pairings),
        one("battle 20 v 20", OURS, PUBLIC, 0.02),
        one("battle 40 v 40", OURS, PUBLIC, battle),
        one("battle 40 v 40", "icepool", SMARTEST, 4.0),
        one("battle 40 v 40", "dyce", SMARTEST, 9.0),
        one("import", OURS, "", importing),
        one("import", "icepool", "", 0.030),
    ]


def missed(measured: list[Timing]) -> list[str]:
    judged = verdicts(measured, FLOORS)
    return [each.text.partition(":")[0] for each in judged if each.standing == Standing.MISSED]


def test_the_lead_is_over_the_faster_peer() -> None:
    first, second, *_ = verdicts(timings(), FLOORS)
    assert first == (
        Standing.KEPT,
        "melee quick: 20.0 times as fast as icepool, direct (floor 15; aim 50 not reached)",
    )
    assert second == (
        Standing.NOTED,
        "melee quick: 4.0 times as fast as dyce, tabled (no floor stated)",
    )
    assert "aim 50 reached" in verdicts(timings(ours=0.0004), FLOORS)[0].text
    assert verdicts(timings(), FLOORS)[2] == (
        Standing.KEPT,
        "battle 40 v 40: 40.0 times as fast as icepool, smartest (floor 15; aim 50 not reached)",
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
    shown = "growth: battle 20 v 20 20.0 ms, battle 40 v 40 100 ms (× 5.0)"
    assert last == (Standing.NOTED, shown)
    fewer = [each for each in timings() if each.task != "battle 20 v 20"]
    assert not any("growth" in each.text for each in verdicts(fewer, FLOORS))


def test_each_floor_can_be_missed_by_itself() -> None:
    assert missed(timings()) == []
    assert missed(timings(ours=0.0014)) == ["melee quick"]
    assert missed(timings(pairings=3.0)) == ["all pairings"]
    assert missed(timings(importing=0.05)) == ["import rules_lib"]
    assert missed(timings(battle=0.27)) == ["battle 40 v 40"]
    assert missed(timings(peak_kib=60_000)) == ["battle 40 v 40"]


def test_the_floors_are_those_that_were_stated() -> None:
    assert FLOORS.lead == 15
    assert FLOORS.aim == 50
    assert FLOORS.seconds == {"all pairings": 3}
    assert FLOORS.import_seconds == {"rules_lib": 0.05}
    assert FLOORS.yardsticks == {DIRECT, SMARTEST}
    assert FLOORS.megabytes == {"battle 40 v 40": 60}
    assert {*FLOORS.seconds, *FLOORS.megabytes, *GROWTH} <= TASKS.keys()
    assert FLOORS.import_seconds.keys() <= set(IMPORTS)


def test_a_floor_that_nothing_was_measured_for_is_an_error() -> None:
    for task in ("all pairings", "battle 40 v 40"):
        with pytest.raises(ValueError, match=task):
            verdicts([each for each in timings() if each.task != task], FLOORS)


@pytest.mark.parametrize(
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
    assert "kept    all pairings: 1.00 s (floor: under 3.00 s)" in shown.splitlines()


def test_memory_that_is_not_known_is_called_so() -> None:
    assert "unknown" in report.table([replace(timings()[0], peak_kib=None)])


def test_the_json_holds_every_measurement() -> None:
    measured = timings()
    written = report.as_json(measured, verdicts(measured, FLOORS), {"Python": "3.11"})
    read = json.loads(json.dumps(written))
    assert read == written
    assert [each["median"] for each in read["timings"]] == [each.median for each in measured]
    assert [each["times_ours"] for each in read["timings"]][-3:] == [90.0, None, None]
    assert {each["standing"] for each in read["verdicts"]} == {"kept", "noted"}


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
