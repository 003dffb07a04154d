"""The tool that tests the tests: it finds what can be changed, and sees who notices."""

import gc
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutation import look, places, report, store, telling
from mutation.__main__ import main
from mutation.packages import ENGINE, PACKAGES, ROOT, SHOWN, Suite, package_of
from mutation.planting import Loaded
from mutation.trial import Verdict
from rules_lib.probability import dice
from tests.in_turn import in_turn

TOY = '''
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
from mutation.packages import ENGINE
from mutation.trial import Bench

root = pathlib.Path(sys.argv[1])
module = places.module(root / "toys" / "toy.py", root)

def measure(file):
    return measuring.measure_file(file, ENGINE, [root / "toys"], root)

measured = measuring.Measured()
measured.add(processes.start(measure, "tests/test_toy.py").wait().answer)
assert len(measured.seconds) == 4, measured
bench = Bench(measured, 9.0, 2, ENGINE, root, 0.5)
at_import = [(module, each) for each in module.mutants if not each.function]
others = [(module, each) for each in module.mutants if each.function]
found = {each.key: verdict.fate for each, verdict in bench.imports(at_import)}

def work(tests):
    found.update((each.key, verdict.fate) for each, verdict in bench.functions(tests, others))

session.inside(work, ENGINE, ["tests"], root)
print(json.dumps(found))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for folder, name, text in (("toys", "toy.py", TOY), ("tests", "test_toy.py", TESTS)):
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


SHOWING = '''
"""Not changed."""
HEAD = ("first party", "PT-M3")
LABEL_FROM = 17


def told(attacker_wins: int, defender_wins: int) -> str:
    """Not changed."""
    if not attacker_wins:
        return el("p", "no hit", class_="first", title="up to 3")
    return f"The attacker wins {100 * attacker_wins:.1f} %, not {defender_wins}."
'''


def test_where_people_read_words_and_numbers_are_changed_and_mere_look_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "toy.py").write_text(SHOWING, "utf-8")
    found = places.module(tmp_path / "toy.py", tmp_path, shown=True).mutants
    told = "The attacker wins {100 * attacker_wins:.1f} %, not {defender_wins}."
    whole = "{100 * attacker_wins:.1f}"
    finer = "{100 * attacker_wins:.2f}"
    assert {(each.function, each.change) for each in found} == {
        ("", "'first party' → 'second party'"),
        ("", "'PT-M3' → 'PT-M4'"),
        ("", "('first party', 'PT-M3') → ('PT-M3', 'first party')"),
        ("told", "not attacker_wins → attacker_wins"),
        ("told", "attacker_wins → defender_wins"),
        ("told", "'no hit' → 'yes hit'"),
        ("told", "'no hit' → 'no miss'"),
        ("told", "'up to 3' → 'down to 3'"),
        ("told", "'up to 3' → 'up to 4'"),
        ("told", "'The attacker wins ' → 'The defender wins '"),
        ("told", "'The attacker wins ' → 'The attacker loses '"),
        ("told", "' %, not ' → ' %, '"),
        ("told", f"{whole} → {finer}"),
        ("told", "100 * attacker_wins → 101 * attacker_wins"),
        ("told", "100 * attacker_wins → 99 * attacker_wins"),
        ("told", "100 * attacker_wins → 100 + attacker_wins"),
        ("told", f"f'{told}' → f'The attacker wins {{defender_wins}} %, not {whole}.'"),
        ("told", "defender_wins → attacker_wins"),
    }


@pytest.mark.slow
def test_all_that_is_said_to_be_mere_look_exists() -> None:
    for files in look.FILES.values():
        assert all((ROOT / file).is_file() for file in files)
    text = {path: path.read_text("utf-8") for path in (ROOT / "rules_lib").rglob("*.py")}
    text |= {path: path.read_text("utf-8") for path in (ROOT / "book" / "_ext").rglob("*.py")}
    everything = "\n".join(text.values())
    for file, functions in [*look.DRAWN.items(), *look.SHAPES.items()]:
        for name in filter(None, functions):
            assert re.search(rf"^(def|class) {name}\b", text[ROOT / file], re.MULTILINE), name
    for names in look.CONSTANTS.values():
        for name in names:
            assert re.search(rf"^{name}\b.* = ", everything, re.MULTILINE), name
    for name in [*(each for some in look.KEYWORDS.values() for each in some), *look.READ]:
        assert re.search(rf"\b{name}=", everything), name
    for key in look.KEYS:
        assert f'"{key}"' in everything, key


def test_every_word_has_another_and_every_package_its_files() -> None:
    assert all(word != other for word, other in (telling.WORDS | telling.NAMES).items())
    assert all(each.files() for each in PACKAGES.values())
    assert {each.suite for each in PACKAGES.values()} == {ENGINE, SHOWN}
    for file in (ROOT / "rules_lib").rglob("*.py"):
        name = file.relative_to(ROOT).as_posix()
        assert file.name == "__init__.py" or package_of(name), f"in no package: {name}"


def test_a_section_of_the_score_is_exchanged_and_the_others_stay() -> None:
    page = report.with_section("# Score\n\n", "One", "1")
    page = report.with_section(page, "Two", "2")
    assert page == "# Score\n\n## One\n\n1\n\n## Two\n\n2\n"
    assert report.with_section(page, "One", "3") == page.replace("1", "3")


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


@pytest.mark.slow
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


@pytest.mark.parametrize("suite", [ENGINE, SHOWN], ids=lambda suite: suite.title)
def test_the_score_in_the_repository_adds_up_and_says_whether_it_is_high_enough(
    suite: Suite,
) -> None:
    page = (ROOT / "mutation" / "score.md").read_text("utf-8")
    text = page.partition(f"\n## {suite.title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip(" *%") for cell in row.split("|")[1:-1]] for row in text.splitlines()]
    numbers = {row[0]: row[1:] for row in rows if len(row) == 6}
    mutants, killed, equivalent, survived = map(int, numbers["all"][:4])
    assert mutants == killed + equivalent + survived
    enough = killed >= report.FLOOR / 100 * (mutants - equivalent)
    assert enough, "the aim is not reached"
    assert "is not reached yet" not in text
    told = (ROOT / "mutation" / "survivors.txt").read_text("utf-8").splitlines()
    found_in = [re.findall(r"\S+\.py(?=:\d)", each)[0] for each in told]
    packages = [package_of(each) for each in found_in]
    assert sum(each is not None and each.suite is suite for each in packages) == survived
    found = re.search(r"\*\*([0-9.]+) %\*\*", text)
    assert found
    assert found[1] == numbers["all"][4]
    parts = [row for name, row in numbers.items() if name.endswith(".py")]
    assert sum(int(row[0]) for row in parts) == mutants


@in_turn("sample", ["deck=9", "probability", "probability=", "probability=x:a", ""])
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
