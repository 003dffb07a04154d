"""The tool that tests the tests: it finds what can be changed, and sees who notices."""

import gc
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutation import places, report, store
from mutation.__main__ import main
from mutation.planting import Loaded
from mutation.trial import Verdict
from rules_lib.probability import dice

ROOT = Path(__file__).parents[1]

ENGINE = '''
"""Not changed."""
LEAST: int = 4


def reaches(roll: int, card: int = LEAST) -> bool:
    """Not changed."""
    if roll < 1:
        raise ValueError(f"roll: {roll + 1}")
    return roll >= card


def unused(roll: int) -> int:
    return roll + 1


def forgets(told: list[int]) -> list[int]:
    while not told:
        told.append(0)
    return told
'''
TESTS = """
import pytest
from toys.toy import forgets, reaches

def test_reaches():
    assert reaches(4) and not reaches(3) and reaches(7)

def test_range():
    with pytest.raises(ValueError):
        reaches(0)

def test_nothing_of_the_engine():
    assert True

def test_forgets():
    assert forgets([]) == [0]
"""
RUN = """
import json, pathlib, sys
from mutation import measuring, places, processes, session
from mutation.trial import Bench

root = pathlib.Path(sys.argv[1])
module = places.module(root / "toys" / "toy.py", root)

def measure(file):
    return measuring.measure_file(file, root, ["toys"])

measured = measuring.Measured()
measured.add(processes.start(measure, "tests/test_toy.py").wait().answer)
assert len(measured.seconds) == 4, measured
bench = Bench(measured, 9.0, 2, root, 0.5)
at_import = [(module, each) for each in module.mutants if not each.function]
others = [(module, each) for each in module.mutants if each.function]
found = {each.key: verdict.fate for each, verdict in bench.imports(at_import)}

def work(tests):
    found.update((each.key, verdict.fate) for each, verdict in bench.functions(tests, others))

session.inside(work, ["tests"], root)
print(json.dumps(found))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for folder, name, text in (("toys", "toy.py", ENGINE), ("tests", "test_toy.py", TESTS)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, "utf-8")
    (tmp_path / "tests" / "conftest.py").write_text(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    )
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    return tmp_path


def changes(toy: Path) -> set[tuple[str, str]]:
    module = places.module(toy / "toys" / "toy.py", toy)
    return {(each.function, each.change) for each in module.mutants}


def test_everything_that_decides_is_changed_and_nothing_that_is_only_read(toy: Path) -> None:
    assert changes(toy) == {
        ("", "4 → 5"),
        ("", "4 → 3"),
        ("reaches", "roll < 1 → roll <= 1"),
        ("reaches", "roll < 1 → roll < 2"),
        ("reaches", "roll < 1 → roll < 0"),
        ("reaches", "raise ValueError(f'roll: {roll + 1}') → pass"),
        ("reaches", "return roll >= card → return None"),
        ("reaches", "roll >= card → roll > card"),
        ("unused", "return roll + 1 → return None"),
        ("unused", "roll + 1 → roll - 1"),
        ("unused", "roll + 1 → roll + 2"),
        ("unused", "roll + 1 → roll + 0"),
        ("forgets", "not told → told"),
        ("forgets", "told.append(0) → pass"),
        ("forgets", "told.append(0) → told.append(1)"),
        ("forgets", "told.append(0) → told.append(-1)"),
        ("forgets", "return told → return None"),
    }


@pytest.mark.slow
def test_planted_mutants_are_killed_and_what_no_test_runs_is_not(toy: Path) -> None:
    """Those that live are real gaps of the toy's tests; one loops for ever, which is a kill."""
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(toy)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    fates = json.loads(ran.stdout.strip().splitlines()[-1])
    alive = {key.split("::")[2] for key, fate in fates.items() if fate not in ("killed", "timeout")}
    assert alive == {
        "roll < 1 → roll <= 1",
        "roll < 1 → roll < 2",
        "return roll + 1 → return None",
        "roll + 1 → roll - 1",
        "roll + 1 → roll + 2",
        "roll + 1 → roll + 0",
    }
    assert "timeout" in fates.values()
    assert fates["toys/toy.py::::4 → 5::1"] == "killed"


