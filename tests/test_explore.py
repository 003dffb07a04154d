"""Exploring: what fails is found, and written as an example that can be put above its test."""

from pathlib import Path

import pytest

from tests import explore

TOY = """
from hypothesis import example, given
from hypothesis import strategies as st

@given(x=st.integers(0, 50), y=st.sampled_from(["red", "black"]))
def test_toy(x, y):
    assert x < 30 or y == "black"

@given(st.data())
def test_data(data):
    assert data.draw(st.integers(0, 50)) < 20

@given(st.integers())
def test_sound(x):
    assert x == x
"""


@pytest.mark.slow
@pytest.mark.deep
def test_what_fails_is_found_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    toy = tmp_path / "test_toy.py"
    toy.write_text(TOY)
    found = list(explore.explore(str(toy), 200))
    assert found == [
        f"# {toy}: test_toy\n@example(x=30, y='red')",
        f"# {toy}: test_data\n# @example(data=data(...))\n# Draw 1: 20",
    ]
    explore.keep(found[0])
    assert capsys.readouterr().out == explore.FOUND.read_text("utf-8") == found[0] + "\n"
    toy.write_text("import nothing_of_this_name\n")
    assert [each.split(" - ")[0] for each in explore.explore(str(toy), 1)] == [
        "# ERROR test_toy.py"
    ]


def test_files_with_drawn_examples_are_found() -> None:
    assert "tests/probability/test_decision.py" in explore.drawn()
    assert "tests/test_project.py" not in explore.drawn()
