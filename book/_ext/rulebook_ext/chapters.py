"""Runs the chapters side by side, each in its own kernel; Sphinx reads those that have run.

What a chapter gave lies in jupyter-cache, by a build and by a check of its cells. A cache is of one
state of the library, so that no number in it is of another. A chapter that fails is not kept: it
runs again when it is read, and its failure is told then.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from nbclient.exceptions import CellTimeoutError
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext import kernels
from rulebook_ext.project import CACHE, library
from rulebook_ext.substitutions import spelled_out

RUNS = CACHE / "chapters"
BORN_DEAD = "Kernel died before replying to kernel_info"
MOST_STARTS = 3
DEAF = 60
"""After so many seconds for a cell another kernel is asked; most cells take less than one."""
LATE = 900
"""When all else that runs beside the chapters has begun."""
execute = partial(single_nb_execution, extra_arguments=["--log-level=ERROR"])
"""How a notebook runs; without the warning that each kernel prints of its own network."""


def setup(app: Sphinx) -> None:
    """Say where the cache is; run what is to be read."""
    app.connect("builder-inited", _say_where, priority=LATE)
    for each in (read, ran):
        app.connect("builder-inited", lambda _, known=each: known.cache_clear())
    app.connect("env-before-read-docs", _run, priority=LATE)
    app.connect("source-read", _wait)


def place() -> Path:
    """Return the folder of the cache of this library; those of others go."""
    here = RUNS / library()[:16]
    for other in RUNS.glob("*"):
        if other != here:
            shutil.rmtree(other, ignore_errors=True)
    return here


@cache
def read(path: Path) -> Any:
    """Return a chapter as the notebook that runs; of a page without code nothing."""
    text = spelled_out(path.read_text("utf-8"))
    return read_myst_markdown_notebook(text) if is_myst_markdown_notebook(text) else None


def keep(name: str, notebook: Any) -> None:
    """Keep a chapter of which all cells have run."""
    made = CacheBundleIn(_joined(notebook), name)
    get_cache(place()).cache_notebook_bundle(made, check_validity=False, overwrite=True)


@cache
def ran(path: Path) -> Any:
    """Return a chapter with its outputs; of one that has not run, or has no code, nothing."""
    notebook = read(path)
    try:
        return notebook and get_cache(place()).merge_match_into_notebook(notebook)[1]
    except KeyError:
        return None


def run_one(notebook: Any, **options: Any) -> ExecutionResult:
    """Run a notebook.

    A kernel may be given a port that another program takes before it does, and then dies before a
    cell has run; or it never hears of a cell, and both sides wait. Another one is started then.
    """
    for _ in range(MOST_STARTS - 1):
        try:
            done = execute(notebook, **{**options, "timeout": DEAF})
        except RuntimeError as error:
            if BORN_DEAD not in str(error):
                raise
        else:
            if not isinstance(done.err, CellTimeoutError):
                return done
    return execute(notebook, **options)


def _joined(notebook: Any) -> Any:
    """Join what a busy kernel printed in two goes. (myst-nb would put a line break between.)"""
    for cell in notebook.cells:
        outputs: list[Any] = []
        for each in cell.get("outputs", ()):
            if each.output_type == "stream" and outputs and outputs[-1].get("name") == each.name:
                outputs[-1].text += each.text
            else:
                outputs.append(each)
        if cell.cell_type == "code":
            cell.outputs = outputs
    return notebook


def _say_where(app: Sphinx) -> None:
    """Not in the settings of Sphinx: when these change, every page is read again."""
    env: Any = app.env
    env.mystnb_config = env.mystnb_config.copy(execution_cache_path=str(place()))


_running: dict[str, Future[ExecutionResult]] = {}


def _run(app: Sphinx, env: BuildEnvironment, names: Iterable[str]) -> None:
    """Begin, in the order in which they are read."""
    config: Any = env.mystnb_config  # type: ignore[attr-defined] # myst-nb has put it there
    if config.execution_mode != "cache":
        return
    kernels.offer()
    options = {"allow_errors": False, "timeout": config.execution_timeout}
    pool = ThreadPoolExecutor(os.cpu_count())
    app.connect("build-finished", lambda *_: pool.shutdown(wait=False, cancel_futures=True))
    for name, path, notebook in _to_run(env, names):
        _running[name] = pool.submit(run_one, notebook, cwd=str(path.parent), **options)


def _wait(_app: Sphinx, name: str, _source: list[str]) -> None:
    """A page is read when it has run; if it fails, what else runs is kept before that is told."""
    due = [name] if name in _running else []
    while due:
        each = due.pop(0)
        done = _running.pop(each).result()
        if done.err:
            due = list(_running)
        else:
            keep(each, done.nb)
        said = "failed" if done.err else f"{done.time:.0f} s"
        print(f"{each}: {said}; {len(_running)} left", flush=True)


def _to_run(env: BuildEnvironment, names: Iterable[str]) -> Iterator[tuple[str, Path, Any]]:
    """Yield the chapters of which nothing is kept."""
    kept = get_cache(place())
    for name in names:
        path = Path(env.doc2path(name))
        notebook = read(path)
        if notebook is None:
            continue
        try:
            kept.match_cache_notebook(notebook)
        except KeyError:
            yield name, path, notebook
