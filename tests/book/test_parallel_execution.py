"""Chapters run side by side, and give what they give one by one."""

import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_cache.executors.utils import ExecutionResult
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from myst_nb.core.execute import direct
from nbclient.exceptions import CellExecutionError
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from rulebook_ext import kernels, parallel_execution

GUARD = 600
Run = Callable[..., ExecutionResult]

PAGE = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  name: python3
---
# A page

```{code-cell} ipython3
%s
```
"""


def notebook(*sources: str) -> Any:
    new: Any = nbformat.v4
    return new.new_notebook(cells=[new.new_code_cell(source) for source in sources])


def pretended(run: Callable[[str], str], asked: list[str]) -> Run:
    """A kernel that is none: the output of a cell is what `run` makes of its source."""

    def execute(nb: Any, cwd: str, **_: Any) -> ExecutionResult:
        error: CellExecutionError | None = None
        for cell in (each for each in nb.cells if each.cell_type == "code"):
            asked.append(cell.source)
            if cell.source == "bad":
                error = CellExecutionError("a traceback", "NameError", "bad")
                break
            text = run(cell.source)
            new: Any = nbformat.v4
            cell.outputs = [new.new_output("stream", name="stdout", text=text)]
        return ExecutionResult(nb, cwd, 1.0, error, "a traceback" if error else None)

    return execute


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parallel_execution, "RUNS", tmp_path / "runs")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that have run, with a kernel that says each of them twice."""
    sources: list[str] = []
    monkeypatch.setattr(
        parallel_execution, "run_one", pretended(lambda source: source * 2, sources)
    )
    monkeypatch.setattr(parallel_execution, "UNTOUCHED", late)
    monkeypatch.setattr(direct, "single_nb_execution", late)
    return sources


def late(*_: object, **__: object) -> None:
    raise AssertionError("a page has run only when it was read")


