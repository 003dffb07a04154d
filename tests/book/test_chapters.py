"""nbval runs MyST chapters, and fails where a chapter is wrong."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = """---
jupytext:
  text_representation:
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---
"""


def chapter(*cells: str) -> str:
    return (
        KERNEL + "# A\n" + "".join(f"\n```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)
    )


PAGES = {
    "right.md": chapter("import rules_lib", "assert rules_lib.__version__"),
    "wrong.md": chapter("x = 1", "assert x == 2"),
    "plain.md": "# No kernel\n",
    "_build/copy.md": chapter("assert False"),
}


@pytest.fixture(scope="module")
def said(root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of a book of these pages, with the hook of the real one."""
    folder = tmp_path_factory.mktemp("nbval")
    for name, text in PAGES.items():
        page = folder / "book" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    shutil.copy(root / "book" / "conftest.py", folder / "book")
    (folder / "pytest.ini").write_text(
        f"[pytest]\npythonpath = {root / 'book' / '_ext'}\n", "utf-8"
    )
    command = [sys.executable, "-m", "pytest", "--nbval-lax", "-p", "no:cacheprovider", "-v"]
    ran = subprocess.run(
        [*command, "book"], cwd=folder, capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED, ran.stdout
    return ran.stdout


@pytest.mark.slow
def test_each_cell_is_a_test_and_finds_the_library(said: str) -> None:
    assert said.count("PASSED") == 3, said
    assert len(re.findall(r"right.*::Cell \d PASSED", said)) == 2, said


@pytest.mark.slow
def test_a_wrong_number_fails(said: str) -> None:
    assert "FAILED book/wrong.md::Cell 1" in said
    assert "1 failed, 3 passed" in said


@pytest.mark.slow
def test_texts_without_a_kernel_and_built_copies_are_left_alone(said: str) -> None:
    assert "book/plain" not in said
    assert "_build/copy" not in said
