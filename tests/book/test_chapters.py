"""nbval runs MyST chapters, and fails where a chapter is wrong."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = "---\nkernelspec:\n  name: python3\n  display_name: Python 3\n---\n"


@pytest.fixture
def book(root: Path, tmp_path: Path) -> Path:
    """An empty book with the hook of the real one."""
    folder = tmp_path / "book"
    folder.mkdir()
    shutil.copy(root / "book" / "conftest.py", folder)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    return folder


def nbval(book: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "--nbval-lax", "-p", "no:cacheprovider", "book"]
    ran = subprocess.run(command, cwd=book.parent, capture_output=True, text=True, timeout=600)
    return ran.returncode, ran.stdout


def chapter(*cells: str) -> str:
    return (
        KERNEL + "# A\n" + "".join(f"\n```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)
    )


@pytest.mark.slow
def test_each_cell_is_a_test_and_finds_the_library(book: Path) -> None:
    (book / "a.md").write_text(chapter("import rules_lib", "assert rules_lib.__version__"), "utf-8")
    code, said = nbval(book)
    assert code == 0, said
    assert "2 passed" in said


@pytest.mark.slow
def test_a_wrong_number_fails(book: Path) -> None:
    (book / "a.md").write_text(chapter("x = 1", "assert x == 2"), "utf-8")
    code, said = nbval(book)
    assert code == 1, said
    assert "1 failed, 1 passed" in said


@pytest.mark.slow
def test_texts_without_a_kernel_and_built_copies_are_left_alone(book: Path) -> None:
    (book / "plain.md").write_text("# No kernel\n", "utf-8")
    (book / "_build").mkdir()
    (book / "_build" / "copy.md").write_text(chapter("assert False"), "utf-8")
    code, said = nbval(book)
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED, said
