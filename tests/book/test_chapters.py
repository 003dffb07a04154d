"""nbval runs MyST chapters, and fails where a chapter is wrong."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.book.small_book import KERNEL


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

DYING = """
import nbval.plugin
dying, started = [1, 2], nbval.plugin.RunningKernel


def start(*asked, **options):
    if dying:
        dying.pop()
        raise RuntimeError("Kernel died before replying to kernel_info")
    return started(*asked, **options)


nbval.plugin.RunningKernel = start
"""
"""The first two kernels die, as where a port has been taken from them."""


@pytest.mark.slow
def test_each_cell_is_a_test_and_a_wrong_number_fails(root: Path, tmp_path: Path) -> None:
    """In a book of these pages, with the hook of the real one."""
    for name, text in PAGES.items():
        page = tmp_path / "book" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    (tmp_path / "conftest.py").write_text(DYING, "utf-8")
    shutil.copy(root / "book" / "conftest.py", tmp_path / "book")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {root / 'book/_ext'}\n", "utf-8")
    asked = ["-m", "pytest", "--nbval-lax", "-p", "no:cacheprovider", "-v", "book"]
    ran = subprocess.run(
        [sys.executable, *asked], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert len(re.findall(r"right.*::Cell \d PASSED", ran.stdout)) == 2, ran.stdout
    assert "FAILED book/wrong.md::Cell 1" in ran.stdout
    assert "1 failed, 3 passed" in ran.stdout, "texts without a kernel and copies are left alone"
