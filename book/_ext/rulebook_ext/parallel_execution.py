"""Runs the chapters side by side, each in its own kernel, while Sphinx reads them one by one.

What a chapter gave is kept, by a build and by a check of its cells, and taken as long as its code
and the library are the same. A chapter that is not found here, or has changed since, runs when it
is read, as it would without this module; a failure is told then, too.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import nbformat
from jupyter_cache.executors.utils import ExecutionResult
from myst_nb.core.execute import direct
from myst_nb.core.read import create_nb_reader
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext import kernels
from rulebook_ext.explorer_cells import spelled_out
from rulebook_ext.project import CACHE, library

Key = tuple[str, ...]

UNTOUCHED = direct.single_nb_execution
RUNS = CACHE / "chapters"
BORN_DEAD = "Kernel died before replying to kernel_info"
MOST_STARTS = 3
RUN_WITH = "rules_lib"
"""Where a notebook that has run has :func:`~rulebook_ext.project.library`."""
_quietly: Callable[..., ExecutionResult] = partial(UNTOUCHED, extra_arguments=["--log-level=ERROR"])
"""How myst-nb runs a notebook; without the warning that each kernel prints of its own network."""


def run_one(notebook: Any, **options: Any) -> ExecutionResult:
    """Run a notebook; what a busy kernel printed in two goes is one text.

    A kernel may be given a port that another program takes before it does. It then dies before a
    cell has run, and another one is started.
    """
    for _ in range(MOST_STARTS - 1):
        try:
            return _joined(_quietly(notebook, **options))
        except RuntimeError as error:
            if BORN_DEAD not in str(error):
                raise
    return _joined(_quietly(notebook, **options))


def setup(app: Sphinx) -> None:
    """Start when it is known what is to be read, and stop with the build at the latest."""
    app.connect("env-before-read-docs", _start)
    app.connect("build-finished", _stop)


class Chapters:
    """Notebooks that run already, in as many kernels as there are processors."""

    def __init__(self, workers: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(workers or os.cpu_count())
        self._runs: dict[Key, Future[ExecutionResult]] = {}
        self._telling = Lock()
        self._ended = self._added = 0

    def add(self, name: str, notebook: Any, cwd: str, **options: Any) -> None:
        """Let a notebook run when its turn comes, and tell when it has ended."""
        self._added += 1
        run = self._pool.submit(self._run, name, notebook, cwd=cwd, **options)
        self._runs[_key(notebook, cwd)] = run

    def _run(self, name: str, notebook: Any, **options: Any) -> ExecutionResult:
        done = kept(name, notebook, options["cwd"])
        if done is None:
            done = run_one(notebook, **options)
            if not done.err:
                keep(name, done.nb)
        said = "failed" if done.err else f"{done.time:.0f} s" if done.time else "has run"
        with self._telling:
            self._ended += 1
            print(f"{self._ended:3} of {self._added}  {name}: {said}", flush=True)
        return done

    def result(self, notebook: Any, cwd: str, **options: Any) -> ExecutionResult:
        """Return what a notebook gave, with its outputs in the notebook; run it if nobody has."""
        run = self._runs.pop(_key(notebook, cwd), None)
        if run is None:
            return run_one(notebook, cwd=cwd, **options)
        done = run.result()
        notebook.metadata = done.nb.metadata
        # Text may have come between, before or after the cells of code since they ran.
        for cell, ran in zip(_code_of(notebook), _code_of(done.nb), strict=True):
            cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
        return ExecutionResult(notebook, done.cwd, done.time, done.err, done.exc_string)

    def close(self) -> None:
        """Start no further notebook."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kept(name: str, notebook: Any, cwd: str) -> ExecutionResult | None:
    """Return what a chapter gave, if its code and the library are those of now."""
    path = RUNS / f"{name}.ipynb"
    if not path.is_file():
        return None
    done = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    same = _key(done, cwd) == _key(notebook, cwd) and done.metadata.pop(RUN_WITH, "") == library()
    return _joined(ExecutionResult(done, cwd, 0.0, None, None)) if same else None


def keep(name: str, done: Any) -> None:
    """Keep a chapter of which all cells have run."""
    path = RUNS / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    metadata = nbformat.from_dict({**done.metadata, RUN_WITH: library()})  # type: ignore[no-untyped-call]
    nbformat.write(nbformat.from_dict({**done, "metadata": metadata}), path)  # type: ignore[no-untyped-call]


def _joined(done: ExecutionResult) -> ExecutionResult:
    """Join texts that follow each other on one stream. (myst-nb would put a line break between.)"""
    for cell in done.nb.cells:
        if cell.cell_type != "code":
            continue
        outputs: list[Any] = []
        for each in cell.outputs:
            if each.output_type == "stream" and outputs and outputs[-1].get("name") == each.name:
                outputs[-1].text += each.text
            else:
                outputs.append(each)
        cell.outputs = outputs
    return done


def _key(notebook: Any, cwd: str) -> Key:
    return (cwd, *(cell.source for cell in notebook.cells if cell.cell_type == "code"))


def _start(app: Sphinx, env: BuildEnvironment, names: Iterable[str]) -> None:
    settings: Any = env
    config = settings.mystnb_config
    if config.execution_mode != "force" or config.execution_in_temp:
        return
    kernels.offer()
    chapters = Chapters()
    for name in names:
        path = Path(env.doc2path(name))
        text = spelled_out(path.read_text("utf-8"))
        reader = create_nb_reader(str(path), settings.myst_config, config, text)
        if reader is not None:
            chapters.add(
                name,
                reader.read(text),
                os.path.abspath(path.parent),
                allow_errors=config.execution_allow_errors,
                timeout=config.execution_timeout,
                meta_override=True,
            )
    app.rulebook_chapters = chapters  # type: ignore[attr-defined]
    direct.single_nb_execution = chapters.result


def _stop(app: Sphinx, _exception: Exception | None) -> None:
    direct.single_nb_execution = UNTOUCHED
    if (chapters := getattr(app, "rulebook_chapters", None)) is not None:
        chapters.close()
