"""Lets ``pytest --nbval book`` run each MyST chapter, one test a code cell.

nbval collects ``.ipynb`` files only; here it is handed what jupytext makes of a chapter. What a
cell shows is held against what is kept of its page in ``tests/shown/kept``: a changed word or
number fails. With ``--nbval-lax`` it need only run. If ``RULEBOOK_RUNS`` names a folder, a chapter
of which all cells have passed is put there with its outputs, and a build need not run it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import jupytext
import nbformat
import nbval.plugin
import pytest

from rulebook_ext.project import library
from rules_lib.presentation.page_picture import page_picture
from rules_lib.presentation.picture import PLOTLY_MIME
from tests.shown.reading import shown
from tests.shown.sources import kept

BOOK = Path(__file__).parent
RUNS = "RULEBOOK_RUNS"
SILENT = {"remove-cell", "remove-output"}
"""Cells with these tags show nothing."""


class Cell(nbval.plugin.IPyNbCell):
    """A cell whose output is compared with what is kept of its page, as plain text."""

    def compare_outputs(self, test: Any, _ref: Any, skip_compare: Any = None) -> bool:
        """Tell whether all that the cell shows is kept, behind what the cells before it show."""
        chapter = self.parent
        told_elsewhere = chapter.path.parent.name == "learn"  # stories have a text of their own
        if told_elsewhere or SILENT.intersection(self.cell.metadata.get("tags", ())):
            return True
        for text in (each for output in test for each in shown(as_html(output))):
            at = chapter.text.find(text.strip("\n"), chapter.at)
            if at < 0:
                self.comparison_traceback = [
                    f"not kept in tests/shown, or not here:\n{text}\n\n"
                    "If all changes are meant, keep them: make shown"
                ]
                return False
            chapter.at = at + len(text)
        return True

    def runtest(self) -> None:
        """Run and compare; keep what the cell gave."""
        super().runtest()
        self.cell.outputs = self.test_outputs
        self.parent.passed(self.cell)


class Chapter(nbval.plugin.IPyNbFile):
    """A chapter as nbval sees it: a notebook, its outputs kept as the text of its page."""

    text: str
    at = 0
    notebook: Any
    page: str

    def collect(self) -> Iterator[pytest.Item]:
        """One item a code cell."""
        self.page = self.path.relative_to(BOOK.parent).with_suffix("").as_posix()
        self.text = kept(self.page)
        self.notebook = as_run(self.path)
        self.left = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        with patch.object(nbval.plugin.nbformat, "read", lambda *_, **__: self.notebook):
            cells = list(super().collect())
        for cell in cells:
            cell.__class__ = Cell  # nbval offers no other way to say what is compared
        yield from cells

    def passed(self, cell: Any) -> None:
        """Note that a cell is as it should be; after the last one the chapter is put away."""
        self.left = [each for each in self.left if each is not cell]
        if not self.left and (folder := os.environ.get(RUNS)):
            path = Path(folder, f"{self.page}.ipynb")
            path.parent.mkdir(parents=True, exist_ok=True)
            self.notebook.metadata["rules_lib"] = library()
            nbformat.write(self.notebook, path)  # type: ignore[no-untyped-call]


def as_run(path: Path) -> Any:
    """A chapter as a notebook that has run: cells that have not are not compared."""
    notebook = jupytext.read(path)
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code":
            cell.execution_count = number
    return notebook


def as_html(output: Any) -> str:
    """What an output of a cell shows on the page."""
    if output["output_type"] == "stream":
        return f"<pre>{escape(output['text'])}</pre>" if output["name"] == "stdout" else ""
    data = output.get("data", {})
    if PLOTLY_MIME in data:
        return str(page_picture(data[PLOTLY_MIME]))
    return data.get("text/html") or f"<pre>{escape(data.get('text/plain', ''))}</pre>"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Chapter | None:
    """Collect the chapters that have a kernel, wherever a build may have put copies."""
    options = parent.config.option
    if not (options.nbval or options.nbval_lax) or file_path.suffix != ".md":
        return None
    folders = file_path.relative_to(BOOK).parts[:-1]
    if any(folder.startswith(("_", ".")) for folder in folders):
        return None
    if "\nkernelspec:" not in file_path.read_text("utf-8")[:1000]:
        return None
    chapter: Chapter = Chapter.from_parent(parent, path=file_path)
    return chapter


def pytest_configure(config: pytest.Config) -> None:
    """Kernels are children of this process: let them find the kernel of this environment."""
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    if config.option.nbval:
        os.environ["RULEBOOK_STATIC"] = "1"  # the cells show what the page shows
