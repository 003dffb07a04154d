"""Lets ``pytest --nbval-lax book`` run each MyST chapter, one test a code cell.

nbval collects ``.ipynb`` files only; here it is handed what jupytext makes of a chapter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import jupytext
import nbval.plugin
import pytest

BOOK = Path(__file__).parent


class Chapter(nbval.plugin.IPyNbFile):
    """A chapter as nbval sees it: a notebook without stored outputs."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item a code cell."""
        with patch.object(
            nbval.plugin.nbformat, "read", lambda path, as_version: jupytext.read(path)
        ):
            yield from list(super().collect())


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