def test_notebooks_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both wait for each other: one after the other, they would wait for ever."""
    both = threading.Barrier(2)

    def meet(source: str) -> str:
        both.wait(GUARD)
        return f"{source} ran"

    monkeypatch.setattr(parallel_execution, "run_one", pretended(meet, []))
    running = parallel_execution.Chapters(workers=2)
    running.add("one", notebook("a"), "/here")
    running.add("two", notebook("b"), "/here")
    for name in "ba":
        wanted = notebook(name)
        assert running.result(wanted, "/here").nb is wanted
        assert wanted.cells[0].outputs[0].text == f"{name} ran"
    running.close()


def test_each_notebook_runs_once_and_a_changed_one_anew(asked: list[str]) -> None:
    running = parallel_execution.Chapters(workers=1)
    running.add("one", notebook("a"), "/here")
    wanted, changed, elsewhere = notebook("a"), notebook("b"), notebook("a")
    running.result(wanted, "/here")
    assert asked == ["a"]
    running.result(changed, "/here")
    running.result(elsewhere, "/there")
    assert asked == ["a", "b", "a"]
    running.close()


def test_what_has_been_checked_is_taken_and_what_differs_runs(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = notebook("a")
    new: Any = nbformat.v4
    checked.cells[0].outputs = [new.new_output("stream", name="stdout", text="checked")]
    for name in ("same", "other"):
        parallel_execution.keep(name, checked)
    with monkeypatch.context() as patch:
        patch.setattr(parallel_execution, "library", lambda: "another")
        parallel_execution.keep("of_another_library", notebook("c"))
    running = parallel_execution.Chapters(workers=1)
    shown = []
    given = {"same": "a", "other": "changed", "missing": "b", "of_another_library": "c"}
    for _ in range(2):  # the second time all of it is kept
        for name, source in given.items():
            wanted = notebook(source)
            running.add(name, wanted, "/here")
            running.result(wanted, "/here")
            shown.append(wanted.cells[0].outputs[0].text)
    running.close()
    assert (asked, shown) == (
        ["changed", "b", "c"],
        ["checked", "changedchanged", "bb", "cc"] * 2,
    )


def test_a_failure_is_not_kept(asked: list[str]) -> None:
    for _ in range(2):
        running = parallel_execution.Chapters(workers=1)
        running.add("one", notebook("bad"), "/here")
        assert running.result(notebook("bad"), "/here").err
        running.close()
    assert asked == ["bad", "bad"]


def test_it_says_which_chapter_has_run(asked: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    running = parallel_execution.Chapters(workers=1)
    for name, source in (("melee", "left"), ("sniper", "bad")):
        running.add(name, notebook(source), "/here")
    for source in ("left", "bad"):
        running.result(notebook(source), "/here")
    running.close()
    assert asked == ["left", "bad"]
    told = capfd.readouterr().out.splitlines()
    assert told[-1].strip().startswith("2 of 2  ")
    assert [line.strip().partition(" of ")[0] for line in told] == ["1", "2"]
    assert [line.rpartition("  ")[2] for line in told] == ["melee: 1 s", "sniper: failed"]


def test_a_failure_is_told_where_the_notebook_is_wanted(asked: list[str]) -> None:
    running = parallel_execution.Chapters(workers=1)
    running.add("one", notebook("good", "bad", "never"), "/here")
    wanted = notebook("good", "bad", "never")
    found = running.result(wanted, "/here")
    assert isinstance(found.err, CellExecutionError)
    assert found.exc_string == "a traceback"
    assert wanted.cells[0].outputs[0].text == "goodgood"
    assert asked == ["good", "bad"]
    running.close()


def build(folder: Path, mode: str, **pages: str) -> dict[str, str]:
    source = folder / "source"
    (source / "book").mkdir(parents=True)
    (source / "book" / "index.md").write_text("# Index\n", "utf-8")
    for name, code in pages.items():
        (source / "book" / f"{name}.md").write_text(PAGE % code, "utf-8")
    settings = {
        "extensions": ["myst_nb", "rulebook_ext"],
        "root_doc": "book/index",
        "nb_execution_mode": mode,
        "nb_execution_raise_on_error": True,
        "html_math_renderer": "mathml",
    }
    out = folder / "out"
    with docutils_namespace():
        app = Sphinx(
            source, None, out, folder / "trees", "html", settings,
            status=None, warning=io.StringIO(),
        )  # fmt: skip
        app.build()
    return {name: (out / "book" / f"{name}.html").read_text("utf-8") for name in pages}


def test_a_book_has_the_outputs_of_its_pages(tmp_path: Path, asked: list[str]) -> None:
    html = build(tmp_path, "force", one="left", two="right")
    assert "leftleft" in html["one"]
    assert "rightright" in html["two"]
    assert sorted(asked) == ["left", "right"]
    assert direct.single_nb_execution is late


def test_it_says_what_comes_after_the_chapters(
    tmp_path: Path, asked: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    build(tmp_path, "force", one="left")
    told = [line.strip() for line in capfd.readouterr().out.splitlines()]
    after = ["writing 2 pages", "packing what can be taken away"]
    assert (asked, told) == (["left"], ["1 of 1  book/one: 1 s", *after])


def test_a_book_that_is_not_to_be_run_is_not_run(tmp_path: Path, asked: list[str]) -> None:
    assert "leftleft" not in build(tmp_path, "off", one="left")["one"]
    assert asked == []


def test_a_page_that_fails_ends_the_build(tmp_path: Path, asked: list[str]) -> None:
    with pytest.raises(Exception, match=r"bad\.md") as failed:
        build(tmp_path, "force", good="left", bad="bad")
    assert type(failed.value).__name__ in {"ExecutionError", "ExtensionError"}
    assert direct.single_nb_execution is late


def ran(folder: Path, *sources: str) -> list[list[Any]]:
    """The texts that cells give in a real kernel."""
    done = parallel_execution.run_one(
        notebook(*sources), cwd=str(folder), timeout=GUARD, allow_errors=False
    )
    return [[each.get("text") for each in cell.outputs] for cell in done.nb.cells]


def test_what_a_busy_kernel_prints_in_two_goes_is_one_text(tmp_path: Path) -> None:
    """What is shown in between keeps texts apart."""
    in_two_goes = 'import time\nprint("square Z", end="", flush=True)\ntime.sleep(0.5)\nprint(" 2")'
    one, apart = ran(tmp_path, in_two_goes, 'print("a")\ndisplay(1)\nprint("b")')
    assert one == ["square Z 2\n"]
    assert apart == ["a\n", None, "b\n"]


def test_a_kernel_is_a_fork_with_all_imported_and_a_place_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = (
        "import os, sys\nprint('scipy.signal' in sys.modules, os.getcwd(), os.environ['SAID'])",
        "print(__name__, 'set_before' in globals())\nset_before = 1",
    )
    factory: Any = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", factory.default_provisioner_name)
    monkeypatch.setattr(factory, "provisioners", dict(factory.provisioners))
    kernels.offer()
    for said in ("one", "two"):
        monkeypatch.setenv("SAID", said)
        assert ran(tmp_path, *asks) == [[f"True {tmp_path} {said}\n"], ["__main__ False\n"]]


@pytest.mark.parametrize(("deaths", "starts"), [(0, 1), (2, 3), (3, 3)])
def test_a_kernel_that_dies_at_its_start_is_started_again(
    deaths: int, starts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    run = pretended(str.upper, started)

    def start(nb: Any, **options: Any) -> ExecutionResult:
        if len(started) < deaths:
            started.append("dead")
            raise RuntimeError(parallel_execution.BORN_DEAD)
        return run(nb, **options)

    monkeypatch.setattr(parallel_execution, "_quietly", start)
    if deaths < parallel_execution.MOST_STARTS:
        done = parallel_execution.run_one(notebook("yes"), cwd=".")
        assert done.nb.cells[0].outputs[0].text == "YES"
    else:
        with pytest.raises(RuntimeError, match="Kernel died"):
            parallel_execution.run_one(notebook("yes"), cwd=".")
    assert len(started) == starts


def test_another_failure_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: Any, **__: Any) -> ExecutionResult:
        raise RuntimeError("no kernel of this name")

    monkeypatch.setattr(parallel_execution, "_quietly", start)
    with pytest.raises(RuntimeError, match="no kernel of this name"):
        parallel_execution.run_one(notebook("yes"), cwd=".")
