"""The tool that tests the tests: it finds what can be changed, and sees who notices."""

import json
from pathlib import Path

import pytest

import mutation.__main__ as command
from mutation import changes
from mutation.__main__ import FLOOR, SCORE
from mutation.changes import ENGINE, OTHER, ROOT, Mutant, package_of

CODE = '''
"""Not changed 1."""
LEAST: "int | None" = 4


@implements("PT-M1")
def reaches(roll: int, card: int = LEAST, *, late: bool = False) -> bool:
    """Not changed 1."""
    assert card
    if roll < 1:
        raise ValueError(f"roll: {roll + 1}")
    told(roll)
    return roll >= card and not late


def unused(roll: int) -> int:
    return roll + 1


def _pair_work(rows: Sequence[int]) -> int:
    return sum(1 for _ in zip(rows, rows, strict=True)) + 1


PAIRS = list(zip("ab", "cd", strict=True))
'''
TEXT = '''
"""The attacker: not changed."""
WIDTH = 17


def told(odds: Odds) -> str:
    """The attacker: not changed."""
    assert odds.defender_wins
    return el("p", "no hit, not by PT-M3", f"The attacker: {odds.attacker_wins} of 3")
'''


def told(text: str, file: str) -> set[str]:
    found = [each.told(text).partition(": ")[2] for each in changes.mutants(text, file)]
    assert len(found) == len(set(found))
    return set(found)


def test_in_the_engine_what_decides_is_changed_and_what_is_only_read_is_not() -> None:
    assert told(CODE, "rules_lib/probability/toy.py") == {
        'LEAST: "int | None" = 4 → LEAST: "int | None" = 5',
        'LEAST: "int | None" = 4 → LEAST: "int | None" = 3',
        "def reaches(roll: int, card: int = LEAST, *, late: bool = False) -> bool: →"
        " def reaches(roll: int, card: int = LEAST, *, late: bool = True) -> bool:",
        "if roll < 1: → if roll <= 1:",
        "if roll < 1: → if roll < 2:",
        "if roll < 1: → if roll < 0:",
        "if roll < 1: → if not roll < 1:",
        'raise ValueError(f"roll: {roll + 1}") → pass',
        "told(roll) → pass",
        "return roll >= card and not late → return roll > card and not late",
        "return roll >= card and not late → return roll >= card or not late",
        "return roll >= card and not late → return roll >= card and  late",
        "return roll + 1 → return roll - 1",
        "return roll + 1 → return roll + 2",
        "return roll + 1 → return roll + 0",
    }


def test_where_people_read_words_are_changed() -> None:
    line = 'return el("p", "no hit, not by PT-M3", f"The attacker: {odds.attacker_wins} of 3")'
    changes = (
        ("no hit", "yes hit"),
        ("no hit", "no miss"),
        (" not ", "  "),
        ("M3", "M4"),
        ("The attacker", "The defender"),
        ("s.attacker", "s.defender"),
        ("of 3", "of 4"),
    )
    assert told(TEXT, "rules_lib/notebook/toy.py") == {
        f"{line} → {line.replace(one, other)}" for one, other in changes
    }
    assert all(word != other for word, other in OTHER.items())


def test_a_smaller_sample_is_the_beginning_of_a_greater_one() -> None:
    found = changes.mutants(CODE, "rules_lib/probability/toy.py")
    few = changes.sampled(found, 4, "seed")
    assert few == changes.sampled(found, 9, "seed")[:4] != found[:4]
    assert few != changes.sampled(found, 4, "other")


@pytest.mark.slow
def test_every_file_of_the_library_has_a_package_and_changes_that_compile() -> None:
    assert {package_of(each) for each in changes.files()} == {*ENGINE, "book", "shown"}
    for file in ("rules_lib/paper_tigers/melee/rules.py", "rules_lib/notebook/answers.py"):
        text = (ROOT / file).read_text("utf-8")
        for each in changes.mutants(text, file)[::5]:
            compile(each.code(text), file, "exec")


@pytest.mark.slow
def test_a_test_that_fails_kills_and_the_file_is_as_it_was(tmp_path: Path) -> None:
    code = "def reaches(roll):\n    return roll >= 4\n"
    asked = "from toy import reaches\ndef test_toy():\n    assert reaches(5) and not reaches(3)\n"
    toy = tmp_path / "rules_lib" / "probability" / "toy.py"
    toy.parent.mkdir(parents=True)
    toy.write_text(code)
    (tmp_path / "test_toy.py").write_text(asked)
    settings = "[pytest]\npythonpath = rules_lib/probability\nmarkers =\n site\n deep\n"
    (tmp_path / "pytest.ini").write_text(settings)
    found = {
        each.told(code).rpartition(" → return ")[2]: command.ask(each, {"test_toy.py": 9}, tmp_path)
        for each in changes.mutants(code, "rules_lib/probability/toy.py")
    }
    assert found == {"roll > 4": "", "roll >= 5": "", "roll >= 3": "test_toy.py::test_toy"}
    assert toy.read_text() == code


def test_the_score_in_the_repository_is_high_enough() -> None:
    page = SCORE.read_text("utf-8")
    rows = [[cell.strip(" %") for cell in row.split("|")[1:-1]] for row in page.splitlines()]
    wholes = [row for row in rows if row[:1] == ["all"]]
    assert len(wholes) == page.count("\n## ") == 2
    for _, mutants, survived, _ in wholes:
        assert 100 * int(survived) <= (100 - FLOOR) * int(mutants)


def test_a_verdict_holds_while_the_file_and_its_test_are_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    (tmp_path / "toy.py").write_text("A = 1")
    (tmp_path / "test_toy.py").write_text("")
    mutant, test = Mutant("toy.py", "", "NumberReplacer", 1, 0, 1, 1), "test_toy.py::test_toy"
    asked: list[Mutant] = []

    def kills(mutants: list[Mutant], *_: object) -> list[tuple[Mutant, str]]:
        asked.extend(mutants)
        return [(each, test) for each in mutants]

    monkeypatch.setattr(command, "tried", kills)

    def verdict() -> str:
        return command.verdicts([mutant], ["test_toy.py"], 1, 1)[mutant]

    assert verdict() == verdict() == test
    assert len(asked) == 1
    (tmp_path / "test_toy.py").write_text("B = 1")
    assert verdict() == test
    assert len(asked) == 2
    assert list(json.loads((tmp_path / "killed.json").read_text())) == [mutant.key]
