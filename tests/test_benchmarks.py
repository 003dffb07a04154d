"""The benchmarks compare like with like, and say truly what they measured. No clock here."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from benchmarks.measure import (
    Disagreement,
    Sample,
    agree,
    in_process,
    time_imports,
    time_task,
)
from benchmarks.ours import combatant, parties, stacks
from benchmarks.rule import START, exchange
from benchmarks.spec import (
    CHARGE_GROWTH,
    GROWTH,
    HORIZON,
    OURS,
    PUBLIC,
    TABLED,
    TASKS,
    Battle,
    Charge,
    Entry,
    Melee,
    Pairings,
    Side,
)
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


@pytest.mark.slow
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
    """The distribution of a battle, by enumerating every die."""
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
    right = thrown(problem)
    assert all(found == right for found in results.values())


def test_everybody_finds_the_same_battle_of_ten_against_ten() -> None:
    found = {entry: solve(BATTLE, entry) for entry in BATTLE.entries}
    agree(BATTLE, found)
    assert sum(found[BATTLE.entries[0]].values()) == 1


def test_charges_grow_by_one_stack_each_and_are_decided_best() -> None:
    charges = {name: task.problem for name, task in TASKS.items() if task.kind == "charge"}
    assert charges == {name: Charge(stacks) for name, stacks in CHARGE_GROWTH.items()}
    assert list(CHARGE_GROWTH.values()) == [1, 2, 3, 4]
    for name, size in CHARGE_GROWTH.items():
        units = [unit for stack in stacks(Charge(size)) for unit in stack.units]
        assert len({(unit.cohesion, unit.strength) for unit in units}) == size, name
    one, two = (
        solve(TASKS[name], Entry(OURS, PUBLIC)) for name in ("charge 1 stack", "charge 2 stacks")
    )
    assert 0 < one["driven out"] < two["driven out"] < 1
    assert one["unspecified"] == two["unspecified"] == 0


def test_battles_are_fought_at_the_sizes_and_thresholds_that_were_stated() -> None:
    battles = {name: task.problem for name, task in TASKS.items() if task.kind == "battle"}
    assert battles == {
        **{f"battle {n} v {n}": Battle(n, n, 6, 6) for n in (10, 20, 40, 60, 80)},
        "battle 20 v 20, 5 and 4": Battle(20, 20, 5, 4),
    }
    assert {f"battle {n} v {n}": n for n in (10, 20, 40, 60, 80)} == GROWTH
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


@pytest.mark.slow
def test_an_import_is_timed_in_processes_of_its_own() -> None:
    measured = time_imports(["rules_lib", "dyce"], 2)
    assert [each.entry.library for each in measured] == ["rules_lib", "dyce"]
    assert [len(each.seconds) for each in measured] == [2, 2]