def test_functions_are_found_though_the_garbage_collector_leaves_them_alone() -> None:
    gc.collect()
    gc.freeze()
    assert dice.total in Loaded(ROOT)._functions[str(ROOT / "rules_lib/probability/dice.py")]


def test_the_score_leaves_equivalent_mutants_out_and_counts_what_nobody_tried_as_alive(
    toy: Path,
) -> None:
    mutants = places.module(toy / "toys" / "toy.py", toy).mutants
    fates = ["killed", "timeout", "survived", "untested", "error"]
    verdicts = {
        each.key: Verdict(fates[at] if at < len(fates) else "killed")
        for at, each in enumerate(mutants)
    }
    (line,) = report.lines(mutants, verdicts, {mutants[2].key: None, mutants[0].key: None})
    assert (line.mutants, line.killed, line.equivalent, line.survived) == (17, 14, 1, 2)
    assert line.score == 100 * 14 / 16


@pytest.mark.slow
def test_every_mutant_called_equivalent_exists_and_has_a_reason() -> None:
    listed = store.equivalents()
    files = {ROOT / key.split("::")[0] for key in listed}
    mutants = [mutant for file in files for mutant in places.module(file).mutants]
    assert store.unknown(listed, mutants) == []
    for each in listed.values():
        assert len(each.reason.split()) >= 4, each.key


def test_the_score_in_the_repository_adds_up_and_says_whether_it_is_high_enough() -> None:
    text = (ROOT / "mutation" / "score.md").read_text("utf-8")
    rows = [[cell.strip(" *%") for cell in row.split("|")[1:-1]] for row in text.splitlines()]
    numbers = {row[0]: row[1:] for row in rows if len(row) == 6}
    mutants, killed, equivalent, survived = map(int, numbers["all"][:4])
    assert mutants == killed + equivalent + survived
    enough = killed >= report.FLOOR / 100 * (mutants - equivalent)
    assert enough, "the aim is not reached"
    assert "is not reached yet" not in text
    survivors = (ROOT / "mutation" / "survivors.txt").read_text("utf-8").splitlines()
    assert len(survivors) == survived
    found = re.search(r"\*\*([0-9.]+) %\*\*", text)
    assert found
    assert found[1] == numbers["all"][4]
    parts = [row for name, row in numbers.items() if name.endswith(".py")]
    assert sum(int(row[0]) for row in parts) == mutants


@pytest.mark.parametrize("sample", ["deck=9", "probability", "probability=", "probability=x:a", ""])
def test_a_sample_that_is_none_is_refused_in_a_line(
    sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--show", "--sample", sample])
    *_, last = capsys.readouterr().err.splitlines()
    assert f"{sample!r}: PACKAGE=N[:SEED], PACKAGE one of probability, in_die_tiefen" in last


def test_a_verdict_holds_while_its_test_and_what_the_test_uses_are_as_they_were(
    tmp_path: Path,
) -> None:
    path = tmp_path / "test_toy.py"

    def digest(text: str) -> str:
        path.write_text(text)
        store.digest_of_test.cache_clear()
        return store.digest_of_test(path, "test_one")

    before = digest("A = 1\ndef test_one():\n    assert A\n")
    assert digest("A = 1\n\ndef test_one(): assert A  # said\n") == before
    assert digest("A = 1\ndef test_one():\n    assert A\ndef test_two():\n    pass\n") == before
    assert digest("A = 1\nclass TestMore: pass\ndef test_one():\n    assert A\n") == before
    assert digest("A = 2\ndef test_one():\n    assert A\n") != before
    assert digest("A = 1\ndef test_one():\n    assert not A\n") != before
    assert digest("A = 1\ndef helps(): pass\ndef test_one():\n    assert A\n") != before
