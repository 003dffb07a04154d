"""Runs cells and measurements in forks of one process, which has imported what they import.

To import scipy and the library takes longer than most chapters run.
"""

import gc
import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.pool import AsyncResult, Pool
from traceback import format_exception
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from rulebook_live.sinks import Stream, collected, emit
from sphinx.application import Sphinx
from traitlets.config import Config

IMPORTED = [
    "IPython.core.interactiveshell",
    "ipykernel.kernelapp",
    "ipywidgets",
    "jupyter_book.cli.main",  # what a build begins with, each process imports again
    "plotly.graph_objects",
    "plotly.io._renderers",  # only a picture that is shown imports it
    "rules_lib.impact",
    *(f"rules_lib.{each}.page" for each in ("in_die_tiefen", "paper_tigers", "triumph_and_glory")),
    "scipy.signal",
]


@cache
def forks() -> Any:
    """Return what begins processes; where there are forks, each has imported all."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


@cache
def _pool() -> Pool:
    """Return what has a process for each task, as many at once as there are cores."""
    pool: Pool = forks().Pool(initializer=gc.freeze, maxtasksperchild=1)
    return pool


def begin(task: Any, *given: Any) -> AsyncResult[Any]:
    """Begin a task as soon as a core is free."""
    return _pool().apply_async(task, given)


def setup(app: Sphinx) -> None:
    """End with the build all that still runs."""
    app.connect("build-finished", _end)


def _end(*_: object) -> None:
    if _pool.cache_info().currsize:
        _pool().terminate()
        _pool.cache_clear()


class _Results(DisplayHook):
    """Hands on what the last line of a cell gives."""

    def write_output_prompt(self) -> None:
        """Write none."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Hand it on as a notebook has it."""
        at = {"execution_count": self.prompt_count}
        emit(_output("execute_result", format_dict, md_dict) | at)


class _Displays(DisplayPublisher):
    """Hands on what a cell displays."""

    def publish(self, data: Any, metadata: Any = None, *_: Any, **_more: Any) -> None:
        """Hand it on as a notebook has it."""
        emit(_output("display_data", data, metadata))

    def clear_output(self, wait: bool = False) -> None:
        """Keep what was shown: a page has no second answer."""


def _output(kind: str, data: Any, metadata: Any) -> dict[str, Any]:
    return {"output_type": kind, "data": data, "metadata": metadata or {}}


class _Shell(InteractiveShell):
    displayhook_class = _Results
    display_pub_class = _Displays


def kernel(connection: str, folder: str) -> None:
    """Be the kernel of a notebook, as long as the process lives that has asked for it."""
    gc.freeze()
    os.chdir(folder)
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    IPKernelApp.launch_instance(["--quiet", "-f", connection, parent])


def run_cells(sources: Sequence[str], folder: str) -> tuple[list[Any], str]:
    """Run the cells of a notebook; return the outputs of each, and what failed."""
    os.chdir(folder)
    shell: Any = _Shell.instance(config=Config(HistoryManager={"enabled": False}))
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    every: list[Any] = []
    for source in sources:
        with collected() as outputs:
            done = shell.run_cell(source, store_history=True)
        if error := done.error_before_exec or done.error_in_exec:
            return every, "".join(format_exception(error))
        every.append(outputs)
    return json.loads(json.dumps(every)), ""
