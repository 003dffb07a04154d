"""Lets ``pytest --nbval book`` run each MyST chapter, one test a code cell.

nbval collects ``.ipynb`` files only; here it is handed what myst-nb makes of a chapter. Outputs
are not compared: the cells assert their numbers, and ``tests/shown_right`` works each number out
that they show. A chapter of which all cells have passed is kept with its outputs, and a build need
not run it again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

import nbval.kernel
import nbval.plugin
import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.connect import write_connection_file
from rulebook_live.sinks import joined

from rulebook_ext import chapters, processes

BOOK = Path(__file__).parent
MOST_STARTS = 3


class Kernel:
    """A kernel in a fork: to start one and to import takes longer than most chapters run."""

    def __init__(self, folder: str) -> None:
        self.file, _ = write_connection_file()
        given = self.file, folder
        self.process = processes.forks().Process(target=processes.kernel, args=given, daemon=True)
        self.process.start()

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return bool(self.process.is_alive())

    def interrupt_kernel(self) -> None:
        """Stop the cell that runs."""
        os.kill(self.process.pid, signal.SIGINT)

    def shutdown_kernel(self, *, now: bool) -> None:
        """End at once: nothing that it has is wanted any more."""
        self.process.kill()
        self.process.join()
        Path(self.file).unlink()


def start_new_kernel(cwd: str, stderr: IO[str], **_: Any) -> tuple[Kernel, Any]:
    """Start a kernel in the place of what nbval calls, which then waits until it answers."""
    stderr.close()
    kernel = Kernel(cwd)
    client: Any = BlockingKernelClient()
    client.load_connection_file(kernel.file)
    client.start_channels(hb=False)
    return kernel, client


class Cell(nbval.plugin.IPyNbCell):
    """A cell that has to run; what it gives is kept for the build."""

    def compare_outputs(self, test: Any, _ref: Any, skip_compare: Any = None) -> bool:
        """Tell that any output will do."""
        return True

    def runtest(self) -> None:
        """Run, and keep what the cell gave."""
        super().runtest()
        # A text that a busy kernel printed in two goes, myst-nb would break there.
        outputs: list[Any] = []
        for each in self.test_outputs:
            outputs = joined(outputs, each)
        self.cell.outputs = chapters.from_dict(outputs)
        self.parent.passed(self.cell)


class Chapter(nbval.plugin.IPyNbFile):
    """A chapter as nbval sees it: a notebook."""

    notebook: Any
    page: str

    def setup(self) -> None:
        """Start its kernel; another one if it does not answer because a port was taken from it."""
        for _ in range(MOST_STARTS - 1):
            try:
                super().setup()
            except RuntimeError:
                continue
            return
        super().setup()

    def collect(self) -> Iterator[pytest.Item]:
        """One item a code cell."""
        self.page = self.path.relative_to(BOOK.parent).with_suffix("").as_posix()
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
        if not self.left:
            chapters.keep(self.page, self.notebook)


def as_run(path: Path) -> Any:
    """A chapter as a notebook that has run: cells that have not are not compared."""
    notebook = chapters.read(path)
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code":
            cell.execution_count = number
    return notebook


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Chapter | None:
    """Collect the chapters that have a kernel, wherever a build may have put copies."""
    options = parent.config.option
    if not (options.nbval or options.nbval_lax) or file_path.suffix != ".md":
        return None
    folders = file_path.relative_to(BOOK).parts[:-1]
    if any(folder.startswith(("_", ".")) for folder in folders):
        return None
    if chapters.read(file_path) is None:
        return None
    chapter: Chapter = Chapter.from_parent(parent, path=file_path)
    return chapter


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval start our kernels, in which the cells show what the page shows."""
    if config.option.nbval:
        os.environ["RULEBOOK_STATIC"] = "1"
        os.environ["PLOTLY_RENDERER"] = "plotly_mimetype"
    nbval.kernel.start_new_kernel = start_new_kernel
