"""Runs the chapters side by side, each in its own process; Sphinx reads those that have run.

What a chapter gave lies in jupyter-cache, by a build and by a check of its cells. A cache is of one
state of the library, so that no number in it is of another. A chapter that fails is not kept: it
runs again when it is read, and its failure is told then.
"""

import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from multiprocessing.pool import AsyncResult
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.ipkernel import IPythonKernel
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext import processes
from rulebook_ext.project import CACHE, library
from rulebook_ext.substitutions import spelled_out

RUNS = CACHE / "chapters"
from_dict: Any = nbformat.from_dict
LATE = 900
"""When all else that runs beside the chapters has begun."""


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
    if not is_myst_markdown_notebook(text):
        return None
    notebook = read_myst_markdown_notebook(text)
    notebook.metadata.language_info = IPythonKernel.language_info
    return notebook


def keep(name: str, notebook: Any) -> None:
    """Keep a chapter of which all cells have run."""
    made = CacheBundleIn(notebook, name)
    get_cache(place()).cache_notebook_bundle(made, check_validity=False, overwrite=True)


@cache
def ran(path: Path) -> Any:
    """Return a chapter with its outputs; of one that has not run, or has no code, nothing."""
    notebook = read(path)
    try:
        return notebook and get_cache(place()).merge_match_into_notebook(notebook)[1]
    except KeyError:
        return None


def _say_where(app: Sphinx) -> None:
    """Not in the settings of Sphinx: when these change, every page is read again."""
    env: Any = app.env
    env.mystnb_config = env.mystnb_config.copy(execution_cache_path=str(place()))


_running: dict[str, tuple[Any, AsyncResult[Any]]] = {}


def _run(_app: Sphinx, env: BuildEnvironment, names: Iterable[str]) -> None:
    """Begin, in the order in which they are read."""
    config: Any = env.mystnb_config  # type: ignore[attr-defined] # myst-nb has put it there
    if config.execution_mode == "cache":
        for name, path, notebook in _to_run(env, names):
            sources = [cell.source for cell in _codes(notebook)]
            task = processes.begin(processes.run_cells, sources, str(path.parent))
            _running[name] = notebook, task


def _codes(notebook: Any) -> Iterator[Any]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def _wait(app: Sphinx, name: str, _source: list[str]) -> None:
    """A page is read when it has run; if it fails, what else runs is kept before that is told."""
    config: Any = app.env.mystnb_config  # type: ignore[attr-defined]
    due = [name] if name in _running else []
    while due:
        each = due.pop(0)
        notebook, task = _running.pop(each)
        outputs, failed = task.get(config.execution_timeout)
        if failed:
            due = list(_running)
        else:
            for number, (cell, given) in enumerate(zip(_codes(notebook), outputs, strict=True), 1):
                cell.execution_count, cell.outputs = number, from_dict(given)
            keep(each, notebook)
        print(f"{each}: {'failed' if failed else 'ran'}; {len(_running)} left", flush=True)


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
